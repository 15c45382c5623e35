# SPDX-License-Identifier: MIT
"""Jobs that are done at the same time: by threads here, or by the ranks of an MPI job.

A worker has what its jobs need, such as an engine. It is made in the thread or the rank
that needs it. After `mpirun -n N python3 SCRIPT ...`, rank 0 runs the script and does no
job itself. All others wait for jobs, whatever number of threads the script asks for.
What is sent between ranks is pickled.
"""

import contextlib
import itertools
import os
import queue
import threading
import typing

# One of these says that a launcher of MPI has started this process with others.
RANK_VARIABLES = ("OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK")
# Where srun says how many processes it has started, also without MPI. A batch script has
# other variables of Slurm, too, but not this one.
TASKS_VARIABLE = "SLURM_STEP_NUM_TASKS"


class MissingMpi(Exception):
    """MPI has started this process, but it cannot take part; the text says why."""


class Worker(typing.Protocol):
    """Does one job after the other."""

    def do(self, job: typing.Any) -> typing.Any:
        """The result."""

    def strike(self) -> None:
        """For any thread: ends the job that is being done; it may fail then."""

    def end(self) -> None:
        """There are no more jobs."""


Make = typing.Callable[[int], Worker]  # from a number of its own, from 1


class Crew(typing.Protocol):
    """Workers that do the same kind of jobs."""

    size: int  # how many there are

    def ask(self, job: typing.Any) -> None:
        """Adds a job; does not wait."""

    def answer(self) -> typing.Any:
        """Waits for the next result, in whatever order they come. Raises what the worker
        or its making raised. Pre: a job is not answered yet."""

    def end(self) -> None:
        """Ends all workers. Jobs that are not answered are dropped."""


class Threads:
    """A crew in this process."""

    def __init__(self, make: Make, count: int) -> None:
        self.size = count
        self.make = make
        self.jobs: queue.SimpleQueue[typing.Any] = queue.SimpleQueue()
        self.answers: queue.SimpleQueue[typing.Any] = queue.SimpleQueue()
        self.lock = threading.Lock()
        self.busy: list[Worker] = []  # those that are doing a job
        self.stopping = False
        self.threads = [threading.Thread(target=self._work, args=(number,), daemon=True)
                        for number in range(1, count + 1)]
        for thread in self.threads:
            thread.start()

    def _do(self, worker: Worker, job: typing.Any) -> typing.Any:
        with self.lock:
            if self.stopping:
                return None
            self.busy.append(worker)
        try:
            return worker.do(job)
        finally:
            with self.lock:
                self.busy.remove(worker)

    def _work(self, number: int) -> None:
        worker = None
        while (job := self.jobs.get()) is not None and not self.stopping:
            try:
                worker = worker or self.make(number)
                self.answers.put((self._do(worker, job), None))
            except Exception as error:  # whoever waits must know
                self.answers.put((None, error))
        if worker is not None:
            worker.end()

    def ask(self, job: typing.Any) -> None:
        self.jobs.put(job)

    def answer(self) -> typing.Any:
        result, error = self.answers.get()
        if error is not None:
            raise error
        return result

    def end(self) -> None:
        with self.lock:
            self.stopping = True
            for worker in self.busy:
                worker.strike()
        for _ in self.threads:
            self.jobs.put(None)
        for thread in self.threads:
            thread.join()


class Rank:
    """What this process is in an MPI job."""

    def __init__(self) -> None:
        self.pool: typing.Any = None  # of the other ranks, in rank 0
        self.others = 0  # how many these are
        self.crew = 0  # to which the worker belongs
        self.worker: Worker | None = None  # in the other ranks

    def fire(self) -> None:
        worker, self.worker = self.worker, None
        if worker is not None:
            worker.end()

    def do(self, crew: int, make: Make, job: typing.Any) -> typing.Any:
        """Does a job; the worker of another crew ends before."""
        if self.worker is None or self.crew != crew:
            from mpi4py import MPI
            self.fire()
            self.crew, self.worker = crew, make(MPI.COMM_WORLD.Get_rank())
        return self.worker.do(job)


HERE = Rank()


def do_here(crew: int, make: Make, job: typing.Any) -> typing.Any:
    """What rank 0 asks of another one."""
    return HERE.do(crew, make, job)


class Ranks:
    """A crew of all ranks but the first."""

    numbers = itertools.count(1)

    def __init__(self, make: Make) -> None:
        self.number = next(self.numbers)
        self.make = make
        self.size = HERE.others
        self.answers: queue.SimpleQueue[typing.Any] = queue.SimpleQueue()
        self.futures: set[typing.Any] = set()

    def ask(self, job: typing.Any) -> None:
        future = HERE.pool.submit(do_here, self.number, self.make, job)
        self.futures.add(future)
        future.add_done_callback(self.answers.put)

    def answer(self) -> typing.Any:
        future = self.answers.get()
        self.futures.discard(future)
        return future.result()

    def end(self) -> None:
        """Waits for those that are doing a job: they cannot be disturbed."""
        for future in self.futures:
            if not future.cancel():
                future.exception()


def hire(make: Make, count: int) -> Crew:
    """So many threads, or the other ranks."""
    return Threads(make, count) if HERE.pool is None else Ranks(make)


def results(make: Make, jobs: typing.Iterable[typing.Any],
            count: int) -> typing.Generator[typing.Any, None, None]:
    """Those of all jobs, as they come. Jobs are taken when a worker is free. Closing the
    generator ends all."""
    waiting = iter(jobs)
    crew = hire(make, count)
    running = 0
    try:
        for job in itertools.islice(waiting, crew.size):
            crew.ask(job)
            running += 1
        while running:
            result = crew.answer()
            running -= 1
            for job in itertools.islice(waiting, 1):
                crew.ask(job)
                running += 1
            yield result
    finally:
        crew.end()


@contextlib.contextmanager
def joined() -> typing.Iterator[bool]:
    """True in the process that is to run the script, and there inside of the `with`. In
    the other ranks it is False, after all jobs are done. Raises MissingMpi."""
    if not any(name in os.environ for name in RANK_VARIABLES):
        if os.environ.get(TASKS_VARIABLE, "1") != "1":
            raise MissingMpi("srun has started several processes that do not know of one "
                             "another; use srun --mpi=pmix, or mpirun")
        yield True
        return
    try:
        from mpi4py import MPI
        from mpi4py.futures import MPICommExecutor
    except ImportError:
        raise MissingMpi("MPI has started this, but this Python has no mpi4py (on Debian: "
                         "package python3-mpi4py, and /usr/bin/python3)") from None
    if MPI.COMM_WORLD.Get_size() == 1:
        yield True
        return
    with MPICommExecutor(MPI.COMM_WORLD, root=0) as pool:
        HERE.pool, HERE.others = pool, MPI.COMM_WORLD.Get_size() - 1
        try:
            yield pool is not None
        finally:
            HERE.pool = None
            HERE.fire()
