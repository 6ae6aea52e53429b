import Entities
import Services
import Vault

/// How long nobody may try a passphrase on a note, after wrong ones.
struct NoteTries: Sendable {
  private let root: [UInt8]
  private let log: TryLog
  private let clock: any WallClock

  init(root: [UInt8], stateFolder: [UInt8], clock: any WallClock) {
    self.root = root
    self.clock = clock
    log = TryLog(stateFolder: stateFolder)
  }

  func wait(before note: NoteID) -> Duration {
    .milliseconds(log.wait(before: place(of: note), now: now))
  }

  /// Counts the try before it is made, and forgets all of them once one was right.
  func counting<Value: Sendable>(
    _ note: NoteID, _ body: () async throws(NoteStoreError) -> Value
  ) async throws(NoteStoreError) -> Value {
    let (place, wait) = (place(of: note), log.wait(before: place(of: note), now: now))
    if wait > 0 { throw .tooSoon(note.path, seconds: Int((wait + 999) / 1000)) }
    log.count(place, now: now)
    do throws(NoteStoreError) {
      let value = try await body()
      log.forget(place)
      return value
    } catch {
      if error == .wrongPassphrase(note.path) {
        log.failed(place, now: now)
      } else {
        log.forget(place)
      }
      throw error
    }
  }

  private func place(of note: NoteID) -> VaultID {
    VaultID(NotePath(bytes: root).appending(note.path))
  }

  private var now: Int64 {
    clock.now.seconds * 1000 + Int64(clock.now.nanoseconds / 1_000_000)
  }
}
