import Viper

// The texts and questions of the screen of bases.

enum TableWords {
  static let noBases =
    "No base is in this vault.\nA base is a table of notes in a file such as Books.base. Press n to "
    + "make one of all notes; the guide's page “bases” says more."
  /// Without a filter the rows would be all files, the base itself among them.
  static let firstBase = """
    filters: '["md", "markdown", "txt"].contains(file.ext)'
    views:
      - type: table
        name: All notes

    """
  static func isTaken(_ path: String) -> String {
    "\(path) is there already. Choose another name."
  }
  static func made(_ path: String) -> String { "Made \(path). e changes a cell, s sorts." }
  static let nothingFits = "No file matches this view."

  // Messages about changes of a view.
  static let noGroups = "Without groups."
  static let allRows = "All rows are shown."
  static let columnMoved = "The column is moved."
  static let columnHidden = "The column is hidden."

  static func sorted(by column: String, isDescending: Bool = false) -> String {
    "Sorted by \(column)\(isDescending ? ", the last first" : "")."
  }

  static func notSorted(by column: String) -> String { "Not sorted by \(column) any more." }
  static func grouped(by column: String) -> String { "Grouped by \(column)." }
  static func width(_ cells: Int) -> String { "\(cells) cells wide." }

  static func limited(to rows: Int) -> String {
    rows == 1 ? "1 row is shown." : "\(rows) rows are shown."
  }

  static func marked(_ count: Int, of rows: String) -> String { "\(count) of \(rows) marked" }

  static let noTables = "This vault has nothing to make tables of."
  static let takenBack = "The view is as it was."

  static func leftAlone(_ path: String, _ problem: String) -> String {
    "\(path) is left alone: \(problem). Change it in an editor."
  }

  static let isSoAlready = "That is already set."
  static let isReadOnly = "The file itself says this: it is not changed here."
  static let isFormula = "A formula's value is worked out: it is not changed here."
  static let noNote = "No note is selected."
  static let nameIsMissing = "A note needs a title. Press n to type one."

  static func wrote(_ count: Int, leaving: String) -> String {
    "\(notes(count)) changed. u takes it back.\(leaving)"
  }

  static func tookBack(_ count: Int) -> String { "\(notes(count)) as before." }

  private static func notes(_ count: Int) -> String {
    count == 1 ? "1 note is" : "\(count) notes are"
  }

  static func isMissing(_ name: String) -> String { "There is no base “\(name)”." }

  static func isAmbiguous(_ name: String, _ count: Int) -> String {
    "“\(name)” fits \(count) bases. Choose one by its path."
  }

  static func hasNoView(_ path: String, _ name: String) -> String {
    "\(path) has no view “\(name)”."
  }

  static func isUnreadable(_ path: String, _ problem: String) -> String {
    "\(path) cannot be read: \(problem)."
  }

  static func foreign(_ type: String) -> String { "“\(type)” is shown as a table." }

  static func notALimit(_ text: String) -> String { "“\(text)” is not a number of rows." }

  static func changed(_ change: String) -> String { "\(change) u takes it back." }
}

extension Question {
  static func value(
    of title: String, _ value: String, in notes: Int, isReplaced: Bool
  ) -> Question {
    let of = notes == 1 ? "" : " of \(notes) notes"
    // A number has no commas.
    let list = Double(value) == nil ? "; commas separate a list" : ""
    var question = Question.line("Edit", "\(title)\(of) (empty removes it\(list)):", initial: value)
    question.replacesLine = isReplaced
    return question
  }

  static let baseName = Question.line("New base", "Name of a table of all notes:")

  static let title = Question.line("New note", "Title of a note for this view:")

  static func limit(_ limit: Int?) -> Question {
    .line("Limit", "How many rows (leave empty for all):", initial: limit.map { "\($0)" } ?? "")
  }
}
