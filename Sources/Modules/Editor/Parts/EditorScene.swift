import TextEngine
import Viper

/// What all parts of the presenter share: the text, through the interactor, and what is shown of it.
/// How the rows are made is in `+Rows`, how they are scrolled, wrapped and folded in `+View`.
@MainActor
final class EditorScene: ScreenPresenter {
  weak var view: (any EditorView)?
  let interactor: any EditorInteracting
  let wireframe: any EditorWireframe
  /// The rows of the text, which stay the same object while the editor lives.
  let page: EditorPage
  var route: RouteHandle?
  var state = EditorState()
  /// What the next frame shows.
  var visible = VisibleRows()
  var pending: PendingLayout?
  var pendingShow = PendingShow.state
  /// The room that the view has.
  var room = (columns: 80, rows: 24)
  var options = EditorOptions()
  /// How many words are selected, where some are.
  var selectedWords: Int?
  /// What is marked wherever it is in sight.
  var marked: TextSearch?
  /// Words that no dictionary has, as far as they are in sight.
  var wrongWords: [Range<ByteOffset>] = []
  private(set) lazy var background = EditorBackground(self)
  /// Does a command of the editor or of the engine.
  var runCommand: (Invocation) -> Void = { _ in }
  /// Goes on with what waited too, before anything that was pressed meanwhile.
  var onRelease: () -> Void = {}
  /// What is found later is shown unless a key comes before.
  let untilNextKey = Latest()
  /// Asks what was asked last: of a peek once it is opened in full, and again once the person has seen
  /// what it is about.
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

  /// Whether the text is there, and not only peeked at.
  var isEditable: Bool { !state.isPeek && interactor.snapshot.isLoaded }

  // MARK: - Saying and asking

  func warn(_ message: String) { showMessage(message, isWarning: true) }

  func ask(_ question: Question, then answer: @escaping @MainActor (Answer) -> Void) {
    self.question = { [weak self] in self?.wireframe.ask(question, then: answer) }
    if !state.isPeek { askAgain() }
  }

  func askAgain() { question?() }

  /// Shows what the question is about, and asks again.
  func showDifference() {
    interactor.ask(.difference()) { [weak self] lines in
      self?.wireframe.show(difference: lines) { self?.askAgain() }
    }
  }

  /// Whether the note may be changed; says so where it may not.
  func mayChange() -> Bool {
    let reason = snapshot.readOnlyReason
    if let reason, isEditable { warn(reason) } else { showState() }
    return isEditable && reason == nil
  }

  // MARK: - Waiting for an answer

  /// What is pressed from now on means what comes of the answer: the view holds it.
  func wait() {
    state.isWaiting = true
    showState()
  }

  /// The answer is there, and followed before what was held.
  func release(following follow: () -> Void = {}) {
    guard state.isWaiting else { return }
    state.isWaiting = false
    follow()
    onRelease()
    showState()
    view?.takeHeldEvents()
  }

  /// Does something after the frame that shows what happened until now.
  func afterFrame(_ body: @escaping @MainActor () -> Void) {
    interactor.schedule(after: nil, body)
  }

  // MARK: - Changing and selecting

  /// Does a command of the engine.
  func run(_ invocation: Invocation) {
    perform(.run(invocation))
    // The machine of another keymap has seen what was selected.
    if state.keys != nil { showKeys() }
  }

  /// Changes the text or what is selected, and shows what came of it.
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

  /// The same for an edit that leaves one cursor, or what else it says.
  @discardableResult
  func perform(
    _ edit: Edit, then selections: Selections, isOwnStep: Bool = false
  ) -> EditorOutcome {
    perform(.change(TextChange(edit: edit, selections: selections), isOwnStep: isOwnStep))
  }

  /// Offers what was copied to other programs.
  func offer(_ copied: Rope) {
    interactor.ask(.offering(copied)) { [weak self] in self?.warn($0) }
  }

  func select(_ selections: Selections) { perform(.select(selections)) }

  func select(_ offset: ByteOffset) { select(Selections(Selection(at: offset))) }

  /// Selects what is elsewhere: what is typed there is undone on its own.
  func jump(to offset: ByteOffset) { perform(.jump(Selections(Selection(at: offset)))) }

  private static let orders = [
    LineOrder(), LineOrder(descends: true), LineOrder(isNumeric: true),
    LineOrder(descends: true, isNumeric: true), LineOrder(isUnique: true),
  ]

  /// Sorts lines once the person has said how.
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
