import Entities
import Secrets
import Services
import Viper

/// Puts locks on notes and takes them off.
@MainActor
final class NoteLockInteractor: NoteLockInteracting {
  weak var output: (any NoteLockInteractorOutput)?

  private let locks: (any NoteLocks)?
  private let scope: WorkScope

  init(locks: (any NoteLocks)?, work: Work) {
    self.locks = locks
    scope = work.scope()
  }

  var canLock: Bool { locks != nil }

  func lock(_ note: NoteID, with passphrase: TypedSecret) {
    change(note) { try await $0.lock(note, passphrase: passphrase) }
  }

  func takeLockOff(_ note: NoteID) {
    guard let locks else { return }
    scope.run(
      { await locks.open(note) },
      then: { [weak self] found in
        if let lock = (try? found.get()) ?? nil {
          self?.takeLockOff(note, holding: lock)
        } else {
          self?.output?.passphraseIsNeeded(for: note, remark: "")
        }
      })
  }

  func takeLockOff(_ note: NoteID, with passphrase: TypedSecret) {
    guard let locks else { return }
    scope.run(
      { try await locks.open(note, passphrase: passphrase) },
      then: { [weak self] result in
        switch result {
        case .success(let lock): self?.takeLockOff(note, holding: lock)
        case .failure(let error as NoteStoreError) where error.asksAgain:
          self?.output?.passphraseIsNeeded(for: note, remark: error.message)
        case .failure(let error): self?.output?.failed(Self.message(of: error))
        }
      })
  }

  func stop() { scope.end() }

  private func takeLockOff(_ note: NoteID, holding lock: any OpenLock) {
    change(note) { locks in
      defer { withExtendedLifetime(lock) {} }
      return try await locks.takeOff(note)
    }
  }

  private func change(
    _ note: NoteID, by body: @escaping @Sendable (any NoteLocks) async throws -> NoteID
  ) {
    guard let locks else { return }
    output?.noteWillChange(note)
    scope.run(
      { try await body(locks) },
      then: { [weak self] result in
        switch result {
        case .success(let made): self?.output?.noteDidChange(note, to: made)
        case .failure(let error): self?.output?.changeFailed(of: note, Self.message(of: error))
        }
      })
  }

  private static func message(of error: any Error) -> String {
    (error as? NoteStoreError)?.message ?? "\(error)"
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
