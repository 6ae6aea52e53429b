import Entities
import Services
import Synchronization
package import TextEngine

/// The text of a note's file when it was last read or written. It shares its memory with the current
/// text.
struct NoteBase: Sendable {
  var text: Rope
  var stamp: NoteStamp
}

/// A rope is written in the pieces that are in memory.
extension Rope: ByteSource {
  @discardableResult
  package func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    forEachChunk(in: all) { body(UnsafeRawBufferPointer($0)) }
  }
}

/// A text on its way to its file. Its digest is computed once, on first use.
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
}

/// The sizes in bytes up to which work may take time linear in the text.
enum TextSize {
  /// The largest text that is read at once.
  static let readAtOnce = 256 << 10
  /// The largest text that is stored whole for recovery.
  static let whole = 1 << 20
  /// The largest texts that are compared and merged line by line.
  static let merged = 8 << 20
}
