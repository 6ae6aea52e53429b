import Services

extension CommandTable {
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
        made beside its place and takes it once it is whole: nothing is written over, nothing into the \
        vault. - sends what is one file to standard output. Left out are notes that are locked, that say “publish: false”, “private: true” or \
        “draft: true”, or that the vault's \
        settings leave out; nothing of them shows in the others. --locked asks for the passphrases of \
        the locked ones and lets them out. Where notes leave a lock, their own or their vault's, it \
        asks once more, or takes --yes for the answer. The same notes make the same bytes. \
        --watch makes a folder again after each change, until it is ended.
        """,
      example: "export zip ../notes.zip",
      check: { $0.exporting.check }
    ) { $0.exporting.bringOut }
  ]
}
