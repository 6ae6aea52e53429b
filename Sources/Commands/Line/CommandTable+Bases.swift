extension CommandTable {
  static let bases = [
    CommandSpec(
      "base query", [base], vault: .opens, options: [.view, .format, .absolute],
      answer: .one([
        AnswerField("view", "the view's name"),
        AnswerField("type", "table, cards, list or another"),
        AnswerField("columns", "what each column shows: property and title"),
        AnswerField(
          "rows", "the files: each with path, group and values, which are named as in columns"),
        AnswerField(
          "summaries", "each with property, name, value and group (null for all rows)"),
        AnswerField("problems", "what is wrong with the base: each with line, column and reason"),
      ]),
      says: "print the rows of a view of a base",
      details: """
        FILE is a .base file: its path, or its name without the extension. The rows are all files \
        that pass its filters, in the view's order. --format sets the output: json prints the same \
        as --json; csv, tsv and md begin with a line of titles; paths prints only the files. \
        Without it, columns are aligned on a terminal and separated by tabs elsewhere. Mistakes \
        are reported with their line and column, in the cell if they belong to one, and the exit \
        code is 1. Nothing is ever changed. See notes-tui help bases.
        """,
      example: "base query Books --view \"To read\" --format csv",
      check: { $0.bases.checkForm }
    ) { $0.bases.query },
    CommandSpec(
      "base views", [base], vault: .opens,
      answer: .many([
        AnswerField("name", "the view's name"),
        AnswerField("type", "table, cards, list or another"),
        AnswerField("line", "the line where it begins, counted from 1"),
      ]),
      says: "list the views of a base",
      details: "The first one is what base query prints without --view.",
      example: "base views Books"
    ) { $0.bases.views },
    CommandSpec(
      "base check", [ArgumentSpec("FILE", .base, isOptional: true)], vault: .opens,
      options: [.absolute],
      answer: .many([
        path, pathBytes, AnswerField("line", "its line, counted from 1"),
        AnswerField("column", "its column, in characters, counted from 1"),
        AnswerField("reason", "what is wrong"),
      ]),
      says: "look for mistakes in bases",
      details: """
        Each line is path:line:column: with the mistake. Without FILE all bases are checked. Every \
        view is evaluated, so that a wrong type in one note's row is found too. The exit code is 1 \
        if there is a mistake.
        """,
      example: "base check Books"
    ) { $0.bases.check },
  ]

  private static let base = ArgumentSpec("FILE", .base)
}
