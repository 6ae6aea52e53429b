import Cells
import Terminal
import Viper

/// The content of a line of the list, for comparison with the line that was drawn.
enum ShownLine: Equatable {
  case note(index: Int, edition: Int, isSelected: Bool)
  /// The name of the section that the next row begins.
  case heading(String)
}

/// Draws notes into lines of the list.
@MainActor
struct NotePainter {
  private static let mostTagsKept = 1_000
  private static let blanksBeforeName = 2
  /// The least width of a name; one cut shorter is useless.
  private static let leastNameWidth = 3

  private let source: any NoteListPresenting
  /// The tags of rows by index, valid until the list changes.
  private var tags: [Int: String] = [:]
  private var marking = MatchMarking([])

  init(of source: any NoteListPresenting) {
    self.source = source
  }

  mutating func forgetTags() { tags.removeAll(keepingCapacity: true) }

  /// Prepares for the lines of a frame.
  mutating func begin() { marking = source.marking }

  mutating func draw(_ shown: ShownLine, besidePreview: Bool, on line: Canvas) {
    switch shown {
    case .heading(let name): line.heading(name)
    case .note(let index, _, let isSelected):
      draw(
        index, isSelected, RowColumns(width: line.size.columns, besidePreview: besidePreview),
        on: line)
    }
  }

  private mutating func draw(
    _ index: Int, _ isSelected: Bool, _ columns: RowColumns, on line: Canvas
  ) {
    let theme = line.theme
    let row = source.row(at: index)
    let selection = isSelected ? theme[.selection] : nil
    let text = selection ?? theme[row.isObstructed ? .muted : .text]
    let quiet = selection ?? theme[.muted]
    if isSelected { line.fill(row: 0, text) }
    line.text(isSelected ? ">" : row.isObstructed ? "!" : " ", row: 0, text)
    if row.isMarked {
      line.text("+", row: 0, column: 1, selection ?? theme[.marked])
    } else if row.isPinned {
      line.text("*", row: 0, column: 1, selection ?? theme[.key])
    }
    let used =
      write(row.title, from: columns.title, width: columns.titleWidth, text, on: line)
      + Self.blanksBeforeName
    // The file's name fills the rest of the title's column, or why the note cannot be read.
    if columns.titleWidth - used >= Self.leastNameWidth {
      let name = columns.snippetWidth == 0 && row.isReason ? row.snippet : row.name
      write(
        name, from: columns.title + used, width: columns.titleWidth - used, quiet, on: line)
    }
    write(row.snippet, from: columns.snippet, width: columns.snippetWidth, quiet, on: line)
    if columns.tagsWidth > 0 {
      line.shortened(
        tags(at: index), row: 0, column: columns.tags, selection ?? theme[.tag],
        limit: columns.tagsWidth)
    }
    if columns.showsDate {
      let date = source.date(at: index)
      let width = min(date.count, 10)
      line.text(date, row: 0, column: columns.end - width, quiet, limit: width)
    }
  }

  private mutating func tags(at index: Int) -> String {
    if let known = tags[index] { return known }
    if tags.count >= Self.mostTagsKept { tags = [:] }
    let found = source.tags(at: index)
    tags[index] = found
    return found
  }

  /// Writes the text and returns the cells that it took.
  @discardableResult
  private func write(
    _ text: String, from column: Int, width: Int, _ style: Style, on line: Canvas
  ) -> Int {
    let start = line.shortenedStart(text, row: 0, column: column, style, limit: width)
    var marked = style
    marked.attributes.formUnion(line.theme[.match].attributes)
    for match in marking.matches(in: text, before: start.read) {
      let cell = Cells.width(of: text, bytes: 0..<match.lowerBound)
      let width = min(Cells.width(of: text, bytes: match), start.width - cell)
      line.restyle(row: 0, column: column + cell, width: width, marked)
    }
    return start.isWhole ? start.width : start.width + 1
  }
}

/// The columns of a row: a sign, the title (with the file's name if it differs), the snippet and,
/// if there is room, the tags and the date. The title identifies a note, so it comes first; the
/// snippet goes first where room is short, or where a preview says more.
struct RowColumns: Equatable {
  /// The widths below which the date, the snippet and the tags are left out.
  private static let roomForDate = 32
  private static let roomForSnippet = 56
  private static let roomForTags = 95
  private static let dateWidth = 11

  let title = 2
  let titleWidth: Int
  let snippet: Int
  let snippetWidth: Int
  let showsDate: Bool
  /// The column of the tags; 0 if they are not shown.
  let tags: Int
  let tagsWidth: Int
  /// The column after the date.
  let end: Int

  init(width: Int, besidePreview: Bool = false) {
    end = width - 1
    showsDate = width >= Self.roomForDate
    let text = showsDate ? end - Self.dateWidth - 1 : end
    tagsWidth = width >= Self.roomForTags ? min(28, width / 6) : 0
    tags = tagsWidth > 0 ? text - tagsWidth : 0
    let room = max(0, (tagsWidth > 0 ? tags - 2 : text) - title)
    let showsSnippet = width >= Self.roomForSnippet && !besidePreview
    titleWidth = showsSnippet ? min(47, width * 42 / 100 - 1) : room
    snippet = title + titleWidth + 1
    snippetWidth = showsSnippet ? room - titleWidth - 1 : 0
  }
}
