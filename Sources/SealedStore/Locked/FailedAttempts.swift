import Entities
import Services
import Vault

/// How long nobody may try a passphrase on a note, after wrong ones.
struct FailedAttempts: Sendable {
  private let root: [UInt8]
  private let log: AttemptLog
  private let clock: any WallClock

  init(root: [UInt8], stateFolder: [UInt8], clock: any WallClock) {
    self.root = root
    self.clock = clock
    log = AttemptLog(stateFolder: stateFolder)
  }

  func wait(before note: NoteID) -> Duration {
    .milliseconds(log.wait(before: place(of: note), now: now))
  }

  /// Makes one try, which is counted until one was right.
  func counting<Value: Sendable>(
    _ note: NoteID, _ body: () async throws(NoteStoreError) -> Value
  ) async throws(NoteStoreError) -> Value {
    try await log.trying(
      place(of: note), now: { now }, isWrong: { $0 == .wrongPassphrase(note.path) },
      tooSoon: { .tooSoon(note.path, seconds: $0) }, body)
  }

  private func place(of note: NoteID) -> VaultID {
    VaultID(NotePath(bytes: root).appending(note.path))
  }

  private var now: Int64 {
    clock.now.seconds * 1000 + Int64(clock.now.nanoseconds / 1_000_000)
  }
}
