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
        AnswerField("reason", "of a problem, a sentence; null for all else"),
      ]),
      takesVersion: false, plansItself: true,
      says: "bring in notes of other programs",
      details: """
        FORMAT is evernote (.enex), joplin (.jex, or a folder of RAW), keep (a zip or folder of \
        Takeout), notion (its zip), textbundle (also Bear's backup), simplenote, standard-notes, jrnl, \
        roam (JSON), logseq (a graph's folder), day-one (its zip), org (also org-roam's and Denote's \
        files), opml, tiddlywiki (a wiki in HTML, .tid or JSON), apple-notes (folders of text and \
        files), zim (a notebook's folder), markdown (a folder or zip of Markdown, HTML or text), or auto, which looks at the \
        files. They come into a folder named after the first PATH, or into --into, \
        with their titles, dates, tags, folders and attachments, and with links to one another. \
        Nothing is written over: a name that is taken gets a number. The same import again brings what \
        is new; --again newer also takes over what changed there and not here, --again copy brings all \
        once more. What cannot be read is named, and the rest goes on; then the exit code is 1. \
        --all-fields keeps what has no use here as properties, --keep-ids the source's ids. --split-level N \
        makes a note of each heading, or outline of OPML, down to level N. --flatten makes paragraphs \
        of the outermost items of Logseq, Roam and OPML. --expect counts the notes and files that would come or change. C-c stops it; the same command goes on. \
        “undo” takes all of it back.
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
        AnswerField("title", "of a note that goes out; null for all else"),
        AnswerField(
          "reason", "why it is left out or renamed, or what is wrong: a sentence; else null"),
      ]),
      says: "bring notes out, in a form that other programs read",
      details: """
        FORMAT is html (a site of pages that needs no server; with --single one file), epub (a book), \
        pdf (by weasyprint or chromium), json (all that is known of each note, in one array), json-lines \
        (the same, an object a line), zip (notes and files as they are), textbundle (a folder of \
        bundles, each a note with its files), textpack (the same in one zip, as Bear's backup), md (a \
        folder of CommonMark alone, with relative links), org (a folder of Org), opml (one outline of \
        headings and lists) or joplin (a .jex, which Joplin imports). \
        All notes go out, or those that --query finds, \
        those in --folder, and those that --notes names; --with-linked N adds what they link, N steps \
        far. --attachments says which files go along: all, used (what the notes link) or none. DEST is \
        written under another name and moved once it is whole: nothing is written over, nothing into the \
        vault. - sends what is one file to standard output. Left out are notes that are locked, that say “publish: false”, “private: true” or \
        “draft: true”, or that the vault's \
        settings leave out; nothing of them shows in the others. --locked asks for the passphrases of \
        the locked ones and lets them out. Where notes leave a lock, their own or their vault's, it \
        asks once more, or takes --yes for the answer. The same notes make the same bytes. \
        --watch makes a folder again after each change, until it is ended.
        """,
      example: "export zip ../notes.zip",
      check: { $0.exporting.check }
    ) { $0.exporting.export }
  ]
}
