import Services

extension CommandTable {
  static let importing = [
    CommandSpec(
      "import",
      [
        ArgumentSpec("FORMAT", .words(["auto"] + ImportFormat.allCases.map(\.rawValue))),
        ArgumentSpec("PATH", .file, repeats: true),
      ], vault: .makes,
      options: [.into, .again, .allFields, .keepIDs, .splitLevel, .flatten, .absolute],
      answer: .many([
        AnswerField(
          "did",
          "new, newer, known, changed, file, trashed, report, problem or loose"),
        AnswerField("path", "where it is in the vault; null for a problem"), pathBytes,
        AnswerField("of", "the note or file as its source names it; null where it has no name"),
        AnswerField("reason", "the problem, as a sentence; null for all others"),
      ]),
      takesVersion: false, plansItself: true,
      says: "import notes from other programs",
      details: """
        FORMAT is evernote (.enex), joplin (.jex, or a folder of RAW), keep (a zip or folder of \
        Takeout), notion (its zip), textbundle (also Bear's backup), simplenote, standard-notes, \
        jrnl, roam (JSON), logseq (a graph's folder), day-one (its zip), org (also org-roam's and \
        Denote's files), opml, tiddlywiki (a wiki in HTML, .tid or JSON), apple-notes (folders of \
        text and files), zim (a notebook's folder), markdown (a folder or zip of Markdown, HTML or \
        text), or auto, which detects the format from the files. Notes go into a folder named \
        after the first PATH, or into --into, with their titles, dates, tags, folders and \
        attachments, and with links to one another. Nothing is overwritten: if a name is taken, \
        the new file gets a number. Importing again adds only what is new; --again newer also \
        takes over changes to notes that did not change here, and --again copy imports everything \
        once more. Files that cannot be read are named and the rest is imported; the exit code is \
        then 1. --all-fields stores fields without a use here as properties, --keep-ids the \
        source's ids. --split-level N makes a note of each heading, or OPML outline, down to level \
        N. --flatten turns the outermost items of Logseq, Roam and OPML into paragraphs. --expect \
        counts the notes and files that would be added or changed. C-c stops the import; run the \
        same command to continue. undo reverses all of it.
        """,
      example: "import auto ~/Notes.enex --dry-run",
      check: { $0.importing.check }
    ) { $0.importing.bring }
  ]

  static let exporting = [
    CommandSpec(
      "export",
      [
        ArgumentSpec("FORMAT", .words(ExportFormat.allCases.map(\.rawValue))),
        ArgumentSpec("DEST", .file),
      ], vault: .opens,
      options: [
        .query, .folder, .notes, .withLinked, .attachments, .single, .watch, .dryRun,
        .locked, .yes,
        .absolute,
      ],
      answer: .many([
        AnswerField("did", "note, file, left-out or problem"),
        AnswerField("path", "where it is in the vault"), pathBytes,
        AnswerField("title", "the title of an exported note; null for all others"),
        AnswerField(
          "reason", "why it is left out or renamed, or what is wrong: a sentence; else null"),
      ]),
      says: "export notes in a form that other programs read",
      details: """
        FORMAT is html (a site of pages that needs no server; with --single one file), epub (a \
        book), pdf (by weasyprint or chromium), json (everything known about each note, in one \
        array), json-lines (the same, one object per line), zip (notes and files as they are), \
        textbundle (a folder of bundles, each a note with its files), textpack (the same in one \
        zip, like Bear's backup), md (a folder of plain CommonMark with relative links), org (a \
        folder of Org), opml (one outline of headings and lists) or joplin (a .jex, which Joplin \
        imports). All notes are exported, or those that --query finds, those in --folder, and \
        those that --notes names; --with-linked N adds the notes that they link to, up to N links \
        away. --attachments sets which files are included: all, used (files that the notes link \
        to) or none. DEST is written under another name and moved once it is complete: nothing is \
        overwritten, and nothing is written into the vault. With - as DEST, a format of one file \
        goes to standard output. Left out are notes that are locked, that have “publish: false”, \
        “private: true” or “draft: true”, or that the vault's settings leave out; nothing of them \
        appears in the others. --locked asks for the passphrases of the locked notes and includes \
        them. Before notes lose the protection of a lock, their own or their vault's, it asks \
        again, or takes --yes for the answer. The same notes always produce the same bytes. \
        --watch writes a folder again after each change, until it is stopped.
        """,
      example: "export zip ../notes.zip",
      check: { $0.exporting.check }
    ) { $0.exporting.export }
  ]
}
