import Entities
import Services
import Viper

/// Bringing a version back, whole or one hunk of it, and taking that back.
extension HistoryInteractor {
  func restore(_ index: Int) {
    guard items.indices.contains(index) else { return }
    let (item, cases) = (items[index], cases)
    change({ try await cases.restore(item) }) { interactor, change in
      interactor.undos.append(change)
      interactor.output?.noteWasRestored(change.note, to: item, created: change.isOfGoneNote)
      interactor.load()
    }
  }

  /// Takes what the comparison that was delivered last has in one place.
  func takeHunk(_ number: Int) {
    guard let seen else { return }
    let (note, cases) = (note, cases)
    change({ try await cases.take(number, of: seen, into: note) }) { interactor, taken in
      switch taken {
      case .taken(let change):
        interactor.undos.append(change)
        interactor.output?.hunkWasTaken(note)
        interactor.load()
      case .refused(let refusal): interactor.output?.hunkWasRefused(refusal)
      }
    }
  }

  /// Takes the last restoring or the last hunk back.
  func undoRestore() {
    guard !isChanging else { return }
    guard let undo = undos.last else {
      output?.nothingToUndo()
      return
    }
    let cases = cases
    change({ try await cases.undo(undo) }) { interactor, stamp in
      interactor.undos.removeLast()
      interactor.wasUndone(undo, nowAt: stamp)
      interactor.output?.restoreWasUndone(undo.note)
      interactor.load()
    }
  }

  /// One change at a time.
  private func change<Value: Sendable>(
    _ useCase: @escaping @Sendable @concurrent () async throws -> Value,
    then deliver: @escaping @MainActor (HistoryInteractor, Value) -> Void
  ) {
    guard !isChanging else { return }
    isChanging = true
    scope.run(useCase) { [weak self] result in
      guard let self else { return }
      self.isChanging = false
      switch result {
      case .success(let value): deliver(self, value)
      case .failure(let error): self.output?.failed(error.explanation)
      }
    }
  }

  /// The text is again what the step before left, in a file that is not the same.
  private func wasUndone(_ undo: HistoryChange, nowAt stamp: NoteStamp?) {
    guard case .saved(_, _, let before, _) = undo, let stamp,
      case .saved(let note, let bytes, let first, let after) = undos.last, after == before
    else { return }
    undos[undos.count - 1] = .saved(note, bytes: bytes, before: first, after: stamp)
  }
}
