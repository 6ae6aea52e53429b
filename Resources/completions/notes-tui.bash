# Completion of notes-tui for bash. Made by `notes-tui completions bash`.

_notes_tui_notes() {
  local path
  while IFS= read -r path; do
    [[ $path == "$word"* ]] && COMPREPLY+=("$path")
  done < <(notes-tui list --limit 1000 2>/dev/null | cut -f 3)
  compopt -o filenames
}

_notes_tui() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local command='' options='-C --vault --config --read-only --no-color --clock --version -h --help --ascii --theme --trace-modules' words='' i
  COMPREPLY=()

  case $before in
    -C | --vault)
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -d -- "$word")
      return
      ;;
    --config)
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return
      ;;
    --clock)
      return
      ;;
    --theme)
      return
      ;;
    --body)
      return
      ;;
    --tag)
      return
      ;;
    --folder)
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -d -- "$word")
      return
      ;;
    --template)
      _notes_tui_notes
      return
      ;;
    --date)
      return
      ;;
    --limit)
      return
      ;;
    --due)
      return
      ;;
    --priority)
      mapfile -t COMPREPLY < <(compgen -W 'highest high medium normal low lowest' -- "$word")
      return
      ;;
    --to)
      _notes_tui_notes
      return
      ;;
    --sort)
      mapfile -t COMPREPLY < <(compgen -W 'modified created title' -- "$word")
      return
      ;;
    --save)
      return
      ;;
    --driver)
      mapfile -t COMPREPLY < <(compgen -W 'fake pty both' -- "$word")
      return
      ;;
    --picture)
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return
      ;;
    -r | --recipient)
      return
      ;;
    -i | --identity)
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return
      ;;
    --passphrase-fd)
      return
      ;;
    -o | --output)
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return
      ;;
  esac

  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i]} in
      -C | --vault | --config | --clock) ((i++)) ;;
      -*) ;;
      *)
        command=${COMP_WORDS[i]}
        break
        ;;
    esac
  done

  case $command in
    '') words='init new write append daily export show list search tags tasks links backlinks check rename move trash restore history task stats doctor config completions keys script encrypt decrypt passphrase rekey lock unlock age' ;;
    init)
      options='--encrypted --passphrase-fd -C --vault --config --read-only --no-color --clock --version -h --help'
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      ;;
    new)
      options='--body --tag --folder --template --json --passphrase-fd -C --vault --config --read-only --no-color --clock --version -h --help'
      ;;
    write)
      options='--passphrase-fd -C --vault --config --read-only --no-color --clock --version -h --help'
      [[ $word == -* ]] || _notes_tui_notes
      ;;
    append)
      options='--passphrase-fd -C --vault --config --read-only --no-color --clock --version -h --help'
      [[ $word == -* ]] || _notes_tui_notes
      ;;
    daily)
      options='--date --json --passphrase-fd -C --vault --config --read-only --no-color --clock --version -h --help'
      ;;
    export)
      options='--passphrase-fd -C --vault --config --read-only --no-color --clock --version -h --help'
      words='ics'
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      ;;
    show)
      options='--rendered --html --json --passphrase-fd -C --vault --config --read-only --no-color --clock --version -h --help'
      [[ $word == -* ]] || _notes_tui_notes
      ;;
    list)
      options='--sort --reverse --tag --folder --limit --json --json-lines --passphrase-fd -C --vault --config --read-only --no-color --clock --version -h --help'
      ;;
    search)
      options='--limit --paths --save --json --json-lines --passphrase-fd -C --vault --config --read-only --no-color --clock --version -h --help'
      ;;
    tags)
      options='--json --json-lines --passphrase-fd --dry-run -C --vault --config --read-only --no-color --clock --version -h --help'
      words='rename'
      ;;
    tasks)
      options='--due --tag --json --json-lines --passphrase-fd -C --vault --config --read-only --no-color --clock --version -h --help'
      ;;
    links)
      options='--json --json-lines --passphrase-fd -C --vault --config --read-only --no-color --clock --version -h --help'
      [[ $word == -* ]] || _notes_tui_notes
      ;;
    backlinks)
      options='--unlinked --json --json-lines --passphrase-fd -C --vault --config --read-only --no-color --clock --version -h --help'
      [[ $word == -* ]] || _notes_tui_notes
      ;;
    check)
      options='--json --json-lines --passphrase-fd -C --vault --config --read-only --no-color --clock --version -h --help'
      ;;
    rename)
      options='--json --passphrase-fd -C --vault --config --read-only --no-color --clock --version -h --help'
      [[ $word == -* ]] || _notes_tui_notes
      ;;
    move)
      options='--json --passphrase-fd -C --vault --config --read-only --no-color --clock --version -h --help'
      [[ $word == -* ]] || _notes_tui_notes
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      ;;
    trash)
      options='--passphrase-fd -C --vault --config --read-only --no-color --clock --version -h --help'
      [[ $word == -* ]] || _notes_tui_notes
      ;;
    restore)
      options='--json --json-lines --passphrase-fd -C --vault --config --read-only --no-color --clock --version -h --help'
      ;;
    history)
      options='--json --json-lines --passphrase-fd -C --vault --config --read-only --no-color --clock --version -h --help'
      words='show restore'
      [[ $word == -* ]] || _notes_tui_notes
      ;;
    task)
      options='--due --priority --to --json --passphrase-fd --json-lines -C --vault --config --read-only --no-color --clock --version -h --help'
      words='add done reschedule'
      ;;
    stats)
      options='--json --passphrase-fd -C --vault --config --read-only --no-color --clock --version -h --help'
      ;;
    doctor)
      options='--repair --json --json-lines --passphrase-fd -C --vault --config --read-only --no-color --clock --version -h --help'
      ;;
    config)
      options='--json --json-lines -C --vault --config --read-only --no-color --clock --version -h --help'
      words='get set path'
      ;;
    completions)
      options='-C --vault --config --read-only --no-color --clock --version -h --help'
      words='bash zsh fish'
      ;;
    keys)
      options='-C --vault --config --read-only --no-color --clock --version -h --help'
      ;;
    script)
      options='--driver --record --slow --json --picture -C --vault --config --read-only --no-color --clock --version -h --help'
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      ;;
    encrypt)
      options='--passphrase-fd -C --vault --config --read-only --no-color --clock --version -h --help'
      ;;
    decrypt)
      options='--passphrase-fd -C --vault --config --read-only --no-color --clock --version -h --help'
      ;;
    passphrase)
      options='--passphrase-fd -C --vault --config --read-only --no-color --clock --version -h --help'
      ;;
    rekey)
      options='--recovery-key --take-back --passphrase-fd -C --vault --config --read-only --no-color --clock --version -h --help'
      ;;
    lock)
      options='--passphrase-fd -C --vault --config --read-only --no-color --clock --version -h --help'
      [[ $word == -* ]] || _notes_tui_notes
      ;;
    unlock)
      options='--passphrase-fd -C --vault --config --read-only --no-color --clock --version -h --help'
      [[ $word == -* ]] || _notes_tui_notes
      ;;
    age)
      options='-r --recipient -i --identity --passphrase --passphrase-fd -a --armor -o --output -C --vault --config --read-only --no-color --clock --version -h --help'
      words='encrypt decrypt'
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      ;;
  esac
  if [[ $word == -* ]]; then
    words=$options
  elif [[ -z $command ]]; then
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -d -- "$word")
  fi
  [[ -z $words ]] || mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W "$words" -- "$word")
}

complete -F _notes_tui notes-tui
