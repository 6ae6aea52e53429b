import Entities
import Regex
import Services
import TextEngine
import Viper

/// What the presenter sees of it.
extension EditorInteractor: EditorInteracting {
  var snapshot: EditorSnapshot {
    EditorSnapshot(
      text: session.text, selections: session.selections, page: session.page,
      format: session.format, copied: session.registers.copied, revision: revision,
      words: wordCount, note: note, part: origin.part, leftAt: origin.leftAt, isLoaded: isLoaded,
      isWhole: isWhole, isSaving: saving.isUnderWay, hasFile: hasBase, isUnwritten: isUnwritten,
      isSecret: isSecret, holdsLock: holdsLock, hasUnsavedSteps: !history.isAtSavedPoint,
      opensReadOnly: opensReadOnly)
  }

  /// By a pattern, which copies nothing.
  private var hasBase: Bool {
    if case .some = base { true } else { false }
  }

  var abilities: EditorAbilities {
    EditorAbilities(
      hasSlashCommands: services.writing.hasSlashCommands, readsClipboard: clipboardIsReadable,
      runsFilters: services.system.filter != nil,
      attachesFiles: services.system.attaching != nil, spells: services.spelling != nil,
      wordLists: services.spelling?.spelling.lists ?? [])
  }

  var keyFace: KeyFace? { session.machine?.face }
  var now: Int64 { services.clock.now.milliseconds }

  // MARK: - At once

  func perform(_ change: EditorChange) -> EditorOutcome {
    switch change {
    case .run(let invocation): return run(invocation)
    case .change(let change, let isOwnStep):
      if isOwnStep { closeStep() }
      defer { if isOwnStep { closeStep() } }
      return take(change)
    case .select(let selections): session.selections = selections
    case .jump(let selections):
      closeStep()
      session.selections = selections
    case .undo: return EditorOutcome(isDone: undo())
    case .redo: return EditorOutcome(isDone: redo())
    case .dropChanges: return EditorOutcome(isDone: dropChanges())
    case .beginStep: beginOneStep()
    case .endStep: endOneStep()
    case .copy(let text):
      session.registers.add(Copied(pieces: [text], areLines: false))
    case .insert(let moment):
      closeStep()
      defer { closeStep() }
      return run(Invocation(.insert, argument: words(for: moment)))
    case .adopt(let habits): session.habits = habits
    case .storeDraft:
      let problem = keepNow()
      return EditorOutcome(isDone: problem == nil, problem: problem)
    }
    return EditorOutcome()
  }

  private func run(_ invocation: Invocation) -> EditorOutcome {
    var outcome = EditorOutcome(isDone: false)
    if let change = change(by: invocation) { outcome = take(change) }
    // The machine learns what was selected.
    if case .some = session.machine, let remark = lookAtSelections() { outcome.problem = remark }
    return outcome
  }

  private func take(_ change: TextChange) -> EditorOutcome {
    if change.edit != nil, let reason = snapshot.readOnlyReason {
      return EditorOutcome(isDone: false, problem: reason)
    }
    guard perform(change) else { return EditorOutcome(isDone: false) }
    return EditorOutcome(
      hasEdit: change.edit != nil, problem: change.problem, copied: change.copied)
  }

  /// By the form that is set.
  private func words(for moment: EditorMoment) -> String {
    let clock = services.clock
    let now = clock.civil(clock.now)
    let offset = Int((CivilCalendar.moment(now).seconds - clock.now.seconds) / 60)
    let format = moment == .day ? services.writing.dateFormat : services.writing.timeFormat
    return format.text(of: now, offset: offset)
  }

  // MARK: - Keys of vim and emacs

  func press(_ keys: EditorKeyPress) -> KeyOutcome<[KeyEffect]>? {
    if case .key = keys { takeKeys() }
    let isTyping = keys.isCharacter && session.machine?.isTyping == true
    return work(isReadOnly: isReadOnly, isTyping: isTyping, keys.work)
  }

  func press(
    _ keys: EditorKeyPress, within budget: RegexBudget,
    then deliver: @escaping @MainActor (KeyOutcome<[KeyEffect]>) -> Void
  ) {
    work(isReadOnly: isReadOnly, within: budget, keys.work, then: deliver)
  }

  func type(_ text: String) -> KeyOutcome<Bool>? {
    takeKeys()
    return work(isReadOnly: isReadOnly, isTyping: session.machine?.isTyping == true) {
      $0.type(text, in: &$1)
    }
  }

  private var isReadOnly: Bool { snapshot.readOnlyReason != nil }

  // MARK: - Later

  func start(_ task: EditorTask) {
    switch task {
    case .open: open()
    case .unlock(let passphrase): open(with: passphrase)
    case .followLink: followLink()
    case .save(let inPassing): save(inPassing: inPassing)
    case .saveBeside: saveBeside()
    case .storeDraft: keep()
    case .useRecovered: useRecovered()
    case .dropRecovered: dropRecovered()
    case .markConflicts: markConflicts()
    case .compareWithFile: noteChangedOutside()
    case .fixName: fixName()
    case .close: stop()
    }
  }

  func ask<Answer>(
    _ request: EditorRequest<Answer>, then deliver: @escaping @MainActor (Answer) -> Void
  ) {
    request.start(self, deliver)
  }

  func schedule(after pause: Duration?, _ body: @escaping @MainActor () -> Void) -> Timer? {
    if let pause { return services.scheduler?.schedule(after: pause, body) }
    scope.onNextTurn(body)
    return nil
  }
}

extension EditorKeyPress {
  fileprivate var isCharacter: Bool {
    if case .key(let key) = self { key.count == 1 } else { false }
  }

  fileprivate var work: KeyWork {
    switch self {
    case .key(let key): { $0.press(key, in: &$1) }
    case .noMore: { $0.goOn(in: &$1) }
    }
  }
}
