import Entities
import VaultSettings
import Viper

/// Turns commands into use cases and routes, and notes into rows.
@MainActor
final class NoteListPresenter: ListPresenter {
  weak var view: (any NoteListView)?

  let interactor: NoteListInteractor
  let wireframe: any NoteListWireframe
  private let clock: any WallClock
  private let dateForm: @MainActor () -> DateForm
  let isReadOnly: Bool
  /// The date format of the current rows.
  private var writtenForm: DateForm?
  weak var preview: (any NoteListRequiredPreview)?
  var state = NoteListState()
  /// The selected note, by its ID because rows move while the list loads.
  var selectedID: NoteID?
  /// The note to select as soon as the rows have it, unless a key comes first.
  var wantedID: NoteID?
  /// The last note that the preview was asked to show.
  var previewedID: NoteID?
  /// Whether the divider's saved position is known, or a person has moved it.
  var knowsShare = false
  /// Whether the next rows select their first match, because the filter changed.
  var selectsFirst = false
  /// Whether the first rows were loaded, or failed to load.
  var hasRows = false
  private var waiting: [NoteListCommand] = []
  /// The marking of the current filter, made once.
  private var known = (filter: "", marking: MatchMarking([]))
  var folders = FolderTree()
  /// The screen that waits for a change of a note.
  var requester: Requester?

  init(
    interactor: NoteListInteractor, wireframe: any NoteListWireframe, clock: any WallClock,
    dateForm: @escaping @MainActor () -> DateForm = { .auto }, isReadOnly: Bool = false
  ) {
    self.isReadOnly = isReadOnly
    self.interactor = interactor
    self.wireframe = wireframe
    self.clock = clock
    self.dateForm = dateForm
    interactor.output = self
    interactor.screen = self
  }

  func select(_ index: Int) {
    guard interactor.rows.count > 0 else {
      state.selected = nil
      selectedID = nil
      return showInPreview(nil)
    }
    let index = min(max(0, index), interactor.rows.count - 1)
    let id = interactor.rows.note(at: index).id
    state.selected = index
    selectedID = id
    showInPreview(id)
  }

  func showInPreview(_ id: NoteID?) {
    guard id != previewedID else { return }
    previewedID = id
    var beside: [NoteID] = []
    if let selected = state.selected {
      let indices = [selected + 1, selected - 1].filter { (0..<interactor.rows.count).contains($0) }
      beside = indices.map { interactor.rows.note(at: $0).id }
    }
    preview?.preview(id, beside: beside)
  }

  /// Runs the commands that waited for rows. After one that opens another screen, the rest are
  /// dropped: they were meant for that screen.
  func performWaiting() {
    let commands = waiting
    waiting = []
    for command in commands {
      handle(command)
      if !command.staysInRows { return }
    }
  }

  var selectedItem: NoteListItem? {
    state.selected.map { interactor.rows.note(at: $0) }
  }

  /// Opens the note, a board as a board. There, Enter opens its text.
  private func open(_ note: NoteID) {
    if let item = selectedItem, item.isBoard, item.obstacle == nil {
      wireframe.openBoard(of: note)
    } else {
      wireframe.openEditor(on: note, output: self)
    }
  }

  /// Returns the selected note; if it cannot be opened, shows the reason. With `asks`, locked notes
  /// and links out of the vault pass, because opening them asks the person.
  func openableNote(asks: Bool = false) -> NoteID? {
    guard let item = selectedItem else { return nil }
    if let obstacle = item.obstacle, !(asks && (item.leadsOutside || item.isLocked)) {
      showMessage(NoteListWords.obstructed(item, obstacle), isWarning: true)
      return nil
    }
    return item.id
  }
}

extension NoteListPresenter: NoteListPresenting {
  /// Runs a command. One for rows that are not there yet waits for them.
  func handle(_ command: NoteListCommand) {
    if selectsFirst || !hasRows, command.needsRows {
      waiting.append(command)
      return
    }
    perform(command)
  }

  private func perform(_ command: NoteListCommand) {
    state.message = Message()
    wantedID = nil
    if isReadOnly, command.changesNotes {
      return showMessage(NoteListWords.readOnly, isWarning: true)
    }
    switch command {
    case .move(let move): select(row(after: move))
    case .select(let index): select(index)
    case .open:
      // Stay in a filter without matches, to type other words.
      if selectedItem != nil { state.isFiltering = false }
      if let id = openableNote(asks: true) { open(id) }
    case .openRandom:
      let others = interactor.rows.count - 1
      // Never open the selected note, unless it is the only one.
      if others > 0 { select(((state.selected ?? 0) + .random(in: 1...others)) % (others + 1)) }
      return perform(NoteListCommand.open)
    case .peek:
      // Peeking at a locked note only shows that it is locked, without asking.
      if let id = selectedItem?.isLocked == true ? selectedItem?.id : openableNote() {
        wireframe.peek(at: id, output: self)
      }
    case .new: wireframe.openNewEditor(in: interactor.rows.folder, output: self)
    case .newFromTemplate: wireframe.openNewFromTemplate(in: interactor.rows.folder)
    case .newUnique: wireframe.openNewUnique(in: interactor.rows.folder)
    case .openDailyNote: wireframe.openDailyNote()
    case .trash, .rename, .moveToFolder, .editTags, .duplicate, .pin: act(command)
    case .join: interactor.joining.find(besides: selectedItem?.id)
    case .tickTask: tickTask()
    case .mark, .markRow, .markAll: mark(command)
    case .nextOrder: changeOrder(isReversed: interactor.arranging.isReversed, next: true)
    case .reverseOrder: changeOrder(isReversed: !interactor.arranging.isReversed, next: false)
    case .folders(let command): perform(command)
    case .back: goBack()
    case .undo: interactor.changing.undo()
    case .beginFilter:
      state.isFiltering = true
      interactor.rows.willFilter()
    case .filter(let words):
      state.filter = words
      // The rows may be delivered during the call.
      selectsFirst = true
      if !interactor.rows.filter(by: words) { selectsFirst = false }
    case .keepFilter: state.isFiltering = false
    case .dropFilter: dropFilter()
    case .togglePreview:
      state.showsPreview.toggle()
      showMessage(NoteListWords.preview(isOn: state.showsPreview))
      wireframe.slotsMoved()
    case .divide(let share):
      (state.share, knowsShare) = (share, true)
      view?.show(state)
      wireframe.slotsMoved()
    case .divided: interactor.arranging.saveSplit(state.share)
    case .focusPreview: wireframe.focusPreview(hasNote: state.selected != nil)
    case .openRecovered: interactor.unsaved.findNext()
    case .editOutside:
      if let id = openableNote(), let problem = wireframe.editOutside(id) {
        showMessage(problem, isWarning: true)
      }
    case .changeLock:
      if let item = selectedItem, item.isLocked || openableNote() != nil {
        wireframe.changeLock(of: item.id)
      }
    case .openHistory:
      if let id = openableNote() { wireframe.openHistory(of: id) }
    case .openLinks:
      if let id = openableNote() { wireframe.openLinks(of: id) }
    case .openProperties: openProperties()
    case .export: export()
    case .openBoard: if let id = openableNote() { wireframe.openBoard(of: id) }
    case .openScreen(let name): wireframe.openScreen(name)
    case .chooseVault: wireframe.openVaultChooser()
    case .reload:
      state.isLoading = true
      interactor.load()
    case .quit: wireframe.quit()
    }
    view?.show(state)
  }

  func row(at index: Int) -> NoteListRow {
    let item = interactor.rows.note(at: index)
    return NoteListRow(
      title: item.title,
      name: item.id.path.name(besides: item.title) ?? "",
      snippet: item.isLocked
        ? NoteListWords.locked : item.obstacle ?? NoteListWords.snippet(of: item),
      isObstructed: item.obstacle != nil && !item.isLocked, isReason: item.obstacle != nil,
      isPinned: interactor.arranging.isPinned(item.id),
      isMarked: state.marked > 0 && interactor.rows.isMarked(item.id))
  }

  var leavesUndoToShell: Bool {
    isReadOnly || state.message.text == NoteListWords.nothingToUndo
  }

  var isUndoing: Bool { interactor.changing.isUndoing }

  var marking: MatchMarking {
    if known.filter != state.filter {
      known = (state.filter, MatchMarking(filter: state.filter))
    }
    return known.marking
  }

  func tags(at index: Int) -> String {
    interactor.rows.tags(at: index).map { "#\($0)" }.joined(separator: " ")
  }

  func heading(at index: Int) -> String? {
    // A filter puts the best match first.
    guard state.filter.isEmpty, let section = section(of: index) else { return nil }
    return index > 0 && section == self.section(of: index - 1) ? nil : section
  }

  private func section(of index: Int) -> String? {
    let note = interactor.rows.note(at: index)
    if interactor.arranging.isPinned(note.id) { return NoteListWords.pinnedSection }
    switch interactor.arranging.order {
    case .modified, .created:
      return NoteListWords.section(of: day(moment(of: note)), today: day(clock.now))
    case .title: return NoteListWords.initial(of: note.title)
    case .name: return NoteListWords.initial(of: note.id.path.name.text)
    }
  }

  /// The moment by which the list is ordered; in an alphabetical order, that of the last change.
  private func moment(of note: NoteListItem) -> Timestamp {
    interactor.arranging.order == .created ? note.created ?? note.modified : note.modified
  }

  private func day(_ moment: Timestamp) -> Day { Day(clock.civil(moment)) }

  func date(at index: Int) -> String {
    ShortDate.text(
      for: moment(of: interactor.rows.note(at: index)), form: dateForm(), clock: clock)
  }

  func folder(at index: Int) -> FolderRow {
    guard folders.rows.indices.contains(index) else {
      return FolderRow(name: "", depth: 0, count: "", isShown: false)
    }
    let row = folders.rows[index]
    return FolderRow(
      name: row.name, depth: row.depth, count: "\(row.notes)", isOpen: row.isOpen,
      isShown: row.path == interactor.rows.folder ?? NotePath(""))
  }
}

extension NoteListPresenter: NoteListRequiredEditorOutput {
  func noteListShouldSelect(_ note: NoteID) {
    guard note != selectedID, let index = interactor.rows.index(of: note) else { return }
    select(index)
    view?.show(state)
  }

  func noteListShouldFollow(_ moves: [NoteMove]) {
    interactor.arranging.applyMoves(moves)
    guard let move = moves.first(where: { $0.from == selectedID }) else { return }
    selectedID = move.to
    wantedID = move.to
  }

  func noteListShouldRefresh(_ note: NoteID) {
    selectedID = note
    wantedID = note
    interactor.rows.refresh(note)
    preview?.previewShouldReload(note)
  }
}

extension NoteListPresenter: NoteListInput {
  package func notesChangedOutside(_ notes: [NoteID]) {
    interactor.rows.notesChangedOutside()
    for note in notes { preview?.previewShouldReload(note) }
  }

  package func select(_ note: NoteID) {
    if let index = interactor.rows.index(of: note) {
      select(index)
      view?.show(state)
    } else {
      selectedID = note
      wantedID = note
    }
  }
}

extension NoteListPresenter: LifeCycle {
  package func moduleIsReady(_ route: RouteHandle) {
    preview = wireframe.embedPreview(in: route)
    view?.show(state)
    interactor.load()
  }

  /// Reloads the rows if the date format was changed on another screen.
  package func moduleWillAppear() {
    let form = dateForm()
    if let writtenForm, writtenForm != form { view?.reloadRows() }
    writtenForm = form
  }

  package func moduleWasRemoved() {
    interactor.stop()
  }
}
