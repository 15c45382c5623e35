# Completion of ponnuki for bash. Written by scripts/build/completions.py.
_ponnuki() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local options="--rules --komi --size --handicap --my-rank --accept-illegal --threads --memory --network --precision --no-net --isa --playouts --seconds --rank --ponder --lag --seed --resign --set --live-gfx --pv-lines --chat --visits --output --html --force --gtp-name --gtp-version --log --save-games --mpi --mpi-mode --sandbox --sandbox-dir --help --version --model --config --override-config --human-model --override-version --analysis-threads --quit-without-waiting"
    local words="play gtp analysis review benchmark bench help"
    COMPREPLY=()
    case $before in
    --rules)
        mapfile -t COMPREPLY < <(compgen -W "tromp-taylor tromp-taylor-1995 cgos chinese chinese-ogs chinese-kgs japanese korean aga bga french aga-button new-zealand goe stone-scoring ancient-territory" -- "$word")
        return
        ;;
    --precision)
        mapfile -t COMPREPLY < <(compgen -W "auto int8 int16 bf16 float" -- "$word")
        return
        ;;
    --chat)
        mapfile -t COMPREPLY < <(compgen -W "malkovich discussion" -- "$word")
        return
        ;;
    --mpi-mode)
        mapfile -t COMPREPLY < <(compgen -W "leaves trees" -- "$word")
        return
        ;;
    --save-games | --sandbox-dir)
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -d -- "$word")
        return
        ;;
    --network | --output | --html | --log | --model | --config | --human-model)
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        return
        ;;
    --komi | --size | --handicap | --my-rank | --threads | --memory | --isa | --playouts | --seconds | --rank | --lag | --seed | --resign | --set | --visits | --gtp-name | --gtp-version | --override-config | --override-version | --analysis-threads)
        return
        ;;
    esac
    if [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
    elif [[ " ${COMP_WORDS[*]} " == *" review "* ]]; then
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    else
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    fi
}
complete -F _ponnuki ponnuki
