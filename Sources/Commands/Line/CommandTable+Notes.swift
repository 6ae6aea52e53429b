extension CommandTable {
  static let writing = [
    CommandSpec(
      "init", [ArgumentSpec("DIR", .folder)], vault: .none, options: [.encrypted, .passphraseFD],
      says: "make a folder of notes",
      details: """
        Makes DIR with a welcome note in it. In a folder that is there no note is written. \
        .notes-tui in it marks it as a vault: commands in it and below it work with its notes. It is \
        remembered for the list of vaults. With --encrypted the vault is \
        one that a passphrase opens, and DIR is new or empty; its recovery key is shown once, and \
        printed where the passphrase comes by a descriptor.
        """,
      example: "init ~/notes"
    ) { $0.vaults.makeVault },
    CommandSpec(
      .path, [ArgumentSpec("NOTE", .note, isOptional: true)], vault: .opens, options: [.null],
      answer: .one([AnswerField("path", "the whole path"), pathBytes]),
      says: "print where the vault is, or a note's file",
      details: """
        The whole path, with its bytes as they are. Without NOTE it is the vault's folder, for which \
        no passphrase is asked.
        """,
      example: "path \"Plan B\""
    ) { $0.editing.path },
    CommandSpec(
      .edit, [note], vault: .opens,
      says: "open a note in your editor",
      details: """
        VISUAL or EDITOR names the editor, with arguments and quotes as a shell reads them; without \
        one it is the editor of notes-tui. It works on the note's own file. The text of a note that \
        is encrypted or locked is in memory meanwhile, and you are asked before it is handed over. \
        What the editor ended with, if it was not 0, is said, and the exit code is 1.
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
        another. TITLE becomes the heading. Without --folder the note goes where the \
        setting new-note-folder says, else where Obsidian puts new notes, else into the vault's top \
        folder. With --template the note begins as that one says: {{title}}, {{date}}, {{time}} and \
        {{date:FORMAT}} in it are filled, and TITLE becomes no heading by itself. With --unique the \
        file is named after the minute, as 202603021430.md, or as the settings of Obsidian's unique \
        notes say, which also tell the folder and the template.
        """,
      example: "new \"Plan B\" --tag work --body -",
      check: { $0.writing.checkNew }
    ) { $0.writing.new },
    CommandSpec(
      "write", [note, ArgumentSpec("TEXT", isOptional: true)], vault: .makes,
      options: [.empty], answer: .many(doneFields),
      says: "make a note or replace its text, exactly",
      details: """
        TEXT is written byte for byte; without it, or with -, standard input is. An empty text is \
        written only with --empty, - or ''. A NOTE that is not there is made at that path. If another program changes the note meanwhile, both texts \
        are stored, or joined where they do not touch.
        """,
      example: "write todo.md - < todo.txt",
      check: { $0.writing.checkWritten }
    ) { $0.writing.write },
    CommandSpec(
      "append", [note, ArgumentSpec("TEXT", isOptional: true)], vault: .changes,
      answer: .many(doneFields),
      says: "add lines at a note's end",
      details: """
        TEXT begins on a line of its own and ends with a line's end. Without TEXT, or with -, \
        standard input is added.
        """,
      example: "append Inbox \"call the plumber\"",
      check: { $0.writing.checkAppended }
    ) { $0.writing.append },
    CommandSpec(
      "attach", [note, ArgumentSpec("FILE", .file, repeats: true)], vault: .changes,
      options: [.absolute],
      answer: .many([
        AnswerField("path", "the file's path in the vault; with --absolute the whole path"),
        pathBytes, AnswerField("link", "the link to it, as the note has it"),
        AnswerField("made", "whether it was copied: false where it was there already"),
      ]),
      takesVersion: false,
      says: "copy files into the vault and link them in a note",
      details: """
        FILE goes where Obsidian puts attachments (attachmentFolderPath of .obsidian/app.json), else \
        into the vault's top folder. No file is replaced: where the name is taken by other bytes it \
        gets a number. A file of the vault stays where it is. For each a line with its link is added \
        at the note's end, in the form that \
        new links have there; pictures, sounds, films and PDF files are embedded. Links of the file \
        system, folders and devices are refused. In an encrypted vault the copy is encrypted. \
        --dry-run prints what would come and writes nothing. “undo” brings the copies to the trash.
        """,
      example: "attach \"Plan B\" ~/photo.jpg"
    ) { $0.writing.attach },
  ]

  static let reading = [
    CommandSpec(
      "show", [note], vault: .opens, options: [.rendered, .html],
      answer: .one(
        location + [
          modified, AnswerField("version", "of its text, for --expect-version"),
          AnswerField("text", "the note's text; U+FFFD for bytes that are no UTF-8"),
        ]),
      says: "print a note",
      details: """
        To a pipe or a file the note goes byte for byte. On a terminal, control characters are \
        spelled out. --rendered prints what the preview shows; --html the same as HTML, in \
        which the note's own HTML is text. In both, embedded notes and bases are written out, up to 30 of them, \
        and query blocks show what they come to.
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
        Each line has the date, the title and the path: in columns on a terminal, with tabs \
        between them in a pipe. Paths lead to the files from the current folder.
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
        One line as list has it; with --tag and --folder one of those notes. The exit code is 3 where \
        there is none.
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
          AnswerField("excerpt", "the first line that fits"),
          AnswerField("matches", "pairs: where in the excerpt's UTF-8 a match begins and ends"),
        ]),
      says: "find notes by their text",
      details: """
        The words of QUERY must all be there and fit from the start of a word. \
        "text as it is typed", -not, OR, ( ), /regular expression/, tag:NAME, path:TEXT, file:TEXT, title:WORD, \
        task:todo, task:done, due:<2026-03-01, created:2026-03, modified:today, has:link, \
        has:task, has:attachment, [property], [property:value], [property:one OR other], \
        [property:null], [property:>5] and [property:<=2026-03-01] narrow it. line:(one other), \
        block:, section:, content:, task:, task-todo: and task-done: want their words together in one such part. Words with symbols (C++, #tag, an emoji) \
        are found as they are, and so is match-case:TEXT. A query of file: and path: alone finds \
        pictures and other files too, behind the notes. A query that begins with a dash \
        goes behind --. @NAME is a query that was saved under a name. \
        Several arguments are one query. Newest first, at most 100 unless --limit says otherwise. \
        Nothing found is no error: the exit code is 0.
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
      says: "give a tag another name in all notes",
      details: """
        The tags below OLD go along: work/plan becomes job/plan. All notes are changed, or none. \
        Where NEW is a tag already, the two become one. Each line of the answer is path:line: with \
        the new text; --dry-run prints it and changes nothing. Where OLD is a \
        keyword in the name that Denote gave a file, that changes too, with every link to the file: \
        the line is path -> new path then. Such a name holds letters and digits alone: a NEW with \
        others is refused. The exit code is 3 where no note has OLD.
        """,
      example: "tags rename work job --dry-run",
      check: { $0.reading.checkTags }
    ) { $0.reading.renameTag },
    CommandSpec(
      .tasks, vault: .opens, options: [.due, .tag, .paths] + ofPaths,
      answer: .many([
        path, pathBytes, title, AnswerField("line", "its line, counted from 1"),
        AnswerField("text", "its words, without dates and signs"),
        AnswerField("status", "todo, in-progress or on-hold"),
        AnswerField("group", "its group in the agenda"),
        AnswerField("priority", "highest, high, medium, normal, low or lowest"),
        AnswerField("due", "YYYY-MM-DD; null without"),
        AnswerField("scheduled", "YYYY-MM-DD; null without"),
        AnswerField("start", "YYYY-MM-DD; null without"),
        AnswerField("recurrence", "as written; null without"),
        AnswerField("tags", "of its line, without #"),
        AnswerField("blocked", "whether a task that comes first is still open"),
      ]),
      says: "list open tasks by their days",
      details: """
        Each line has the group of the agenda, the day, the words, and the note with the line. \
        --due today and --due week have what is overdue as well. With --tag, those with the tag in \
        their line or their note. Lines in the templates folder are no tasks.
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
        Each line is path:line: with the text of that line. --unlinked lists where the \
        note's title or alias is said without a link.
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
      says: "list broken links, lone notes and conflicts",
      details: """
        Each line has broken, no-heading, no-block, orphan or conflict, the link or the note's \
        title, and its note and line. Syncthing's folder of older states, which are no notes, is listed as \
        versions, and a note that is in iCloud and not on this device as not-downloaded. A conflict is a copy that another program left of the note that \
        is its target, or a note with marks. The exit code is 1 where a link is broken or names a \
        heading or block that its note does not have; all else alone is no error. Cards of canvases, and \
        links in their texts, are links too: the link of a card is its file.
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
        The day's note is made where it is not there, with the template that daily-template, else \
        Obsidian, names; daily-folder and daily-format say its folder and its name. \
        TEXT goes to its end, on lines of its own; - reads standard input. Without TEXT the note is \
        only made.
        """,
      example: "daily \"watered the plants\"",
      check: { $0.writing.checkDaily }
    ) { $0.writing.daily },
    CommandSpec(
      "export ics", [ArgumentSpec("DEST", .file)], vault: .opens,
      says: "write the tasks that have a date as a calendar",
      details: """
        DEST becomes a file of iCalendar (RFC 5545) with a to-do for each task that has a day, done \
        ones too; - writes it to standard output. A calendar that reads the file again \
        knows a task by its note and its words.
        """,
      example: "export ics tasks.ics"
    ) { $0.tasks.exportCalendar },
  ]
}
