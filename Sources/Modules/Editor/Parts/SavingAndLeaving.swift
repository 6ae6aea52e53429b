import Entities
import Viper

/// Saves the text and leaves the editor. `+Questions` asks before a note opens and when others changed its
/// file; `+Renaming` renames headings and blocks.
@MainActor
final class SavingAndLeaving {
  let scene: EditorScene
  private weak var parent: (any EditorOutput)?
  private weak var autosave: (any EditorRequiredAutosave)?
  /// The editor closes after the running save.
  private(set) var isWaiting = false
  /// Where to go after the save, once the other pane is saved too.
  private var goal: (@MainActor () -> Void)?
  /// Continues the other pane, which waits for this save.
  private var goOn: (@MainActor () -> Void)?
  /// Why the last save failed. Closing asks then.
  private var problem: String?
  /// It failed because others changed the same lines. Saving again asks what to do.
  private var isConflict = false
  /// The running save merged what others wrote.
  var hasMerged = false
  /// The person did not ask for the running save, which shows no message.
  private(set) var isInPassing = false
  /// Shows a message when a save takes long.
  private var slow: Timer?
  /// What the last rename of a heading or block reports once the text follows its file.
  var renameReport: String?
  /// Undoes a change of the note or of its links, until something else is done.
  var takeBack: (@MainActor () -> Void)?
  /// What to say of a change of the note instead of the report that its file changed outside, until the
  /// next key.
  var changeReport: String?
  /// Where going back to the last save leads, while it runs.
  var goingBack: GoingBack?
  /// What the running save reports.
  private var savedReport: String?

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

  /// `isAsked`: the person asked for this save, and not for something that needs one.
  func save(inPassing: Bool = false, isAsked: Bool = true) {
    isInPassing = inPassing
    hasMerged = false
    scene.interactor.start(.save(inPassing: inPassing, isAsked: isAsked))
    if !inPassing { sayIfSlow() }
  }

  /// Saves here and in the other pane, because the person asked for it.
  func saveAll(then goOn: @escaping @MainActor () -> Void) {
    saveToLeave(isAsked: true) { [scene] in
      scene.wireframe.saveOtherPane(isAsked: true, then: goOn)
    }
  }

  /// Goes on as another note, for vim's `:saveas`.
  func save(
    asNoteNamed name: String, replacing: Bool, then goOn: (@MainActor () -> Void)? = nil
  ) {
    guard scene.mayChange() else { return }
    if name.isEmpty { return scene.warn(EditorWords.needsName) }
    if scene.snapshot.part != nil { return scene.warn(EditorWords.isOnlyPart) }
    isInPassing = false
    self.goOn = goOn
    scene.interactor.start(.save(as: name, replacing: replacing))
    sayIfSlow()
  }

  func textWasSaved(asOther note: NoteID) {
    let goOn = goOn
    stay()
    textWasSaved(as: note)
    scene.showMessage(EditorWords.savedAs(note))
    goOn?()
  }

  /// Reports this when the save that was just begun has ended, then goes on.
  func reportOnSaving(_ report: String, then goOn: (@MainActor () -> Void)?) {
    isInPassing = false
    (savedReport, self.goOn) = (report, goOn)
  }

  /// A disk may be busy. Without a message the person would press the key again.
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

  /// The text has unsaved changes.
  func textChanged() {
    takeBack = nil
    autosave?.editorTextChanged()
    forgetProblem()
  }

  /// The text has unsaved changes, and what others wrote.
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
    // What was typed during the save is still unsaved.
    if isWaiting || goal != nil || goOn != nil, isDirty {
      return scene.interactor.start(.save(inPassing: false, isAsked: isWaiting))
    }
    if isWaiting {
      isWaiting = false
      return leave()
    }
    if isInPassing {
      scene.showState()
    } else {
      scene.showMessage(savedReport.take() ?? EditorWords.saved(note, hasMerged: hasMerged))
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

  /// Stays in the editor. Closing asks until another change is made.
  func savingFailed(_ problem: String, isConflict: Bool = false) {
    stay()
    savedReport = nil
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

  /// Saves if necessary, then closes the editor.
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
      // Storing the draft may fail after all.
      switch reply {
      case .chosen("leave"): leaveWithDraft()
      case .chosen("lose"):
        _ = storeDraft()
        leave()
      default: break
      }
    }
  }

  /// Closes the editor with a stored draft, unless storing fails.
  func leaveWithDraft() { if storeDraft() { leave() } }

  /// Stores the draft. False, with a message, if closing would lose text.
  private func storeDraft() -> Bool {
    guard let reason = scene.interactor.perform(.storeDraft).problem else { return true }
    storingFailed(reason)
    return false
  }

  /// Shows why the note cannot be saved, if that failed too: the person can act on it.
  func storingFailed(_ reason: String) {
    scene.warn(
      problem.map { EditorWords.draftLost(besides: $0) } ?? EditorWords.draftLost(because: reason))
  }

  /// Saves here and in the other pane, then goes somewhere else.
  func leave(for goal: @escaping @MainActor () -> Void) {
    guard scene.snapshot.isDirty else { return goWithOtherPane(goal) }
    self.goal = goal
    save(isAsked: false)
  }

  /// Saves, then goes somewhere with the note; shows a message if it has no file.
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
    scene.wireframe.saveOtherPane(isAsked: false, then: goal)
  }

  /// Saves for the other pane, which continues afterward.
  func saveToLeave(isAsked: Bool = false, then goOn: @escaping @MainActor () -> Void) {
    guard !scene.state.isPeek, scene.snapshot.isDirty else {
      // The text was saved after a pause, which now is what the person asked for.
      if isAsked, scene.isEditable, scene.snapshot.hasFile { save(inPassing: true, isAsked: true) }
      return goOn()
    }
    self.goOn = goOn
    save(isAsked: isAsked)
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
