import Daily
import Entities
import Viper

/// Finds days, templates and folders, and makes notes.
@MainActor
final class NewNotesInteractor {
  /// Weak: the presenter holds its interactor.
  weak var output: (any NewNotesInteractorOutput)?

  /// Makes the use cases for each call, because settings may have changed.
  private let cases: @MainActor () -> NewNoteCases
  private let scope: WorkScope

  init(cases: @escaping @MainActor () -> NewNoteCases, work: Work) {
    self.cases = cases
    scope = work.scope()
  }

  func findDailyNote(of day: Day?) {
    let cases = cases()
    let day = day ?? cases.planner.today
    run({ await cases.dailyNote(of: day) }) { $0.dailyNoteWasFound($1, of: day) }
  }

  func findDailyNote(
    _ days: Int, from note: NoteID, then use: @escaping @MainActor (Day) -> Void
  ) {
    let cases = cases()
    run({ try await cases.day(days, from: note) }) { use($1) }
  }

  func findTemplates(then use: @escaping @MainActor ([NoteTitle]) -> Void) {
    let cases = cases()
    run({ try await cases.templates() }) { use($1) }
  }

  func findTemplate(named name: String, then use: @escaping @MainActor (NoteID) -> Void) {
    let cases = cases()
    run({ try await cases.template(named: name) }) { use($1) }
  }

  func fill(
    _ template: NoteID, titled title: String,
    then use: @escaping @MainActor (NoteTemplate.Filled) -> Void
  ) {
    let cases = cases()
    run({ try await cases.text(of: template, titled: title) }) { use($1) }
  }

  func makeNote(titled title: String) {
    let cases = cases()
    run({ try await cases.make(NewNote(title: title)).id }) { $0.noteWasMade($1) }
  }

  /// Returns the file that a link with this name would point to; nil if no note can have the name.
  func path(linked name: String) -> NotePath? { cases().path(linked: name) }

  /// Makes a note with the exact name of the link, so that the link finds it.
  func makeNote(at path: NotePath, in folder: NotePath?) {
    let cases = cases()
    run({ try await cases.makeNote(at: path, in: folder) }) { $0.noteWasMade($1) }
  }

  func stop() { scope.end() }

  private func run<Value: Sendable>(
    _ useCase: @escaping @Sendable @concurrent () async throws -> Value,
    then use: @escaping @MainActor (any NewNotesInteractorOutput, Value) -> Void
  ) {
    scope.run(
      useCase,
      then: { [weak self] result in
        guard let output = self?.output else { return }
        switch result {
        case .success(let value): use(output, value)
        case .failure(let error):
          if let failure = error as? NewNoteFailure { output.failed(failure) }
        }
      })
  }
}
