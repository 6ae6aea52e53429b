package import Entities

struct PreviewState: Equatable, Sendable {
  enum Content: Equatable, Sendable {
    case nothing
    case text
    /// Why the note cannot be shown.
    case problem(String)
  }

  var title = ""
  var content = Content.nothing
  var lineCount = 0
  /// The first visible line, and how many of its wrapped rows are above the pane.
  var firstLine = 0
  var hiddenRows = 0
}

enum PreviewCommand: Equatable, Sendable {
  case scroll(Int)
  case page(Int)
  case toStart
  case toEnd
}

/// One line of the note, or a remark of ours that stands below its text.
struct PreviewLine: Equatable, Sendable {
  var text: String
  var isRemark = false
}

/// A note's text as far as it is shown.
struct PreviewText: Equatable, Sendable {
  var lines: [String]
  /// Whether the note goes on after these lines.
  var isCut: Bool
}

@MainActor
protocol PreviewView: AnyObject {
  func show(_ state: PreviewState)
  func reloadRows()
  /// A text may be shown soon, from its start: a good time to wrap it.
  func mayShow(_ lines: [String])
  /// How many rows a line takes, wrapped in the present width; at least one.
  func rowCount(ofLine index: Int) -> Int
  /// Which of them has this byte of the line.
  func row(ofLine index: Int, withByte byte: Int) -> Int
  var visibleRows: Int { get }
}

@MainActor
protocol PreviewEventHandler: AnyObject {
  var view: (any PreviewView)? { get set }
  func handle(_ command: PreviewCommand)
}

@MainActor
protocol PreviewDataSource: AnyObject {
  /// The lines of the note's text, without remarks.
  var lines: [String] { get }
  func line(at index: Int) -> PreviewLine
}

@MainActor
protocol PreviewInteracting: AnyObject {
  var output: (any PreviewInteractorOutput)? { get set }
  /// Reads a note; of several asked for, only the latest is delivered. Nil: none any more. What
  /// was prepared is delivered at once, and again only if it is different by now.
  func load(_ note: NoteID?)
  /// Reads notes in advance. What was prepared before and is not among them is forgotten.
  func prepare(_ notes: [NoteID])
  /// Its file changed: what was read of it in advance is no more.
  func forget(_ note: NoteID)
  /// Nothing is delivered after this.
  func end()
}

@MainActor
protocol PreviewInteractorOutput: AnyObject {
  func didPrepare(_ text: PreviewText)
  func didLoad(_ text: PreviewText, of note: NoteID)
  func didFail(_ message: String, of note: NoteID)
}

/// A text of any size of which no more is asked for than is shown: that of an editor beside.
package protocol PreviewSource {
  var title: String { get }
  var lineCount: Int { get }
  /// A line without its end, counted from 0.
  func line(at index: Int) -> String
}

/// What a parent can ask of the preview.
@MainActor
package protocol PreviewInput: AnyObject {
  /// Shows a note from its start; nil shows that there is none.
  func show(_ note: NoteID?)
  /// Shows a text that is being written, from a line on, of which so many bytes are out of sight.
  func show(_ source: any PreviewSource, from line: Int, hiddenBytes: Int)
  /// These may be asked for next: then they are shown at once.
  func prepare(_ notes: [NoteID])
  /// The note's file changed: if it is the one shown, it is read again and keeps its place.
  func noteDidChange(_ note: NoteID)
  /// Scrolls by so many rows of the pane, downwards where positive.
  func scroll(by rows: Int)
}
