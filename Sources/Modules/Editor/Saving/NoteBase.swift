import Entities
import Services
import Synchronization
import TextEngine

/// What a note's file held when it was last read or written. It shares its bytes with the text, so
/// that it costs next to nothing.
struct NoteBase: Sendable {
  var text: Rope
  var stamp: NoteStamp
}

/// A text on its way to a file, in the pieces that it has in memory.
struct RopeSource: ByteSource {
  let text: Rope

  init(_ text: Rope) { self.text = text }

  var byteCount: Int { text.byteCount }

  @discardableResult
  func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    text.forEachChunk(in: text.all) { body(UnsafeRawBufferPointer($0)) }
  }
}

/// A text on its way to its file. Its digest is computed once, when it is first asked for.
final class TextBeingSaved: Sendable {
  let text: Rope
  private let known = Mutex<UInt64?>(nil)

  init(_ text: Rope) { self.text = text }

  var digest: UInt64 {
    known.withLock { known in
      let digest = known ?? text.digest
      known = digest
      return digest
    }
  }

  /// Names it in the journal.
  var mark: JournaledStep { .saving(byteCount: text.byteCount, digest: digest) }
}

/// Where texts begin to be large: what is done to small ones may be linear in them.
enum TextSize {
  /// Up to this a text is read at once.
  static let readAtOnce = 256 << 10
  /// Up to this a text is stored whole for recovery.
  static let whole = 1 << 20
  /// Up to this two texts are compared line by line, and merged so.
  static let merged = 8 << 20
}
