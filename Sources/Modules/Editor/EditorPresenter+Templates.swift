import Services
import TextEngine

/// A template put in where the cursor is.
extension EditorPresenter {
  func askForTemplate() {
    guard interactor.isLoaded else { return showState() }
    wireframe.askForTemplate(
      forNoteNamed: interactor.note == nil ? interactor.draftName : interactor.name, answer: self)
  }

  /// In the place of what is selected; the cursor goes where the template says, else behind it.
  func templateWasFilled(_ template: NoteTemplate.Filled) {
    guard interactor.isLoaded else { return }
    let range = selections.main.range
    let edit = Edit(in: interactor.text, replacing: range, with: template.bytes)
    let place = range.lowerBound + (template.cursor ?? template.bytes.count)
    interactor.closeStep()
    perform(
      TextChange(edit: edit, selections: Selections(Selection(at: place)), kind: .other))
    interactor.closeStep()
  }
}
