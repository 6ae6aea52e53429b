package import Comparing
package import Entities
import NoteSyntax
package import Services

/// What a move of notes does to their texts.
package struct MoveTexts {
  private let links: LinkRewriter.Work
  private let retitled: TitleChange?
  private let done: [NotePath: RewrittenText]
  /// Texts that stay as they are, with links that lead to a note only now. Nothing else says that these
  /// are to stay where it is taken back.
  package private(set) var led: [RewrittenText] = []

  package init(_ links: LinkRewriter.Work, retitled: TitleChange?, takingBack done: [RewrittenText])
  {
    self.links = links
    self.retitled = retitled
    self.done = Dictionary(done.map { ($0.note, $0) }, uniquingKeysWith: { _, last in last })
  }

  /// The text of a note after the move; nil where it stays. `note` is its path before.
  package mutating func edited(
    _ bytes: [UInt8], _ note: NotePath
  ) throws(NoteStoreError) -> [UInt8]? {
    // A text that nobody touched since comes back as it was: not every link that can be written
    // again is written back the same.
    guard let done = done[note], done.isNew(bytes) else { return written(bytes, note) }
    if let old = done.old(of: bytes) { return old }
    let old = written(bytes, note)
    guard done.isOld(old ?? bytes) else {
      throw .refused(
        note, reason: "what it said before was too large to be kept; its versions have it")
    }
    return old
  }

  private mutating func written(_ bytes: [UInt8], _ note: NotePath) -> [UInt8]? {
    let linked = linked(bytes, note)
    // A title that was given since stays.
    guard let retitled, note == retitled.note else { return linked }
    if TitleEdit.title(of: bytes) == retitled.old {
      return TitleEdit.text(of: linked ?? bytes, titled: retitled.new) ?? linked
    }
    if TitleEdit.plainTitle(of: bytes) == retitled.old {
      return TitleEdit.text(of: linked ?? bytes, plainTitle: retitled.new) ?? linked
    }
    return linked
  }

  private mutating func linked(_ bytes: [UInt8], _ note: NotePath) -> [UInt8]? {
    // No link of it was led by what is taken back.
    if let done = done[note], done.isSame { return nil }
    let edited = links.look(bytes, note)
    if edited.isNewlyLed, edited.text == nil {
      led.append(RewrittenText(note: links.moved(note), old: bytes, new: bytes))
    }
    return edited.text
  }

  /// Nil where the text has no title, or cannot have this one. `byFileName`: notes are called by
  /// their files' names there, as in Obsidian; a title that says something else is the text's own
  /// matter and stays.
  package static func titleChange(
    in text: [UInt8], of note: NotePath, to title: String, byFileName: Bool = false
  ) -> TitleChange? {
    if let change = plainChange(in: text, of: note, to: title) { return change }
    guard let old = TitleEdit.title(of: text),
      !byFileName || note.name(besides: old) == nil,
      let new = TitleEdit.text(of: text, titled: title).flatMap(TitleEdit.title(of:)), new != old
    else { return nil }
    return TitleChange(note: note, old: old, new: new, isHeading: TitleEdit.isHeading(text))
  }

  /// A note that has the name of its plain first line keeps the two alike.
  private static func plainChange(
    in text: [UInt8], of note: NotePath, to title: String
  ) -> TitleChange? {
    guard let old = TitleEdit.plainTitle(of: text), old == note.stem.text,
      let new = TitleEdit.text(of: text, plainTitle: title).flatMap(TitleEdit.plainTitle(of:)),
      new != old
    else { return nil }
    return TitleChange(note: note, old: old, new: new, isHeading: false)
  }
}
