import Entities
import Viper

/// The folders next to the list: open branches, the selection, and the folder that limits the rows.
extension NoteListPresenter {
  func perform(_ command: FolderCommand) {
    let (wasInFolders, wereShown) = (state.isInFolders, state.showsFolders)
    defer {
      // A narrow window shows either folders, notes or the preview; in a wide one the folders take
      // some of the room. Either way the slots move.
      if state.isInFolders != wasInFolders || state.showsFolders != wereShown {
        view?.show(state)
        wireframe.slotsMoved()
      }
    }
    let selected = min(state.selectedFolder, max(0, folders.rows.count - 1))
    switch command {
    case .toggle: showFolders(!state.showsFolders)
    case .enter: showFolders(true)
    case .leave: state.isInFolders = false
    case .move(let move):
      select(folder: move.row(from: selected, of: folders.rows.count, visible: visibleRows))
    case .select(let index):
      // A click on the selected one shows it: the second half of a double click.
      if state.isInFolders, index == selected { return openFolder(selected) }
      state.isInFolders = true
      select(folder: index)
    case .open: openFolder(selected)
    case .unfold:
      if folders.rows.indices.contains(selected), folders.rows[selected].isOpen == false {
        toggle(selected)
      } else {
        openFolder(selected)
      }
    case .fold: fold(selected)
    case .toggleBranch: toggle(selected)
    case .rename, .moveBranch: ask(command, of: selected)
    case .clear:
      if interactor.rows.folder != nil { show(folder: nil) } else { state.isInFolders = false }
    }
  }

  private func showFolders(_ isShown: Bool) {
    let wasShown = state.showsFolders
    state.showsFolders = isShown
    state.isInFolders = isShown
    guard isShown != wasShown else { return }
    interactor.rows.showFolders(isShown)
  }

  private func select(folder index: Int) {
    state.selectedFolder = min(max(0, index), max(0, folders.rows.count - 1))
  }

  private func openFolder(_ index: Int) {
    guard folders.rows.indices.contains(index) else { return }
    let path = folders.rows[index].path
    state.selectedFolder = index
    state.isInFolders = false
    show(folder: path.bytes.isEmpty ? nil : path)
  }

  func show(folder: NotePath?) {
    state.folder = folder?.text ?? ""
    if interactor.rows.limit(to: folder) { selectsFirst = true }
    view?.reloadRows()
  }

  /// Follows the shown folder to its new path.
  func folderMoved(_ old: NotePath, to new: NotePath) {
    guard let shown = interactor.rows.folder, shown == old || shown.isBelow(old) else { return }
    let inside = NotePath(bytes: Array(shown.bytes.dropFirst(old.bytes.count + 1)))
    show(folder: shown == old ? new : new.appending(inside))
  }

  private func toggle(_ index: Int) {
    guard folders.rows.indices.contains(index), let isOpen = folders.rows[index].isOpen else {
      return
    }
    folders.show(belowIsOpen: !isOpen, folders.rows[index].path)
    foldersChanged(selecting: folders.rows[index].path)
  }

  private func ask(_ command: FolderCommand, of index: Int) {
    guard folders.rows.indices.contains(index), case let path = folders.rows[index].path,
      !path.bytes.isEmpty
    else { return showMessage(NoteListWords.noFolder, isWarning: true) }
    let isRename = command == .rename
    wireframe.ask(isRename ? .name(ofFolder: path) : .destination(ofFolder: path)) {
      [weak self] answer in
      guard let self, case .typed(let line) = answer else { return }
      let target = NotePath(Self.folder(typed: line))
      guard isRename else {
        return interactor.moving.move(.folder(path), to: target.appending(path.name))
      }
      guard !target.bytes.isEmpty, target.folder.bytes.isEmpty else {
        return showMessage(NoteListWords.noFolderName, isWarning: true)
      }
      interactor.moving.move(.folder(path), to: path.folder.appending(target))
    }
  }

  private func fold(_ index: Int) {
    guard folders.rows.indices.contains(index), index > 0 else { return }
    let row = folders.rows[index]
    if row.isOpen == true { return toggle(index) }
    select(folder: folders.index(of: row.path.folder) ?? 0)
  }

  private func foldersChanged(selecting path: NotePath?) {
    state.folderCount = folders.rows.count
    let index = path.flatMap { folders.index(of: $0) } ?? state.selectedFolder
    select(folder: index)
    view?.reloadRows()
  }

  func foldersWereRead(_ found: [(path: NotePath, notes: Int)]) {
    let selected =
      folders.rows.indices.contains(state.selectedFolder)
      ? folders.rows[state.selectedFolder].path : interactor.rows.folder
    let isFirst = folders.rows.isEmpty
    folders.take(found)
    if isFirst, let folder = interactor.rows.folder { folders.reveal(folder) }
    foldersChanged(selecting: selected)
    view?.show(state)
  }
}
