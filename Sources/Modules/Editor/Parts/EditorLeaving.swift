import Entities
import Services
import Viper

/// When the text is saved, and how the editor is left.
@MainActor
final class EditorLeaving {
  private let scene: EditorScene
  private weak var parent: (any EditorOutput)?
  private weak var autosave: (any EditorRequiredAutosave)?
  /// The editor goes back once the save that is under way has ended.
  private(set) var isWaiting = false
  /// Goes somewhere after a save, with the note beside: closing this editor may lead there.
  private var goal: (@MainActor () -> Void)?
  /// What the note beside does after a save, to go away with this one.
  private var goOn: (@MainActor () -> Void)?
  /// Why the last save failed: going back again asks.
  private(set) var problem: String?
  /// It failed because others changed the same lines: saving again asks what is to become of both.
  private var isConflict = false
  /// The save that is under way brought in what others wrote.
  private var tookIn = false
  /// A save that nobody asked for says nothing.
  private(set) var isInPassing = false
  /// Says that a save takes long.
  private var slow: Timer?
  private static let patience = Duration.milliseconds(300)

  init(_ scene: EditorScene, parent: (any EditorOutput)?) {
    self.scene = scene
    self.parent = parent
  }

  private var interactor: EditorInteractor { scene.interactor }

  func linkAutosave(_ duties: any EditorAutosaveDuties) {
    guard let route = scene.route, !scene.state.isPeek else { return }
    autosave = scene.wireframe.attachAutosave(to: route, duties: duties)
  }

  // MARK: - Saving

  func save(inPassing: Bool = false) {
    isInPassing = inPassing
    tookIn = false
    interactor.save(inPassing: inPassing)
    if !inPassing { sayIfSlow() }
  }

  /// A disk may be busy, and a first save makes folders: a key that seems to do nothing is pressed again.
  private func sayIfSlow() {
    endPatience()
    guard interactor.isSaving else { return }
    slow = interactor.services.scheduler?.schedule(after: Self.patience) { [weak self] in
      guard let self, interactor.isSaving, !isInPassing else { return }
      scene.showMessage("Saving…")
    }
  }

  private func endPatience() {
    slow?.cancel()
    slow = nil
  }

  /// Saves the text as a note of its own.
  func saveBeside() {
    isInPassing = false
    interactor.saveBeside()
  }

  /// Not all of the text is saved.
  func textChanged() {
    autosave?.editorTextChanged()
    forgetProblem()
  }

  /// The same, with what others wrote in it.
  func textTookIn() {
    tookIn = true
    autosave?.editorTextChanged()
  }

  func textWasSaved() { autosave?.editorTextIsSaved() }

  func textWasSaved(as note: NoteID) {
    forgetProblem()
    endPatience()
    if !interactor.isDirty { textWasSaved() }
    tellParent(note)
    // What was typed while the text was written has yet to be saved.
    if isWaiting || goal != nil || goOn != nil, interactor.isDirty {
      return interactor.save(inPassing: false)
    }
    if isWaiting {
      isWaiting = false
      return leave()
    }
    if isInPassing {
      scene.showState()
    } else {
      let merged = tookIn ? ", merged with changes made outside" : ""
      scene.showMessage("Saved \(note.path.text)\(merged).")
    }
    tookIn = false
    let (goOn, goal) = (goOn, goal)
    (self.goOn, self.goal) = (nil, nil)
    goOn?()
    if let goal { goWithNoteBeside(goal) }
  }

  func tellParent(_ note: NoteID) { parent?.editorDidSave(note) }

  /// It goes nowhere, and asks before it does.
  func savingFailed(_ problem: String, isConflict: Bool = false) {
    stay()
    endPatience()
    (self.problem, self.isConflict) = (problem, isConflict)
    interactor.keep()
  }

  func forgetProblem() { (problem, isConflict) = (nil, false) }

  func stay() {
    isWaiting = false
    goal = nil
    goOn = nil
  }

  // MARK: - Leaving

  /// Goes back; what is not saved is saved first.
  func close() {
    if scene.state.isPeek || !interactor.isDirty { return leave() }
    if problem != nil, !isConflict { return askToLeave() }
    isWaiting = true
    save()
  }

  private func askToLeave() {
    let isKept = hasKeptNow()
    scene.wireframe.ask(.leave(noteNamed: interactor.name, isKept: isKept)) { [weak self] reply in
      guard let self else { return }
      // Keeping it may fail after all.
      switch reply {
      case .chosen("leave"): leaveKeeping()
      case .chosen("lose"):
        _ = hasKeptNow()
        leave()
      default: break
      }
    }
  }

  /// Goes back with the text unsaved, unless it cannot be kept.
  func leaveKeeping() { if hasKeptNow() { leave() } }

  /// Whether nothing that was typed would be lost if the editor went away; says so if it would.
  private func hasKeptNow() -> Bool {
    guard let reason = interactor.keepNow() else { return true }
    keepingFailed(reason)
    return false
  }

  func keepingFailed(_ reason: String) {
    // Of two failures with one reason, the person can mend what keeps the note from being saved.
    scene.showMessage(
      problem.map { "Unsaved text could not be kept. \($0)" } ?? Self.lossMessage(reason),
      isWarning: true)
  }

  static func lossMessage(_ reason: String) -> String {
    "Unsaved text could not be kept: \(reason)"
  }

  /// Goes somewhere else; what is not saved is saved first, here and in the note beside.
  func leave(for goal: @escaping @MainActor () -> Void) {
    guard interactor.isDirty else { return goWithNoteBeside(goal) }
    self.goal = goal
    save()
  }

  /// The same with the note's file, which it has once it was saved.
  func leave(orSay nothing: String, for goal: @escaping @MainActor (EditorScene, NoteID) -> Void) {
    leave { [scene] in
      if let note = scene.interactor.noteThatIsThere {
        goal(scene, note)
      } else {
        scene.showMessage(nothing)
      }
    }
  }

  private func goWithNoteBeside(_ goal: @escaping @MainActor () -> Void) {
    interactor.fixName()
    if scene.state.pane == .alone { return goal() }
    scene.wireframe.saveOtherPane(then: goal)
  }

  /// Saves for the note beside, which then goes on.
  func saveToLeave(then goOn: @escaping @MainActor () -> Void) {
    guard !scene.state.isPeek, interactor.isDirty else { return goOn() }
    self.goOn = goOn
    save()
  }

  func leave() {
    guard let route = scene.route else { return }
    do throws(RouteError) {
      try scene.wireframe.close(route)
    } catch {
      scene.showMessage(error.message, isWarning: true)
    }
  }
}
