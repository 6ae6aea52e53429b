import Entities
import OpenVault
import Services
import UseCases
import Viper

/// The list's business, composed of the parts in `Business`.
@MainActor
final class NoteListInteractor {
  let rows: NoteListRows
  let arranging: NoteListArranger
  let changing: NoteListChanges
  let moving: NoteMoving
  let joining: NoteJoins
  let tasks: TaskTicking
  let unsaved: UnsavedNotes
  private let index: any NoteIndex
  private let loading: NoteListLoading
  private let scope: NoteListScope

  init(
    _ cases: NoteListCases, journal: any RecoveryJournal, tasks: TaskCases, work: Work,
    hearing: @escaping @MainActor () async -> Void
  ) {
    scope = NoteListScope(work)
    let rows = NoteListRows(cases.vault.index, scope)
    let arranging = NoteListArranger(cases.vault.state.arrangement, rows, scope)
    let runner = NoteChangeRunner(rows, scope)
    self.rows = rows
    self.arranging = arranging
    changing = NoteListChanges(cases, runner)
    moving = NoteMoving(cases, arranging, runner)
    joining = NoteJoins(cases, arranging, runner)
    self.tasks = TaskTicking(tasks, runner)
    let unsaved = UnsavedNotes(journal, scope)
    self.unsaved = unsaved
    index = cases.vault.index
    loading = NoteListLoading(cases.vault.index, hearing, rows, arranging, unsaved, scope)
  }

  /// Weak: the presenter holds its interactor.
  var output: (any NoteListInteractorOutput)? {
    get { scope.output }
    set { scope.output = newValue }
  }

  var screen: (any NoteListScreenOutput)? {
    get { scope.screen }
    set { scope.screen = newValue }
  }

  /// Shows what the index knows, reads the files, and reports what earlier runs left unsaved.
  func load() { loading.load() }

  func stop() { scope.end() }

  /// The title of a note, which the rows may not have.
  func title(of note: NoteID) -> String {
    rows.titles(of: .these([note]))[note] ?? index.knownNote(note.path.text)?.title
      ?? note.path.stem.text
  }
}

/// The shared work scope of the list's parts, and their outputs.
@MainActor
final class NoteListScope {
  weak var output: (any NoteListInteractorOutput)?
  weak var screen: (any NoteListScreenOutput)?
  private let scope: WorkScope

  init(_ work: Work) { scope = work.scope() }

  /// Runs a use case and delivers its result.
  func run<Value: Sendable>(
    _ useCase: @escaping @Sendable @concurrent () async throws -> Value,
    then deliver: @escaping @MainActor (Result<Value, NoteListFailure>) -> Void
  ) {
    scope.run(useCase, then: { deliver($0.mapError(NoteListFailure.init)) })
  }

  /// Runs a use case and delivers its value; a failure is only reported.
  func run<Value: Sendable>(
    _ useCase: @escaping @Sendable @concurrent () async throws -> Value,
    done deliver: @escaping @MainActor (Value) -> Void
  ) {
    run(
      useCase,
      then: { [weak self] result in
        switch result {
        case .success(let value): deliver(value)
        case .failure(let failure): self?.output?.failed(failure)
        }
      })
  }

  func follow<Element: Sendable>(
    _ stream: @escaping @MainActor () async -> AsyncStream<Element>,
    each deliver: @escaping @MainActor (Element) -> Void,
    finally finish: @escaping @MainActor () -> Void = {}
  ) {
    scope.follow(stream, each: deliver, finally: finish)
  }

  /// Whether nothing is running.
  var isIdle: Bool { scope.isIdle }

  func end() { scope.end() }
}

extension NoteListFailure {
  /// Converts an error. Services throw only these types; all others count as a stop.
  init(_ error: any Error) {
    switch error {
    case let error as NoteStoreError: self = .store(error)
    case let error as NoteIndexError: self = .index(error)
    default: self = .index(.cancelled)
    }
  }
}
