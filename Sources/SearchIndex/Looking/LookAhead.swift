import Files

/// A look at the vault's files that somebody has begun.
struct BegunLook: Sendable {
  /// When that was.
  var moment: RunMoment
  /// What is looked at; nil: the index is too old or too small for that, and the whole vault is.
  var files: FileLook?
  /// Another thread does a part of it.
  var isHelped = false
  /// Nil where the index was asked what to look at.
  var check: LookCheck?
}

/// Whether the index is still what was kept of it: one thread reads what was kept and begins to look,
/// another one opens the index and says.
final class LookCheck: Sendable {
  enum Kept {
    /// The state of the index that was kept, and the look by it.
    case state(Int64, FileLook)
    case nothing
    /// The question went without it.
    case unasked
  }

  private enum State {
    case none
    case kept(Kept)
    case same
    case other(BegunLook?)
  }

  private let state = Signal(State.none)

  func tell(_ kept: Kept) { state.change { $0 = .kept(kept) } }

  /// Waits for what was kept.
  func kept() -> Kept {
    state.wait { state in
      if case .kept(let kept) = state { return kept }
      return nil
    }
  }

  func confirm() { state.change { $0 = .same } }

  /// This look is to be taken instead; nil where the index cannot say.
  func correct(_ look: BegunLook?) { state.change { $0 = .other(look) } }

  /// Waits for the index. True where it is the same.
  func isSame(else use: (BegunLook?) -> Void) -> Bool {
    state.wait { state -> Bool? in
      switch state {
      case .none, .kept: return nil
      case .same: return true
      case .other(let look):
        use(look)
        return false
      }
    }
  }
}

/// A look that another thread begins while a command still reads its words and its settings. The
/// first question takes it over, and every later one looks for itself.
final class LookAhead: Sendable {
  private enum Stage {
    case none
    /// What the look needs is being read.
    case prepared
    /// The same, and it may begin at once.
    case underWay
    /// It may not begin yet.
    case ready(BegunLook)
    case begun(BegunLook)
  }

  private struct State {
    var stage = Stage.none
    /// Somebody asked, with a look or without one.
    var wasAsked = false
  }

  private let state = Signal(State())

  /// Lets the look begin that was prepared, or else `begin` one on another thread. Where that has
  /// nothing, whoever asks finds out why.
  func start(_ begin: @escaping @Sendable () -> BegunLook?) {
    let isPrepared = state.change { state in
      if case .none = state.stage {
        state.stage = .underWay
        return false
      }
      Self.begin(&state.stage)
      return true
    }
    if isPrepared { return }
    let isStarted = OwnThread.start { [self] in
      guard let look = begin() else { return giveUp() }
      if offer(look) { look.files?.work() }
    }
    if !isStarted { giveUp() }
  }

  /// Lets the look begin that was prepared, for the first question: one that was asked since would have
  /// it answered by what was before it.
  func startPrepared() {
    state.change { state in
      if !state.wasAsked { Self.begin(&state.stage) }
    }
  }

  private static func begin(_ stage: inout Stage) {
    switch stage {
    case .prepared: stage = .underWay
    case .ready(let look): stage = .begun(look)
    case .none, .underWay, .begun: break
    }
  }

  /// False where somebody looks already; after true, `offer` or `giveUp` follows.
  func prepare() -> Bool {
    state.change { state in
      guard case .none = state.stage else { return false }
      state.stage = .prepared
      return true
    }
  }

  func giveUp() { state.change { $0.stage = .none } }

  /// The look is there for the first question. False where that went without it.
  func offer(_ look: BegunLook) -> Bool {
    state.change { state in
      switch state.stage {
      case .prepared: state.stage = .ready(look)
      case .underWay: state.stage = .begun(look)
      case .none, .ready, .begun: return false
      }
      return true
    }
  }

  /// Waits until what was offered may begin, or has.
  func waitUntilWanted() {
    state.wait { state -> Void? in
      if case .ready = state.stage { return nil }
      return ()
    }
  }

  /// Waits for what was begun; nil where nothing was, or it was taken. What was only prepared knows the
  /// index as it was before: it is for nobody then.
  func take() -> BegunLook? {
    state.wait { state -> BegunLook?? in
      state.wasAsked = true
      switch state.stage {
      case .none, .prepared, .ready:
        state.stage = .none
        return .some(nil)
      case .underWay: return nil
      case .begun(let look):
        state.stage = .none
        return look
      }
    }
  }
}
