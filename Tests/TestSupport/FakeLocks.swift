package import Entities
package import Secrets
package import Services
package import Synchronization

/// Locks that one word opens.
package final class FakeLocks: NoteLocks {
  private final class Held: Sendable {}

  private let held = Mutex(WeakHeld())
  package let pause = Mutex(Duration.zero)

  package init() {}

  private struct WeakHeld {
    weak var lock: Held?
  }

  package var isOpen: Bool { held.withLock { $0.lock != nil } }

  package func open(
    _ note: NoteID, passphrase: TypedSecret
  ) async throws(NoteStoreError) -> any OpenLock {
    let word = passphrase.withBytes { String(decoding: $0, as: UTF8.self) }
    if word == "soon" { throw .tooSoon(note.path, seconds: 3) }
    if word == "broken" { throw .failed(note.path, action: "open", reason: "it is damaged") }
    guard word == "sesame" else { throw .wrongPassphrase(note.path) }
    let lock = Held()
    held.withLock { $0.lock = lock }
    return lock
  }

  package func open(_ note: NoteID) async -> (any OpenLock)? { held.withLock { $0.lock } }
  package func wait(before note: NoteID) async -> Duration { pause.withLock { $0 } }

  package func lock(
    _ note: NoteID, passphrase: TypedSecret
  ) async throws(NoteStoreError) -> NoteID {
    let word = passphrase.withBytes { String(decoding: $0, as: UTF8.self) }
    if word == "broken" { throw .failed(note.path, action: "lock", reason: "the disk is full") }
    return NoteID(note.path.withLock)
  }

  package func takeOff(_ note: NoteID) async throws(NoteStoreError) -> NoteID {
    guard isOpen else { throw .locked(note.path) }
    return NoteID(note.path.withoutLock)
  }

  package func trial(_ trial: MoveTrial) -> any NoteLocks { self }
}
