import Boards
import Entities
import UseCases
import VaultSettings
import Viper

/// Turns commands into changes of a board, and its cards into rows.
@MainActor
final class BoardPresenter: ListPresenter {
  weak var view: (any BoardView)? { didSet { view?.show(state) } }

  let note: NoteID
  let interactor: BoardInteractor
  private let wireframe: any BoardWireframe
  let didChange: @MainActor ([NoteID]) -> Void
  var route: RouteHandle?
  var state = BoardState()
  var board: BoardText?
  /// The row within the column to return to after a column that has fewer cards.
  private var depth = 0
  /// The commands given while a change is being written.
  private var waiting: [BoardCommand] = []

  init(
    of note: NoteID, interactor: BoardInteractor, wireframe: any BoardWireframe,
    didChange: @escaping @MainActor ([NoteID]) -> Void
  ) {
    self.note = note
    self.interactor = interactor
    self.wireframe = wireframe
    self.didChange = didChange
    interactor.output = self
  }

  // MARK: - Cards

  /// The position of the selected card.
  var spot: BoardSpot? {
    guard let selected = state.selected else { return nil }
    return BoardSpot(
      column: state.column, card: selected - state.columns[state.column].rows.lowerBound)
  }

  private var card: BoardCard? { spot.flatMap { board?.card(at: $0) } }

  func row(at index: Int) -> BoardRow {
    guard let board, let column = state.columns.firstIndex(where: { $0.rows.contains(index) }),
      let card = board.card(
        at: BoardSpot(column: column, card: index - state.columns[column].rows.lowerBound))
    else { return BoardRow(words: "", isDone: false, hasBox: false) }
    return BoardRow(
      words: board.words(of: card),
      isDone: card.mark.map { !interactor.rules.status(of: $0).type.isOpen } ?? false,
      hasBox: card.mark != nil
    )
  }

  func show(_ board: BoardText) {
    self.board = board
    var row = 0
    state.columns = board.columns.map { column in
      let name = board.name(of: column)
      defer { row += column.cards.count }
      return BoardHead(
        title: name.words, limit: name.limit, rows: row..<row + column.cards.count)
    }
    state.rowCount = row
    let options = board.options
    state.options = BoardOptions(
      width: options.columnWidth, showsBoxes: options.showsBoxes,
      hidesCounts: options.hidesCounts)
    state.isLoading = false
    state.problem = ""
    view?.reloadRows()
  }

  /// Selects a card, or the nearest one.
  func go(to column: Int, _ card: Int) {
    guard !state.columns.isEmpty else {
      (state.column, state.selected) = (0, nil)
      return
    }
    state.column = min(max(0, column), state.columns.count - 1)
    let rows = state.columns[state.column].rows
    state.selected =
      rows.isEmpty ? nil : min(max(rows.lowerBound, rows.lowerBound + card), rows.upperBound - 1)
  }

  /// Selects a card, and remembers its row for moves to other columns.
  func stay(at column: Int, _ card: Int) {
    go(to: column, card)
    depth = spot?.card ?? 0
  }

  func select(_ row: Int) {
    guard let column = state.columns.firstIndex(where: { $0.rows.contains(row) }) else { return }
    stay(at: column, row - state.columns[column].rows.lowerBound)
  }

  private func goThrough(_ move: ScrollMove) {
    guard let spot else { return }
    let count = state.columns[spot.column].rows.count
    stay(at: spot.column, move.row(from: spot.card, of: count, visible: visibleRows))
  }

  // MARK: - Changes

  private func carryOut(_ change: BoardChange) {
    write { [interactor] in interactor.carryOut(change) }
  }

  private func write(_ act: @escaping @MainActor () -> Void) {
    wireframe.saveEditors { [weak self] in
      guard let self else { return }
      state.isSaving = true
      showState()
      act()
    }
  }

  /// Runs the commands that waited for the change, in order.
  func endWriting() {
    state.isSaving = false
    while !state.isSaving, !waiting.isEmpty { act(waiting.removeFirst()) }
    showState()
  }

  func dropWaiting() { waiting = [] }

  private func moveToColumn(_ steps: Int) {
    guard let spot else { return showMessage(BoardWords.noCard) }
    let column = spot.column + steps
    guard state.columns.indices.contains(column) else { return }
    let card = min(depth, state.columns[column].rows.count)
    carryOut(
      .move(spot, to: BoardSpot(column: column, card: card), ticking: interactor.cases.ticking))
  }

  private func moveCard(_ steps: Int) {
    guard let spot else { return showMessage(BoardWords.noCard) }
    guard (0..<state.columns[spot.column].rows.count).contains(spot.card + steps) else { return }
    carryOut(.move(spot, to: BoardSpot(column: spot.column, card: spot.card + steps)))
  }

  private func withCard(_ change: (BoardSpot) -> BoardChange) {
    guard let spot else { return showMessage(BoardWords.noCard) }
    carryOut(change(spot))
  }

  private func add() {
    guard state.columns.indices.contains(state.column) else { return addColumn() }
    let column = state.column
    ask(.card(for: state.columns[column].title)) { .add($0, column: column) }
  }

  private func edit() {
    guard let board, let spot, let card else { return showMessage(BoardWords.noCard) }
    ask(.words(board.written(card))) { .edit(spot, $0) }
  }

  private func addColumn() { if board != nil { ask(.column) { .addColumn($0) } } }

  private func renameColumn() {
    guard let board, board.columns.indices.contains(state.column) else { return }
    let column = state.column
    ask(.name(board.text(board.columns[column].title))) { .renameColumn(column, $0) }
  }

  private func deleteColumn() {
    guard state.columns.indices.contains(state.column) else { return }
    let (column, head) = (state.column, state.columns[state.column])
    if head.rows.isEmpty { return carryOut(.deleteColumn(column)) }
    wireframe.ask(.deleting(head.title, with: head.rows.count)) { [weak self] answer in
      if answer == .chosen("yes") { self?.carryOut(.deleteColumn(column)) }
    }
  }

  private func ask(_ question: Question, _ change: @escaping @MainActor (String) -> BoardChange) {
    wireframe.ask(question) { [weak self] answer in
      if case .typed(let text) = answer { self?.carryOut(change(text)) }
    }
  }

  // MARK: - Leaving

  private func open() {
    guard let board, board.columns.indices.contains(state.column) else {
      return wireframe.open(note, atLine: 1)
    }
    wireframe.open(note, atLine: card?.line ?? board.columns[state.column].line)
  }

  private func follow() {
    guard let board, let card else { return showMessage(BoardWords.noCard) }
    guard let link = board.firstLink(of: card) else { return showMessage(BoardWords.noLink) }
    if link.isExternal { return wireframe.open(address: link.target) }
    guard let address = link.address else { return showMessage(BoardWords.leadsHere) }
    let home = LinkHome(
      note: note, isMarkdown: link.isMarkdown, newNotes: board.options.newNoteFolder)
    wireframe.follow(link: address, in: home)
  }
}

extension BoardPresenter: ListPresenting {
  func handle(_ command: BoardCommand) {
    // One at a time: each command applies to the board that the one before left.
    if state.isSaving { return waiting.append(command) }
    act(command)
  }

  private func act(_ command: BoardCommand) {
    state.message = Message()
    switch command {
    case .move(let move): goThrough(move)
    case .select(let row): select(row)
    case .selectColumn(let steps): go(to: state.column + steps, depth)
    case .goToColumn(let column): go(to: column, 0)
    case .open: open()
    case .follow: follow()
    case .moveToColumn(let steps): moveToColumn(steps)
    case .moveCard(let steps): moveCard(steps)
    case .add: add()
    case .edit: edit()
    case .tick: withCard { .tick($0, interactor.cases.ticking) }
    case .archive: withCard { .archive($0, at: interactor.cases.now) }
    case .delete: withCard { .delete($0) }
    case .addColumn: addColumn()
    case .renameColumn: renameColumn()
    case .moveColumn(let steps):
      if state.columns.indices.contains(state.column + steps) {
        carryOut(.moveColumn(state.column, to: state.column + steps))
      }
    case .deleteColumn: deleteColumn()
    case .undo: write { [interactor] in interactor.undo() }
    case .reload: interactor.load()
    case .close: close()
    }
    showState()
  }
}

extension BoardPresenter: VaultListener {
  package func notesChangedOutside(_ notes: Set<NoteID>) {
    if notes.contains(note), !state.isSaving { interactor.load() }
  }
}

extension BoardPresenter: LifeCycle {
  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
    wireframe.saveEditors { [weak self] in self?.interactor.load() }
  }

  /// Reloads the board, as the editor above may have changed it.
  func moduleWillAppear() { if board != nil, !state.isSaving { interactor.load() } }

  func moduleWasRemoved() { interactor.stop() }

  var hasUnfinishedWork: Bool { state.isSaving }
}

extension BoardPresenter: OwnSubjectReporting {
  package var ownSubject: OwnSubject {
    OwnSubject(note, line: card?.line, text: card.flatMap { board?.words(of: $0) })
  }
}
