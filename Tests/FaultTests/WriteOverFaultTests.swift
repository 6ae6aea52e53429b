import Entities
import FileStore
import Services
import TestSupport
import Testing

/// The real program, with a fault at each of its calls.
@Suite("Faults at every call of a command that overwrites another program's text")
struct WriteOverFaultTests {
  @Test(
    "The old text is in the file or in a version, or the command fails (chaos F7)",
    arguments: ["EIO", "ENOSPC"])
  func oldTextIsKept(kind: String) async throws {
    for call in Thorough.calls(upTo: 2_000) {
      let home = TemporaryFolder()
      home.write("vault/a.md", "theirs\n")
      home.write("calls", [UInt8](repeating: 0, count: 16))
      let ending = try SpawnedProgram.run(
        [try SpawnedProgram.beside("notes-tui"), "write", "a.md", "mine"],
        [
          "LD_PRELOAD=\(try FaultShim.path.get())", "FAULT_KIND=\(kind)", "FAULT_AT=\(call)",
          "FAULT_HIT=\(home.path("hit"))", "FAULT_SHARED=\(home.path("calls"))",
          "HOME=\(home.path("home"))", "XDG_STATE_HOME=\(home.path("state"))",
          "NOTES_TUI_VAULT=\(home.path("vault"))", "LANG=C.UTF-8", "PATH=/usr/bin:/bin",
          "SWIFT_BACKTRACE=enable=no",
        ], error: home.path("said"))
      let what = "\(kind) at \(call): \(ending) \(home.text("said") ?? "")"
      #expect(home.text("said")?.contains("encrypted") != true, "\(what)")
      let isThere = home.text("vault/a.md") == "theirs\n"
      let isKept = try await versions(in: home).contains("theirs\n")
      switch ending {
      case .exit(0): #expect(home.text("vault/a.md") == "mine" && isKept, "\(what)")
      case .exit:
        #expect(isThere || isKept, "\(what)")
        #expect(home.text("said")?.isEmpty == false, "\(what)")
      case .signal: Issue.record("\(what)")
      }
      if !home.exists("hit") {
        #expect(call > 20 && ending == .exit(0), "\(what)")
        break
      }
    }
  }

  private func versions(in home: TemporaryFolder) async throws -> [String] {
    let versions = FolderVersions(
      stateFolder: Array(home.path("state/notes-tui").utf8),
      vault: VaultID(NotePath(home.path("vault"))), clock: StillClock())
    var texts: [String] = []
    for version in try await versions.versions(of: NoteID("a.md")) {
      texts.append(String(decoding: try await versions.bytes(of: version), as: UTF8.self))
    }
    return texts
  }
}
