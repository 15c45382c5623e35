// SPDX-License-Identifier: MIT
//
// Drives the program with the controller and the state tracker that Sabaki uses, in the
// order in which Sabaki does. Prints TAP.
//
// usage: node test.mjs PROGRAM FOLDER     (FOLDER/node_modules holds @sabaki/gtp)

import assert from 'node:assert/strict'
import {createRequire} from 'node:module'
import {resolve} from 'node:path'

const [program, folder] = process.argv.slice(2)
if (folder == null) {
  console.error('usage: node test.mjs PROGRAM FOLDER')
  process.exit(2)
}

const load = () => {
  try {
    return createRequire(resolve(folder) + '/')('@sabaki/gtp')
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error
    console.log(`1..0 # SKIP no @sabaki/gtp in ${folder}: scripts/test puts it there`)
    process.exit(0)
  }
}
const {Controller, ControllerStateTracker} = load()

// Words of a shell, perhaps in single quotes.
const WRAPPER = Array.from(
  (process.env.MESON_EXE_WRAPPER ?? '').matchAll(/'([^']*)'|(\S+)/g),
  ([, quoted, bare]) => quoted ?? bare
)
const TIMEOUT = 100 // seconds, for everything
process.env.PONNUKI_THREADS ??= '1' // as Meson says

// An engine as Sabaki attaches it: a tracker, and the lines that were sent.
const attach = async (...options) => {
  const words = [...WRAPPER, resolve(program), '--seed', '1', '--memory', '64',
    ...options]
  const controller = new Controller(words[0], words.slice(1))
  const tracker = new ControllerStateTracker(controller)
  const sent = []
  const stderr = []
  controller.on('command-sent', ({command}) =>
    sent.push([command.name, ...command.args].join(' '))
  )
  controller.on('stderr', ({content}) => stderr.push(content))
  const answers = await Promise.all(
    ['name', 'version', 'protocol_version', 'list_commands'].map(name =>
      controller.sendCommand({name})
    )
  )
  assert.ok(answers.every(answer => !answer.error))
  assert.equal(answers[2].content, '2')
  sent.length = 0
  return {controller, tracker, sent, stderr, answers}
}

const detach = async ({controller, stderr}) => {
  await controller.stop()
  assert.equal(controller.process, null)
  assert.deepEqual(stderr, [])
}

const play = (color, vertex) => ({name: 'play', args: [color, vertex]})

const alternate = vertices =>
  vertices.map((vertex, i) => play(i % 2 === 0 ? 'B' : 'W', vertex))

const position = (history, size = [9, 9], komi = 6.5) => ({
  komi,
  boardsize: size,
  history
})

const stones = async ({controller}, color) => {
  const {content} = await controller.sendCommand({name: 'list_stones', args: [color]})
  return content.split(' ').filter(x => x !== '').sort()
}

// The moves of a line as Sabaki draws them; rates in percent.
const readInfo = (line, isKata) =>
  line
    .split(/\s*info\s+/)
    .slice(1)
    .map(part => {
      const match = part.match(/(?:\s|^)pv((?:\s+(?:[a-zA-Z]\d+|pass))+)$/)
      assert.ok(match, part)
      const words = part.slice(0, match.index).trim().split(/\s+/)
      assert.equal(words.length % 2, 0)
      const pairs = words.flatMap((word, i) => (i % 2 === 0 ? [[word, words[i + 1]]] : []))
      const move = Object.fromEntries(pairs)
      assert.equal(move.winrate.includes('.'), isKata)
      return {
        ...move,
        visits: +move.visits,
        winrate: isKata ? 100 * move.winrate : move.winrate / 100,
        line: match[1].trim().split(/\s+/)
      }
    })

// Begins an analysis; resolves after so many lines to these and the promised response.
const analyse = (controller, name, args, count) =>
  new Promise((found, failed) => {
    const lines = []
    const response = controller.sendCommand({name, args}, ({line}) => {
      if (line.startsWith('info ')) lines.push(line)
      else if (line !== '' && !line.startsWith('=')) failed(new Error(line))
      if (lines.length === count) found({lines, response})
    })
    response.catch(failed)
  })

const checkMoves = (moves, occupied = []) => {
  assert.ok(moves.length > 0)
  moves.forEach((move, i) => {
    assert.match(move.move, /^[A-HJ-T]\d+$/)
    assert.ok(!occupied.includes(move.move))
    assert.equal(move.line[0], move.move)
    assert.ok(move.winrate >= 0 && move.winrate <= 100)
    // The first may have fewer visits: it is the one that would be played.
    assert.ok(i < 2 || move.visits <= moves[i - 1].visits)
    assert.ok(i === 0 || move.visits >= 2)
  })
}

const tests = {
  async 'attaching: four commands at once'() {
    const engine = await attach()
    assert.equal(engine.answers[0].content, 'Ponnuki')
    const names = engine.answers[3].content.split('\n')
    for (const name of ['undo', 'set_free_handicap', 'rectangular_boardsize',
      'kata-analyze', 'kata-genmove_analyze', 'lz-analyze', 'lz-genmove_analyze'])
      assert.ok(names.includes(name), name)
    assert.ok(!names.includes('analyze') && !names.includes('genmove_analyze'))
    await detach(engine)
  },

  async 'syncing: komi, size, moves, and undo where it is shorter'() {
    const engine = await attach()
    const {tracker, sent} = engine
    await tracker.sync(position(alternate(['D4', 'F6', 'D6', 'F4'])))
    assert.deepEqual(sent, ['komi 6.5', 'boardsize 9', 'clear_board', 'play B D4',
      'play W F6', 'play B D6', 'play W F4'])
    sent.length = 0
    await tracker.sync(position(alternate(['D4', 'F6', 'D6', 'G5'])))
    assert.deepEqual(sent, ['undo', 'play W G5'])
    assert.deepEqual(await stones(engine, 'w'), ['F6', 'G5'])
    sent.length = 0
    await tracker.sync(position(alternate(['C3'])))
    assert.deepEqual(sent, ['clear_board', 'play B C3'])
    assert.deepEqual(await stones(engine, 'b'), ['C3'])
    assert.deepEqual(await stones(engine, 'w'), [])
    await detach(engine)
  },

  async 'syncing: handicap, one color twice, passes, rectangles'() {
    const engine = await attach()
    const {tracker} = engine
    const handicap = {name: 'set_free_handicap', args: ['D4', 'Q16', 'D16', 'Q4']}
    const history = [handicap, play('W', 'K10'), play('W', 'K11'), play('B', 'PASS'),
      play('W', 'PASS'), play('B', 'C3')]
    await tracker.sync(position(history, [19, 19], 0.5))
    assert.deepEqual(await stones(engine, 'b'), ['C3', 'D16', 'D4', 'Q16', 'Q4'])
    assert.deepEqual(await stones(engine, 'w'), ['K10', 'K11'])
    await tracker.sync(position(alternate(['A1', 'N7']), [13, 7]))
    assert.deepEqual(await stones(engine, 'w'), ['N7'])
    await tracker.sync(position([], [9, 9], 0))
    assert.deepEqual(await stones(engine, 'b'), [])
    await detach(engine)
  },

  async 'syncing: a ko taken back at once, where that is accepted'() {
    const history = alternate(['B8', 'C8', 'A9', 'D9', 'G3', 'B9', 'C9', 'B9'])
    const strict = await attach()
    await assert.rejects(strict.tracker.sync(position(history)))
    await detach(strict)
    const engine = await attach('--accept-illegal')
    await engine.tracker.sync(position(history))
    assert.deepEqual(await stones(engine, 'w'), ['B9', 'C8', 'D9'])
    await detach(engine)
  },

  async 'syncing: a whole game at once'() {
    const engine = await attach()
    const vertices = []
    for (let row = 1; row <= 19; row += 1)
      for (let i = row % 2; i < 19; i += 2)
        vertices.push('ABCDEFGHJKLMNOPQRST'[i] + row)
    const history = vertices.map(vertex => play('B', vertex))
    await engine.tracker.sync(position(history, [19, 19]))
    assert.equal((await stones(engine, 'b')).length, vertices.length)
    await detach(engine)
  },

  async 'analysis: lines until the next command'() {
    const engine = await attach()
    const {controller, tracker} = engine
    const occupied = ['E5', 'C3']
    await tracker.sync(position(alternate(occupied)))
    for (const name of ['kata-analyze', 'lz-analyze']) {
      const {lines, response} = await analyse(controller, name, ['B', '5'], 3)
      assert.ok(controller.busy)
      for (const line of lines)
        checkMoves(readInfo(line, name.startsWith('kata')), occupied)
      const version = await controller.sendCommand({name: 'protocol_version'})
      assert.equal(version.content, '2')
      const {error, content} = await response
      assert.equal(error, false)
      assert.ok(content.split('\n').every(line => line.startsWith('info ')))
      assert.ok(!controller.busy)
    }
    assert.deepEqual(await stones(engine, 'b'), ['E5'])
    await detach(engine)
  },

  async 'analysis: scores on all moves, the graph not spoiled'() {
    const engine = await attach()
    await engine.tracker.sync(position([]))
    const {lines, response} = await analyse(engine.controller, 'kata-analyze',
      ['W', '20'], 3)
    for (const line of lines) {
      const moves = readInfo(line, true)
      assert.ok(moves.every(move => Number.isFinite(+move.scoreLead)))
      assert.ok(moves.every(move => move.visits >= moves[0].visits / 50))
    }
    await engine.controller.sendCommand({name: 'stop'})
    await response
    await detach(engine)
  },

  async 'analysis: the position changes under it'() {
    const engine = await attach()
    const {controller, tracker} = engine
    const vertices = ['D4', 'F6', 'D6', 'F4', 'E5', 'C7', 'G3']
    for (let i = 1; i <= vertices.length; i++) {
      const history = alternate(vertices.slice(0, i))
      const busy = controller.busy
      if (busy) controller.sendCommand({name: 'protocol_version'})
      await tracker.sync(position(history))
      assert.equal(busy, i > 1)
      const color = i % 2 === 0 ? 'B' : 'W'
      const {lines} = await analyse(controller, 'kata-analyze', [color, '2'], 2)
      checkMoves(readInfo(lines[1], true), vertices.slice(0, i))
    }
    await tracker.sync(position(alternate(vertices.slice(0, 2))))
    assert.deepEqual(await stones(engine, 'b'), ['D4'])
    await detach(engine)
  },

  async 'genmove_analyze: the tracker learns the move'() {
    const engine = await attach('--seconds', '0.3')
    const {controller, tracker} = engine
    await tracker.sync(position([]))
    for (const [i, name] of ['kata-genmove_analyze', 'lz-genmove_analyze',
      'genmove'].entries()) {
      const color = i % 2 === 0 ? 'B' : 'W'
      const lines = []
      const args = name === 'genmove' ? [color] : [color, '5']
      const {error, content} = await controller.sendCommand({name, args}, ({line}) =>
        lines.push(line)
      )
      assert.equal(error, false)
      const last = content.split('\n').pop()
      const vertex = name === 'genmove' ? last : last.match(/^play ([A-J]\d)$/)[1]
      if (name !== 'genmove') {
        const infos = lines.filter(line => line.startsWith('info '))
        assert.ok(infos.length >= 2)
        infos.forEach(line => checkMoves(readInfo(line, name.startsWith('kata'))))
      }
      assert.deepEqual(tracker.state.history[i], play(color, vertex))
      assert.ok((await stones(engine, color)).includes(vertex))
    }
    await detach(engine)
  },

  async 'genmove: a question meanwhile waits and cuts nothing short'() {
    const engine = await attach('--seconds', '1')
    const {controller, tracker} = engine
    await tracker.sync(position([]))
    const answered = []
    const started = Date.now()
    await Promise.all([
      controller
        .sendCommand({name: 'kata-genmove_analyze', args: ['B', '10']})
        .then(() => answered.push(Date.now() - started)),
      controller
        .sendCommand({name: 'protocol_version'})
        .then(({content}) => answered.push(content))
    ])
    assert.equal(answered.length, 2)
    assert.ok(answered[0] > 500)
    assert.equal(answered[1], '2')
    await detach(engine)
  },

  async 'undo after a generated move, then analysis'() {
    const engine = await attach('--playouts', '300')
    const {controller, tracker, sent} = engine
    await tracker.sync(position(alternate(['D4', 'F6'])))
    await controller.sendCommand({name: 'kata-genmove_analyze', args: ['B', '10']})
    sent.length = 0
    await tracker.sync(position(alternate(['D4', 'F6'])))
    assert.deepEqual(sent, ['undo'])
    const {lines} = await analyse(controller, 'kata-analyze', ['B', '2'], 1)
    checkMoves(readInfo(lines[0], true), ['D4', 'F6'])
    await detach(engine) // in the middle of the analysis
  },

  async 'errors are answers, not the end'() {
    const engine = await attach()
    const {controller} = engine
    for (const [name, ...args] of [['kata-analyze', 'B', '5', 'nonsense', 'true'],
      ['lz-analyze', 'ownership', 'true'], ['nonsense'], ['undo']]) {
      const {error, content} = await controller.sendCommand({name, args})
      assert.equal(error, true)
      assert.notEqual(content, '')
    }
    const {content} = await controller.sendCommand({name: 'name'})
    assert.equal(content, 'Ponnuki')
    await detach(engine)
  }
}

const names = Object.keys(tests)
let running = 'nothing'
setTimeout(() => {
  console.log(`Bail out! ${running} has not ended in ${TIMEOUT} seconds`)
  process.exit(1)
}, TIMEOUT * 1000).unref()

console.log(`1..${names.length}`)
for (const [i, name] of names.entries()) {
  running = name
  try {
    await tests[name]()
    console.log(`ok ${i + 1} - ${name}`)
  } catch (error) {
    process.exitCode = 1
    console.log(`not ok ${i + 1} - ${name}`)
    console.log(error.stack.replace(/^/gm, '# '))
  }
}
process.exit()
