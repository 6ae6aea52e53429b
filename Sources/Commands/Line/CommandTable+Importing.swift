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
}
