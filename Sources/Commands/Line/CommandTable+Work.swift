extension CommandTable {
  static let tidying = [
    CommandSpec(
      "rename", [note, ArgumentSpec("TITLE")], vault: .changes, options: ofPaths,
      answer: .one(moveFields),
      says: "rename a note, folder or file",
      details: """
        The file is named after TITLE and stays in its folder. If the title is in the front matter \
        or the first heading, it is changed there too. All links are updated with it, or nothing \
        is changed. A folder, or a file that is not a note, is named by its path and gets TITLE as \
        its name. Prints the new path.
        """,
      example: "rename \"Plan B\" \"Plan C\""
    ) { $0.tidying.rename },
    CommandSpec(
      "move", [note, ArgumentSpec("FOLDER", .vaultFolder)], vault: .changes, options: ofPaths,
      answer: .one(moveFields),
      says: "move a note, folder or file to another folder",
      details: """
        FOLDER is a folder in the vault and is created if it does not exist; / is the top folder. \
        Links are updated as with rename. Prints the new path.
        """,
      example: "move \"Plan C\" archive/2026"
    ) { $0.tidying.move },
    CommandSpec(
      "join", [ArgumentSpec("TARGET", .note), ArgumentSpec("NOTE", .note, repeats: true)],
      vault: .changes, options: [.absolute],
      answer: .many([
        AnswerField("did", "rewritten or trashed"), path, pathBytes, title,
        AnswerField("differing", "properties whose values differ: each with name, kept and other"),
      ]),
      takesVersion: false,
      says: "merge notes into one",
      details: """
        The text of each NOTE is added to the end of TARGET, under its title as a heading unless \
        it begins with one, and NOTE goes to the trash. Links to NOTE, also to its headings and \
        blocks, are changed to TARGET; a block whose id TARGET already has gets another id. TARGET \
        gets the properties that it lacks, lists are joined, and the old title becomes an alias; \
        where values differ TARGET keeps its own, and the others are listed. TARGET and the links \
        are written in one step, or nothing is. undo reverses all of it; --dry-run prints what \
        would be done. Locked notes are refused.
        """,
      example: "join \"Plan B\" \"Plan C\" --dry-run"
    ) { $0.tidying.join },
    CommandSpec(
      "trash", [ArgumentSpec("NOTE", .note, repeats: true)], vault: .changes,
      answer: .many(doneFields),
      says: "move notes to the trash",
      details: "If a NOTE is not found, none is moved.",
      example: "trash \"Plan C\""
    ) { $0.tidying.trash },
    CommandSpec(
      .restore, [ArgumentSpec("NOTE", .trashed, isOptional: true)], vault: .changes,
      options: ofPaths,
      answer: .many([
        path, pathBytes, AnswerField("title", "the note's title"),
        AnswerField("trashed", "when it was trashed, in UTC; null where unknown"),
      ]),
      says: "restore a note from the trash",
      details: """
        NOTE is the path that it had, its file name or its title. Prints the path that it has now. \
        Without NOTE it lists the trash; as JSON the list is an array, and a restored note is an \
        object.
        """,
      example: "restore \"Plan C\""
    ) { $0.tidying.restore },
    CommandSpec(
      .history, [note], vault: .opens,
      answer: .many([
        AnswerField("version", "its name, for the other history commands"),
        AnswerField("kept", "when it was saved, in UTC"), writer, AnswerField("size", "in bytes"),
      ]),
      says: "list the versions of a note",
      details: """
        Newest first, each with its writer. `history list NOTE` does the same, for a note named \
        “show”.
        """,
      example: "history \"Plan C\""
    ) { $0.tidying.history },
    CommandSpec(
      .historyShow, [note, ArgumentSpec("VERSION", .version)], vault: .opens,
      answer: .one([
        AnswerField("version", "its name"), AnswerField("kept", "when it was saved, in UTC"),
        writer,
        AnswerField("text", "its text, with U+FFFD for bytes that are not UTF-8"),
      ]),
      says: "print a version",
      details: """
        The start of a version's name is enough if it matches only one version.
        """,
      example: "history show \"Plan C\" 3f9a"
    ) { $0.tidying.history },
    CommandSpec(
      .historyRestore, [note, ArgumentSpec("VERSION", .version)], vault: .changes,
      answer: .many(doneFields),
      says: "make a version the note's text again",
      details: "The note's current text is saved as a version first.",
      example: "history restore \"Plan C\" 3f9a"
    ) { $0.tidying.history },
    CommandSpec(
      .undo, [ArgumentSpec("RUN", .text, isOptional: true)], vault: .changes,
      options: [.skip, .absolute],
      answer: .many([
        AnswerField("did", "trashed, removed, restored, moved or rewritten"), path, pathBytes,
        AnswerField("from", "the old path of a moved note; null for the others"),
      ]),
      says: "undo the last command that changed notes, or RUN",
      details: """
        Reverses the last command that changed notes of this vault, as a whole. Run it again to \
        undo the command before that, up to twenty. RUN is an id from undo list, or the start of \
        one; it is refused if a later command changed one of its notes. Notes that the command \
        created go to the trash, imported files are removed, trashed notes come back, and names \
        and links are restored. Later edits are preserved: if they do not fit together with the \
        old text, nothing is changed and the note is named; after an import, only the edited files \
        stay. --skip keeps the changes of that command, and the next undo reverses the one before \
        it. --dry-run prints what undo would do now. Changes made on the screens are undone there; \
        a sync, locks and encryption have commands of their own. Texts over 1 MB and locked texts \
        are not undone, but history restore brings them back; changes to a note before it was \
        locked are not undone either. The exit code is 3 if there is nothing to undo.
        """,
      example: "undo",
      check: { $0.undoing.check }
    ) { $0.undoing.undo },
    CommandSpec(
      .undoList, vault: .opens,
      answer: .many([
        AnswerField("run", "its id, for undo"), AnswerField("command", "its name"),
        AnswerField("began", "when it began, in UTC"), AnswerField("notes", "how many it changed"),
      ]),
      says: "list the commands that can be undone",
      details: "Newest first; there are twenty at most.",
      example: "undo list"
    ) { $0.undoing.list },
  ]

  static let running = [
    CommandSpec(
      "run",
      [
        ArgumentSpec("NAME", .ownCommand, isOptional: true),
        ArgumentSpec("NOTE", .note, isOptional: true, repeats: true),
      ],
      vault: .changes, options: [.answer], answer: .many(doneFields), takesVersion: false,
      says: "run a command of your own",
      details: """
        NAME is a command in the file commands, next to the settings; the guide's page commands \
        tells how to write one. Without NAME they are listed. A selection is read from standard \
        input, and a text for it is printed. --answer answers a question of the command; questions \
        without an answer take their default. Rows to choose from are listed with their numbers; \
        --answer row=N chooses one, and may be repeated. Changes are made together or not at all, \
        and undo reverses them. --dry-run runs the program if its output is a change, and prints \
        the change; else it prints the program's arguments.
        """,
      example: "run tick-done \"Plan C\" --answer row=2"
    ) { $0.ownCommands.run },
    CommandSpec(
      "stats", vault: .opens,
      answer: .one([
        AnswerField("notes", "how many"), AnswerField("words", "in all notes"),
        AnswerField("links", "in all notes"), AnswerField("tags", "how many different ones"),
        AnswerField("tasks", "in all notes but templates"),
        AnswerField("openTasks", "not done yet"),
        AnswerField("bytes", "of all notes"), AnswerField("indexBytes", "of the index"),
        AnswerField("streak", "how many days in a row up to now something was done"),
        AnswerField("longestStreak", "the most days in a row"),
        AnswerField(
          "days", "the last year's days: day, and how many notes created, changed, doneTasks"),
      ]),
      says: "count notes, words, links, tags, tasks and days",
      details: """
        A day counts if a note was created or last changed on it, or a task was done. The screen \
        notes://stats shows the year.
        """,
      example: "stats"
    ) { $0.household.stats },
    CommandSpec(
      .doctor, vault: .opens, options: [.repair, .dryRun],
      answer: .many([
        AnswerField("part", "what was checked"),
        AnswerField("state", "ok, warning or problem"),
        AnswerField("text", "what was found"),
        AnswerField("advice", "what to do; null if nothing need be done"),
      ]),
      says: "find problems and repair them",
      details: """
        Checks the folder, its permissions, the index, the versions, unsaved texts, what the \
        system can watch, and the settings. Each line has ok, warning or problem, the part, what \
        was found, and what to do about it, if anything. In an encrypted vault it reports notes \
        that are older than when they were last seen here, duplicated or missing. --repair \
        rebuilds the index, and accepts such notes as they are. The exit code is 1 if a problem is \
        left.
        """,
      example: "doctor --repair"
    ) { $0.household.doctor },
    CommandSpec(
      "config", vault: .none, answer: .many(settingFields),
      says: "list the settings",
      details: """
        A line that cannot be read is reported with its number, and the default is used.
        """,
      example: "config"
    ) { $0.household.settings },
    CommandSpec(
      .configGet, [ArgumentSpec("NAME", .setting)], vault: .none, answer: .one(settingFields),
      says: "print a setting", example: "config get vault"
    ) { $0.household.settings },
    CommandSpec(
      .configSet, [ArgumentSpec("NAME", .setting), ArgumentSpec("VALUE", .settingValue)],
      vault: .none, answer: .one(settingFields),
      says: "change a setting",
      details: """
        Only the line of the setting is changed; an empty VALUE removes it.
        """,
      example: "config set new-note-folder inbox"
    ) { $0.household.settings },
    CommandSpec(
      "config path", vault: .none, answer: .one([path, pathBytes]),
      says: "print where the settings file is", example: "config path"
    ) { $0.telling.settingsFile },
    CommandSpec(
      "completions", [ArgumentSpec("SHELL", .words(Shell.allCases.map(\.rawValue)))], vault: .none,
      answer: .text,
      says: "print the completions for bash, zsh or fish", example: "completions bash"
    ) { $0.telling.completions },
    CommandSpec(
      .completionsFor,
      [
        ArgumentSpec("SHELL", .words(Shell.allCases.map(\.rawValue))), ArgumentSpec("LINE"),
        ArgumentSpec("BREAKS", isOptional: true),
      ], vault: .none,
      answer: .text,
      says: "print completions of the last word of a line",
      details: """
        The completion scripts of the shells run this. LINE is the command line up to the cursor, \
        as it was typed; BREAKS are the characters at which the shell begins a word, for bash. The \
        first line of the output is words, names, files or folders: names need quotes, and the \
        shell itself adds files or folders. Each further line is a word, a tab and its meaning. \
        The command asks for no passphrase and creates nothing.
        """,
      example: "completions for bash \"notes-tui show Pl\""
    ) { $0.completer.complete },
    CommandSpec(
      .help, [ArgumentSpec("TOPIC", .topic, isOptional: true, repeats: true)], vault: .none,
      answer: .text,
      says: "print help on a command or a topic",
      details: """
        TOPIC is a command, for which COMMAND --help prints the same, or a topic of the guide. \
        Without TOPIC, all commands and topics are listed.
        """,
      example: "help writing"
    ) { $0.telling.help },
    CommandSpec(
      "keys", vault: .none,
      answer: .many([
        AnswerField("screen", "where the keys are pressed"),
        AnswerField("keys", "the keys that do the same"), AnswerField("summary", "what they do"),
      ]), says: "print what every key does", example: "keys"
    ) { $0.telling.keys },
    CommandSpec(
      .script, [ArgumentSpec("FILE", .file, repeats: true)], vault: .none,
      options: [.driver, .record, .slow, .json, .picture],
      says: "play UI scripts",
      details: "Plays scripts, or folders of them, each in a vault of its own.",
      example: "script Tests/Scripts --driver both"
    ) { $0.telling.script },
  ]

  private static let writer = AnswerField(
    "writer", "screen, a command's name, sync, import or another program; null if unknown")

  private static let moveFields = [
    path, pathBytes, AnswerField("from", "the path that it had"),
    AnswerField("rewritten", "the paths of the notes whose links were changed"),
  ]

  private static let settingFields = [
    AnswerField("name", "the setting"), AnswerField("value", "its value; null where unset"),
    AnswerField("isDefault", "whether it is the default"), AnswerField("summary", "what it does"),
  ]

  static let spelling = [
    CommandSpec(
      "spell", [ArgumentSpec("NOTE", .note, isOptional: true, repeats: true)], vault: .opens,
      options: [.language, .words, .absolute],
      answer: .many(
        location + [
          AnswerField("line", "the word's line, counted from 1"),
          AnswerField("column", "the word's column, in characters, counted from 1"),
          AnswerField("word", "a word that is in no dictionary"),
          AnswerField("suggestions", "likely corrections, the best first"),
        ]),
      says: "list misspelled words",
      details: """
        Each line is path:line:column: word: suggestions. Without NOTE all notes are checked, \
        except locked ones. Code, formulas, HTML, links, tags, addresses and front matter are not \
        checked. The dictionaries are those of hunspell; with several languages a word must be in \
        one of them. The languages come from --lang, else from lang in the note's properties, else \
        from the setting spelling-languages, else from LANG. Suggestions take up to a twentieth of \
        a second for each word that is found; --words omits them. Your own words, one per line, \
        are in .notes-tui/words in the vault and in the file words next to the settings. The exit \
        code is 1 if a word was found.
        """,
      example: "spell \"Plan B\" --lang en_US --lang de_DE"
    ) { $0.spelling.spell }
  ]
}
