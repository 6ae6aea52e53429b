import Entities
import TextEngine
import Viper

/// What others do to the note while it is open, and conflicts in the text: which version of
/// the lines is to stay.
@MainActor
final class EditorConflicts {
  private let scene: EditorScene
  private let leaving: EditorLeaving
  private let renaming: EditorRenaming

  init(_ scene: EditorScene, _ leaving: EditorLeaving, _ renaming: EditorRenaming) {
    self.scene = scene
    self.leaving = leaving
    self.renaming = renaming
  }

  private var interactor: EditorInteractor { scene.interactor }

  func textTookIn(_ change: EditorOutsideChange) {
    // The rows on the screen are those of the text before, mapped already.
    let (text, page) = (scene.text, scene.page)
    let row = scene.state.isPeek ? nil : scene.state.cursor?.row
    let place = row == nil ? page.top : scene.selections.main.head
    page.keep(text.boundary(atOrBefore: place), atRow: row ?? 0, in: text)
    interactor.session.selections = scene.selections.map { selection in
      Selection(
        anchor: text.boundary(atOrBefore: selection.anchor),
        head: text.boundary(atOrBefore: selection.head))
    }
    switch change {
    case .recovered, .linksFollowed: break
    case .marked(let conflicts):
      leaving.textChanged()
      conflictsWereMarked(conflicts)
    case .followed:
      scene.showMessage(renaming.nextProblem() ?? "Changed outside; this is the new text.")
    case .merged:
      leaving.textTookIn()
      scene.showMessage("Merged with changes made outside.")
    }
    scene.showRows()
  }

  func noteWasChangedOutside() {
    let isLeaving = leaving.isWaiting
    leaving.savingFailed("Another program changed \(interactor.name).", isConflict: true)
    if leaving.isInPassing {
      return scene.showMessage(
        "Changed by another program; not saved yet. C-s decides.", isWarning: true)
    }
    scene.ask(.conflict(noteNamed: interactor.name, isLeaving: isLeaving)) { [weak self] reply in
      guard let self, case .chosen(let choice) = reply else { return }
      switch choice {
      case "both": leaving.saveBeside()
      case "merge":
        leaving.forgetProblem()
        interactor.markConflicts()
      case "show": scene.showDifference()
      case "leave": leaving.leaveKeeping()
      default: break
      }
    }
  }

  func noteIsGone() {
    leaving.stay()
    if interactor.isDirty {
      leaving.savingFailed("Another program removed \(interactor.name).")
    }
    scene.showMessage(
      "\(interactor.name) was removed outside. C-s makes it again.", isWarning: true)
  }

  // MARK: - In the text

  /// Goes to the first of them.
  private func conflictsWereMarked(_ count: Int) {
    if count == 0 { return scene.showMessage("Merged with changes made outside. C-s saves.") }
    goToConflict(from: .zero)
    let places = count == 1 ? "1 place was" : "\(count) places were"
    scene.showMessage("\(places) changed by both: M-, takes yours, M-. theirs, M-; both.")
  }

  func resolve(taking choice: ConflictMarks.Choice) {
    guard interactor.isLoaded,
      let conflict = ConflictMarks(at: scene.selections.main.head, in: scene.text)
    else { return scene.showMessage("There is no conflict here or below.") }
    let start = conflict.all.lowerBound
    let edit = conflict.edit(of: scene.text, taking: choice)
    guard scene.perform(edit, then: Selections(Selection(at: start))) else { return }
    if !goToConflict(from: start) { scene.showMessage("No conflict is left. C-s saves.") }
    scene.showRows()
  }

  @discardableResult
  private func goToConflict(from place: ByteOffset) -> Bool {
    guard let next = ConflictMarks(at: place, in: scene.text) else { return false }
    interactor.session.selections = Selections(Selection(at: next.myLines.lowerBound))
    return true
  }
}
