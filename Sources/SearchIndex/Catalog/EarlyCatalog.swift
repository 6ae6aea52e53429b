import Files
import Services

/// What the first list shows, read while the terminal is still being taken: whoever asks for it
/// first gets it, and nobody reads it twice.
final class EarlyCatalog: Sendable {
  private enum State {
    case none
    case underWay
    case ready(any NoteCatalog)
  }

  private let state = Signal(State.none)

  /// A screenful and a little more, so that the rows are at hand too.
  private static let rows = 64

  func start(_ make: @escaping @Sendable () -> any NoteCatalog) {
    state.change { $0 = .underWay }
    let state = state
    let isStarted = OwnThread.start {
      let catalog = make()
      _ = catalog.notes(in: 0..<min(catalog.count, Self.rows))
      state.change { $0 = .ready(catalog) }
    }
    if !isStarted { state.change { $0 = .none } }
  }

  /// Nil where it is not ready, or was taken.
  func takeIfReady() -> (any NoteCatalog)? {
    state.change { Self.take(&$0) }
  }

  /// Waits while it is being read.
  func take() -> (any NoteCatalog)? {
    state.wait { state -> (any NoteCatalog)?? in
      if case .underWay = state { return nil }
      return .some(Self.take(&state))
    }
  }

  private static func take(_ state: inout State) -> (any NoteCatalog)? {
    guard case .ready(let catalog) = state else { return nil }
    state = .none
    return catalog
  }
}
