import Daily
import Entities
import Services
import VaultSettings
import Viper

/// Looks for days, templates and folders, and makes notes.
@MainActor
final class NewNotesInteractor {
  /// Weak: the presenter holds its interactor.
  weak var output: (any NewNotesInteractorOutput)?

  private let store: any NoteStore
  /// Made for each use: what is set may have changed.
  private let planner: @MainActor () -> NotePlanner
  private let scope: WorkScope

  init(store: any NoteStore, planner: @escaping @MainActor () -> NotePlanner, work: Work) {
    self.store = store
    self.planner = planner
    scope = work.scope()
  }

  func findDailyNote(of day: Day?) {
    let planner = planner()
    let day = day ?? planner.today
    run({ await planner.dailyNotes().note(of: day) }) {
      $0.output?.dailyNoteWasFound($1, of: day)
    }
  }

  func findDailyNote(
    _ days: Int, from note: NoteID, then use: @escaping @MainActor (Day) -> Void
  ) {
    let planner = planner()
    run({ await planner.dailyNotes().day(of: note) }) { interactor, day in
      if let day { use(day.advanced(by: days)) } else { interactor.output?.failed(.notDaily(note)) }
    }
  }

  func findTemplates(then use: @escaping @MainActor ([NoteTitle]) -> Void) {
    let planner = planner()
    run({ (await planner.dailyNotes().templateFolder, try await planner.templates()) }) {
      let (folder, templates) = $1
      if templates.isEmpty { $0.output?.failed(.noTemplates(in: folder)) } else { use(templates) }
    }
  }

  func findTemplate(named name: String, then use: @escaping @MainActor (NoteID) -> Void) {
    let planner = planner()
    run({ try? await planner.template(named: name) }) { interactor, template in
      if let template { use(template) } else { interactor.output?.failed(.noTemplate(named: name)) }
    }
  }

  func fill(
    _ template: NoteID, titled title: String,
    then use: @escaping @MainActor (NoteTemplate.Filled) -> Void
  ) {
    let planner = planner()
    run({ try await planner.text(of: template, title: title) }) { use($1) }
  }

  func makeNote(titled title: String) {
    let (store, planner) = (store, planner())
    let text = Self.heading(title.split(whereSeparator: \.isNewline).joined(separator: " "))
    run({ try await store.create(text, titled: title, in: await planner.newNoteFolder()).id }) {
      $0.output?.noteWasMade($1)
    }
  }

  /// The file that a link with this name would lead to; nil where there can be none.
  func path(linked name: String) -> NotePath? {
    guard let path = NotePath(linked: name) else { return nil }
    return planner().page(linked: name) ?? path
  }

  /// Under the very name that a link has, so that it leads there.
  func makeNote(at path: NotePath, in folder: NotePath?) {
    let (store, planner) = (store, planner())
    // A page of Logseq has its title in its file's name alone.
    let isPage = planner.isPage(path)
    let text = isPage ? [] : Self.heading(path.stem.text)
    let folder = isPage ? nil : folder
    run({
      var folder = folder
      // A name that has a folder in it is the whole path.
      if folder == nil, path.folder.bytes.isEmpty { folder = await planner.newNoteFolder() }
      let note = NoteID(folder?.appending(path) ?? path)
      _ = try await store.create(text, at: note)
      return note
    }) {
      $0.output?.noteWasMade($1)
    }
  }

  func stop() { scope.end() }

  private static func heading(_ title: String) -> [UInt8] { Array("# \(title)\n".utf8) }

  private func run<Value: Sendable>(
    _ useCase: @escaping @Sendable @concurrent () async throws -> Value,
    then use: @escaping @MainActor (NewNotesInteractor, Value) -> Void
  ) {
    scope.run(
      useCase,
      then: { [weak self] result in
        guard let self else { return }
        switch result {
        case .success(let value): use(self, value)
        case .failure(let error as NoteStoreError): self.output?.failed(.other(error.message))
        case .failure(let error as NoteIndexError): self.output?.failed(.other(error.message))
        case .failure(let error): self.output?.failed(.other("\(error)"))
        }
      })
  }
}
