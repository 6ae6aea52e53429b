import Synchronization
import TextEngine

/// A text on its way to its file. Whoever first asks for its digest works it out for all.
final class SentText: Sendable {
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
