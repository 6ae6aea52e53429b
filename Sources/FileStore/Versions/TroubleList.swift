import Synchronization

/// What went wrong, said once each, for a person.
final class TroubleList: Sendable {
  private static let most = 100
  private let texts = Mutex<[String]>([])

  var all: [String] { texts.withLock { $0 } }

  func add(_ text: String) {
    texts.withLock { texts in
      if !texts.contains(text), texts.count < Self.most { texts.append(text) }
    }
  }
}
