package import Services
package import Terminal
package import Viper

/// Makes a note list. It needs an index to list, a store to trash from, a journal to look for unsaved drafts in, and a
/// clock to write dates by.
@MainActor
package struct NoteListBuilder {
  private let index: any NoteIndex
  private let store: any NoteStore
  private let journal: any RecoveryJournal
  private let clock: any WallClock
  private let work: Work

  package init(
    index: any NoteIndex, store: any NoteStore, journal: any RecoveryJournal,
    clock: any WallClock, work: Work
  ) {
    self.index = index
    self.store = store
    self.journal = journal
    self.clock = clock
    self.work = work
  }

  package func make(
    wireframe: any NoteListWireframe
  ) -> (module: Module<any Screen>, input: any NoteListInput) {
    let interactor = NoteListInteractor(
      index: index, store: store, journal: journal, clock: clock, work: work)
    let presenter = NoteListPresenter(interactor: interactor, wireframe: wireframe)
    let screen = NoteListScreen(presenter: presenter)
    let module = Module<any Screen>(
      name: "NoteList", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
    return (module, presenter)
  }

  /// What its keys do, for a list of all keys.
  package static var keyTables: [KeyTable] {
    [NoteListKeymap.listTable, NoteListKeymap.filterTable]
  }
}
