package import Entities
import Markdown

struct PreviewState: Equatable, Sendable {
  enum Content: Equatable, Sendable {
    case nothing
    case text
    /// Why the note cannot be shown.
    case problem(String)
    /// The note's headings, one of them selected, to go to.
    case outline(selected: Int)
  }

  var title = ""
  var content = Content.nothing
  /// What stands in the first row.
  var top = PreviewPosition()
  /// The link or the box that the keys are about.
  var selected: PreviewStop?
  var message = ""
  var isWarning = false
}

/// A row of a unit.
struct PreviewPosition: Hashable, Comparable, Sendable {
  var place = UnitPlace(part: 0, unit: 0)
  var row = 0

  static func < (left: PreviewPosition, right: PreviewPosition) -> Bool {
    (left.place, left.row) < (right.place, right.row)
  }
}

/// Something in the text that keys can be about.
struct PreviewStop: Hashable, Sendable {
  var place: UnitPlace
  /// The number of a link in its unit; -1 is the unit's box.
  var link: Int

  static let box = -1
}

enum PreviewCommand: Equatable, Sendable {
  case scroll(Int)
  case page(Int)
  case toStart
  case toEnd
  /// To the next link or box, or back.
  case walk(Int)
  case open
  case heading(Int)
  case outline
  case toggle
  case leave
  /// The mouse pressed on this.
  case press(PreviewStop)
  case chooseHeading(Int)
}

/// A heading of the note.
struct PreviewHeading: Equatable, Sendable {
  var level: Int
  var title: String
  /// Counted from 0.
  var line: Int
}

/// A note's text, read as far as it is shown. Texts are the same that have the same bytes.
final class PreviewText: Equatable, Sendable {
  let bytes: [UInt8]
  let note: RenderedNote
  let headings: [PreviewHeading]

  init(bytes: [UInt8], note: RenderedNote, headings: [PreviewHeading]) {
    self.bytes = bytes
    self.note = note
    self.headings = headings
  }

  static func == (left: PreviewText, right: PreviewText) -> Bool {
    left === right || left.bytes == right.bytes
  }
}

@MainActor
protocol PreviewView: AnyObject {
  func show(_ state: PreviewState)
  func reloadRows()
  /// A text may be shown soon, from its start: a good time to lay it out.
  func mayShow(_ text: PreviewText)
  /// The rows of a unit, laid out in the present width; at least one.
  func rows(of place: UnitPlace) -> [RenderedRow]
  var visibleRows: Int { get }
}

@MainActor
protocol PreviewEventHandler: AnyObject {
  var view: (any PreviewView)? { get set }
  /// False where there is nothing to do: then the key is for whoever holds the preview.
  func handle(_ command: PreviewCommand) -> Bool
}

@MainActor
protocol PreviewDataSource: AnyObject {
  var text: PreviewText? { get }
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
  /// Reads a text that is being written; of several only the latest is delivered.
  func read(_ source: any PreviewSource)
  /// Ticks the box with this byte, or unticks it, in the note's file; nothing else of it changes.
  func toggle(_ byte: Int, of note: NoteID)
  /// Looks for the line of a part of the text, as links name it.
  func find(_ part: String, in text: PreviewText)
  /// Nothing is delivered after this.
  func end()
}

@MainActor
protocol PreviewInteractorOutput: AnyObject {
  func didPrepare(_ text: PreviewText)
  func didLoad(_ text: PreviewText, of note: NoteID)
  func didFail(_ message: String, of note: NoteID)
  func didRead(_ text: PreviewText, of source: any PreviewSource)
  func didToggle(_ note: NoteID)
  func couldNotToggle(_ message: String)
  /// Counted from 0; nil where the text has no such part.
  func didFind(_ part: String, line: Int?)
}

/// A text that is being written: that of an editor beside.
package protocol PreviewSource: Sendable {
  var title: String { get }
  /// All of it, or no more than so many bytes from its start.
  func bytes(atMost limit: Int) -> [UInt8]
  func isSameText(as other: any PreviewSource) -> Bool
}

/// Where the preview can go.
@MainActor
package protocol PreviewWireframe: AnyObject {
  /// Opens a place of the program: a note, by its address.
  func open(place: String)
  /// Gives the keys back to whoever holds the preview; false where it stands alone.
  func leave() -> Bool
}

/// What the preview tells its parent.
@MainActor
package protocol PreviewOutput: AnyObject {
  /// It wrote the note.
  func previewDidChange(_ note: NoteID)
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
