import Entities
import Regex
import Saving
import Services
import TextEngine
import Viper

/// The presenter's view of the interactor.
extension EditorInteractor: EditorInteracting {
  var snapshot: EditorSnapshot {
    EditorSnapshot(
      text: document.session.text, selections: document.session.selections,
      page: document.session.page, format: document.session.format,
      copied: document.session.registers.copied, revision: document.revision,
      words: document.words.count, note: document.note, part: document.part,
      leftAt: opening.leftAt, isLoaded: document.isLoaded, isWhole: document.isWhole,
      isSaving: document.isSaving, hasFile: hasFile, isUnwritten: document.isUnwritten,
      isSecret: opening.lock != nil || services.writing.isOfEncryptedVault,
      holdsLock: opening.lock != nil, hasUnsavedSteps: !document.history.isAtSavedPoint,
      opensReadOnly: opensReadOnly, saved: document.saved)
  }

  /// A pattern copies nothing.
  private var hasFile: Bool {
    if case .some = document.base { true } else { false }
  }

  var abilities: EditorAbilities {
    EditorAbilities(
      hasSlashCommands: services.writing.hasSlashCommands,
      readsClipboard: services.clipboard?.isReadable ?? false,
      runsFilters: services.filter != nil,
      attachesFiles: services.attaching != nil, spells: services.spelling != nil,
      wordLists: services.spelling?.spelling.lists ?? [])
  }

  var keyFace: KeyDisplay? { session.machine?.display }

  var contentsOfNextKey: [KeyContent] { session.machine?.contents(in: text) ?? [] }
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
    case .undo: return EditorOutcome(isDone: document.perform(document.history.undo()))
    case .redo: return EditorOutcome(isDone: document.perform(document.history.redo()))
    case .beginStep:
      closeStep()
      (session.isOneStep, session.openStep) = (true, nil)
    case .endStep:
      session.isOneStep = false
      closeStep()
    case .copy(let text):
      session.registers.add(Copied(pieces: [text], areLines: false))
    case .insert(let moment):
      closeStep()
      defer { closeStep() }
      return run(Invocation(.insert, argument: words(for: moment)))
    case .adopt(let options): session.options = options
    case .storeDraft:
      let problem = unsaved.storeNow()
      return EditorOutcome(isDone: problem == nil, problem: problem)
    case .complete(let names): session.machine?.complete(with: names)
    }
    return EditorOutcome()
  }

  /// The next change begins a step of its own in the history.
  private func closeStep() { document.history.closeStep() }

  private func run(_ invocation: Invocation) -> EditorOutcome {
    var outcome = EditorOutcome(isDone: false)
    if let change = change(by: invocation) { outcome = take(change) }
    // The machine follows the new selection.
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

  /// Returns the day or the time in the format of the settings.
  private func words(for moment: EditorMoment) -> String {
    let clock = services.clock
    let now = clock.civil(clock.now)
    let offset = Int((CivilCalendar.moment(now).seconds - clock.now.seconds) / 60)
    let format = moment == .day ? services.writing.dateFormat : services.writing.timeFormat
    return format.text(of: now, offset: offset)
  }

  // MARK: - Keys of vim and emacs

  func press(_ keys: EditorKeyPress) -> KeyOutcome? {
    if keys != .noMore { takeKeys() }
    let isTyping = keys.isText && session.machine?.isTyping == true
    return work(isReadOnly: isReadOnly, isTyping: isTyping, keys.work)
  }

  func press(
    _ keys: EditorKeyPress, within budget: RegexBudget, given answers: KeyAnswers,
    then deliver: @escaping @MainActor (KeyOutcome) -> Void
  ) {
    work(isReadOnly: isReadOnly, within: budget, given: answers, keys.work, then: deliver)
  }

  private var isReadOnly: Bool { snapshot.readOnlyReason != nil }

  // MARK: - Later

  func start(_ task: EditorTask) { task.start(self) }

  func close() {
    document.words.stop()
    scope.end()
    services.keys?.leave(self)
    opening.close()
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
  /// Whether it types characters, unlike other keys.
  fileprivate var isText: Bool {
    switch self {
    case .key(let key): key.count == 1
    case .text: true
    case .noMore, .found: false
    }
  }

  fileprivate var work: KeyWork {
    switch self {
    case .key(let key): { $0.press(key, in: &$1) }
    case .text(let text): { $0.type(text, in: &$1) ? [] : nil }
    case .noMore: { $0.flushPending(in: &$1) }
    case .found(let found, let typed): { $0.offer(found, insteadOf: typed, in: &$1) }
    }
  }
}
