import Entities
import Services
import TextEngine

/// What the interactor tells of loading, saving and keeping.
extension EditorPresenter: EditorInteractorOutput {
  func textWasLoaded() {
    let text = interactor.text
    format = TextFormat(guessedFrom: text, usual: TextFormat(indentWidth: 2))
    selections = selections.clamped(toByteCount: text.byteCount)
    page.open(text)
    visible.forget()
    goWhereItWasLeft()
    learnBehind()
    showRows()
    showPreview()
    goToWantedPart()
    returnToCursor()
    release()
  }

  func noteBegins(at place: ByteOffset?, saying problem: String?) {
    if let place {
      selections = Selections(Selection(at: interactor.text.boundary(atOrBefore: place)))
      bringUp(place)
      showRows()
    }
    if let problem { say(problem, warning: true) }
  }

  func textWasEdited(by edit: Edit) {
    let text = interactor.text
    // Where a row ends now is not known before it is laid out anew.
    if pending == nil { pending = .rows }
    visible.follow(edit)
    page.follow(edit, to: text)
    finding.follow(edit, to: text)
    for index in trail.indices { trail[index].follow(edit) }
    selections = selections.mapped(through: edit)
    learnBehind(.near)
    showPreview()
  }

  func textGrew() {
    let text = interactor.text
    page.grow(to: text)
    finding.grow(to: text)
    goWhereItWasLeft()
    learnBehind()
    showPreview()
    if visible.rows.count < page.height { updateRows() } else { showState() }
  }

  func textIsWhole() {
    format = TextFormat(guessedFrom: interactor.text, usual: format)
    showState()
  }

  func wordsWereCounted() {
    showState()
  }

  func loadingFailed(_ message: String) {
    say(message, warning: true)
    release()
  }

  func recoveredTextWasFound(kept: String, differing: Int) {
    if returning != nil {
      useRecovered(true)
      return returnToCursor()
    }
    ask { presenter in
      presenter.wireframe.askAboutRecovered(
        kept: kept, differing: differing, answer: presenter)
    }
  }

  func noteLeadsOutside(to target: String) {
    release()
    guard let note = interactor.note else { return }
    if state.isPeek { say("A link to \(target), outside the vault.") }
    ask { presenter in
      presenter.wireframe.askToFollowLink(of: note, to: target, answer: presenter)
    }
  }

  func textWasSaved(as note: NoteID) {
    leaving.problem = nil
    if !interactor.isDirty { autosave?.editorTextIsSaved() }
    parent?.editorDidSave(note)
    // What was typed while the text was written has yet to be saved.
    if leaving.waits, interactor.isDirty {
      return interactor.save(inPassing: false)
    }
    if leaving.isWaiting {
      leaving.isWaiting = false
      return leave()
    }
    if leaving.isInPassing {
      showState()
    } else {
      say(
        leaving.tookIn
          ? "Saved \(note.path.text), merged with changes made outside."
          : "Saved \(note.path.text).")
    }
    leaving.tookIn = false
    if let goOn = leaving.goOn {
      leaving.goOn = nil
      goOn()
    }
    if let goal = leaving.goal {
      leaving.goal = nil
      goWithNoteBeside(to: goal)
    }
  }

  func textWasSavedBeside(as note: NoteID) {
    leaving.stay()
    textWasSaved(as: note)
    say("Both are kept; this is \(note.path.text) now.")
  }

  func versionsHaveProblems(_ problems: [String]) {
    let more = problems.count > 1 ? " (and \(problems.count - 1) more)" : ""
    // That the note itself is saved stays to be read.
    let told = state.message.isEmpty ? "" : state.message + " "
    say(told + (problems.first ?? "") + more, warning: true)
  }

  func passagesWereSaved(as note: NoteID) {
    say("The note was changed since. What was typed is in \(note.path.text) now.")
    parent?.editorDidSave(note)
  }

  func nothingWasSaved() {
    if !leaving.isInPassing { say("Nothing to save.") }
  }

  func savingFailed(_ message: String) {
    leaving.stay()
    leaving.problem = message
    interactor.keep()
    say(message, warning: true)
  }

  func keepingFailed(_ message: String) {
    // Of two failures with one reason, the person can mend what keeps the note from being saved.
    say(
      leaving.problem.map { "Unsaved text could not be kept. \($0)" } ?? Self.lossMessage(message),
      warning: true)
  }

  static func lossMessage(_ reason: String) -> String {
    "Unsaved text could not be kept: \(reason)"
  }
}
