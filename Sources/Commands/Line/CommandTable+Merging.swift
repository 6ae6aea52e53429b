extension CommandTable {
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
