import Entities
import Services
import TextEngine
import Viper

/// What all parts of the presenter share: the text, through the interactor, and what is shown of it.
/// How the rows are made is in `+Rows`, how one looks at them in `+Looking` and `+Folding`.
@MainActor
final class EditorScene: ScreenPresenter {
  weak var view: (any EditorView)?
  let interactor: EditorInteractor
  let wireframe: any EditorWireframe
  /// The text is shown and not changed.
  private let opensReadOnly: Bool
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
  /// Goes on with what waited too, before anything that was pressed meanwhile.
  var onRelease: () -> Void = {}
  /// Asks what was asked last: of a peek once it is opened in full, and again once the person has seen
  /// what it is about.
  private var question: (() -> Void)?

  init(interactor: EditorInteractor, wireframe: any EditorWireframe, isPeek: Bool, isReadOnly: Bool)
  {
    self.interactor = interactor
    self.wireframe = wireframe
    opensReadOnly = isReadOnly
    state.isPeek = isPeek
  }

  var text: Rope { interactor.text }
  var selections: Selections { interactor.session.selections }
  var page: EditorPage { interactor.session.page }
  /// Whether the text is there, and not only peeked at.
  var isReadOnly: Bool { readOnlyReason != nil }

  /// Why nothing may be typed; nil where it may.
  var readOnlyReason: String? {
    if opensReadOnly { return "Read-only: the note is not changed." }
    guard let note = interactor.note, interactor.isUTF16 else { return nil }
    return "Read-only: it is UTF-16. \(ForeignEncoding.utf16.advice(on: note.path))"
  }

  var isEditable: Bool { interactor.isLoaded && !state.isPeek }

  // MARK: - Saying and asking

  func ask(_ question: Question, then answer: @escaping @MainActor (Answer) -> Void) {
    self.question = { [weak self] in self?.wireframe.ask(question, then: answer) }
    if !state.isPeek { askAgain() }
  }

  func askAgain() { question?() }

  /// Shows what the question is about, and asks again.
  func showDifference() {
    interactor.findDifference { [weak self] lines in
      self?.wireframe.show(difference: lines) { self?.askAgain() }
    }
  }

  // MARK: - Waiting for an answer

  static let searching = "Searching… Esc ends it."

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
  func afterFrame(_ body: @escaping @MainActor () -> Void) { interactor.scope.onNextTurn(body) }

  // MARK: - Changing and selecting

  /// Does what a command of the engine says.
  func run(_ invocation: Invocation) {
    if let change = interactor.change(by: invocation) { perform(change) } else { showRows() }
  }

  /// False where the text is not to be changed.
  @discardableResult
  func perform(_ change: TextChange) -> Bool {
    if change.edit != nil, refuseToChange() { return false }
    guard interactor.perform(change) else { return false }
    if let problem = change.problem { showMessage(problem, isWarning: true) }
    if let copied = change.copied {
      offer(copied.text)
      if change.edit == nil { showMessage(copied.report) }
    }
    showRows()
    return true
  }

  /// The same for an edit that leaves one cursor, or what else it says.
  @discardableResult
  func perform(_ edit: Edit, then selections: Selections) -> Bool {
    perform(TextChange(edit: edit, selections: selections, kind: .other))
  }

  /// Offers what was copied to other programs.
  func offer(_ copied: Rope) {
    interactor.offerToClipboard(copied) { [weak self] in self?.showMessage($0, isWarning: true) }
  }

  /// Selects, and brings it in sight.
  func select(_ selections: Selections) {
    interactor.session.selections = selections
    showRows()
  }

  func select(_ place: ByteOffset) { select(Selections(Selection(at: place))) }
}

extension Copied {
  fileprivate var report: String {
    guard areLines else { return "Copied what is selected." }
    let count = text.newlineCount
    // Where nothing was selected, C-c may have been pressed to leave.
    return count == 1 ? "Copied the line. Esc saves and goes back." : "Copied \(count) lines."
  }
}
