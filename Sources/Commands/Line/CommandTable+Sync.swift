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
        AnswerField("lastSync", "when the last sync finished, in UTC"),
        AnswerField("ahead", "how many commits the remote lacks"),
        AnswerField("behind", "how many of its commits the vault lacks"),
        AnswerField("waiting", "the paths of files changed since the last sync"),
        AnswerField("came", "what was changed here: each with path and kind"),
        AnswerField("went", "what was sent: each with path and kind"),
        AnswerField("conflicts", "the paths of notes with conflict marks"),
        AnswerField("events", "other messages, as sentences"),
      ]),
      takesVersion: false, plansItself: true, worksLocked: true,
      says: "sync the vault with its git remote",
      details: """
        Fetches, merges the changes of both sides note by note, and sends the result; nothing is \
        ever overwritten. If both sides changed the same lines, both texts are marked in the note \
        and the exit code is 6. --setup sets the remote, and makes the vault a repository if it is \
        not one. --status does not use the network. --watch syncs after each change, and every ten \
        minutes, until it is stopped. --expect counts the files that would be changed here. If a \
        step needs your consent, sync names it and ends with exit code 1; --yes gives consent. A \
        password, a passphrase and a new host key are asked for on the terminal; nothing of it is \
        stored, and with --no-input none is asked for. The exit code is 1 without a network, and 5 \
        if one of them, or the vault's passphrase, was needed and was missing or wrong.
        """,
      example: "sync --setup git@example.org:ann/notes.git",
      check: { $0.syncing.check }
    ) { $0.syncing.sync },
    CommandSpec(
      "conflicts", vault: .opens, options: [.absolute],
      answer: .many([
        AnswerField("kind", "copy (a file next to its note) or marks (both texts in one note)"),
        path, pathBytes, AnswerField("note", "the path of the note that it is a copy of"),
        AnswerField(
          "program", "its program: syncthing, dropbox, nextcloud, obsidian, …; null for marks"),
        AnswerField("clean", "whether merging leaves no marks; null if it cannot be merged"),
        AnswerField("conflicts", "how many are marked, or would be"),
        AnswerField("line", "of the first mark, counted from 1; null for a copy"),
        modified,
      ]),
      worksLocked: true,
      says: "list conflict copies and notes with conflict marks",
      details: """
        Each line has clean, or the number of conflicts that merging would mark, then the program, \
        the copy and its note; for a note with both texts marked, it has the line of the first \
        mark. Copies with names that people also use, such as “Plan 2.md” or “Plan (1).md”, are \
        listed if the two files share most of their lines.
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
        NOTE is a note, to merge all its copies, or one copy. The text from which both came is \
        looked for among the saved versions; without it no line is removed. If both changed the \
        same lines, both texts are marked and the exit code is 6. The copy goes to the trash, and \
        links to it are changed to the note. --all merges all copies that leave no marks, except \
        those with names that people also use; if copies are left over, the exit code is 6. \
        `history` has the earlier texts.
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
        Writes the result over MINE, or to OUT. Text is merged by lines, properties by their \
        names, tasks by their text, canvases by their cards. If both changed the same lines, both \
        texts are marked and the exit code is 1. The file name (--path, else MINE) decides how the \
        files are merged. To make git pull merge in this way: git config merge.notes-tui.driver \
        "notes-tui merge %O %A %B --marks %L --path %P", and the line *.md merge=notes-tui in \
        .gitattributes.
        """,
      example: "merge base.md mine.md theirs.md -o merged.md"
    ) { $0.merging.merge }
  ]
}
