package import Entities
import Markdown
import Pictures
package import VaultSettings
package import Viper

struct PreviewState: MessageState {
  enum Content: Equatable, Sendable {
    case nothing
    case text
    /// The reason that the note cannot be shown.
    case problem(String)
    /// The note's headings, to choose one to go to.
    case outline(selected: Int)
  }

  var title = ""
  var content = Content.nothing
  /// The laid-out text, if one is shown.
  var layout: PreviewLayout?
  /// The first visible row.
  var top = PreviewPosition()
  /// The link or box that keys act on.
  var selected: PreviewStop?
  var message = Message()
}

/// The size of the window in cells.
struct PreviewRoom: Equatable, Sendable {
  var rows = 0
  var columns = 0
  /// The columns left for the text next to the outline; nil if the outline takes all.
  var besideOutline: Int?
}

/// A position in the text: a row of a unit.
struct PreviewPosition: Hashable, Comparable, Sendable {
  var index = UnitIndex(part: 0, unit: 0)
  var row = 0

  static func < (left: PreviewPosition, right: PreviewPosition) -> Bool {
    (left.index, left.row) < (right.index, right.row)
  }
}

/// A link or a sign in the text that keys can select.
struct PreviewStop: Hashable, Sendable {
  var index: UnitIndex
  /// The number of a link in its unit; -1 is the unit's box, -2 the sign that folds its callout.
  var link: Int

  static let box = -1
  static let fold = -2
}

enum PreviewCommand: Equatable, Sendable {
  case scroll(Int)
  case page(Int)
  case toStart
  case toEnd
  /// Selects a later link or box, or an earlier one.
  case walk(Int)
  case open
  case heading(Int)
  case outline
  case toggle
  /// Fills the screen, or goes back into the pane.
  case fill
  /// Takes the focus.
  case touch
  /// Edits the selected embed, else the first visible one.
  case edit
  case properties
  /// Allows pictures of this vault to be drawn.
  case drawPictures
  /// Undoes the last tick or the last edit of an embed.
  case takeBack
  case leave
  /// Handles a mouse press on this stop.
  case press(PreviewStop)
  /// Folds or unfolds the selected callout, else the first visible one.
  case fold
  case chooseHeading(Int)
  /// Shows a row that was found.
  case reveal(PreviewPosition)
  /// The window has a new size.
  case resize(PreviewRoom)
}

/// A heading of the note.
struct PreviewHeading: Equatable, Sendable {
  var level: Int
  var title: String
  /// The line, counted from 0.
  var line: Int
}

/// A note's text, parsed as far as it is shown. Texts with the same bytes are equal.
final class PreviewText: Equatable, Sendable {
  let bytes: [UInt8]
  let note: RenderedNote
  let headings: [PreviewHeading]
  /// False if nothing in the text looks like a picture.
  let mayHavePictures: Bool
  /// The note that each of the text's own embeds shows, by the embed's target as written.
  let sources: [String: NoteID]
  /// The query blocks in it and in the notes that it embeds.
  let asked: [AskedBlock]

  init(
    bytes: [UInt8], note: RenderedNote, headings: [PreviewHeading], mayHavePictures: Bool = false,
    sources: [String: NoteID] = [:], asked: [AskedBlock] = []
  ) {
    self.mayHavePictures = mayHavePictures
    self.bytes = bytes
    self.note = note
    self.headings = headings
    self.sources = sources
    self.asked = asked
  }

  /// Returns the text with the answers of its query blocks.
  func answered(_ answers: [AskedBlock: Embeds.Answer]) -> PreviewText {
    asked.isEmpty ? self : with(note.answered(answers))
  }

  /// Returns the same text with other callouts folded.
  func with(_ note: RenderedNote) -> PreviewText {
    PreviewText(
      bytes: bytes, note: note, headings: headings, mayHavePictures: mayHavePictures,
      sources: sources, asked: asked)
  }

  /// Folds the callouts as they were in an earlier version.
  func folded(as earlier: PreviewText?) -> PreviewText {
    guard let earlier, earlier.note.hasTurnedFolds else { return self }
    let same = zip(bytes, earlier.bytes).prefix { $0 == $1 }
    let lines = same.count { $0.0 == UInt8(ascii: "\n") }
    return with(note.folded(as: earlier.note, sameLines: lines))
  }

  static func == (left: PreviewText, right: PreviewText) -> Bool {
    left === right || left.bytes == right.bytes
  }
}

@MainActor
protocol PreviewPresenting: AnyObject {
  var view: (any StateView<PreviewState>)? { get set }
  /// Runs a command; returns false if there was nothing to do, so that the key goes to the holder.
  func handle(_ command: PreviewCommand) -> Bool
}

@MainActor
protocol PreviewInteracting: AnyObject {
  var output: (any PreviewInteractorOutput)? { get set }
  /// Whether the preview is visible, which it is at first. A hidden one reads no notes until shown.
  var isInSight: Bool { get set }
  /// Loads a note; nil clears it. Only the latest request is delivered. A preloaded note is
  /// delivered immediately, and again if its file has changed.
  func load(_ note: NoteID?, beside: [NoteID])
  /// Reads a text that is being edited. Only the latest request is delivered.
  func read(_ source: any PreviewSource)
  /// Ticks or unticks the box with this byte in the note's file, with all changes that follow.
  func toggle(_ byte: Int, of note: NoteID)
  /// Ticks or unticks a task of a query block, in the note that it comes from.
  func toggle(_ task: RowOrigin)
  /// Fetches the answers of query blocks again, because the vault changed.
  func vaultDidChange()
  /// Finds out whether an embed can be edited; `embed` is its target as written.
  func prepareToEdit(_ embed: String, in text: PreviewText)
  /// Reports that a prepared embed was edited.
  func didEdit(_ embed: PreviewEmbed)
  /// Undoes the last tick or embed edit, unless others changed it since. Returns false if there is
  /// nothing to undo.
  func takeBack() -> Bool
  /// Finds the line of a part of the text, named as in links.
  func find(_ part: String, in text: PreviewText)
  /// Draws these pictures one by one. Of earlier requests, only the picture being drawn is still
  /// delivered. Delivers nothing if the preview cannot draw pictures.
  func draw(_ wishes: [PictureRequest], of note: NoteID?)
  /// Allows the pictures of this vault to be drawn, now and later.
  func allowPictures()
  /// Ends all work; nothing is delivered after this.
  func end()
}

@MainActor
protocol PreviewInteractorOutput: AnyObject {
  func didLoad(_ text: PreviewText, of note: NoteID)
  func didFail(_ message: String, of note: NoteID)
  func didRead(_ text: PreviewText, of source: any PreviewSource)
  func didDraw(_ picture: DrawnPicture, for wish: PictureRequest, of note: NoteID?)
  /// Pictures are allowed; they are drawn when requested again.
  func didAllowPictures()
  func didToggle(_ note: NoteID)
  func mayEdit(_ embed: PreviewEmbed)
  func didTakeBack(_ note: NoteID)
  /// Reports why drawing, ticking or writing failed.
  func couldNot(_ message: String)
  /// The part was found at this line, counted from 0; nil if the text has no such part.
  func didFind(_ part: String, line: Int?)
}

/// A text that is being edited next to the preview.
package protocol PreviewSource: Sendable {
  var title: String { get }
  /// The note of the text; nil if it has no file yet.
  var note: NoteID? { get }
  /// Returns the text, or at most `limit` bytes from its start.
  func bytes(atMost limit: Int) -> [UInt8]
  func isSameText(as other: any PreviewSource) -> Bool
}

/// The routes of the preview.
@MainActor
package protocol PreviewWireframe: AnyObject {
  /// Opens a note by an address, which is resolved relative to `home`. A missing note can be made.
  func follow(link address: String, in home: LinkHome?)
  /// Opens a note at a line, counted from 1.
  func open(_ note: NoteID, atLine line: Int)
  /// A task of another note was ticked.
  func taskDidChange(in note: NoteID)
  /// Opens an address outside the vault, or copies it; shows a message that says which.
  func open(address: String)
  /// Fills the holder's screen, or shrinks to the pane again.
  func fill()
  func takeFocus()
  /// Leaves the full screen, else gives back the focus. Returns false without a holder.
  func leave() -> Bool
  /// Opens the properties of a note; nil means the note that the holder edits.
  func openProperties(of note: NoteID?)
  /// Opens an editor for the embed; calls `saved` after each save.
  func edit(_ embed: PreviewEmbed, saved: @escaping @MainActor () -> Void)
}

/// Embedded text of another note, to be edited.
package struct PreviewEmbed: Sendable {
  package let note: NoteID
  /// The target as written: `Note#Part`.
  package let name: String
  /// The part as a store; nil if the whole note is embedded.
  package let part: EmbedStore?
}

/// The requests that a parent can make to the preview.
@MainActor
package protocol PreviewInput: VaultListener {
  /// Shows a note from its start or from a line, counted from 1; nil shows that there is none. The
  /// notes in `beside` are preloaded, because one of them is probably next.
  func show(_ note: NoteID?, beside: [NoteID], atLine line: Int?)
  /// Shows a text that is being edited, from a line whose first `hiddenBytes` are above the window.
  func show(_ source: any PreviewSource, from line: Int, hiddenBytes: Int)
  /// Reads the note again without scrolling, if it is the one shown.
  func noteDidChange(_ note: NoteID)
}

extension PreviewInput {
  package func show(_ note: NoteID?, beside: [NoteID] = []) {
    show(note, beside: beside, atLine: nil)
  }
}

extension PreviewInteracting {
  func load(_ note: NoteID?) { load(note, beside: []) }
}
