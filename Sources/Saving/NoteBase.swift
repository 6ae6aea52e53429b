package import Entities
import Services
import Synchronization
package import TextEngine

/// The text of a note's file when it was last read or written. It shares its memory with the current
/// text.
package struct NoteBase: Sendable {
  package var text: Rope
  package var stamp: NoteStamp

  package init(text: Rope, stamp: NoteStamp) { (self.text, self.stamp) = (text, stamp) }
}

/// A rope is written in the pieces that are in memory.
extension Rope: ByteSource {
  @discardableResult
  package func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    forEachChunk(in: all) { body(UnsafeRawBufferPointer($0)) }
  }
}

/// A text on its way to its file. Its digest is computed once, on first use.
package final class TextBeingSaved: Sendable {
  package let text: Rope
  private let known = Mutex<UInt64?>(nil)

  package init(_ text: Rope) { self.text = text }

  package var digest: UInt64 {
    known.withLock { known in
      let digest = known ?? text.digest
      known = digest
      return digest
    }
  }
}

/// The sizes in bytes up to which work may take time linear in the text.
package enum TextSize {
  /// The largest text that is read at once.
  package static let readAtOnce = 256 << 10
  /// The largest text that is stored whole for recovery.
  package static let whole = 1 << 20
  /// The largest texts that are compared and merged line by line.
  package static let merged = 8 << 20
}
