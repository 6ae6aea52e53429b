import Entities
import Viper

/// When the text is saved, and how the editor is left. What is asked before a note opens and when others
/// changed its file is in `+Questions`; a heading gets another name, with its links, in `+Renaming`.
@MainActor
final class SavingAndLeaving {
  let scene: EditorScene
  private weak var parent: (any EditorOutput)?
  private weak var autosave: (any EditorRequiredAutosave)?
  /// The editor goes back once the save that is under way has ended.
  private(set) var isWaiting = false
  /// Goes somewhere after a save, with the other pane: closing this editor may lead there.
  private var goal: (@MainActor () -> Void)?
  /// What the other pane does after a save, to go away with this one.
  private var goOn: (@MainActor () -> Void)?
  /// Why the last save failed: going back again asks.
  private var problem: String?
  /// It failed because others changed the same lines: saving again asks what is to become of both.
  private var isConflict = false
  /// The save that is under way brought in what others wrote.
  var hasMerged = false
  /// A save that the person did not ask for says nothing.
  private(set) var isInPassing = false
  /// Says that a save takes long.
  private var slow: Timer?
  /// What the last rename of a heading or block reports once the text follows its file.
  var renameReport: String?
  /// Undoing takes back the last rename: nothing else was done since.
  var isRenameLast = false

  private static let patience = Duration.milliseconds(300)

  init(_ scene: EditorScene, parent: (any EditorOutput)?) {
    self.scene = scene
    self.parent = parent
  }

  func linkAutosave(_ duties: any EditorAutosaveDuties) {
    guard let route = scene.route, !scene.state.isPeek else { return }
    autosave = scene.wireframe.attachAutosave(to: route, duties: duties)
  }

  // MARK: - Saving

  func save(inPassing: Bool = false) {
    isInPassing = inPassing
    hasMerged = false
    scene.interactor.start(.save(inPassing: inPassing))
    if !inPassing { sayIfSlow() }
  }

  /// As vim's `:w` and `:wq` do: a note has no other name to be saved under.
  func save(as name: String, isLeaving: Bool = false) {
    if !name.isEmpty { return scene.warn(EditorWords.cannotWriteElsewhere(name)) }
    if isLeaving { close() } else { save() }
  }

  /// A disk may be busy, and a first save makes folders: a key that seems to do nothing is pressed again.
  private func sayIfSlow() {
    endPatience()
    guard scene.snapshot.isSaving else { return }
    slow = scene.interactor.schedule(after: Self.patience) { [weak self] in
      guard let self, scene.snapshot.isSaving, !isInPassing else { return }
      scene.showMessage(EditorWords.isSaving)
    }
  }

  private func endPatience() {
    slow?.cancel()
    slow = nil
  }

  /// Not all of the text is saved.
  func textChanged() {
    isRenameLast = false
    autosave?.editorTextChanged()
    forgetProblem()
  }

  /// The same, with what others wrote in it.
  func textWasMerged() {
    hasMerged = true
    autosave?.editorTextChanged()
  }

  func textWasSaved() { autosave?.editorTextIsSaved() }

  func textWasSaved(as note: NoteID) {
    forgetProblem()
    endPatience()
    let isDirty = scene.snapshot.isDirty
    if !isDirty { textWasSaved() }
    tellParent(note)
    // What was typed while the text was written has yet to be saved.
    if isWaiting || goal != nil || goOn != nil, isDirty {
      return scene.interactor.start(.save(inPassing: false))
    }
    if isWaiting {
      isWaiting = false
      return leave()
    }
    if isInPassing {
      scene.showState()
    } else {
      scene.showMessage(EditorWords.saved(note, hasMerged: hasMerged))
    }
    hasMerged = false
    let (goOn, goal) = (goOn, goal)
    (self.goOn, self.goal) = (nil, nil)
    goOn?()
    if let goal { goWithOtherPane(goal) }
  }

  /// Saves the text as a note of its own.
  func saveBeside() {
    isInPassing = false
    scene.interactor.start(.saveBeside)
  }

  func textWasSavedBeside(as note: NoteID) {
    stay()
    textWasSaved(as: note)
    scene.showMessage(EditorWords.savedBeside(as: note))
  }

  func nothingWasSaved() {
    if !isInPassing { scene.showMessage(EditorWords.nothingToSave) }
  }

  func tellParent(_ note: NoteID) { parent?.editorDidSave(note) }

  /// It goes nowhere, and asks before it does.
  func savingFailed(_ problem: String, isConflict: Bool = false) {
    stay()
    endPatience()
    (self.problem, self.isConflict) = (problem, isConflict)
    scene.interactor.start(.storeDraft)
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
    let snapshot = scene.snapshot
    if scene.state.isPeek || !snapshot.isDirty { return leave() }
    if problem != nil, !isConflict { return askToLeave(snapshot.name) }
    isWaiting = true
    save()
  }

  private func askToLeave(_ name: String) {
    let isKept = storeDraft()
    scene.wireframe.ask(.leave(noteNamed: name, isKept: isKept)) { [weak self] reply in
      guard let self else { return }
      // Storing it may fail after all.
      switch reply {
      case .chosen("leave"): leaveWithDraft()
      case .chosen("lose"):
        _ = storeDraft()
        leave()
      default: break
      }
    }
  }

  /// Goes back with the text unsaved, unless it cannot be stored.
  func leaveWithDraft() { if storeDraft() { leave() } }

  /// Whether nothing that was typed would be lost if the editor went away; says so if it would.
  private func storeDraft() -> Bool {
    guard let reason = scene.interactor.perform(.storeDraft).problem else { return true }
    storingFailed(reason)
    return false
  }

  /// Of two failures with one reason, the person can mend what keeps the note from being saved.
  func storingFailed(_ reason: String) {
    scene.warn(
      problem.map { EditorWords.draftLost(besides: $0) } ?? EditorWords.draftLost(because: reason))
  }

  /// Goes somewhere else; what is not saved is saved first, here and in the other pane.
  func leave(for goal: @escaping @MainActor () -> Void) {
    guard scene.snapshot.isDirty else { return goWithOtherPane(goal) }
    self.goal = goal
    save()
  }

  /// The same with the note's file, which it has once it was saved.
  func leave(orSay nothing: String, for goal: @escaping @MainActor (EditorScene, NoteID) -> Void) {
    leave { [scene] in
      if let note = scene.snapshot.writtenNote {
        goal(scene, note)
      } else {
        scene.showMessage(nothing)
      }
    }
  }

  func leave(for screen: EditorNoteScreen) {
    leave(orSay: EditorWords.noScreenYet(screen)) { $0.wireframe.open(screen, of: $1) }
  }

  /// Goes on from a daily note to another one, the given number of days later.
  func leaveForDay(_ days: Int) {
    leave { [scene] in
      guard let note = scene.snapshot.note else {
        return scene.showMessage(EditorWords.isNoDailyNote)
      }
      scene.wireframe.openDailyNote(days, from: note)
    }
  }

  private func goWithOtherPane(_ goal: @escaping @MainActor () -> Void) {
    scene.interactor.start(.fixName)
    if scene.state.pane == .alone { return goal() }
    scene.wireframe.saveOtherPane(then: goal)
  }

  /// Saves for the other pane, which then goes on.
  func saveToLeave(then goOn: @escaping @MainActor () -> Void) {
    guard !scene.state.isPeek, scene.snapshot.isDirty else { return goOn() }
    self.goOn = goOn
    save()
  }

  func leave() {
    guard let route = scene.route else { return }
    do throws(RouteError) {
      try scene.wireframe.close(route)
    } catch {
      scene.warn(error.message)
    }
  }
}
