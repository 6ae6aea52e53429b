import Embedding
package import Entities
import Markdown
import Pictures
import Services
package import VaultSettings
package import Viper

struct PreviewState: MessageState {
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
  /// The text, where one is shown.
  var layout: PreviewLayout?
  /// The first visible row.
  var top = PreviewPosition()
  /// The link or the box that the keys are about.
  var selected: PreviewStop?
  var message = Message()
}

/// The cells of the window.
struct PreviewRoom: Equatable, Sendable {
  var rows = 0
  var columns = 0
  /// How many columns the outline leaves to the text; nil where it takes all of them.
  var besideOutline: Int?
}

/// A row of a unit.
struct PreviewPosition: Hashable, Comparable, Sendable {
  var index = UnitIndex(part: 0, unit: 0)
  var row = 0

  static func < (left: PreviewPosition, right: PreviewPosition) -> Bool {
    (left.index, left.row) < (right.index, right.row)
  }
}

/// Something in the text that keys can be about.
struct PreviewStop: Hashable, Sendable {
  var index: UnitIndex
  /// The number of a link in its unit; -1 is the unit's box, -2 what folds its callout.
  var link: Int

  static let box = -1
  static let fold = -2
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
  /// Over the whole screen, or back into the pane.
  case fill
  /// The keys come here.
  case touch
  /// Writes in the selected embed, else in the first in sight.
  case edit
  case properties
  /// Lets the pictures of the vault be drawn.
  case drawPictures
  /// Takes back what was last ticked, or written in an embed.
  case takeBack
  case leave
  /// The mouse pressed on this.
  case press(PreviewStop)
  /// Folds the selected callout, else the first on the screen, or opens it.
  case fold
  case chooseHeading(Int)
  /// The window has another size.
  case resize(PreviewRoom)
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
  /// False where nothing in it looks like one.
  let mayHavePictures: Bool
  /// Whose text each of its own embeds shows, by the embed's target as it is written.
  let sources: [String: NoteID]
  /// The query blocks in it and in what it embeds.
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

  /// The same text with what its query blocks come to.
  func answered(_ answers: [AskedBlock: Embeds.Answer]) -> PreviewText {
    asked.isEmpty ? self : with(note.answered(answers))
  }

  /// The same text with other callouts folded.
  func with(_ note: RenderedNote) -> PreviewText {
    PreviewText(
      bytes: bytes, note: note, headings: headings, mayHavePictures: mayHavePictures,
      sources: sources, asked: asked)
  }

  /// With the callouts folded as they were in an earlier version of it.
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
  /// False where there is nothing to do: then the key is for what holds the preview.
  func handle(_ command: PreviewCommand) -> Bool
}

@MainActor
protocol PreviewInteracting: AnyObject {
  var output: (any PreviewInteractorOutput)? { get set }
  /// A note out of sight is read only when it is seen again; true at first.
  var isInSight: Bool { get set }
  /// Reads a note; of several asked for, only the latest is delivered. Nil: none any more. One that
  /// was beside the last is delivered at once, and again if its file has another text.
  func load(_ note: NoteID?, beside: [NoteID])
  /// Reads a text that is being written; of several only the latest is delivered.
  func read(_ source: any PreviewSource)
  /// Ticks the box with this byte, or unticks it, in the note's file, with what belongs to that.
  func toggle(_ byte: Int, of note: NoteID)
  /// The same for a task that a query block shows, in the note that it comes from.
  func toggle(_ task: RowOrigin)
  /// Something changed in the vault: query blocks may come to something else.
  func vaultDidChange()
  /// Looks whether an embed of the text, by its target as it is written, can be written in.
  func prepareToEdit(_ embed: String, in text: PreviewText)
  /// Somebody wrote in what was prepared.
  func didEdit(_ embed: PreviewEmbed)
  /// Takes back what was last ticked, or written in an embed, unless others wrote there since; false
  /// where there is nothing to take back.
  func takeBack() -> Bool
  /// Looks for the line of a part of the text, as links name it.
  func find(_ part: String, in text: PreviewText)
  /// Draws these, one after the other; of those asked for earlier only the one that is being drawn is
  /// delivered too. Nothing is delivered without pictures.
  func draw(_ wishes: [PictureWish], of note: NoteID?)
  /// The person wants the pictures of this vault to be drawn, now and later.
  func allowPictures()
  /// Nothing is delivered after this.
  func end()
}

@MainActor
protocol PreviewInteractorOutput: AnyObject {
  func didLoad(_ text: PreviewText, of note: NoteID)
  func didFail(_ message: String, of note: NoteID)
  func didRead(_ text: PreviewText, of source: any PreviewSource)
  func didDraw(_ picture: DrawnPicture, for wish: PictureWish, of note: NoteID?)
  /// They are drawn when they are asked for again.
  func didAllowPictures()
  func didToggle(_ note: NoteID)
  func mayEdit(_ embed: PreviewEmbed)
  func didTakeBack(_ note: NoteID)
  /// Why nothing was drawn, ticked or written.
  func couldNot(_ message: String)
  /// Counted from 0; nil where the text has no such part.
  func didFind(_ part: String, line: Int?)
}

/// A text that is being written: that of an editor beside.
package protocol PreviewSource: Sendable {
  var title: String { get }
  /// The note that it is the text of; nil where that has no file yet.
  var note: NoteID? { get }
  /// All of it, or at most `limit` bytes from its start.
  func bytes(atMost limit: Int) -> [UInt8]
  func isSameText(as other: any PreviewSource) -> Bool
}

/// Where the preview can go.
@MainActor
package protocol PreviewWireframe: AnyObject {
  /// Opens an address of the program: a note, as a link means it where it is written. One
  /// that is not there can be made.
  func follow(link address: String, in home: LinkHome?)
  /// Opens a note at a line, counted from 1.
  func open(_ note: NoteID, atLine line: Int)
  /// A task of another note was ticked.
  func taskDidChange(in note: NoteID)
  /// Opens what is outside the vault, or copies its address; says which.
  func open(address: String)
  /// Takes the room of the screen that holds the preview, or gives it back.
  func fill()
  func takeFocus()
  /// Leaves the full screen, else gives the keys back to the holder; false without a holder.
  func leave() -> Bool
  /// The properties of a note; nil: of the one that the holder edits.
  func openProperties(of note: NoteID?)
  /// Lets the person write in what is embedded; `saved` is called each time that it was saved.
  func edit(_ embed: PreviewEmbed, saved: @escaping @MainActor () -> Void)
}

/// What a note shows of another one, to be written in.
package struct PreviewEmbed: Sendable {
  package let note: NoteID
  /// `Note#Part`, as it is written.
  package let name: String
  /// The part alone, as a store; nil where all of the note is shown.
  package let part: EmbedStore?
}

/// What a parent can ask of the preview.
@MainActor
package protocol PreviewInput: VaultListener {
  /// Shows a note from its start; nil shows that there is none. One of those beside it is likely to be
  /// next.
  func show(_ note: NoteID?, beside: [NoteID])
  /// Shows a text that is being written, from a line whose first `hiddenBytes` are out of sight.
  func show(_ source: any PreviewSource, from line: Int, hiddenBytes: Int)
  /// The note's file changed: if it is the one shown, it is read again without scrolling.
  func noteDidChange(_ note: NoteID)
}

extension PreviewInput {
  package func show(_ note: NoteID?) { show(note, beside: []) }
}

extension PreviewInteracting {
  func load(_ note: NoteID?) { load(note, beside: []) }
}
