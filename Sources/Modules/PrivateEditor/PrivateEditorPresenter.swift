import Entities
import UseCases
import Viper

/// Asks, hands the note to the editor, and reports the outcome.
@MainActor
final class PrivateEditorPresenter: PrivateEditorInput {
  /// The name of the file for the editor. The name in the vault is a secret too.
  private static let fileName = "note.md"

  private let interactor: PrivateEditorInteractor
  private let wireframe: any PrivateEditorWireframe
  private let swapsToDisk: Bool
  private weak var output: (any PrivateEditorOutput)?

  init(
    interactor: PrivateEditorInteractor, wireframe: any PrivateEditorWireframe,
    swapsToDisk: Bool, output: any PrivateEditorOutput
  ) {
    self.interactor = interactor
    self.wireframe = wireframe
    self.swapsToDisk = swapsToDisk
    self.output = output
    interactor.output = self
  }

  func edit(_ note: NoteID) {
    let question = Question.handingOver(isLocked: note.path.isLocked, swapsToDisk: swapsToDisk)
    wireframe.ask(question) { [weak self] answer in
      if answer == .chosen("yes") { self?.interactor.read(note) }
    }
  }
}

extension PrivateEditorPresenter: PrivateEditorInteractorOutput {
  func noteWasRead(_ old: [UInt8], of note: NoteID) {
    switch wireframe.edit(old, named: Self.fileName) {
    case nil: return
    case .failed(let reason): wireframe.showMessage(reason)
    case .ended(let text, let problem):
      wireframe.showMessage(problem ?? "")
      if text == old { return }
      output?.privateEditorWillSave()
      interactor.save(text, of: note)
    }
  }

  func savingEnded(of note: NoteID, problem: String?) {
    if let problem { wireframe.showMessage(problem) }
    output?.privateEditorDidSave(note)
  }

  func failed(_ message: String) { wireframe.showMessage(message) }
}

extension PrivateEditorPresenter: LifeCycle {
  func moduleWasRemoved() { interactor.stop() }
}
