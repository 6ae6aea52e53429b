import Entities
import TextEngine
import Viper

/// Turns commands into edits and moves, and the text around the cursor into visible rows.
///
/// What it does on a command is in `EditorPresenter+Commands`, what the view shows in
/// `EditorPresenter+Rows`.
@MainActor
final class EditorPresenter {
  weak var view: (any EditorView)?

  let interactor: any EditorInteracting
  let wireframe: any EditorWireframe
  private weak var parent: (any EditorOutput)?
  weak var autosave: (any EditorRequiredAutosave)?
  var route: RouteHandle?
  var state = EditorState()
  var cursor = TextPosition(line: 0, byte: 0)
  var viewport = Viewport(height: 24)
  var layout = TextLayout(columns: 79, wraps: true)
  /// What is on the screen, laid out once for each change.
  var visibleRows: [Viewport.Row] = []
  /// What the visible rows were made from, with a number for each that was ever different.
  var editions: [(source: RowSource, number: Int)] = []
  var lastEdition = 0
  /// The column that moves from row to row keep to; nil until the first of them.
  var goalColumn: Int?
  /// What `cutLine` took; lines cut one after the other are put back together.
  var cutBytes: [UInt8] = []
  var lastWasCut = false
  /// Set while the editor waits for a save to go back.
  private var leavesAfterSave = false
  /// Where to go after a save: the place may be reached by closing this editor.
  private var goalAfterSave: EditorGoal?
  /// Why the last save failed: going back again asks.
  private var saveProblem: String?
  /// A peek asks nothing; once it is opened in full it asks.
  private var questionWhilePeeking: ((EditorPresenter) -> Void)?
  /// Asks again what was asked before the person wanted to see the difference.
  private var askAgain: (() -> Void)?
  /// The save that is under way brought in what others wrote.
  private var tookIn = false
  /// A save that nobody asked for says nothing.
  private var savesInPassing = false

  init(
    interactor: any EditorInteracting, wireframe: any EditorWireframe,
    output: (any EditorOutput)?, isPeek: Bool
  ) {
    self.interactor = interactor
    self.wireframe = wireframe
    parent = output
    state.isPeek = isPeek
    interactor.output = self
  }

  func say(_ message: String, warning: Bool = false) {
    state.message = message
    state.isWarning = warning
    showState()
  }

  func textChanged() {
    autosave?.editorTextChanged()
    saveProblem = nil
  }

  // MARK: - Saving and leaving

  func save() {
    savesInPassing = false
    tookIn = false
    interactor.save(inPassing: false)
  }

  /// Goes back; what is not saved is saved first.
  func close() {
    if state.isPeek || !interactor.isDirty { return leave() }
    if saveProblem != nil {
      let isKept = hasKeptNow()
      wireframe.askToLeave(noteNamed: interactor.name, isKept: isKept, answer: self)
      return
    }
    leavesAfterSave = true
    save()
  }

  /// Whether nothing that was typed would be lost if the editor went away; says so if it would.
  private func hasKeptNow() -> Bool {
    guard let problem = interactor.keepNow() else { return true }
    keepingFailed(problem)
    return false
  }

  /// Goes somewhere else; what is not saved is saved first.
  func leave(for goal: EditorGoal) {
    guard interactor.isDirty else { return go(to: goal) }
    goalAfterSave = goal
    save()
  }

  private func go(to goal: EditorGoal) {
    switch goal {
    case .place(let place): wireframe.open(place: place)
    case .versions:
      guard let note = interactor.note else {
        return say("A note has versions once it was saved.")
      }
      wireframe.openHistory(of: note)
    }
  }

  private func leave() {
    do throws(RouteError) {
      try route?.remove()
    } catch {
      say(error.message, warning: true)
    }
  }

  private func linkAutosave() {
    guard let route, !state.isPeek else { return }
    autosave = wireframe.attachAutosave(to: route, duties: self)
  }

  func commitPeek() {
    guard let route, wireframe.commitPeek(route) else { return }
    state.isPeek = false
    linkAutosave()
    showState()
    if let questionWhilePeeking { ask(questionWhilePeeking) }
    questionWhilePeeking = nil
  }

  private func ask(_ question: @escaping (EditorPresenter) -> Void) {
    if state.isPeek {
      questionWhilePeeking = question
      return
    }
    askAgain = { [weak self] in self.map(question) }
    question(self)
  }
}

extension EditorPresenter: EditorInteractorOutput {
  func textWasLoaded() {
    cursor = interactor.text.clamped(cursor)
    showRows()
  }

  func loadingFailed(_ message: String) {
    say(message, warning: true)
  }

  func recoveredTextWasFound(kept: String, differing: Int) {
    ask { presenter in
      presenter.wireframe.askAboutRecovered(
        kept: kept, differing: differing, answer: presenter)
    }
  }

  func noteLeadsOutside(to target: String) {
    guard let note = interactor.note else { return }
    if state.isPeek { say("A link to \(target), outside the vault.") }
    ask { presenter in
      presenter.wireframe.askToFollowLink(of: note, to: target, answer: presenter)
    }
  }

  func textWasSaved(as note: NoteID) {
    saveProblem = nil
    if !interactor.isDirty { autosave?.editorTextIsSaved() }
    parent?.editorDidSave(note)
    // What was typed while the text was written has yet to be saved.
    if leavesAfterSave || goalAfterSave != nil, interactor.isDirty {
      return interactor.save(inPassing: false)
    }
    if leavesAfterSave {
      leavesAfterSave = false
      return leave()
    }
    if savesInPassing {
      showState()
    } else {
      say(
        tookIn
          ? "Saved \(note.path.text), merged with changes made outside."
          : "Saved \(note.path.text).")
    }
    tookIn = false
    if let goal = goalAfterSave {
      goalAfterSave = nil
      go(to: goal)
    }
  }

  func textWasSavedBeside(as note: NoteID) {
    leavesAfterSave = false
    goalAfterSave = nil
    textWasSaved(as: note)
    say("Both are kept; this is \(note.path.text) now.")
  }

  func versionsHaveProblems(_ problems: [String]) {
    let more = problems.count > 1 ? " (and \(problems.count - 1) more)" : ""
    // That the note itself is saved stays to be read.
    let told = state.message.isEmpty ? "" : state.message + " "
    say(told + (problems.first ?? "") + more, warning: true)
  }

  func nothingWasSaved() {
    if !savesInPassing { say("Nothing to save.") }
  }

  func savingFailed(_ message: String) {
    leavesAfterSave = false
    goalAfterSave = nil
    saveProblem = message
    interactor.keep()
    say(message, warning: true)
  }

  func noteWasChangedOutside() {
    leavesAfterSave = false
    goalAfterSave = nil
    saveProblem = "Another program changed \(interactor.name)."
    interactor.keep()
    if savesInPassing {
      say("Changed by another program; not saved yet. C-s decides.", warning: true)
    } else {
      ask { presenter in
        presenter.wireframe.askAboutConflict(
          noteNamed: presenter.interactor.name, answer: presenter)
      }
    }
  }

  func noteIsGone() {
    leavesAfterSave = false
    goalAfterSave = nil
    if interactor.isDirty {
      saveProblem = "Another program removed \(interactor.name)."
      interactor.keep()
    }
    say("\(interactor.name) was removed outside. C-s makes it again.", warning: true)
  }

  func mergedOutside() { tookIn = true }

  func keepingFailed(_ message: String) {
    // Of two failures with one reason, the person can mend what keeps the note from being saved.
    say(
      saveProblem.map { "Unsaved text could not be kept. \($0)" } ?? Self.lossMessage(message),
      warning: true)
  }

  private static func lossMessage(_ reason: String) -> String {
    "Unsaved text could not be kept: \(reason)"
  }
}

extension EditorPresenter: EditorAnswers {
  func followLink(_ follow: Bool) {
    say("")
    if follow { interactor.followLink() } else { leave() }
  }

  func useRecovered(_ use: Bool) {
    if use {
      interactor.useRecovered()
      textChanged()
      say("The unsaved text is back. C-s saves it, C-z takes it away.")
    } else {
      interactor.dropRecovered()
    }
  }

  func seeDifference() { interactor.findDifference() }

  func differenceWasSeen() { askAgain?() }

  func keepBoth() {
    savesInPassing = false
    interactor.saveBeside()
  }

  func leaveUnsaved(evenIfLost: Bool) {
    if hasKeptNow() || evenIfLost { leave() }
  }
}

extension EditorPresenter: EditorAutosaveDuties {
  func keepUnsavedText() {
    interactor.keep()
  }

  func saveInPassing() {
    savesInPassing = true
    tookIn = false
    interactor.save(inPassing: true)
  }
}

extension EditorPresenter: EditorInput {
  var isEdited: Bool { interactor.isDirty }
  var note: NoteID? { interactor.note }

  func noteChangedOutside() { interactor.noteChangedOutside() }
}

extension EditorPresenter: LifeCycle {
  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
    linkAutosave()
    showState()
    interactor.open()
  }

  /// Whoever removed it may not have asked: nothing typed is lost that way.
  func moduleWasRemoved() {
    interactor.keepNow()
    interactor.stop()
  }

  func programWillEnd() -> String? {
    interactor.keepNow().map(Self.lossMessage)
  }
}
