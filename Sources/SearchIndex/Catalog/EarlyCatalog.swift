import Files
import Services

/// What the first list shows, read while the terminal is still being taken: whoever asks for it
/// first gets it, and nobody reads it twice.
final class EarlyCatalog: Sendable {
  private enum State {
    case none
    case underWay(CatalogRequest)
    case ready(CatalogRequest, any NoteCatalog)
  }

  private let state = Signal(State.none)

  /// A screenful and a little more, so that the rows are at hand too.
  private static let rows = 64
  /// How many milliseconds a first frame waits for it at most.
  private static let patience = 10

  /// Where `make` has none, since there is no index, nothing is read ahead: going through the files
  /// would take the processors from the first frame.
  func start(
    _ request: CatalogRequest, _ make: @escaping @Sendable () -> (any NoteCatalog)?
  ) {
    state.change { $0 = .underWay(request) }
    let state = state
    let isStarted = OwnThread.start {
      guard let catalog = make() else { return state.change { $0 = .none } }
      _ = catalog.notes(in: 0..<min(catalog.count, Self.rows))
      state.change { $0 = .ready(request, catalog) }
    }
    if !isStarted { state.change { $0 = .none } }
  }

  /// Nil where it is not ready in time, or was taken. An index answers sooner than anyone sees, and
  /// a frame without rows costs more than that wait; without one nobody waits.
  func takeSoon(_ request: CatalogRequest) -> (any NoteCatalog)? {
    let found = state.wait(milliseconds: Self.patience) { state -> (any NoteCatalog)?? in
      if case .underWay(request) = state { return nil }
      return .some(Self.take(request, &state))
    }
    return found ?? nil
  }

  /// Waits while it is being read.
  func take(_ request: CatalogRequest) -> (any NoteCatalog)? {
    state.wait { state -> (any NoteCatalog)?? in
      if case .underWay(request) = state { return nil }
      return .some(Self.take(request, &state))
    }
  }

  private static func take(
    _ request: CatalogRequest, _ state: inout State
  ) -> (any NoteCatalog)? {
    guard case .ready(request, let catalog) = state else { return nil }
    state = .none
    return catalog
  }
}
