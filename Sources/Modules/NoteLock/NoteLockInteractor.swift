import Entities
import Secrets
import Services
import Viper

/// Locks notes and removes their locks.
@MainActor
final class NoteLockInteractor {
  /// Weak: the presenter holds its interactor.
  weak var output: (any NoteLockInteractorOutput)?

  private let cases: NoteLockCases?
  private let scope: WorkScope

  init(cases: NoteLockCases?, work: Work) {
    self.cases = cases
    scope = work.scope()
  }

  /// Whether notes can be locked one by one: false in an encrypted vault.
  var canLock: Bool { cases != nil }

  func lock(_ note: NoteID, with passphrase: TypedSecret) {
    change(note) { try await $0.lock(note, with: passphrase) }
  }

  /// Removes the lock. No passphrase is needed if an editor has the note open.
  func takeLockOff(_ note: NoteID) {
    guard let cases else { return }
    scope.run(
      { await cases.open(note) },
      then: { [weak self] found in
        if let lock = (try? found.get()) ?? nil {
          self?.takeLockOff(note, holding: lock)
        } else {
          self?.output?.passphraseIsNeeded(for: note, remark: "")
        }
      })
  }

  func takeLockOff(_ note: NoteID, with passphrase: TypedSecret) {
    guard let cases else { return }
    scope.run(
      { try await cases.open(note, with: passphrase) },
      then: { [weak self] result in
        switch result {
        case .success(let lock): self?.takeLockOff(note, holding: lock)
        case .failure(let error as NoteStoreError) where error.asksAgain:
          self?.output?.passphraseIsNeeded(for: note, remark: error.message)
        case .failure(let error): self?.output?.failed(error.explanation)
        }
      })
  }

  func stop() { scope.end() }

  private func takeLockOff(_ note: NoteID, holding lock: any OpenLock) {
    change(note) { try await $0.takeOff(note, holding: lock) }
  }

  private func change(
    _ note: NoteID, by body: @escaping @Sendable (NoteLockCases) async throws -> NoteID
  ) {
    guard let cases else { return }
    output?.noteWillChange(note)
    scope.run({ try await body(cases) }) { [weak self] in
      self?.output?.noteDidChange(note, to: $0)
    } failed: { [weak self] in
      self?.output?.changeFailed(of: note, $0.explanation)
    }
  }
}

extension NoteStoreError {
  fileprivate var asksAgain: Bool {
    switch self {
    case .wrongPassphrase, .tooSoon: true
    default: false
    }
  }
}
