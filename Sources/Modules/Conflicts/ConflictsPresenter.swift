import Comparing
import CopyNames
import Entities
import Services
import Viper

/// Turns commands into use cases and questions, and what is known of the conflicts into rows.
@MainActor
final class ConflictsPresenter: ListPresenter {
  weak var view: (any ConflictsView)? { didSet { view?.show(state) } }

  private let interactor: ConflictsInteractor
  private let wireframe: any ConflictsWireframe
  private let date: @MainActor (Timestamp) -> String
  var route: RouteHandle?
  var state = ConflictsState()
  /// The file of the selected row.
  private var selectedPath: NotePath?
  /// What was done changed the rows; where it brought one back, that is selected.
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

  private enum Selected {
    case copy(ConflictsFacts.Copy)
    case marked(MarkedNote)
    case remains(SyncRemains)
  }

  private var selected: Selected? { state.selected.map(item) }

  private func item(_ index: Int) -> Selected {
    let (copies, marked) = (facts.copies.count, facts.marked.count)
    if index < copies { return .copy(facts.copies[index]) }
    return index < copies + marked
      ? .marked(facts.marked[index - copies]) : .remains(facts.remains[index - copies - marked])
  }
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
      if interactor.canUndo { interactor.undo() } else { showMessage(ConflictsWords.nothingToUndo) }
    case .openNote:
      switch selected {
      case .copy(let copy): wireframe.open(copy.copy.note, atLine: nil)
      case .marked(let note): wireframe.open(note.note, atLine: note.line)
      case .remains(let remains): showMessage(remains.message)
      case nil: break
      }
    case .reload: interactor.load()
    case .close: close()
    }
    selectedPath = state.selected.map { paths[$0] }
    showState()
  }

  private var paths: [NotePath] {
    facts.copies.map(\.copy.copy.path) + facts.marked.map(\.note.path)
      + facts.remains.map(\.path)
  }

  private func show(toMerge: Bool) {
    switch selected {
    case .copy(let copy): interactor.preview(copy.copy, toMerge: toMerge)
    case .marked(let note): wireframe.open(note.note, atLine: note.line)
    case .remains(let remains): showMessage(remains.message)
    case nil: break
    }
  }

  private func askToMergeClean() {
    let count = facts.clean.count
    guard count > 0 else {
      let isLooking = facts.copies.contains { $0.outcome == .unknown }
      return showMessage(isLooking ? ConflictsWords.isComparing : ConflictsWords.noneIsClean)
    }
    wireframe.ask(.mergingClean(count)) { [weak self] answer in
      if answer == .chosen("yes") { self?.interactor.mergeClean() }
    }
  }

  private func askToKeep() {
    guard case .copy(let item)? = selected else {
      return showMessage(ConflictsWords.noCopy)
    }
    wireframe.ask(.keeping(item.copy)) { [weak self] answer in
      if case .typed(let title) = answer, !title.isEmpty {
        self?.interactor.keep(item.copy, as: title)
      }
    }
  }

  func row(at index: Int) -> ConflictsRow {
    switch item(index) {
    case .copy(let copy):
      let (outcome, tone) = ConflictsWords.outcome(of: copy)
      return ConflictsRow(
        name: copy.copy.copy.path.text, program: copy.copy.program.name, outcome: outcome,
        tone: tone, date: copy.copy.modified.map(date) ?? "")
    case .marked(let note):
      return ConflictsRow(
        name: note.note.path.text, program: "marked",
        outcome: ConflictsWords.counted(note.conflicts, "conflict"), tone: .warning,
        date: date(note.modified))
    case .remains(let remains):
      return ConflictsRow(
        name: remains.path.text, program: remains.program,
        outcome: ConflictsWords.outcome(of: remains), tone: .quiet, date: "")
    }
  }
}

extension ConflictsPresenter: ConflictsInteractorOutput {
  func conflictsChanged() {
    let paths = paths
    state.isLoading = facts.isLoading && paths.isEmpty
    if let change, !facts.isLoading {
      selectedPath = paths.first(where: change.broughtBack.contains) ?? selectedPath
      self.change = nil
    }
    state.awaitsRows = facts.isWorking || change != nil
    state.summary = ConflictsWords.summary(of: facts)
    showRows(named: paths, following: &selectedPath)
  }

  func mergeWasPreviewed(_ copy: ConflictCopy, _ merge: MergedCopy, toMerge: Bool) {
    let name = copy.note.path.name.text
    if merge.before == merge.after {
      guard toMerge else {
        return showMessage(ConflictsWords.hasAll(name))
      }
      return ask(copy, merge)
    }
    let lines = LineDifference.listing(of: TextLines(merge.before), TextLines(merge.after))
    wireframe.showDifference(lines, titled: ConflictsWords.merged(name)) { [weak self] in
      if toMerge { self?.ask(copy, merge) }
    }
  }

  private func ask(_ copy: ConflictCopy, _ merge: MergedCopy) {
    wireframe.ask(.merging(copy, merge)) { [weak self] answer in
      if answer == .chosen("yes") { self?.interactor.merge(copy) }
    }
  }

  func copiesWereMerged(_ receipt: ConflictReceipt) {
    showMessage(
      ConflictsWords.outcome(of: receipt),
      isWarning: !receipt.left.isEmpty || !receipt.marked.isEmpty)
    load(after: Change())
  }

  private func load(after change: Change) {
    self.change = change
    interactor.load()
  }

  func mergeWasTakenBack(_ receipt: ConflictReceipt) {
    showMessage(ConflictsWords.takenBack(receipt))
    load(after: Change(broughtBack: Set(receipt.touched.map(\.path))))
  }

  func conflictsFailed(_ message: String) { showMessage(message, isWarning: true) }
}

extension ConflictsPresenter: LifeCycle {
  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
    interactor.add(self)
    conflictsChanged()
  }

  /// Again when the screen that covered it is gone: a note may have been mended there.
  func moduleWillAppear() { interactor.load() }
}
