import Conversion
import Entities
import FileStore
import Services
import TestSupport
import Testing
import Vault

/// A vault that gets a new key meets a fault at each of its calls. The change is continued or
/// rolled back afterward as a user would do it.
@Suite("Faults at every call while a vault gets a new key")
struct RekeyFaultTests {
  static let most = 3_000
  private let note = NoteID("a.md")

  private func conversion(_ bench: FaultBench) -> VaultConversion {
    VaultConversion(
      of: id(bench), clock: StillClock(),
      keeping: StateKeeping(
        stateFolder: bench.state.bytes, cacheFolder: bench.state.bytes, clock: StillClock()),
      marks: ConversionMarks(stateFolder: bench.state.bytes), workFactor: 1)
  }

  private func id(_ bench: FaultBench) -> VaultID { VaultID(NotePath(bytes: bench.vault.bytes)) }

  private func secret(_ text: String) throws -> Secret {
    var bytes = Array(text.utf8)
    return try Secret(taking: &bytes)
  }

  /// Continues or rolls back what was begun, and returns the passphrase that the vault then has.
  private func end(
    _ conversion: VaultConversion, takingBack: Bool
  ) async throws -> String {
    let lock = conversion.lock
    switch try conversion.state() {
    case .unfinished(.init(.rekeying, .copying)) where takingBack:
      try await conversion.takeBackRekeying(
        with: try lock.open(passphrase: try secret("horse")), watch: { _ in true })
      return "horse"
    case .unfinished:
      if try conversion.finishRekeying() { return "cow" }
      let next = try lock.openNext(passphrase: try secret("cow"))
      _ = try await conversion.rekey(.begun(next), watch: { _ in true })
      return "cow"
    case .encrypted:
      return (try? lock.open(passphrase: try secret("cow"))) == nil ? "horse" : "cow"
    case .marked(.twoKeys(mayGoBack: true)) where takingBack:
      try await conversion.takeBackRekeying(
        with: try lock.open(passphrase: try secret("horse")), watch: { _ in true })
      return "horse"
    case .marked(.twoKeys):
      let next = try lock.openNext(passphrase: try secret("cow"))
      _ = try await conversion.rekey(.begun(next), watch: { _ in true })
      return "cow"
    case .marked:
      let own = ["horse", "cow"].first {
        (try? lock.open(passphrase: try secret($0))) != nil
      }
      let identity = try lock.open(passphrase: try secret(own ?? ""))
      _ = try await conversion.encrypt(.begun(identity), watch: { _ in true })
      return own ?? ""
    case .plain: return ""
    }
  }

  @Test(
    "An interrupted key change continues or is undone, losing no note, version or unsaved text",
    arguments: ["rekey", "rekey taken back"], ["kill", "EIO", "ENOSPC", "foreign"])
  func stopped(operation: String, kind: String) async throws {
    for call in Thorough.calls(upTo: Self.most) {
      // Each state in which it may be killed occurs once, and has two ways out.
      let ways = kind == "kill" ? [false, true] : [call.isMultiple(of: 2)]
      for takingBack in ways
      where try await !stop(operation, kind, at: call, takingBack: takingBack) {
        let fewest = ["kill", "ENOSPC"].contains(kind) ? 10 : 50
        #expect(call > fewest, "\(operation), \(kind) at \(call)")
        return
      }
    }
    Issue.record("it makes more calls than \(Self.most)")
  }

  /// False if the operation ended before that call.
  private func stop(
    _ operation: String, _ kind: String, at call: Int, takingBack: Bool
  ) async throws -> Bool {
    let bench = FaultBench(for: operation)
    let (run, what) = try FaultRun.stopping(operation, kind, in: bench, at: call)
    do {
      try await check(bench, takingBack: takingBack, what)
    } catch {
      Issue.record("\(what): \(error)")
    }
    return run.wasHit
  }

  private func check(_ bench: FaultBench, takingBack: Bool, _ what: Comment) async throws {
    let conversion = conversion(bench)
    let passphrase = try await end(conversion, takingBack: takingBack)
    #expect(try conversion.state() == .encrypted, what)
    let files = bench.vault.names(in: ".notes-tui").filter { !$0.hasPrefix(".notes-tui-") }
    // Files of a next key that was never used mean nothing.
    #expect(
      files == ["identity.age", "recovery.age"]
        || passphrase == "horse" && Set(files).isSuperset(of: ["identity.age", "recovery.age"]),
      what)
    let identity = try conversion.lock.open(passphrase: try secret(passphrase))
    _ = try await conversion.decrypt(with: identity, watch: { _ in true })
    #expect(bench.vault.text("a.md") == "# A\n", what)
    #expect(bench.vault.text("deep/d.md") == "see [[a]]\n", what)
    #expect(bench.vault.text(".trash/t.md") == "trashed\n", what)
    let versions = FolderVersions(
      stateFolder: bench.state.bytes, vault: id(bench), clock: StillClock())
    var texts: [String] = []
    for version in try await versions.versions(of: note) {
      texts.append(String(decoding: try await versions.bytes(of: version), as: UTF8.self))
    }
    #expect(texts == ["newer\n", "older\n"], what)
    let journal = FolderJournal(
      stateFolder: bench.state.bytes, vault: id(bench), clock: StillClock())
    #expect(journal.recovered(note)?.bytes == Array("unsaved\n".utf8), what)
  }
}
