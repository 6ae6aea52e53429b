import Daily
import Entities
import Viper

/// Asks for a template and a title, and opens the note.
@MainActor
final class NewNotesPresenter: NewNotesInput {
  /// The most answers that keys can choose from. With more, the person types a name.
  private static let mostShown = 9

  private let interactor: NewNotesInteractor
  private let wireframe: any NewNotesWireframe
  private weak var output: (any NewNotesOutput)?

  init(
    interactor: NewNotesInteractor, wireframe: any NewNotesWireframe,
    output: any NewNotesOutput
  ) {
    self.interactor = interactor
    self.wireframe = wireframe
    self.output = output
    interactor.output = self
  }

  func openDailyNote(of day: Day?) { interactor.findDailyNote(of: day) }

  func openDailyNote(_ days: Int, from note: NoteID, insteadOf route: RouteHandle) {
    interactor.findDailyNote(days, from: note) { [weak self] day in
      self?.wireframe.replace(route, byDailyNoteOf: day)
    }
  }

  func makeNoteFromTemplate(in folder: NotePath?) {
    chooseTemplate { [weak self] template in
      self?.wireframe.ask(.titleOfNewNote) { [weak self] answer in
        guard case .typed(let title) = answer else { return }
        self?.wireframe.openNote(.after(template, titled: title, folder: folder))
      }
    }
  }

  func makeUniqueNote(in folder: NotePath?) { wireframe.openNote(.unique(folder: folder)) }

  func fillTemplate(
    titled title: String, then use: @escaping @MainActor (NoteTemplate.Filled) -> Void
  ) {
    chooseTemplate { [weak self] template in
      self?.interactor.fill(template, titled: title, then: use)
    }
  }

  func makeNote(titled title: String) {
    if !title.isEmpty { interactor.makeNote(titled: title) }
  }

  func offerNote(named name: String, in folder: NotePath?, wasTyped: Bool) -> Bool {
    guard let path = interactor.path(linked: name) else { return false }
    wireframe.ask(.making(noteNamed: name, in: folder, wasTyped: wasTyped)) { [weak self] answer in
      if answer == .chosen("make") { self?.interactor.makeNote(at: path, in: folder) }
    }
    return true
  }

  private func chooseTemplate(then use: @escaping @MainActor (NoteID) -> Void) {
    interactor.findTemplates { [weak self] templates in
      let shown = templates.prefix(Self.mostShown)
      let question = Question.template(
        of: shown.map(\.title), hasMore: templates.count > shown.count)
      self?.wireframe.ask(question) { [weak self] answer in
        if let number = answer.number { return use(templates[number].id) }
        if answer == .chosen("named") { self?.askForTemplateName(then: use) }
      }
    }
  }

  private func askForTemplateName(then use: @escaping @MainActor (NoteID) -> Void) {
    wireframe.ask(.templateName) { [weak self] answer in
      guard case .typed(let name) = answer, !name.isEmpty else { return }
      self?.interactor.findTemplate(named: name, then: use)
    }
  }
}

extension NewNotesPresenter: NewNotesInteractorOutput {
  func dailyNoteWasFound(_ note: NoteID, of day: Day) { wireframe.openDailyNote(note, of: day) }

  func noteWasMade(_ note: NoteID) { output?.newNotesDidMake(note) }

  func failed(_ failure: NewNoteFailure) { wireframe.showMessage(failure.words) }
}

extension NewNotesPresenter: LifeCycle {
  func moduleWasRemoved() { interactor.stop() }
}
