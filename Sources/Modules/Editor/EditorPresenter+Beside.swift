import Entities
import TextEngine

/// Another note beside this one: chosen by its name, or by the link at the cursor.
///
/// A note is never open on both sides: two texts of one file, each with its own history, would have
/// to be merged as one types. Whoever asks for it is taken to where it stands already.
extension EditorPresenter {
  struct Choosing {
    var found = EditorFoundNotes()
    /// Tells the answer that is waited for from older ones.
    var number = 0
  }

  func goBeside() {
    guard interactor.isLoaded else { return showState() }
    if state.standing != .alone { return wireframe.focusNoteBeside() }
    let link = TextLink.at(selections.main.head, in: interactor.text)
    wireframe.askForNoteBeside(proposing: link?.writtenName ?? "", answer: self)
  }

  func followLinkBeside() {
    guard let link = TextLink.at(selections.main.head, in: interactor.text) else {
      return say("There is no link to a note at the cursor.")
    }
    guard let name = link.writtenName else {
      return say("This link leads to no other note; C-] follows it here.")
    }
    noteWasNamed(name)
  }

  func noteWasNamed(_ name: String) {
    choosing.number += 1
    interactor.findNotes(name, number: choosing.number)
  }

  func notesWereFound(_ found: EditorFoundNotes, for written: String, number: Int) {
    guard number == choosing.number else { return }
    choosing.found = found
    switch found.notes.count {
    case 0: say("No note is called “\(written)”.")
    case 1: noteWasChosen(0)
    default: wireframe.askWhichNote(of: found.notes.map(\.shown), answer: self)
    }
  }

  func noteWasChosen(_ index: Int) {
    guard choosing.found.notes.indices.contains(index) else { return }
    let (note, part) = (choosing.found.notes[index].id, choosing.found.part)
    guard note == interactor.note else { return wireframe.openBeside(note, at: part) }
    say("“\(interactor.name)” is open here already. F5 shows it beside, as a preview.")
    if let part { go(toPart: part) }
  }
}

extension EditorPresenter {
  func comeOver(toPart part: String?) {
    remember(.beside)
    guard let part else { return }
    go(toPart: part)
    parts.remembers = false
  }

  func stands(_ standing: EditorStanding) {
    state.standing = standing
    showState()
  }
}

extension TextLink {
  /// The note, and the part of it, as a person would type them.
  fileprivate var writtenName: String? {
    noteName.map { name in name + (partToFind.map { "#\($0)" } ?? "") }
  }
}
