import Synchronization

/// Lets the latest text win in the recovery journal: a slow write of an older one that comes after
/// a newer one, from another thread, is dropped.
final class KeptOrder: Sendable {
  private let written = Mutex(0)
  private let taken = Atomic(0)

  /// A number for text taken now; a later text gets a higher one.
  func turn() -> Int {
    taken.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Writes unless something newer was written; one at a time.
  func perform(_ turn: Int, _ write: () throws -> Void) throws {
    try written.withLock { last in
      guard turn > last else { return }
      last = turn
      try write()
    }
  }

  /// Does something that no older write may come after.
  func next(_ action: () -> Void) {
    let turn = turn()
    written.withLock { last in
      last = turn
      action()
    }
  }
}
