import CopyNames
import Entities
import Viper

/// Turns commands into use cases and questions, and conflicts into rows.
@MainActor
final class ConflictsPresenter: ListPresenter {
  weak var view: (any ConflictsView)? { didSet { view?.show(state) } }

  private let interactor: ConflictsInteractor
  private let wireframe: any ConflictsWireframe
  private let date: @MainActor (Timestamp) -> String
  var route: RouteHandle?
  var state = ConflictsState()
  private var items: [ConflictItem] = []
  /// The file of the selected row.
  private var selectedPath: NotePath?
  /// The last change to the rows. If it restored a row, that row gets selected.
  private var change: Change?

  private struct Change {
    var broughtBack: Set<NotePath> = []
  }

  init(
    interactor: ConflictsInteractor, wireframe: any ConflictsWireframe,
    date: @escaping @MainActor (Timestamp) -> String
  ) {
    self.interactor = interactor
    self.wireframe = wireframe
    self.date = date
  }

  private var facts: ConflictsFacts { interactor.facts }

  private var selected: ConflictItem? { state.selected.map { items[$0] } }
}

extension ConflictsPresenter: ListPresenting {
  func handle(_ command: ConflictsCommand) {
    state.message = Message()
    switch command {
    case .move(let move): state.select(row(after: move))
    case .select(let row): state.select(row)
    case .show: show(toMerge: false)
    case .merge: show(toMerge: true)
    case .mergeClean: askToMergeClean()
    case .keep: askToKeep()
    case .undo:
      if interactor.canUndo { interactor.undo() } else { showMessage(SharedWords.nothingToUndo) }
    case .openNote: openNote()
    case .reload: interactor.load()
    case .close: close()
    }
    selectedPath = selected?.path
    showState()
  }

  private func show(toMerge: Bool) {
    if let copy = selected?.copy { interactor.preview(copy, toMerge: toMerge) } else { openNote() }
  }

  private func openNote() {
    guard let item = selected else { return }
    if let note = item.note { wireframe.open(note, atLine: item.line) }
    if let remains = item.remains { showMessage(remains.message) }
  }

  private func askToMergeClean() {
    let count = facts.clean.count
    guard count > 0 else {
      let isLooking = items.contains { $0.copy != nil && $0.outcome == .unknown }
      return showMessage(isLooking ? ConflictsWords.isComparing : ConflictsWords.noneIsClean)
    }
    wireframe.ask(.mergingClean(count)) { [weak self] answer in
      if answer == .chosen("yes") { self?.interactor.mergeClean() }
    }
  }

  private func askToKeep() {
    guard let item = selected, let copy = item.copy else {
      return showMessage(ConflictsWords.noCopy)
    }
    wireframe.ask(.keeping(item)) { [weak self] answer in
      if case .typed(let title) = answer, !title.isEmpty {
        self?.interactor.keep(copy, as: title)
      }
    }
  }

  func row(at index: Int) -> ConflictsRow {
    let item = items[index]
    let (outcome, tone) = ConflictsWords.outcome(of: item)
    return ConflictsRow(
      name: item.path.text, program: item.program, outcome: outcome, tone: tone,
      date: item.modified.map(date) ?? "")
  }
}

extension ConflictsPresenter: ConflictsInteractorOutput {
  func conflictsChanged() {
    items = facts.items
    let paths = items.map(\.path)
    state.isLoading = facts.isLoading && paths.isEmpty
    if let change, !facts.isLoading {
      selectedPath = paths.first(where: change.broughtBack.contains) ?? selectedPath
      self.change = nil
    }
    state.awaitsRows = facts.isWorking || change != nil
    state.summary = ConflictsWords.summary(of: facts)
    showRows(named: paths, following: &selectedPath)
  }

  func mergeWasPreviewed(_ preview: MergePreview, toMerge: Bool) {
    let name = preview.note.name.text
    if preview.lines.isEmpty {
      return toMerge ? ask(preview) : showMessage(ConflictsWords.hasAll(name))
    }
    wireframe.showDifference(preview.lines, titled: ConflictsWords.merged(name)) { [weak self] in
      if toMerge { self?.ask(preview) }
    }
  }

  private func ask(_ preview: MergePreview) {
    wireframe.ask(.merging(preview)) { [weak self] answer in
      if answer == .chosen("yes") { self?.interactor.merge(preview.copy) }
    }
  }

  func copiesWereMerged(_ summary: MergeSummary) {
    showMessage(
      ConflictsWords.outcome(of: summary),
      isWarning: !summary.left.isEmpty || !summary.marked.isEmpty)
    load(after: Change())
  }

  private func load(after change: Change) {
    self.change = change
    interactor.load()
  }

  func mergeWasTakenBack(_ summary: MergeSummary) {
    showMessage(ConflictsWords.takenBack(summary))
    load(after: Change(broughtBack: Set(summary.touched)))
  }

  func conflictsFailed(_ message: String) { showMessage(message, isWarning: true) }
}

extension ConflictsPresenter: LifeCycle {
  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
    interactor.add(self)
    conflictsChanged()
  }

  /// Reloads the conflicts, as the person may have resolved one in the screen above.
  func moduleWillAppear() { interactor.load() }
}
