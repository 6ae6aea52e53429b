import Cells
import Terminal

/// What a line of the list shows, as little of it as tells one from another.
struct ShownNote: Equatable {
  var index: Int
  var edition: Int
  var isSelected: Bool
}

/// Draws notes into lines of the list. Where a note stands in its line already, as after most letters
/// of a filter, only its marks are drawn, and where it is selected now, or was, only its look.
@MainActor
struct NotePainter {
  private static let mostTagsKept = 1_000
  private static let blanksBeforeName = 2
  /// Of less of a name nothing can be told.
  private static let leastNameWidth = 3

  /// A text as far as it is seen.
  private struct SeenText {
    /// So many of its bytes, in so many cells.
    var read = 0
    var width = 0
    /// The same with a sign that there is more.
    var drawn = 0
    var isPlain = true
    /// The cells where marks are, from the first to the last.
    var marks = 0..<0
  }

  /// What was drawn for a note.
  private struct DrawnNote {
    var shown: ShownNote
    var row: NoteListRow
    var tags = ""
    var date = ""
    var title = SeenText()
    var name = SeenText()
    var snippet = SeenText()
    /// Where the name is, if there is room for it.
    var nameColumn = 0
    /// So many cells.
    var tagsWidth = 0
    var dateWidth = 0

    static let none = DrawnNote(
      shown: ShownNote(index: -1, edition: 0, isSelected: false),
      row: NoteListRow(title: "", snippet: "", isObstructed: false))
  }

  /// What a row's texts look like.
  private struct Look {
    var text: Style
    var quiet: Style
  }

  private let source: any NoteListDataSource
  /// Of rows by their index; kept while the list stays as it is.
  private var tags: [Int: String] = [:]
  /// Those that were drawn last, as many as there are lines, each in the place that its index leads to.
  private var drawn: [DrawnNote] = []
  /// Of the text that is being drawn; kept for its room.
  private var matches: [Range<Int>] = []
  // Those of the frame that is being drawn.
  private var theme = Theme.standard
  private var marking = MatchMarking([])
  private var match = Style.Attributes()
  private var usual = Look(text: .plain, quiet: .plain)

  init(of source: any NoteListDataSource) {
    self.source = source
  }

  mutating func forgetTags() {
    if !tags.isEmpty { tags.removeAll(keepingCapacity: true) }
  }

  /// Comes before the lines of a frame.
  mutating func begin(_ lines: Canvas) {
    let count = max(1, lines.size.rows)
    if drawn.count != count { drawn = Array(repeating: .none, count: count) }
    theme = lines.theme
    marking = source.marking
    match = theme[.match].attributes
    usual = Look(text: theme[.text], quiet: theme[.muted])
  }

  /// The line is blank where no `old` note stands in it.
  mutating func draw(_ shown: ShownNote, over old: ShownNote?, on line: Canvas) {
    let columns = RowColumns(width: line.size.columns)
    let row = source.row(at: shown.index)
    let tags = columns.tagsWidth > 0 ? tags(at: shown.index) : ""
    let date = columns.showsDate ? source.date(at: shown.index) : ""
    let look = look(of: row, isSelected: shown.isSelected)
    let place = shown.index % drawn.count
    if let old, old.index == shown.index, drawn[place].shown == old, drawn[place].row == row,
      drawn[place].tags == tags, drawn[place].date == date
    {
      drawn[place].shown = shown
      if old.isSelected != shown.isSelected {
        restyle(drawn[place], columns, look, on: line)
      } else {
        unmark(drawn[place].title, from: columns.title, look.text, on: line)
        unmark(drawn[place].name, from: drawn[place].nameColumn, look.quiet, on: line)
        unmark(drawn[place].snippet, from: columns.snippet, look.quiet, on: line)
      }
    } else {
      if old != nil { line.fill(row: 0) }
      var note = DrawnNote(shown: shown, row: row, tags: tags, date: date)
      write(&note, columns, look, on: line)
      drawn[place] = note
    }
    drawn[place].title.marks = mark(
      row.title, drawn[place].title, from: columns.title, look.text, on: line)
    drawn[place].name.marks = mark(
      row.name, drawn[place].name, from: drawn[place].nameColumn, look.quiet, on: line)
    drawn[place].snippet.marks = mark(
      row.snippet, drawn[place].snippet, from: columns.snippet, look.quiet, on: line)
  }

  private func look(of row: NoteListRow, isSelected: Bool) -> Look {
    if isSelected { return Look(text: theme[.selection], quiet: theme[.selection]) }
    return row.isObstructed ? Look(text: usual.quiet, quiet: usual.quiet) : usual
  }

  private mutating func tags(at index: Int) -> String {
    if let known = tags[index] { return known }
    if tags.count >= Self.mostTagsKept { tags = [:] }
    let found = source.tags(at: index)
    tags[index] = found
    return found
  }

  private func write(
    _ note: inout DrawnNote, _ columns: RowColumns, _ look: Look, on line: Canvas
  ) {
    let (row, isSelected) = (note.row, note.shown.isSelected)
    if isSelected { line.fill(row: 0, look.text) }
    if isSelected || row.isObstructed || look.text != .plain { writeSign(of: note, look, on: line) }
    if row.isMarked {
      line.text("+", row: 0, column: 1, isSelected ? look.text : theme[.marked])
    } else if row.isPinned {
      line.text("*", row: 0, column: 1, isSelected ? look.text : theme[.key])
    }
    note.title = write(
      row.title, from: columns.title, width: columns.titleWidth, look.text, on: line)
    writeName(of: &note, columns, look, on: line)
    note.snippet = write(
      row.snippet, from: columns.snippet, width: columns.snippetWidth, look.quiet, on: line)
    if columns.tagsWidth > 0 {
      note.tagsWidth = line.shortened(
        note.tags, row: 0, column: columns.tags, isSelected ? look.text : theme[.tag],
        limit: columns.tagsWidth)
    }
    if columns.showsDate {
      let width = min(note.date.count, 10)
      note.dateWidth = width
      line.text(note.date, row: 0, column: columns.end - width, look.quiet, limit: width)
    }
  }

  /// The file's name has what the title leaves of its column.
  private func writeName(
    of note: inout DrawnNote, _ columns: RowColumns, _ look: Look, on line: Canvas
  ) {
    let before = note.title.drawn + Self.blanksBeforeName
    guard !note.row.name.isEmpty, columns.titleWidth - before >= Self.leastNameWidth else { return }
    note.nameColumn = columns.title + before
    note.name = write(
      note.row.name, from: note.nameColumn, width: columns.titleWidth - before, look.quiet,
      on: line)
  }

  private func writeSign(of note: DrawnNote, _ look: Look, on line: Canvas) {
    line.text(
      note.shown.isSelected ? ">" : note.row.isObstructed ? "!" : " ", row: 0, look.text)
  }

  /// It is selected now, or is so no more.
  private func restyle(
    _ note: DrawnNote, _ columns: RowColumns, _ look: Look, on line: Canvas
  ) {
    let isSelected = note.shown.isSelected
    line.restyle(
      row: 0, column: 0, width: line.size.columns, isSelected ? look.text : .plain)
    writeSign(of: note, look, on: line)
    if isSelected { return }
    if note.row.isMarked || note.row.isPinned {
      line.restyle(row: 0, column: 1, width: 1, theme[note.row.isMarked ? .marked : .key])
    }
    line.restyle(row: 0, column: columns.title, width: note.title.drawn, look.text)
    line.restyle(row: 0, column: note.nameColumn, width: note.name.drawn, look.quiet)
    line.restyle(row: 0, column: columns.snippet, width: note.snippet.drawn, look.quiet)
    line.restyle(row: 0, column: columns.tags, width: note.tagsWidth, theme[.tag])
    line.restyle(row: 0, column: columns.end - note.dateWidth, width: note.dateWidth, look.quiet)
  }

  private func write(
    _ text: String, from column: Int, width: Int, _ style: Style, on line: Canvas
  ) -> SeenText {
    let start = line.shortenedStart(text, row: 0, column: column, style, limit: width)
    let drawn = min(start.isWhole ? start.width : start.width + 1, max(0, width))
    return SeenText(read: start.read, width: start.width, drawn: drawn, isPlain: start.isPlain)
  }

  private func unmark(_ seen: SeenText, from column: Int, _ style: Style, on line: Canvas) {
    line.restyle(
      row: 0, column: column + seen.marks.lowerBound, width: seen.marks.count, style)
  }

  /// Answers in which cells there was anything to mark.
  private mutating func mark(
    _ text: String, _ seen: SeenText, from column: Int, _ style: Style, on line: Canvas
  ) -> Range<Int> {
    marking.find(in: text, before: seen.read, into: &matches)
    if matches.isEmpty { return 0..<0 }
    var style = style
    style.attributes.formUnion(match)
    // How far the text was gone through, in bytes and in cells.
    var (place, cell) = (0, 0)
    var first: Int?
    for match in matches {
      let before = place..<match.lowerBound
      cell += seen.isPlain ? before.count : Cells.width(of: text, bytes: before)
      if cell >= seen.width { break }
      if first == nil { first = cell }
      let width = seen.isPlain ? match.count : Cells.width(of: text, bytes: match)
      line.restyle(
        row: 0, column: column + cell, width: min(width, seen.width - cell), style)
      (place, cell) = (match.upperBound, cell + width)
    }
    let end = min(cell, seen.width)
    return (first ?? end)..<end
  }
}
