import Entities
import Files
import Services
import Synchronization
import TestSupport
import Testing

@testable import FileStore
@testable import SealedStore

@Suite("Versions in a plain vault that may have locked notes")
struct LockedVersionsTests {
  private final class Flushes: Sendable { let count = Mutex(0) }

  @Test("Saving many texts at once flushes the disk only a few times")
  func many() async throws {
    let (state, flushes) = (TemporaryFolder(), Flushes())
    let disk = Disk(
      writeSome: Disk.real.writeSome,
      flush: { _ in
        flushes.count.withLock { $0 += 1 }
        return 0
      })
    let versions = LockedVersions(
      FolderVersions(
        stateFolder: state.bytes, vault: VaultID(NotePath("/vault")), clock: StillClock(),
        disk: disk, thinsByItself: false), keyring: NoteKeyring())
    let notes = (0..<40).map { NoteID("n\($0).md") }
    let states = (notes + [NoteID("shut.md.age")]).map {
      NoteState(note: $0, bytes: Array("text\n".utf8), written: nil)
    }
    await versions.keep(states)
    #expect(flushes.count.withLock { $0 } < 10)
    for note in notes { #expect(try await versions.versions(of: note).count == 1) }
    // The note's key is unknown, so none of its text is stored in plain.
    #expect(try await versions.versions(of: NoteID("shut.md.age")).isEmpty)
    #expect(await versions.problems() == [])
  }
}
