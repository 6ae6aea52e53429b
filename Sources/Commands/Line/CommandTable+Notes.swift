extension CommandTable {
  static let writing = [
    CommandSpec(
      "init", [ArgumentSpec("DIR", .folder)], vault: .none, options: [.encrypted, .passphraseFD],
      says: "make a folder of notes",
      details: """
        Creates DIR with a welcome note in it. If the folder exists already, no note is written. \
        The folder .notes-tui in it marks it as a vault: commands that run in it or below it use \
        its notes. DIR is added to the list of vaults. With --encrypted the vault is encrypted \
        with a passphrase, and DIR must be new or empty; its recovery key is shown once: on the \
        terminal, or with --passphrase-fd on standard output.
        """,
      example: "init ~/notes"
    ) { $0.vaults.makeVault },
    CommandSpec(
      .path, [ArgumentSpec("NOTE", .note, isOptional: true)], vault: .opens, options: [.null],
      answer: .one([AnswerField("path", "the absolute path"), pathBytes]),
      says: "print the path of the vault or of a note",
      details: """
        Prints the absolute path, byte for byte. Without NOTE it prints the vault's folder, and \
        does not ask for a passphrase.
        """,
      example: "path \"Plan B\""
    ) { $0.editing.path },
    CommandSpec(
      .edit, [note], vault: .opens,
      says: "open a note in your editor",
      details: """
        VISUAL or EDITOR names the editor, with arguments and quotes as in a shell; without \
        either, or if that is notes-tui, the editor of notes-tui opens. The editor works on the note's own file. The text \
        of an encrypted or locked note is only in memory meanwhile, and you are asked before the \
        editor gets it. If the editor exits with a code other than 0, that code is reported and \
        the exit code is 1.
        """,
      example: "edit \"Plan B\"",
      check: { $0.editing.checkEdit }
    ) { $0.editing.edit },
    CommandSpec(
      "new", [ArgumentSpec("TITLE", isOptional: true)], vault: .makes,
      options: [.body, .tag, .folder, .template, .unique] + ofPaths,
      answer: .one([path, pathBytes]),
      says: "make a note and print its path",
      details: """
        The file is named after TITLE, else after the first line of the text, and never replaces \
        another file. TITLE becomes the heading. Without --folder the note goes into the folder of \
        the setting new-note-folder, else where Obsidian puts new notes, else into the vault's top \
        folder. With --template the note begins as a copy of that note: {{title}}, {{date}}, \
        {{time}} and {{date:FORMAT}} in it are filled in, and TITLE is not added as a heading. \
        With --unique the file is named after the current minute, such as 202603021430.md, or as \
        the settings of Obsidian's unique notes say, which also set the folder and the template.
        """,
      example: "new \"Plan B\" --tag work --body -",
      check: { $0.writing.checkNew }
    ) { $0.writing.new },
    CommandSpec(
      "write", [note, ArgumentSpec("TEXT", isOptional: true)], vault: .makes,
      options: [.empty], answer: .many(doneFields),
      says: "create a note, or replace its whole text",
      details: """
        TEXT is written byte for byte. Without TEXT, or with -, standard input is written. An \
        empty text is written only with --empty, - or ''. If NOTE does not exist, it is created at \
        that path. If another program changes the note meanwhile, both texts are stored, or merged \
        if their changes do not overlap.
        """,
      example: "write todo.md - < todo.txt",
      check: { $0.writing.checkWritten }
    ) { $0.writing.write },
    CommandSpec(
      "append", [note, ArgumentSpec("TEXT", isOptional: true)], vault: .changes,
      answer: .many(doneFields),
      says: "add lines to the end of a note",
      details: """
        TEXT begins on a new line and ends with a newline. Without TEXT, or with -, standard input \
        is added.
        """,
      example: "append Inbox \"call the plumber\"",
      check: { $0.writing.checkAppended }
    ) { $0.writing.append },
    CommandSpec(
      "attach", [note, ArgumentSpec("FILE", .file, repeats: true)], vault: .changes,
      options: [.absolute],
      answer: .many([
        AnswerField("path", "the file's path in the vault; with --absolute the absolute path"),
        pathBytes, AnswerField("link", "the link to it, as the note has it"),
        AnswerField("made", "whether it was copied; false if it was already there"),
      ]),
      takesVersion: false,
      says: "copy files into the vault and link them in a note",
      details: """
        FILE is copied to where Obsidian puts attachments (attachmentFolderPath in \
        .obsidian/app.json), else into the vault's top folder. No file is replaced: if a different \
        file has the name, the copy gets a number. A file that is already in the vault is not \
        copied. For each FILE a line with its link is added to the end of the note, in the form \
        that new links have there; pictures, sounds, videos and PDF files are embedded. Symbolic \
        links, folders and devices are refused. In an encrypted vault the copy is encrypted. \
        --dry-run prints what would be added and writes nothing. undo moves the copies to the \
        trash.
        """,
      example: "attach \"Plan B\" ~/photo.jpg"
    ) { $0.writing.attach },
  ]

  static let reading = [
    CommandSpec(
      "show", [note], vault: .opens, options: [.rendered, .html],
      answer: .one(
        location + [
          modified, AnswerField("version", "the version of its text, for --expect-version"),
          AnswerField("text", "the note's text, with U+FFFD for bytes that are not UTF-8"),
        ]),
      says: "print a note",
      details: """
        To a pipe or a file, the note is written byte for byte. On a terminal, control characters \
        are spelled out. --rendered prints what the preview shows; --html prints the same as HTML, \
        with the note's own HTML as text. Both include embedded notes and bases, up to 30 of them, \
        and the results of query blocks.
        """,
      example: "show \"Plan B\""
    ) { $0.reading.show },
    CommandSpec(
      "list", vault: .opens, options: [.sort, .reverse, .tag, .folder, .limit, .paths] + ofPaths,
      answer: .many(
        location + [
          modified, AnswerField("snippet", "the first words of the text"),
          AnswerField("obstacle", "why it cannot be opened; null where it can"),
        ]),
      says: "list notes",
      details: """
        Each line has the date, the title and the path: in columns on a terminal, separated by \
        tabs in a pipe. Paths are relative to the current folder.
        """,
      example: "list --tag work --limit 10"
    ) { $0.reading.list },
    CommandSpec(
      .random, vault: .opens, options: [.tag, .folder] + ofPaths,
      answer: .one(
        location + [
          modified, AnswerField("snippet", "the first words of the text"),
          AnswerField("obstacle", "why it cannot be opened; null where it can"),
        ]),
      says: "print a random note",
      details: """
        Prints one line, as list does; --tag and --folder limit the choice. The exit code is 3 if \
        there is no such note.
        """,
      example: "random --tag idea"
    ) { $0.reading.list },
    CommandSpec(
      "search", [ArgumentSpec("QUERY", .query, repeats: true)], vault: .opens,
      options: [.limit, .paths, .save] + ofPaths,
      answer: .many(
        location + [
          modified,
          AnswerField("line", "the excerpt's line, counted from 1; null without one"),
          AnswerField("excerpt", "the first line that matches"),
          AnswerField("matches", "pairs of UTF-8 offsets in the excerpt: a match's start and end"),
        ]),
      says: "find notes by their text",
      details: """
        A note is found if it has all words of QUERY; each may be the start of a longer word. \
        "text as it is typed", -not, OR, ( ), /regular expression/, tag:NAME, path:TEXT, \
        file:TEXT, title:WORD, task:todo, task:done, due:<2026-03-01, created:2026-03, \
        modified:today, has:link, has:task, has:attachment, [property], [property:value], \
        [property:one OR other], [property:null], [property:>5] and [property:<=2026-03-01] narrow \
        the search. line:(one other), block:, section:, content:, task:, task-todo: and task-done: \
        find their words only together in one such part. Words with symbols (C++, #tag, an emoji) \
        and match-case:TEXT are matched exactly. A query of only file: and path: also finds \
        pictures and other files, listed after the notes. Put a query that begins with a dash \
        after --. @NAME is a query saved under that name. Several arguments are one query. The \
        newest notes come first, at most 100 unless --limit is given. If nothing is found, the \
        exit code is still 0.
        """,
      example: "search \"tag:work due:<2026-03-01\" --limit 20"
    ) { $0.reading.search },
    CommandSpec(
      "tags", vault: .opens,
      answer: .many([
        AnswerField("name", "the tag, without #"), AnswerField("notes", "how many notes have it"),
      ]),
      says: "list all tags",
      example: "tags"
    ) { $0.reading.tags },
    CommandSpec(
      "tags rename", [ArgumentSpec("OLD", .tag), ArgumentSpec("NEW", .tag)], vault: .changes,
      options: [.absolute],
      answer: .many(
        location + [
          AnswerField("line", "the tag's line, counted from 1; null for the file's name"),
          AnswerField("old", "the text there now"), AnswerField("new", "what replaces it"),
          AnswerField("context", "the line, or the file's name, after the change"),
        ]),
      says: "rename a tag in all notes",
      details: """
        Tags below OLD are renamed too: work/plan becomes job/plan. All notes are changed, or \
        none. If NEW exists already, the two tags become one. Each line of the output is \
        path:line: with the new text; --dry-run prints it and changes nothing. If OLD is a keyword \
        in a file name made by Denote, the file is renamed too, with every link to it; its line is \
        path -> new path. Such a name has only letters and digits: a NEW with other characters is \
        refused. The exit code is 3 if no note has OLD.
        """,
      example: "tags rename work job --dry-run",
      check: { $0.reading.checkTags }
    ) { $0.reading.renameTag },
    CommandSpec(
      .tasks, vault: .opens, options: [.due, .tag, .paths] + ofPaths,
      answer: .many([
        path, pathBytes, title, AnswerField("line", "its line, counted from 1"),
        AnswerField("text", "its text, without dates and signs"),
        AnswerField("status", "todo, in-progress or on-hold"),
        AnswerField("group", "its group in the agenda"),
        AnswerField("priority", "highest, high, medium, normal, low or lowest"),
        AnswerField("due", "YYYY-MM-DD; null if none"),
        AnswerField("scheduled", "YYYY-MM-DD; null if none"),
        AnswerField("start", "YYYY-MM-DD; null if none"),
        AnswerField("recurrence", "as written; null if none"),
        AnswerField("tags", "the tags in its line, without #"),
        AnswerField("blocked", "whether a task that must be done first is still open"),
      ]),
      says: "list open tasks by day",
      details: """
        Each line has the group in the agenda, the day, the text, and the note with the line. \
        --due today and --due week include overdue tasks. --tag lists tasks with the tag in their \
        line or their note. Lines in the templates folder are not tasks.
        """,
      example: "tasks --due week --tag work",
      check: { $0.tasks.checkDue }
    ) { $0.tasks.tasks },
  ]

  static let linking = [
    CommandSpec(
      .links, [note], vault: .opens, options: [.absolute], answer: .many(linkFields),
      says: "list the links in a note",
      details: "Each line has the note's line, the link as written, and where it leads.",
      example: "links \"Plan B\""
    ) { $0.reading.links },
    CommandSpec(
      "backlinks", [note], vault: .opens, options: [.unlinked, .absolute],
      answer: .many(linkFields),
      says: "list the links to a note",
      details: """
        Each line is path:line: with the text of that line. --unlinked lists mentions of the \
        note's title or alias without a link instead.
        """,
      example: "backlinks \"Plan B\" --unlinked"
    ) { $0.reading.links },
    CommandSpec(
      "check", vault: .opens, options: [.absolute],
      answer: .many(
        [
          AnswerField(
            "kind",
            "broken, no-heading, no-block, orphan, conflict, versions or not-downloaded")
        ] + linkFields),
      worksLocked: true,
      says: "list broken links, orphan notes and conflicts",
      details: """
        Each line has broken, no-heading, no-block, orphan or conflict, the link or the note's \
        title, and its note and line. Syncthing's folder of old versions, which are not notes, is \
        listed as versions, and a note that is in iCloud but not on this device as not-downloaded. \
        A conflict is a copy of its target note that another program left, or a note with conflict \
        marks. The exit code is 1 if a link is broken or names a heading or block that its note \
        does not have; the other kinds do not change it. Cards of canvases, and links in their \
        texts, are links too: the link of a card is its file.
        """,
      example: "check"
    ) { $0.reading.check },
  ]

  private static let linkFields =
    location + [
      AnswerField("line", "the link's line in the note, counted from 1"),
      AnswerField("link", "the link as written"),
      AnswerField("target", "the path that it leads to; null where it leads nowhere"),
      AnswerField("embed", "whether it embeds its target"),
      AnswerField("context", "the line's text"),
    ]

  static let days = [
    CommandSpec(
      "daily", [ArgumentSpec("TEXT", isOptional: true)], vault: .makes, options: [.date] + ofPaths,
      answer: .one([path, pathBytes]),
      says: "add lines to a daily note and print its path",
      details: """
        The day's note is created if it does not exist, from the template that the setting \
        daily-template, else Obsidian, names. The settings daily-folder and daily-format set its \
        folder and its name. TEXT is added at its end, on new lines; - reads standard input. \
        Without TEXT the note is only created.
        """,
      example: "daily \"watered the plants\"",
      check: { $0.writing.checkDaily }
    ) { $0.writing.daily },
    CommandSpec(
      "export ics", [ArgumentSpec("DEST", .file)], vault: .opens,
      says: "write the tasks that have a date as a calendar",
      details: """
        DEST becomes an iCalendar file (RFC 5545) with a to-do for each task that has a day, \
        including done ones; - writes it to standard output. Reminders become alarms. When a calendar reads the file again, \
        it recognizes a task by its note and its text.
        """,
      example: "export ics tasks.ics"
    ) { $0.tasks.exportCalendar },
  ]
}
