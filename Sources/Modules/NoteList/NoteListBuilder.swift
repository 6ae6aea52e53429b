package import Entities
package import Services
package import Terminal
package import UseCases
package import VaultSettings
package import Viper

/// Makes the note list.
@MainActor
package enum NoteListBuilder {
  /// Makes the module. `hearing` returns once changes by other programs are observed. The files are
  /// read only after that, so that no change is missed.
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

  /// The list's keys, for the list of all keys.
  package static var keyTables: [KeyTable] {
    [NoteListKeymap.listTable, NoteListKeymap.foldersTable, NoteListKeymap.filterTable]
  }
}
