import Boards
import Viper

extension BoardPresenter: BoardInteractorOutput {
  func read(_ board: BoardText, titled title: String) {
    state.title = title
    let old = self.board
    if old == board { return showState() }
    show(board)
    // Stay with the card if another program moved it.
    let spot = spot
    let followed = old.flatMap { old in spot.flatMap { board.spot(like: $0, of: old) } } ?? spot
    stay(at: followed?.column ?? state.column, followed?.card ?? 0)
    showState()
  }

  func did(_ change: BoardChange, leaving board: BoardText) {
    let words = change.spot.flatMap { spot in
      self.board?.card(at: spot).flatMap { self.board?.words(of: $0) }
    }
    var column =
      state.columns.indices.contains(state.column) ? state.columns[state.column].title : ""
    show(board)
    switch change {
    case .move(let from, let to, _):
      if from.column == to.column {
        stay(at: to.column, to.card)
      } else {
        go(to: to.column, to.card)
        column = state.columns[to.column].title
      }
    case .add(_, let column): stay(at: column, board.options.addsAbove ? 0 : .max / 2)
    case .edit(let spot, _), .tick(let spot, _), .delete(let spot), .archive(let spot, _):
      stay(at: spot.column, spot.card)
    case .addColumn: stay(at: board.columns.count - 1, 0)
    case .renameColumn(let column, _), .moveColumn(_, to: let column), .deleteColumn(let column):
      stay(at: column, 0)
    }
    let line = words?.prefix { $0 != "\n" } ?? ""
    state.message = Message(BoardWords.did(change, String(line), in: column))
    end()
  }

  func tookBack(_ change: BoardChange, leaving board: BoardText) {
    show(board)
    switch change {
    case .move(let from, _, _): stay(at: from.column, from.card)
    case .moveColumn(let column, _): stay(at: column, 0)
    default: stay(at: change.spot?.column ?? state.column, change.spot?.card ?? 0)
    }
    state.message = Message(BoardWords.tookBack)
    end()
  }

  private func end() {
    didChange([note])
    endWriting()
  }

  func nothingToUndo() {
    state.message = Message(SharedWords.nothingToUndo)
    endWriting()
  }

  /// Drops the waiting commands: they were meant for a board that never came to be.
  func refused(_ failure: BoardFailure) {
    dropWaiting()
    state.message = Message(BoardWords.failure(failure), isWarning: true)
    endWriting()
  }

  func failed(_ failure: BoardFailure) {
    board = nil
    (state.columns, state.rowCount, state.column, state.selected) = ([], 0, 0, nil)
    state.isLoading = false
    state.problem = BoardWords.failure(failure)
    view?.reloadRows()
    showState()
  }
}
