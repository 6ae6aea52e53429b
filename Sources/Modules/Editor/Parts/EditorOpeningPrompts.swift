import Entities
import Viper

/// What stands before a note's text: a lock of its own, a link that leads out of the vault, and what an
/// earlier run kept of it. A peek only says so.
@MainActor
final class EditorOpeningPrompts {
  private let scene: EditorScene
  private let leaving: EditorLeaving

  init(_ scene: EditorScene, _ leaving: EditorLeaving) {
    self.scene = scene
    self.leaving = leaving
  }

  private var interactor: EditorInteractor { scene.interactor }

  func noteIsLocked(saying remark: String) {
    let name = interactor.name
    scene.release()
    scene.showMessage(
      scene.state.isPeek ? "“\(name)” is locked. Enter asks for its passphrase." : remark,
      isWarning: !remark.isEmpty)
    scene.ask(.passphrase(ofNoteNamed: name, saying: remark)) { [weak self] reply in
      guard let self else { return }
      guard case .gave(let passphrase) = reply else { return leaving.leave() }
      scene.showMessage("Opening “\(interactor.name)”…")
      interactor.open(with: passphrase)
    }
  }

  func lockedNoteWasOpened() {
    scene.wireframe.lockedNoteWasOpened()
    scene.showMessage("")
  }

  func noteLeadsOutside(to target: String) {
    scene.release()
    guard let note = interactor.note else { return }
    if scene.state.isPeek { scene.showMessage("A link to \(target), outside the vault.") }
    scene.ask(.link(of: note.path.text, to: target)) { [weak self] reply in
      guard let self else { return }
      scene.showMessage("")
      if reply == .chosen("open") { interactor.followLink() } else { leaving.leave() }
    }
  }

  func recoveredTextWasFound(kept: String, differing: Int) {
    scene.ask(.recovered(kept: kept, differing: differing)) { [weak self] reply in
      switch reply {
      case .chosen("use"): self?.useRecovered()
      case .chosen("drop"): self?.interactor.dropRecovered()
      case .chosen("show"): self?.scene.showDifference()
      default: break
      }
    }
  }

  func useRecovered() {
    interactor.useRecovered()
    leaving.textChanged()
    scene.showMessage("The unsaved text is back. C-s saves it, C-z undoes that.")
  }
}
