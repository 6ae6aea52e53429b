import Entities
import Services
import TextEngine

/// What others do to the note while it is open.
extension EditorPresenter {
  func textTookIn(_ edit: Edit, as change: EditorOutsideChange) {
    // The rows on the screen are those of the text before, mapped already.
    let row = state.isPeek ? nil : state.cursor?.row
    let text = interactor.text
    let place = row == nil ? page.top : selections.main.head
    page.keep(text.boundary(atOrBefore: place), atRow: row ?? 0, in: text)
    selections = selections.map { selection in
      Selection(
        anchor: text.boundary(atOrBefore: selection.anchor),
        head: text.boundary(atOrBefore: selection.head))
    }
    switch change {
    case .recovered: break
    case .marked(let conflicts):
      autosave?.editorTextChanged()
      conflictsWereMarked(conflicts)
    case .followed:
      say(renaming.news ?? "Changed outside; this is the new text.")
      renaming.news = nil
    case .merged:
      leaving.tookIn = true
      say("Merged with changes made outside.")
      autosave?.editorTextChanged()
    }
    showRows()
  }

  func textIsTheFiles() {
    autosave?.editorTextIsSaved()
    showState()
  }

  func noteWasChangedOutside() {
    leaving.stay()
    leaving.problem = "Another program changed \(interactor.name)."
    interactor.keep()
    if leaving.isInPassing {
      say("Changed by another program; not saved yet. C-s decides.", warning: true)
    } else {
      ask { presenter in
        presenter.wireframe.askAboutConflict(
          noteNamed: presenter.interactor.name, answer: presenter)
      }
    }
  }

  func noteIsGone() {
    leaving.stay()
    if interactor.isDirty {
      leaving.problem = "Another program removed \(interactor.name)."
      interactor.keep()
    }
    say("\(interactor.name) was removed outside. C-s makes it again.", warning: true)
  }

  func noteIsInConflict() {
    say("Changed outside; saving keeps both.", warning: true)
  }

  func noteWasMoved(to note: NoteID) {
    say("Moved outside; this is \(note.path.text) now.")
  }

  func differenceWasFound(_ lines: [DifferenceLine]) {
    wireframe.show(difference: lines, answer: self)
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

  func differenceWasSeen() { leaving.askAgain?() }

  func mergeHere() { markConflicts() }

  func keepBoth() {
    leaving.isInPassing = false
    interactor.saveBeside()
  }

  func leaveUnsaved(evenIfLost: Bool) {
    if hasKeptNow() || evenIfLost { leave() }
  }
}
