import Files
import Services

/// What the first list shows, read while the terminal is still being taken: whoever asks for it
/// first gets it, and nobody reads it twice.
final class EarlyCatalog: Sendable {
  private enum State {
    case none
    case underWay
    /// There is no index: it may take long.
    case slow
    case ready(any NoteCatalog)
  }

  private let state = Signal(State.none)

  /// A screenful and a little more, so that the rows are at hand too.
  private static let rows = 64
  /// How many milliseconds a first frame waits for it at most.
  private static let patience = 10

  /// `quick` reads it from the index; where it has none, `slow` does without.
  func start(
    quick: @escaping @Sendable () -> (any NoteCatalog)?,
    slow: @escaping @Sendable () -> any NoteCatalog
  ) {
    state.change { $0 = .underWay }
    let state = state
    let isStarted = OwnThread.start {
      var catalog = quick()
      if catalog == nil {
        state.change { $0 = .slow }
        catalog = slow()
      }
      guard let catalog else { return }
      _ = catalog.notes(in: 0..<min(catalog.count, Self.rows))
      state.change { $0 = .ready(catalog) }
    }
    if !isStarted { state.change { $0 = .none } }
  }

  /// Nil where it is not ready in time, or was taken. An index answers sooner than anyone sees, and
  /// a frame without rows costs more than that wait; without one nobody waits.
  func takeSoon() -> (any NoteCatalog)? {
    let found = state.wait(milliseconds: Self.patience) { state -> (any NoteCatalog)?? in
      if case .underWay = state { return nil }
      return .some(Self.take(&state))
    }
    return found ?? nil
  }

  /// Waits while it is being read.
  func take() -> (any NoteCatalog)? {
    state.wait { state -> (any NoteCatalog)?? in
      switch state {
      case .underWay, .slow: nil
      case .none, .ready: .some(Self.take(&state))
      }
    }
  }

  private static func take(_ state: inout State) -> (any NoteCatalog)? {
    guard case .ready(let catalog) = state else { return nil }
    state = .none
    return catalog
  }
}
