import Viper

/// Edits words and a day, refuses to save an unreadable day, and closes once the task is written.
@MainActor
final class TaskFormPresenter: Presenting, LifeCycle {
  weak var view: (any TaskFormView)? { didSet { view?.show(state) } }
  private let request: TaskFormRequest
  private var route: RouteHandle?
  private var words: String
  private var day: String
  private var state = TaskFormState() { didSet { view?.show(state) } }

  init(_ request: TaskFormRequest) {
    self.request = request
    words = request.words ?? ""
    day = request.day
    state.fixedWords = request.words
    if request.words != nil { state.field = .day }
    read()
  }

  func moduleIsReady(_ route: RouteHandle) { self.route = route }

  func moduleWasRemoved() { route = nil }

  func handle(_ command: TaskFormCommand) {
    // Refuse changes while the task is being written; Esc may still close the form.
    if state.isSaving, command != .cancel { return }
    state.problem = ""
    switch command {
    case .save: save()
    case .cancel: close()
    case .next: select(state.field == .words ? .day : .words)
    case .accept: if state.field == .words { state.field = .day } else { save() }
    case .select(let field): select(field)
    case .edit(.words, let text):
      words = text
      read()
    case .edit(.day, let text):
      day = text
      read()
    }
  }

  private func select(_ field: TaskFormField) {
    if state.fixedWords == nil { state.field = field }
  }

  private var isWithoutDay: Bool { day.allSatisfy(\.isWhitespace) }

  /// The day at the end of words such as `call Ann in 2 weeks`, if no other day is typed.
  private var dayInWords: (rest: String, day: String)? {
    isWithoutDay && state.fixedWords == nil ? request.dayAtEnd(words) : nil
  }

  private func read() {
    state.reading =
      isWithoutDay
      ? dayInWords.flatMap { request.reading($0.day) } ?? TaskFormWords.noDate
      : request.reading(day) ?? TaskFormWords.unreadable
  }

  private func save() {
    if state.fixedWords == nil, words.allSatisfy(\.isWhitespace) {
      state.field = .words
      state.problem = TaskFormWords.needsWords
      return
    }
    if !isWithoutDay, request.reading(day) == nil {
      state.field = .day
      state.problem = TaskFormWords.notADate(day)
      return
    }
    state.isSaving = true
    let (words, day) = dayInWords ?? (words, day)
    request.write(words, day) { [weak self] refusal in self?.wasSaved(refusal) }
  }

  private func wasSaved(_ refusal: String?) {
    state.isSaving = false
    if let refusal { state.problem = refusal } else { close() }
  }

  private func close() {
    if let error = route?.close() { state.problem = error.message }
  }
}
