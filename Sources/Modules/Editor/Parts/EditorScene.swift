import TextEngine
import Viper

/// What the parts of the presenter share: the text, through the interactor, and what is shown of it.
/// `+Rows` lays out the rows, `+Frame` shows the state, and `+View` scrolls, wraps and folds the text.
@MainActor
final class EditorScene: ScreenPresenter {
  weak var view: (any EditorView)?
  let interactor: any EditorInteracting
  let wireframe: any EditorWireframe
  /// The page of the text, the same object while the editor lives.
  let page: TextPage
  var route: RouteHandle?
  var state = EditorState()
  var visible = VisibleRows()
  var pending: PendingLayout?
  var pendingShow = PendingShow.state
  /// The size of the view.
  var room = (columns: 80, rows: 24, followsDivider: false)
  var options = EditorOptions()
  /// Visible matches of this search are marked; without it, those of the keymap's search.
  var marked: TextSearch?
  /// The first visible row before a typed search scrolled, and the text that it is of.
  var rowsBefore: (top: ByteOffset, revision: Int)?
  /// The misspelled words in sight.
  var wrongWords: [Range<ByteOffset>] = []
  private(set) lazy var background = EditorBackground(self)
  /// Runs a command of the editor or of the engine.
  var runCommand: (Invocation) -> Void = { _ in }
  /// Called when the wait for an answer ends, before held keys are handled.
  var onRelease: () -> Void = {}
  /// The parts that have offsets of the text, each with how they follow an edit.
  var followers: [Follower: (Edit) -> Void] = [:]
  enum Follower { case search, steps }
  /// Drops answers that come after the next key.
  let untilNextKey = Latest()
  /// Asks the last question: in a peek once it is opened in full, and again after its difference was
  /// shown.
  private var question: (() -> Void)?

  init(interactor: any EditorInteracting, wireframe: any EditorWireframe, isPeek: Bool) {
    self.interactor = interactor
    self.wireframe = wireframe
    page = interactor.snapshot.page
    state.isPeek = isPeek
  }

  var snapshot: EditorSnapshot { interactor.snapshot }
  var text: Rope { interactor.snapshot.text }
  var selections: Selections { interactor.snapshot.selections }

  /// Whether the text is loaded, and not only peeked at.
  var isEditable: Bool { !state.isPeek && interactor.snapshot.isLoaded }

  // MARK: - Saying and asking

  func warn(_ message: String) { showMessage(message, isWarning: true) }

  func ask(_ question: Question, then answer: @escaping @MainActor (Answer) -> Void) {
    self.question = { [weak self] in self?.wireframe.ask(question, then: answer) }
    if !state.isPeek { askAgain() }
  }

  func askAgain() { question?() }

  /// Shows the difference that the question is about, then asks it again.
  func showDifference() {
    interactor.ask(.difference()) { [weak self] lines in
      self?.wireframe.show(difference: lines) { self?.askAgain() }
    }
  }

  /// Whether the text may be changed. A reason against it is shown.
  func mayChange() -> Bool {
    let reason = snapshot.readOnlyReason
    if let reason, isEditable { warn(reason) } else { showState() }
    return isEditable && reason == nil
  }

  // MARK: - Waiting for an answer

  /// Has the view hold keys until an answer is there.
  func wait() {
    state.isWaiting = true
    showState()
  }

  /// The answer is there: `follow` runs before the held keys.
  func release(following follow: () -> Void = {}) {
    guard state.isWaiting else { return }
    state.isWaiting = false
    follow()
    onRelease()
    showState()
    view?.takeHeldEvents()
  }

  /// Holds keys until a request is answered. The answer to one that was stopped is dropped.
  func ask<Answer>(
    holdingKeys request: EditorRequest<Answer>, then use: @escaping @MainActor (Answer) -> Void
  ) {
    wait()
    interactor.ask(request) { [weak self] answer in self?.release { use(answer) } }
  }

  /// Runs `body` after the next frame.
  func afterFrame(_ body: @escaping @MainActor () -> Void) {
    interactor.schedule(after: nil, body)
  }

  // MARK: - Changing and selecting

  func run(_ invocation: Invocation) {
    perform(.run(invocation))
    // The keymap of vim or emacs may show the new selection.
    if state.keys != nil { showKeys() }
  }

  /// Makes a change and shows its outcome.
  @discardableResult
  func perform(_ change: EditorChange) -> EditorOutcome {
    let outcome = interactor.perform(change)
    if let copied = outcome.copied {
      offer(copied.text)
      if !outcome.hasEdit { showMessage(copied.report) }
    }
    if let problem = outcome.problem { warn(problem) }
    showRows()
    return outcome
  }

  /// Makes an edit, then selects.
  @discardableResult
  func perform(
    _ edit: Edit, then selections: Selections, isOwnStep: Bool = false
  ) -> EditorOutcome {
    perform(.change(TextChange(edit: edit, selections: selections), isOwnStep: isOwnStep))
  }

  func offer(_ copied: Rope) {
    interactor.ask(.offering(copied)) { [weak self] in self?.warn($0) }
  }

  func select(_ selections: Selections) { perform(.select(selections)) }

  func select(_ offset: ByteOffset) { select(Selections(Selection(at: offset))) }

  /// Moves the cursor, and begins a new step of the history.
  func jump(to offset: ByteOffset) { perform(.jump(Selections(Selection(at: offset)))) }

  private static let orders = [
    LineOrder(), LineOrder(descends: true), LineOrder(isNumeric: true),
    LineOrder(descends: true, isNumeric: true), LineOrder(isUnique: true),
  ]

  /// Sorts lines in an order that the person chooses.
  func askForOrder() {
    guard mayChange() else { return }
    wireframe.ask(.order) { [weak self] reply in
      guard let self, let number = reply.number else { return }
      let order = Self.orders[number].argument
      let outcome = perform(.run(Invocation(.sortLines, argument: order)))
      if !outcome.hasEdit { showMessage(EditorWords.isSorted) }
    }
  }
}

extension Copied {
  fileprivate var report: String {
    areLines ? EditorWords.copiedLines(text.newlineCount) : EditorWords.copiedSelection
  }
}
