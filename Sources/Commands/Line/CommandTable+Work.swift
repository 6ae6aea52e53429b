extension CommandTable {
  static let tidying = [
    CommandSpec(
      "rename", [note, ArgumentSpec("TITLE")], vault: .changes, options: ofPaths,
      answer: .one(moveFields),
      says: "give a note, a folder or a file another name",
      details: """
        The file is named after TITLE and stays in its folder; front matter or the first heading, \
        where they have the title, are changed too. All links are changed with it, or nothing is. \
        A folder or a file that is no note, by its path, gets TITLE as its name. Prints the new \
        path.
        """,
      example: "rename \"Plan B\" \"Plan C\""
    ) { $0.tidying.rename },
    CommandSpec(
      "move", [note, ArgumentSpec("FOLDER", .vaultFolder)], vault: .changes, options: ofPaths,
      answer: .one(moveFields),
      says: "put a note, folder or file into another folder",
      details: """
        FOLDER is one of the vault's and is made where it is not there; / is the top one. Links \
        go along as with rename. Prints the new path.
        """,
      example: "move \"Plan C\" archive/2026"
    ) { $0.tidying.move },
    CommandSpec(
      "join", [ArgumentSpec("TARGET", .note), ArgumentSpec("NOTE", .note, repeats: true)],
      vault: .changes, options: [.absolute],
      answer: .many([
        AnswerField("did", "rewritten or trashed"), path, pathBytes, title,
        AnswerField("differing", "what TARGET did not take over of it: name, kept, other"),
      ]),
      takesVersion: false,
      says: "merge notes into one",
      details: """
        The text of each NOTE goes to the end of TARGET, under its title as a heading unless it begins \
        with one, and NOTE to the trash. Links to it, also to its headings and blocks, lead to TARGET; a \
        block whose id TARGET has gets another. TARGET gets the properties that it lacks, lists are \
        joined, the old title becomes an alias; where values differ it keeps its own, and the others \
        are listed. TARGET and the links are written in one step, or nothing is. undo takes all of it \
        back; --dry-run says what would be done. Locked notes are refused.
        """,
      example: "join \"Plan B\" \"Plan C\" --dry-run"
    ) { $0.tidying.join },
    CommandSpec(
      "trash", [ArgumentSpec("NOTE", .note, repeats: true)], vault: .changes,
      answer: .many(doneFields),
      says: "move notes to the trash",
      details: "Every NOTE must be found before the first one goes.",
      example: "trash \"Plan C\""
    ) { $0.tidying.trash },
    CommandSpec(
      .restore, [ArgumentSpec("NOTE", .trashed, isOptional: true)], vault: .changes,
      options: ofPaths,
      answer: .many([
        path, pathBytes, AnswerField("title", "the note's title"),
        AnswerField("trashed", "when it was trashed, in UTC; null where unknown"),
      ]),
      says: "bring a note back from the trash",
      details: """
        NOTE is the path that it had, its file's name or its title. Prints the path that it has \
        now. Without NOTE it lists what lies in the trash; as JSON that is an array, and a note \
        that was brought back an object.
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
        The newest first, each with who wrote it. `history list NOTE` is the same, for a note named \
        “show”.
        """,
      example: "history \"Plan C\""
    ) { $0.tidying.history },
    CommandSpec(
      .historyShow, [note, ArgumentSpec("VERSION", .version)], vault: .opens,
      answer: .one([
        AnswerField("version", "its name"), AnswerField("kept", "when it was saved, in UTC"),
        writer,
        AnswerField("text", "its text; U+FFFD for bytes that are no UTF-8"),
      ]),
      says: "print a version",
      details: "The start of a version's name is enough where it fits one version alone.",
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
        AnswerField("from", "the path that a moved note had until now; null for the others"),
      ]),
      says: "take back what the last command changed, or RUN",
      details: """
        RUN is an id of undo list, or its beginning; it is refused where a later command changed one of \
        its notes. \
        The last command that changed notes of this vault, whole: undone again, the one before, up to \
        twenty. A note that it made goes to the trash, what an import brought is removed, one that it trashed \
        comes back, names and links are as they were. What was edited since stays: where both do not fit together nothing \
        is changed and the note is named; --skip leaves that command, and the next undo takes back the \
        one before it. --dry-run prints what undo would do now. What was done on the \
        screens is undone there; a sync, locks and encryption have commands of their own. Texts over \
        1 MB and locked ones are not taken back, history restore brings them; nor is what was done \
        to a note before it was locked. The exit code is 3 where there is nothing to undo.
        """,
      example: "undo",
      check: { $0.undoing.check }
    ) { $0.undoing.undo },
    CommandSpec(
      .undoList, vault: .opens,
      answer: .many([
        AnswerField("run", "its id, for undo"), AnswerField("command", "as it is called"),
        AnswerField("began", "when it began, in UTC"), AnswerField("notes", "how many it changed"),
      ]),
      says: "list the commands that can be taken back",
      details: "The last one first; there are twenty at most.",
      example: "undo list"
    ) { $0.undoing.list },
  ]

  static let running = [
    CommandSpec(
      "stats", vault: .opens,
      answer: .one([
        AnswerField("notes", "how many"), AnswerField("words", "in all notes"),
        AnswerField("links", "in all notes"), AnswerField("tags", "different ones"),
        AnswerField("tasks", "in all notes but templates"),
        AnswerField("openTasks", "not done yet"),
        AnswerField("bytes", "of all notes"), AnswerField("indexBytes", "of the index"),
        AnswerField("streak", "days without a gap up to now on which something was done"),
        AnswerField("longestStreak", "the longest such"),
        AnswerField(
          "days", "those of the last year: day, and how many notes created, changed, doneTasks"),
      ]),
      says: "count notes, words, links, tags, tasks and days",
      details: """
        A day counts on which a note was made or changed last, or a task was done. The screen \
        notes://stats shows the year.
        """,
      example: "stats"
    ) { $0.household.stats },
    CommandSpec(
      .doctor, vault: .opens, options: [.repair, .dryRun],
      answer: .many([
        AnswerField("part", "what was looked at"),
        AnswerField("state", "ok, warning or problem"),
        AnswerField("text", "what was found"),
        AnswerField("advice", "what can be done; null where nothing need be"),
      ]),
      says: "look for what is wrong, and mend it",
      details: """
        Looks at the folder, its permissions, the index, the versions, unsaved texts, what \
        the system can watch, and the settings. Each line has ok, warning or problem, the part, \
        what was found, and what can be done where something can. Of an encrypted vault it tells \
        which notes are older than they were seen here last, doubled or missing. --repair rebuilds \
        the index, and takes such notes as they are. The exit code is 1 where a problem is left.
        """,
      example: "doctor --repair"
    ) { $0.household.doctor },
    CommandSpec(
      "config", vault: .none, answer: .many(settingFields),
      says: "list the settings",
      details: "A line that cannot be read is named with its number, and the default is used.",
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
      details: "Its line alone is changed; an empty VALUE takes it away.",
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
      says: "print what the last word of a line may become",
      details: """
        The completions of the shells ask this. LINE is the command line up to the cursor, as it was \
        typed; BREAKS are the signs at which the shell begins a word, for bash. The first line of \
        the answer is words, names, files or folders: names need quotes, and files or folders are \
        for the shell to add. Each further line is a word, and behind a tab what it means. It asks \
        for no passphrase and makes nothing.
        """,
      example: "completions for bash \"notes-tui show Pl\""
    ) { $0.completer.complete },
    CommandSpec(
      .help, [ArgumentSpec("TOPIC", .topic, isOptional: true, repeats: true)], vault: .none,
      answer: .text,
      says: "print help on a command or a topic",
      details: """
        TOPIC is a command, of which COMMAND --help says the same, or a topic of the guide. Without \
        it all of them are listed.
        """,
      example: "help writing"
    ) { $0.telling.help },
    CommandSpec(
      "keys", vault: .none,
      answer: .many([
        AnswerField("screen", "where the keys are pressed"),
        AnswerField("keys", "those that do the same"), AnswerField("summary", "what they do"),
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
          AnswerField("column", "the same in the line, in characters"),
          AnswerField("word", "a word that no dictionary has"),
          AnswerField("suggestions", "what it may have been meant as, the best first"),
        ]),
      says: "list misspelled words",
      details: """
        Each line is path:line:column: word: suggestions. Without NOTE it looks at all notes but those \
        that are locked. Code, formulas, HTML, links, tags, addresses and front matter have no words. \
        The dictionaries are those of hunspell; of several languages a word is in one. Which ones, says \
        --lang, else lang in the note's properties, else the setting spelling-languages, else LANG. \
        Suggestions take up to a twentieth of a second for each word that is found; --words does without. \
        Own words are right: a line each in .notes-tui/words of the vault and in the file words beside \
        the settings. The exit code is 1 where a word was found.
        """,
      example: "spell \"Plan B\" --lang en_US --lang de_DE"
    ) { $0.spelling.spell }
  ]
}
