import Entities
import TextEngine

/// What an earlier run kept, brought back to a text.
enum RecoveredRope: Sendable {
  /// The whole text as it was typed.
  case text(Rope)
  /// The file is no longer the one that was typed into. What was typed is there, passage by passage
  /// with an empty line between, to be kept as a note of its own.
  case passages(Rope)

  /// `base` is what the file holds now; nil: there is none.
  init(_ recovered: RecoveredText, over base: NoteBase?) {
    guard let kept = recovered.edits else {
      self = .text(Rope(recovered.bytes))
      return
    }
    let isSame =
      switch (kept.base, base) {
      case (nil, _): true
      case (let old?, let now?): old.isText(of: now.stamp)
      case (_?, nil): false
      }
    let start = kept.base == nil ? Rope() : base?.text ?? Rope()
    if isSame, let edit = Self.composed(kept.edits, over: start) {
      var text = start
      text.apply(edit)
      self = .text(text)
    } else {
      self = .passages(Self.passages(of: kept))
    }
  }

  /// Nil where the edits cannot have been done to this text.
  private static func composed(_ edits: [[UInt8]], over base: Rope) -> Edit? {
    var text = base
    var all: [Edit] = []
    for bytes in edits {
      guard let edit = Edit(bytes, in: text) else { return nil }
      text.apply(edit)
      all.append(edit)
    }
    return all.composed
  }

  /// Done to a text of the same length that nobody needs, so that a word typed in many steps is one.
  private static func passages(of kept: RecoveredEdits) -> Rope {
    let size = kept.base?.size ?? 0
    let block = Rope([UInt8](repeating: 0x20, count: 1 << 20))
    var text = Rope()
    while text.byteCount < size {
      text.append(block[.zero..<ByteOffset(min(block.byteCount, size - text.byteCount))])
    }
    var done: [Edit] = []
    for bytes in kept.edits {
      // What came before an edit that says nothing is kept all the same.
      guard let edit = Edit(bytes, in: text) else { break }
      text.apply(edit)
      done.append(edit)
    }
    var passages = RopeBuilder()
    let feed = UInt8(ascii: "\n")
    for change in done.composed?.changes ?? [] where !change.after.isEmpty {
      passages.append(text, change.after)
      let isEnded = text[change.after.upperBound - 1] == feed
      passages.append(isEnded ? [feed] : [feed, feed])
    }
    return passages.takeRope()
  }
}
