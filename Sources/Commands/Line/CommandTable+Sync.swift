extension CommandTable {
  static let syncing = [
    CommandSpec(
      "sync", vault: .changes, options: [.setUp, .status, .watch, .noInput, .yes],
      answer: .one([
        AnswerField("remote", "the main remote's name; null where there is none"),
        AnswerField("url", "its address"),
        AnswerField("branch", "the branch that is synced"),
        AnswerField(
          "remotes", "all that are synced: each with name, url, isSentTo, ahead and behind"),
        AnswerField("otherRemotes", "remotes that are not synced"),
        AnswerField("lastSync", "when a sync came to its end last, in UTC"),
        AnswerField("ahead", "how many commits the remote lacks"),
        AnswerField("behind", "how many of its commits are not here"),
        AnswerField("waiting", "the paths of files that were changed since"),
        AnswerField("came", "what was changed here: each with path and kind"),
        AnswerField("went", "what was sent: the same"),
        AnswerField("conflicts", "the paths of notes in which two texts are marked"),
        AnswerField("events", "what else is to be known, as sentences"),
      ]),
      takesVersion: false, plansItself: true, worksLocked: true,
      says: "sync the vault with its git remote",
      details: """
        Fetches, merges both sides' changes note by note, and sends the result; nothing is ever \
        written over. Where both changed the same lines both texts are marked in the note, and the \
        exit code is 6. --setup names the remote, and makes a repository of the vault where it is \
        none. --status asks no network. --watch syncs after each change, and every ten minutes, until \
        it is ended. --expect counts the files that would be changed here. What it would not do unasked it names and ends with 1; --yes agrees to it. A \
        password, a passphrase and a new host key are asked for on the terminal; nothing of it is \
        stored, and with --no-input none is asked for. The exit code is 1 without a network, 5 where \
        one of them, or the vault's passphrase, is wanted and was not given, or did not do.
        """,
      example: "sync --setup git@example.org:ann/notes.git",
      check: { $0.syncing.check }
    ) { $0.syncing.sync },
    CommandSpec(
      "conflicts", vault: .opens, options: [.absolute],
      answer: .many([
        AnswerField("kind", "copy (a file beside its note), or marks (two texts in one note)"),
        path, pathBytes, AnswerField("note", "the path of the note that it is a copy of"),
        AnswerField(
          "program", "who left it: syncthing, dropbox, nextcloud, obsidian, …; null for marks"),
        AnswerField("clean", "whether merging leaves no marks; null where it cannot be merged"),
        AnswerField("conflicts", "how many are marked, or would be"),
        AnswerField("line", "of the first mark, counted from 1; null for a copy"),
        modified,
      ]),
      worksLocked: true,
      says: "list other programs' copies, and notes with marks",
      details: """
        Each line has clean or how many conflicts merging would mark, the program, the copy and its \
        note; for a note in which both texts are marked, the line of the first mark. Names that \
        people give too, as “Plan 2.md” or “Plan (1).md”, are listed where the two share most of \
        their lines.
        """,
      example: "conflicts"
    ) { $0.conflicts.list },
    CommandSpec(
      "conflicts merge", [ArgumentSpec("NOTE", .note, isOptional: true)], vault: .changes,
      options: [.all, .absolute],
      answer: .one([
        AnswerField("merged", "the copies that are in the trash now: each with path and note"),
        AnswerField("marked", "the paths of notes in which both texts are marked now"),
        AnswerField("linking", "the paths of notes whose links to a copy were changed"),
        AnswerField("left", "the copies that were left: each with path and reason"),
      ]),
      takesVersion: false,
      says: "merge copies into their note",
      details: """
        NOTE is a note, for all its copies, or one copy. What both came of is looked for among the \
        saved versions; without it no line is taken out. Where both changed the same lines both texts \
        are marked, and the exit code is 6. The copy goes to the trash, and links to it lead to the \
        note. --all merges all copies that leave no marks, but those with names that people give \
        too; with copies left over the exit code is 6. `history` has the texts as they were.
        """,
      example: "conflicts merge \"Plan C\"",
      check: { $0.conflicts.check }
    ) { $0.conflicts.merge },
  ]

  static let merging = [
    CommandSpec(
      "merge",
      [
        ArgumentSpec("BASE", .file), ArgumentSpec("MINE", .file), ArgumentSpec("THEIRS", .file),
      ], vault: .none, options: [.output, .path, .marks],
      answer: .one([
        AnswerField("path", "the file name that decided how they were merged"), pathBytes,
        AnswerField("conflicts", "how many are marked in the text"),
      ]),
      says: "merge three versions of a note into one",
      details: """
        Writes over MINE, or into OUT. By lines, properties by their names, tasks by what they say, \
        canvases by their cards. Where both changed the same lines both texts are marked, and the \
        exit code is 1. The file name (--path, else MINE) decides how files are merged. As git's own driver, so \
        that git pull merges in this way: git config merge.notes-tui.driver "notes-tui merge %O %A %B \
        --marks %L --path %P", and the line *.md merge=notes-tui in .gitattributes.
        """,
      example: "merge base.md mine.md theirs.md -o merged.md"
    ) { $0.merging.merge }
  ]
}
