import Entities
import VaultSettings
import Viper

/// Actions on the selected note or on all marked ones, and the order of the list.
extension NoteListPresenter {
  /// The marked notes, else the selected one, and how a sentence refers to them.
  private var meant: (notes: NoteChoice, name: String)? {
    let marked = interactor.rows.marked
    if marked > 0 {
      return (.marked, NoteListWords.marked(marked))
    }
    return selectedItem.map { (.these([$0.id]), "“\($0.title)”") }
  }

  func act(_ command: NoteListCommand) {
    if case .rename = command {
      guard let item = selectedItem else { return }
      return ask(.title(insteadOf: item.title)) { $0.rename(item.id, to: $1) }
    }
    guard let meant else { return }
    switch command {
    case .pin: interactor.arranging.pin(meant.notes)
    case .duplicate: interactor.changing.duplicate(meant.notes)
    case .trash:
      wireframe.ask(.trashing(meant.name)) { [weak self] answer in
        if answer == .chosen("yes") { self?.interactor.changing.trash(meant.notes) }
      }
    case .editTags: ask(.tags(of: meant.name)) { $0.tag(meant.notes, with: $1) }
    default:
      let folder = meant.notes == .marked ? interactor.rows.folder : selectedItem?.id.path.folder
      ask(.folder(insteadOf: folder?.text ?? "", of: meant.name)) { $0.move(meant.notes, to: $1) }
    }
  }

  /// Asks which note's text comes first.
  func notesToJoin(_ notes: [NoteID], titles: [String]) {
    guard notes.count > 1 else { return showMessage(NoteListWords.twoToJoin) }
    wireframe.ask(.target(ofJoining: titles)) { [weak self] answer in
      guard let number = answer.number else { return }
      var others = notes
      let target = others.remove(at: number)
      self?.interactor.joining.join(others, into: target)
    }
  }

  func openProperties() {
    let rows = interactor.rows
    if rows.marked > 0 {
      wireframe.openProperties(of: rows.chosen(.marked))
    } else if let id = openableNote() {
      wireframe.openProperties(of: rows.chosen(.these([id])))
    }
  }

  func export() {
    let rows = interactor.rows
    if rows.marked > 0 {
      wireframe.openExports(of: rows.chosen(.marked), named: NoteListWords.marked(rows.marked))
    } else if let id = openableNote(asks: true) {
      wireframe.export(id)
    }
  }

  private func ask(
    _ question: Question, then act: @escaping @MainActor (NoteListPresenter, String) -> Void
  ) {
    wireframe.ask(question) { [weak self] answer in
      if let self, case .typed(let line) = answer { act(self, line) }
    }
  }

  private func rename(_ id: NoteID, to title: String) {
    guard title.contains(where: { !$0.isWhitespace }) else {
      return showMessage(NoteListWords.titleIsMissing, isWarning: true)
    }
    interactor.moving.rename(id, to: title)
  }

  private func move(_ notes: NoteChoice, to folder: String) {
    if notes == .marked { showMessage(NoteListWords.moving(interactor.rows.marked)) }
    interactor.moving.move(notes, to: NotePath(Self.folder(typed: folder)))
  }

  /// Returns the folder's path from the top of the vault, without the slashes around it.
  static func folder(typed folder: String) -> String {
    folder.split(separator: "/").map { $0.drop(while: \.isWhitespace) }
      .filter { !$0.isEmpty }.joined(separator: "/")
  }

  private func tag(_ notes: NoteChoice, with tags: String) {
    let words = TagWords(tags)
    if let problem = words.problem {
      return showMessage(NoteListWords.invalidTag(problem), isWarning: true)
    }
    guard !words.isEmpty else { return showMessage(NoteListWords.noTagsChanged) }
    interactor.changing.tag(notes, adding: words.adding, removing: words.removing)
  }

  // MARK: - Marks

  func mark(_ command: NoteListCommand) {
    switch command {
    case .mark:
      guard let item = selectedItem else { return }
      interactor.rows.toggleMark(of: item.id)
      select((state.selected ?? 0) + 1)
    case .markRow(let index):
      guard index < interactor.rows.count else { return }
      interactor.rows.toggleMark(of: interactor.rows.note(at: index).id)
      select(index)
    default: interactor.rows.markAll()
    }
    marksChanged()
  }

  func marksChanged() {
    state.marked = interactor.rows.marked
    view?.reloadRows()
  }

  /// Takes one step back, the nearest first.
  func goBack() {
    if interactor.changing.stopWork() { return }
    if interactor.rows.marked > 0 {
      interactor.rows.dropMarks()
      return marksChanged()
    }
    if !state.filter.isEmpty { return dropFilter() }
    if interactor.rows.folder != nil { show(folder: nil) }
  }

  func dropFilter() {
    state.isFiltering = false
    guard !state.filter.isEmpty else { return }
    state.filter = ""
    _ = interactor.rows.filter(by: "")
  }

  // MARK: - Order

  func changeOrder(isReversed: Bool, next: Bool) {
    let orders = NoteOrder.allCases
    let now = orders.firstIndex(of: interactor.arranging.order) ?? 0
    let order = next ? orders[(now + 1) % orders.count] : interactor.arranging.order
    interactor.arranging.order(by: order, isReversed: isReversed)
    showOrder()
    state.message = Message(NoteListWords.order(order, isReversed: isReversed))
  }

  func showOrder() {
    state.order = NoteListWords.orderMark(
      interactor.arranging.order, isReversed: interactor.arranging.isReversed)
  }
}

/// Ticks a task of the selected note: the only open one immediately, else the chosen one.
extension NoteListPresenter {
  func tickTask() {
    if let id = openableNote() { interactor.tasks.find(of: id) }
  }

  func tasksWereFound(_ words: [String], inNoteTitled title: String) {
    switch words.count {
    case 0: showMessage(NoteListWords.noTasks(inNoteTitled: title))
    case 1: interactor.tasks.tick(0)
    default:
      wireframe.ask(.task(words, of: title)) { [weak self] answer in
        if let number = answer.number { self?.interactor.tasks.tick(number) }
      }
    }
  }
}
