import Entities
import Services
import Viper

/// What is done to the selected note or to all that are marked, and in which order they stand.
extension NoteListPresenter {
  /// The marked ones, else the selected one, and what they are called in a sentence.
  private var meant: (notes: NoteChoice, name: String)? {
    let marked = interactor.marked
    if marked > 0 {
      return (.marked, "\(Self.notes(marked)) that \(marked == 1 ? "is" : "are") marked")
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
    case .pin: interactor.pin(meant.notes)
    case .duplicate: interactor.duplicate(meant.notes)
    case .trash:
      wireframe.ask(.trashing(meant.name)) { [weak self] answer in
        if answer == .chosen("yes") { self?.interactor.trash(meant.notes) }
      }
    case .editTags: ask(.tags(of: meant.name)) { $0.tag(meant.notes, with: $1) }
    default:
      let folder = meant.notes == .marked ? interactor.folder : selectedItem?.id.path.folder
      ask(.folder(insteadOf: folder?.text ?? "", of: meant.name)) { $0.move(meant.notes, to: $1) }
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
      return showMessage("A note needs a title. Press r to type one.", isWarning: true)
    }
    interactor.rename(id, to: title)
  }

  /// From the top of the vault, whether it is written with slashes around it or not.
  private func move(_ notes: NoteChoice, to folder: String) {
    let parts = folder.split(separator: "/").map { $0.drop(while: \.isWhitespace) }
      .filter { !$0.isEmpty }
    if notes == .marked { showMessage("Moving \(Self.notes(interactor.marked))…") }
    interactor.move(notes, to: NotePath(parts.joined(separator: "/")))
  }

  private func tag(_ notes: NoteChoice, with tags: String) {
    let words = TagWords(tags)
    if let problem = words.problem {
      return showMessage(
        "“\(problem)” is not a valid tag: use letters, digits, _, - and /, not digits alone.",
        isWarning: true)
    }
    guard !words.isEmpty else { return showMessage("No tags were changed.") }
    interactor.tag(notes, adding: words.adding, removing: words.removing)
  }

  // MARK: - Marks

  func mark(_ command: NoteListCommand) {
    switch command {
    case .mark:
      guard let item = selectedItem else { return }
      interactor.toggleMark(of: item.id)
      select((state.selected ?? 0) + 1)
    case .markRow(let index):
      guard index < interactor.count else { return }
      interactor.toggleMark(of: interactor.note(at: index).id)
      select(index)
    default: interactor.markAll()
    }
    marksChanged()
  }

  func marksChanged() {
    state.marked = interactor.marked
    view?.reloadRows()
  }

  /// One step back, the nearest first.
  func goBack() {
    if interactor.stopWork() { return }
    if interactor.marked > 0 {
      interactor.dropMarks()
      return marksChanged()
    }
    if !state.filter.isEmpty { return dropFilter() }
    if interactor.folder != nil { show(folder: nil) }
  }

  func dropFilter() {
    state.isFiltering = false
    guard !state.filter.isEmpty else { return }
    state.filter = ""
    _ = interactor.filter(by: "")
  }

  // MARK: - Order

  func changeOrder(isReversed: Bool, next: Bool) {
    let orders = CatalogRequest.Order.allCases
    let now = orders.firstIndex(of: interactor.order) ?? 0
    let order = next ? orders[(now + 1) % orders.count] : interactor.order
    interactor.order(by: order, isReversed: isReversed)
    showOrder()
    state.message = Message("In the order of \(Self.words(order, isReversed: isReversed)).")
  }

  /// The usual order goes without saying.
  func showOrder() {
    let (order, isReversed) = (interactor.order, interactor.isReversed)
    let usual = CatalogRequest()
    let words = [order == usual.order ? "" : "by \(order.rawValue)", isReversed ? "reversed" : ""]
    state.order = words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func words(_ order: CatalogRequest.Order, isReversed: Bool) -> String {
    switch (order, isReversed) {
    case (.modified, false): "their last change, the latest first"
    case (.modified, true): "their last change, the earliest first"
    case (.created, false): "their making, the latest first"
    case (.created, true): "their making, the earliest first"
    case (.title, false): "their titles, from A to Z"
    case (.title, true): "their titles, from Z to A"
    }
  }
}
