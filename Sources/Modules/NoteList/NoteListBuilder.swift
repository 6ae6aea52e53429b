package import Entities
package import Services
package import Terminal
package import UseCases
package import VaultSettings
package import Viper

/// Makes a note list. Beside the use cases of notes and tasks it needs what earlier runs left unsaved,
/// and how dates are written.
@MainActor
package enum NoteListBuilder {
  /// `hearing` returns once changes of other programs are heard of: the files are looked through then,
  /// so that none falls between the look and the hearing.
  package static func make(
    cases: NoteListCases, journal: any RecoveryJournal, tasks: TaskCases, clock: any WallClock,
    work: Work, hearing: @escaping @MainActor () async -> Void = {},
    dateForm: @escaping @MainActor () -> DateForm = { .auto }, isReadOnly: Bool = false,
    wireframe: any NoteListWireframe
  ) -> (module: Module<any Screen>, input: any NoteListInput) {
    let interactor = NoteListInteractor(
      cases, journal: journal, tasks: tasks, work: work, hearing: hearing)
    let presenter = NoteListPresenter(
      interactor: interactor, wireframe: wireframe, clock: clock, dateForm: dateForm,
      isReadOnly: isReadOnly)
    let screen = NoteListScreen(presenter: presenter)
    let module = Module<any Screen>(
      name: "NoteList", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
    return (module, presenter)
  }

  /// What its keys do, for a list of all keys.
  package static var keyTables: [KeyTable] {
    [NoteListKeymap.listTable, NoteListKeymap.foldersTable, NoteListKeymap.filterTable]
  }
}
