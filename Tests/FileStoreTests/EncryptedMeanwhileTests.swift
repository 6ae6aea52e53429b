import Entities
import Services
import Synchronization
import TestSupport
import Testing

@testable import FileStore

@Suite("A plain vault that another program encrypts")
struct EncryptedMeanwhileTests {
  private let folder = TemporaryFolder()
  private let state = TemporaryFolder()
  private let clock = StillClock()

  @Test("An encrypted vault refuses plaintext writes and gives the reason")
  func refuses() async throws {
    let reason = Reason()
    let vault = VaultFolder(root: folder.bytes, clock: clock, plainWriteRefusal: { reason.text })
    let store = FolderStore(vault)
    let moves = FolderMoves(
      root: folder.bytes, stateFolder: state.bytes, vault: VaultID(NotePath(bytes: folder.bytes)),
      clock: clock, plainWriteRefusal: { reason.text })
    folder.write("a.md", "# A\n[[b]]\n")
    folder.write("b.md", "# B\n")
    let read = try await store.read(NoteID("a.md"))
    reason.set("it is encrypted")
    let old = folder.names()
    let piece = NoteChange.Piece(
      range: 2..<3, old: Array("A".utf8), new: Array("B".utf8), line: 1, context: "# A",
      contextRange: 2..<3)
    let change = NoteChange(note: NoteID("a.md"), title: "A", pieces: [piece])

    let writes: [(String, () async throws -> Void)] = [
      (
        "save",
        { _ = try await store.save(Array("x".utf8), to: NoteID("a.md"), replacing: read.stamp) }
      ),
      ("create", { _ = try await store.create(Array("x".utf8), titled: "C", in: NotePath("")) }),
      ("create at", { _ = try await store.create(Array("x".utf8), at: NoteID("c.md")) }),
      ("rename", { _ = try await moves.rename(NoteID("b.md"), to: "D", linking: nil) }),
      ("rewrite", { _ = try await moves.rewrite([change]) }),
    ]
    for (name, write) in writes {
      do {
        try await write()
        Issue.record("\(name) was not refused")
      } catch {
        let message = (error as? NoteStoreError)?.message ?? "\(error)"
        #expect(message.hasSuffix("was left as it is: it is encrypted."), "\(name)")
      }
    }
    #expect(folder.names() == old)
    #expect(folder.text("a.md") == "# A\n[[b]]\n")

    reason.set(nil)
    _ = try await store.save(Array("x".utf8), to: NoteID("a.md"), replacing: read.stamp)
    #expect(folder.text("a.md") == "x")
  }
}

private final class Reason: Sendable {
  private let state = Mutex<String?>(nil)

  var text: String? { state.withLock { $0 } }

  func set(_ text: String?) { state.withLock { $0 = text } }
}
