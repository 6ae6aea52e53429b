import Entities
import Secrets
import Viper

/// Asks for passphrases and shows the outcome.
@MainActor
final class NoteLockPresenter: NoteLockInput {
  private let interactor: NoteLockInteractor
  private let wireframe: any NoteLockWireframe
  private weak var output: (any NoteLockOutput)?

  init(
    interactor: NoteLockInteractor, wireframe: any NoteLockWireframe,
    output: any NoteLockOutput
  ) {
    self.interactor = interactor
    self.wireframe = wireframe
    self.output = output
    interactor.output = self
  }

  func changeLock(of note: NoteID) {
    guard interactor.canLock else { return wireframe.showMessage(NoteLockWords.lockedByVault) }
    if note.path.isLocked { askToTakeOff(note) } else { askForNew(note) }
  }

  private func askForNew(_ note: NoteID, remark: String = "") {
    wireframe.ask(.newPassphrase(of: note, remark: remark)) { [weak self] answer in
      if case .gave(let first) = answer { self?.askAgain(note, first) }
    }
  }

  private func askAgain(_ note: NoteID, _ first: TypedSecret) {
    wireframe.ask(.samePassphrase) { [weak self] answer in
      guard case .gave(let second) = answer else { return }
      if first == second {
        self?.interactor.lock(note, with: first)
      } else {
        self?.askForNew(note, remark: NoteLockWords.twoDifferent)
      }
    }
  }

  private func askToTakeOff(_ note: NoteID) {
    wireframe.ask(.takingLockOff(note)) { [weak self] answer in
      if answer == .chosen("yes") { self?.interactor.takeLockOff(note) }
    }
  }
}

extension NoteLockPresenter: NoteLockInteractorOutput {
  func passphraseIsNeeded(for note: NoteID, remark: String) {
    wireframe.ask(.passphrase(of: note, remark: remark)) { [weak self] answer in
      if case .gave(let passphrase) = answer {
        self?.interactor.takeLockOff(note, with: passphrase)
      }
    }
  }

  func noteWillChange(_ note: NoteID) {
    wireframe.closeEditor(of: note)
    wireframe.showMessage(NoteLockWords.changing(note))
  }

  func noteDidChange(_ note: NoteID, to made: NoteID) {
    output?.noteLockDidChange(note, to: made)
    wireframe.showMessage(NoteLockWords.changed(note))
  }

  func changeFailed(of note: NoteID, _ message: String) {
    output?.noteLockDidFail(with: note)
    failed(message)
  }

  func failed(_ message: String) { wireframe.showMessage(message) }
}

extension NoteLockPresenter: LifeCycle {
  func moduleWasRemoved() { interactor.stop() }
}
