import Entities
import Secrets
import Services
import Viper

/// A note that is closed with a passphrase of its own.
extension EditorInteractor {
  func open(with passphrase: TypedSecret) {
    guard let note, let locks = services.locks else { return }
    scope.run(
      { try await locks.open(note, passphrase: passphrase) },
      then: { [weak self] result in self?.opened(result, note) })
  }

  private func opened(_ result: Result<any OpenLock, any Error>, _ note: NoteID) {
    switch result {
    case .success(let lock):
      self.lock = lock
      open()
    case .failure(NoteStoreError.wrongPassphrase): reportWait(before: note)
    case .failure(NoteStoreError.tooSoon(let path, let seconds)):
      send(.locked(remark: NoteStoreError.tooSoon(path, seconds: seconds).message))
    case .failure(let error): send(.loadingFailed(error.explanation))
    }
  }

  /// After a wrong one: the next is looked at only after a while, which grows.
  private func reportWait(before note: NoteID) {
    guard let locks = services.locks else { return }
    scope.run(
      { await locks.wait(before: note) },
      then: { [weak self] wait in
        let seconds = ((try? wait.get()) ?? .zero).roundedUp
        self?.send(
          .locked(
            remark: "Wrong passphrase."
              + (seconds > 0 ? " The next one is looked at in \(seconds) s." : "")))
      })
  }
}

extension Duration {
  /// In whole seconds.
  fileprivate var roundedUp: Int64 { components.seconds + (components.attoseconds > 0 ? 1 : 0) }
}
