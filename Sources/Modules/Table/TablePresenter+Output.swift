import Bases
import Entities
import Pictures
import Viper

extension TablePresenter: TableInteractorOutput {
  func found(_ bases: [NotePath], wanted: Result<NotePath, BaseFailure>?) {
    self.bases = bases
    state.isLoading = false
    if base != nil { return }
    switch wanted {
    case .success(let path):
      if start?.folder != nil { linked = path }
      open(path)
    case .failure(let failure):
      if case .ambiguous(_, let fitting) = failure { self.bases = fitting }
      start = nil
      showBases()
      showMessage(failure.message, isWarning: true)
    case nil: if bases.count == 1 { open(bases[0]) } else { showBases() }
    }
  }

  func read(_ base: BaseFile, at path: NotePath) {
    self.base = (base, path)
    state.name = path.stem.text
    state.tabs = base.views.map(\.name)
    var number = min(state.tab, base.views.count - 1)
    if let wanted = start?.view {
      if let view = base.view(named: wanted),
        let found = base.views.firstIndex(where: { $0.line == view.line && $0.name == view.name })
      {
        number = found
      } else {
        said = TableWords.hasNoView(path.text, wanted)
      }
    }
    start = nil
    guard base.isReadable else {
      state.isLoading = false
      table = nil
      lines = nil
      state.form = .table
      state.columns = []
      state.total = 0
      showRows(0)
      return showMessage(
        TableWords.isUnreadable(path.text, base.problems.first?.text ?? ""), isWarning: true)
    }
    showView(number)
  }

  func workedOut(_ table: BaseTable) {
    guard let shown else { return }
    self.table = table
    let lines = TableLines(table)
    self.lines = lines
    state.isLoading = false
    state.form = shown.type == "list" ? .list : shown.type == "cards" ? .cards : .table
    state.total = table.groups.reduce(0) { $0 + $1.rows.count }
    layOutColumns()
    showRows(lines.count)
    let row = selectedPath.flatMap { path in
      (0..<lines.count).first { lines.row(at: $0)?.path == path }
    }
    state.select(row ?? lines.first ?? 0)
    if row == nil { selectedPath = nil }
    askForPicture()
    if let said { state.message = Message(said) }
    said = nil
    showState()
  }

  func wrote(_ count: Int, leaving: String, touched: [NoteID]) {
    show(touched, TableWords.wrote(count, leaving: leaving))
  }

  func tookBack(_ count: Int, touched: [NoteID]) { show(touched, TableWords.tookBack(count)) }

  private func show(_ touched: [NoteID], _ words: String) {
    said = words
    marked = []
    didChange(touched)
    if let shown { interactor.evaluate(shown) }
  }

  func madeBase(_ path: NotePath) {
    bases = (bases + [path]).sorted()
    open(path)
    showMessage(TableWords.made(path.text))
  }

  func made(_ note: NoteID) {
    selectedPath = note.path
    didChange([note])
    wireframe.open(note)
  }

  func drew(_ picture: DrawnPicture, of name: String) {
    guard name == self.picture else { return }
    state.picture = CardPicture(name: NotePath(name).name.text, drawn: picture)
    showState()
  }

  func didAllowPictures() {
    showMessage(SharedWords.picturesAllowed)
    askForPicture(again: true)
  }

  func nothingToUndo() {
    said = nil
    showMessage(SharedWords.nothingToUndo)
  }

  func failed(_ reason: String) {
    said = nil
    state.isLoading = false
    showMessage(reason, isWarning: true)
  }
}
