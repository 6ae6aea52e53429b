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
          "summaries", "each with property, name, value and group, which is null for all"),
        AnswerField("problems", "what is wrong with the base: each with line, column and reason"),
      ]),
      says: "print the rows of a view of a base",
      details: """
        FILE is a .base file: its path, or its name without the ending. Rows are all files that its \
        filters let through, in the view's order. --format chooses how they are printed: json is what \
        --json prints, csv, tsv and md have a first line with titles, and paths prints the files alone. \
        Without it columns are aligned on a terminal, and have tabs between elsewhere. What is wrong \
        is named with its line and column, in the cell where it belongs to one, and the exit code is \
        1. Nothing is ever changed. See notes-tui help bases.
        """,
      example: "base query Books --view \"To read\" --format csv",
      check: { $0.bases.checkForm }
    ) { $0.bases.query },
    CommandSpec(
      "base views", [base], vault: .opens,
      answer: .many([
        AnswerField("name", "the view's name"),
        AnswerField("type", "table, cards, list or another"),
        AnswerField("line", "where it begins in the file, counted from 1"),
      ]),
      says: "list the views of a base",
      details: "The first one is what base query prints without --view.",
      example: "base views Books"
    ) { $0.bases.views },
    CommandSpec(
      "base check", [ArgumentSpec("FILE", .base, isOptional: true)], vault: .opens,
      options: [.absolute],
      answer: .many([
        path, pathBytes, AnswerField("line", "where it is, counted from 1"),
        AnswerField("column", "the same in the line, in characters"),
        AnswerField("reason", "what is wrong"),
      ]),
      says: "look for mistakes in bases",
      details: """
        Each line is path:line:column: what is wrong. Without FILE it looks at all bases. Every view is \
        worked out, so that a wrong type in one note's row is found too. The exit code is 1 where \
        something is wrong.
        """,
      example: "base check Books"
    ) { $0.bases.check },
  ]

  private static let base = ArgumentSpec("FILE", .base)
}
