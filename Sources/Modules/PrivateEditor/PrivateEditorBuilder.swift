package import Services
package import Terminal
package import Viper

/// Makes the viewless module that gives a note with a lock to the person's own editor. It needs the
/// store to read from, and a journal for a text that cannot be saved where it belongs.
@MainActor
package struct PrivateEditorBuilder {
  private let store: any NoteStore
  private let journal: any RecoveryJournal
  private let clock: any WallClock
  private let work: Work

  package init(
    store: any NoteStore, journal: any RecoveryJournal, clock: any WallClock, work: Work
  ) {
    self.store = store
    self.journal = journal
    self.clock = clock
    self.work = work
  }

  /// `swapsToDisk` where the system may write memory to a disk.
  package func make(
    swapsToDisk: Bool, wireframe: any PrivateEditorWireframe, output: any PrivateEditorOutput
  ) -> (module: Module<any Screen>, input: any PrivateEditorInput) {
    let interactor = PrivateEditorInteractor(
      store: store, journal: journal, clock: clock, work: work)
    let presenter = PrivateEditorPresenter(
      interactor: interactor, wireframe: wireframe, swapsToDisk: swapsToDisk, output: output)
    let module = Module<any Screen>(
      name: "PrivateEditor", view: nil, lifeCycle: presenter,
      parts: [presenter, interactor, wireframe])
    return (module, presenter)
  }
}
