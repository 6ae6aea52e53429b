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
    /// What the look needs is being read, or was; the look itself waits.
    case prepared
    case underWay
    case begun(BegunLook)
  }

  private let state = Signal(State.none)

  /// Where `begin` has nothing, whoever asks finds out why.
  func start(_ begin: @escaping @Sendable () -> BegunLook?) {
    let isPrepared = state.change { state in
      defer { state = .underWay }
      if case .prepared = state { return true }
      return false
    }
    if isPrepared { return }
    let isStarted = OwnThread.start { [self] in work(begin()) }
    if !isStarted { state.change { $0 = .none } }
  }

  /// The same on the thread that calls, in two steps: `read` finds out what is to be looked at, and
  /// what it answers with begins the look once `start` is called. Until then this thread waits.
  func prepare(_ read: () -> (() -> BegunLook)?) {
    let isFirst = state.change { state in
      guard case .none = state else { return false }
      state = .prepared
      return true
    }
    guard isFirst else { return }
    guard let begin = read() else { return state.change { $0 = .none } }
    let isWanted = state.wait { state -> Bool? in
      switch state {
      case .prepared: nil
      case .underWay: true
      case .none, .begun: false
      }
    }
    if isWanted { work(begin()) }
  }

  private func work(_ begun: BegunLook?) {
    guard var look = begun else { return state.change { $0 = .none } }
    look.isHelped = true
    state.change { $0 = .begun(look) }
    look.files?.work()
  }

  /// Waits for what was begun; nil where nothing was, or it was taken.
  func take() -> BegunLook? {
    state.wait { state -> BegunLook?? in
      switch state {
      case .none, .prepared:
        state = .none
        return .some(nil)
      case .underWay: return nil
      case .begun(let look):
        state = .none
        return look
      }
    }
  }
}
