import Entities
import Services
import Viper

/// Reads a note into memory, and saves another text of it.
@MainActor
final class PrivateEditorInteractor: PrivateEditorInteracting {
  weak var output: (any PrivateEditorInteractorOutput)?

  private let store: any NoteStore
  /// Takes a text that cannot be saved where it belongs.
  private let journal: any RecoveryJournal
  private let clock: any WallClock
  private let scope: WorkScope

  init(store: any NoteStore, journal: any RecoveryJournal, clock: any WallClock, work: Work) {
    self.store = store
    self.journal = journal
    self.clock = clock
    scope = work.scope()
  }

  func read(_ note: NoteID) {
    let store = store
    scope.run(
      { try await store.read(note) },
      then: { [weak self] found in
        switch found {
        case .success(let content): self?.output?.noteWasRead(content, of: note)
        case .failure(let error): self?.output?.failed(Self.message(of: error))
        }
      })
  }

  func save(_ text: [UInt8], over stamp: NoteStamp, of note: NoteID) {
    let (store, journal, time) = (store, journal, clock.civil(clock.now))
    scope.run(
      {
        try await store.save(
          edited: text, over: stamp, of: note, at: time, orKeepIn: journal)
      },
      then: { [weak self] outcome in
        switch outcome {
        case .success(let outcome):
          self?.output?.savingEnded(of: note, problem: outcome.problem)
        case .failure(let error):
          self?.output?.savingEnded(of: note, problem: Self.message(of: error))
        }
      })
  }

  func stop() { scope.end() }

  private static func message(of error: any Error) -> String {
    (error as? NoteStoreError)?.message ?? "\(error)"
  }
}
