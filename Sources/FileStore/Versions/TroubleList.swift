import Entities
import Synchronization

/// What went wrong, said once each, for a person: about one note, or about all that is kept.
final class TroubleList: Sendable {
  private static let most = 100
  private let troubles = Mutex<[(text: String, note: NoteID?)]>([])

  var all: [String] { troubles.withLock { $0.map(\.text) } }

  /// Without what is about other notes.
  func about(_ note: NoteID) -> [String] {
    troubles.withLock { $0.filter { $0.note == nil || $0.note == note }.map(\.text) }
  }

  func add(_ text: String, about note: NoteID? = nil) {
    troubles.withLock { troubles in
      if troubles.count < Self.most, !troubles.contains(where: { $0.text == text }) {
        troubles.append((text, note))
      }
    }
  }
}
