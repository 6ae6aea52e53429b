import Entities
import FileStore
import Files
import Services
import TestSupport
import Testing
import Vault

@testable import SealedStore

@Suite("Effects of other programs on an encrypted vault")
struct StraysTests {
  @Test("Plain notes in an encrypted vault are named, even in folders and in the trash")
  func named() async throws {
    let bench = try Bench()
    try bench.add("a.md", "# A")
    #expect(PlainStrays.warnings(in: bench.folder.bytes) == [])
    bench.folder.write("TOP.md", "secret")
    #expect(
      PlainStrays.warnings(in: bench.folder.bytes) == [
        "Not encrypted: TOP.md is a plain file in this encrypted vault. Move it out, then make a note "
          + "of its text."
      ])
    bench.folder.write("deep/er/b.md", "secret")
    bench.folder.write(".trash/c.md", "secret")
    bench.folder.write("letter.age", "closed")
    bench.folder.write(".obsidian/hidden.md", "left alone")
    bench.folder.write("locked.md.age", "closed")
    #expect(
      PlainStrays.find(in: bench.folder.bytes).map(\.text) == [
        ".trash/c.md", "TOP.md", "deep/er/b.md",
      ])
    let findings = await SealedHealth(NoHealth(), root: bench.folder.bytes).findings()
    #expect(findings.first?.state == .problem)
    #expect(findings.prefix(1).allSatisfy { $0.text.contains(".trash/c.md, TOP.md, deep/er/b.md") })
  }

  @Test("A possible leak of keys to a swap device is reported")
  func memory() {
    #expect(SealedHealth.memory(isLocked: true) == [])
    #expect(SealedHealth.memory(isLocked: false).map(\.state) == [.warning])
  }

  @Test("A vault decrypted in the meantime accepts no encrypted notes, and the error says why")
  func decrypted() async throws {
    let (folder, outside) = (TemporaryFolder(), TemporaryFolder())
    let keys = try VaultKeys(identity: .make())
    for file in [VaultLock.passphraseFile, VaultLock.recoveryFile] {
      folder.write(file, "age-encryption.org/v1\n")
    }
    let vault = SealedVault(
      root: folder.bytes, identity: keys.identity, seal: keys.stateSeal,
      cacheFolder: outside.bytes, stateFolder: outside.bytes, clock: StillClock())
    let made = try await vault.notes.create(Array("# A".utf8), titled: "A", in: NotePath(""))
    let trashed = try await vault.notes.create(Array("# B".utf8), titled: "B", in: NotePath(""))
    let gone = try await vault.notes.trash(trashed.id)
    for file in [VaultLock.passphraseFile, VaultLock.recoveryFile] { folder.remove(file) }
    // A program with the plain vault open holds the folder until it ends.
    let hold = FolderHold(folder.bytes)
    let old = folder.names()
    let writes: [() async throws -> Void] = [
      { _ = try await vault.notes.save(Array("x".utf8), to: made.id, replacing: made.stamp) },
      { _ = try await vault.notes.create(Array("x".utf8), titled: "C", in: NotePath("")) },
      { _ = try await vault.notes.create(Array("x".utf8), at: NoteID("d.md")) },
      { _ = try await vault.notes.trash(made.id) },
      { _ = try await vault.notes.restore(gone) },
      { _ = try await vault.moves.rename(made.id, to: "E", linking: nil) },
    ]
    for write in writes {
      let error = await #expect(throws: NoteStoreError.self) { try await write() }
      #expect(error?.message.contains("another program decrypted this vault") == true)
    }
    #expect(folder.names() == old)
    hold.release()
  }
}

private struct NoHealth: VaultHealth {
  func findings(repairing: Bool) async -> [HealthFinding] { [] }
}
