import Files

/// A look at the vault's files that somebody has begun.
struct BegunLook: Sendable {
  /// When that was.
  var moment: RunMoment
  /// What is looked at; nil: the index is too old or too small for that, and the whole vault is.
  var files: FileLook?
  /// Another thread does a part of it.
  var isHelped = false
}

/// A look that another thread begins while a command still reads its words and its settings. The
/// first question takes it over, and every later one looks for itself.
final class LookAhead: Sendable {
  private enum State {
    case none
    case underWay
    case begun(BegunLook)
  }

  private let state = Signal(State.none)

  /// Where `begin` has nothing, whoever asks finds out why.
  func start(_ begin: @escaping @Sendable () -> BegunLook?) {
    state.change { $0 = .underWay }
    let state = state
    let isStarted = OwnThread.start {
      guard var look = begin() else { return state.change { $0 = .none } }
      look.isHelped = true
      state.change { $0 = .begun(look) }
      look.files?.work()
    }
    if !isStarted { state.change { $0 = .none } }
  }

  /// Waits for what was begun; nil where nothing was, or it was taken.
  func take() -> BegunLook? {
    state.wait { state -> BegunLook?? in
      switch state {
      case .none: return .some(nil)
      case .underWay: return nil
      case .begun(let look):
        state = .none
        return look
      }
    }
  }
}
