import Entities
import Synchronization

/// Which links to outside the vault are followed: only those that a person was asked about, and
/// only as long as they lead where they led then.
final class AgreedLinks: Sendable {
  private let targets = Mutex<[NoteID: String]>([:])

  func agree(_ note: NoteID, _ target: String) {
    targets.withLock { $0[note] = target }
  }

  /// Compared as it was shown: what the person read is what they agreed to.
  func allows(_ note: NoteID, _ target: NotePath) -> Bool {
    targets.withLock { $0[note] == target.text }
  }
}
