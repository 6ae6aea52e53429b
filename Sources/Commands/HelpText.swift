/// What `--help` and `--version` print.
package enum HelpText {
  package static let version = "notes-tui 0.1.0\n"

  package static let help = """
    notes-tui: notes in a terminal, kept as plain files.

    Usage
      notes-tui [FOLDER | notes://PLACE]   open a folder of notes, or a place in it
      notes-tui keys                       print what every key does
      notes-tui script FILE…               play UI scripts; see below

    The folder is, in this order: FOLDER or --vault, $NOTES_TUI_VAULT, the nearest folder
    upwards that has .notes-tui, .obsidian, .zk or .nb in it, else ~/notes, which is made
    with a welcome note on first use.

    Places
      notes://list                         the note list
      notes://editor/NOTE                  a note, by path, file name or title
      notes://login                        the vaults opened before
      notes://help                         the keys

    Options
      -C, --vault DIR                      the folder to open
          --clock "2026-03-02 09:00"       a fixed time; no timer runs (scripts, pictures)
          --ascii                          borders and signs in ASCII
          --no-color                       no colours; NO_COLOR does the same
          --trace-modules                  log each module attached and detached
          --version                        print the version
      -h, --help                           print this

    Scripts
      notes-tui script FILE…               play scripts, or folders of them, in memory
          --driver fake|pty|both           in memory, in a real pseudo-terminal, or both
          --record                         rewrite the screens in the scripts; still fails
          --slow                           play on this terminal for a person to watch
          --json                           print the results as JSON
          --picture OUT.svg                write the last frame of one script as a picture

    Exit codes
      0 done, 1 failed, 2 wrong usage, 130 interrupted, 128 + n ended by signal n

    Logs and unsaved text are kept in $XDG_STATE_HOME/notes-tui (~/.local/state/notes-tui).

    """
}
