import Entities
import FileStore
import Glibc
import OpenVault
import Services
import TestSupport
import Testing

/// One note is pinned and has a picture, one is in the trash and one links to the other.
@Suite("Faults at every call of an import")
struct ImportFaultTests {
  /// The complete result of an import without faults.
  private struct End: Equatable {
    var notes: [String: String]
    var trashed: [String]
    var pins: Set<NoteID>

    init(_ bench: FaultBench) {
      let tree = bench.tree
      // The report of problems is a note too.
      notes = tree.filter { !$0.key.hasPrefix(".trash/") && !$0.key.contains("Import report") }
      trashed = tree.filter { $0.key.hasPrefix(".trash/") && !$0.key.contains("/.origin/") }
        .map { String($0.value.drop { $0 != " " }) }.sorted()
      pins = ImportFaultTests.state(bench).arrangement.value().pins
    }
  }

  private static func state(_ bench: FaultBench) -> VaultState {
    StateFiles(
      stateFolder: bench.state.bytes, vault: VaultID(NotePath(bytes: bench.vault.bytes))
    ).state()
  }

  private func whole() throws -> End {
    let bench = FaultBench(for: "import")
    let run = try FaultRun("import", bench, "none", at: 0)
    #expect(run.ending == .exit(0), "\(run.said)")
    let end = End(bench)
    #expect(
      Set(end.notes.keys).subtracting(FaultBench(for: "import").tree.keys) == [
        "In/Plan.md", "In/Tea.md", "In/attachments/cup.png",
      ])
    #expect(end.trashed.count == 1 && end.pins == [NoteID("In/Tea.md")])
    return end
  }

  @Test(
    "An import interrupted at any call can be repeated and brings everything once",
    arguments: ["kill", "EIO", "ENOSPC"])
  func goesOn(kind: String) async throws {
    let whole = try whole()
    for call in Thorough.calls(upTo: FaultTests.most) {
      let bench = FaultBench(for: "import")
      let run = try FaultRun("import", bench, kind, at: call)
      let what = "\(kind) at \(call): \(run.said)"
      if !run.wasHit {
        #expect(call > 3)
        #expect(run.ending == .exit(0), "\(what)")
        #expect(End(bench) == whole, "\(what)")
        break
      }
      switch run.ending {
      case .signal(SIGKILL): #expect(kind == "kill", "\(what)")
      case .exit(0): #expect(kind != "kill" && End(bench) == whole, "\(what) \(End(bench))")
      default: #expect(run.ending == .exit(1) && run.said.hasSuffix(".\n"), "\(what)")
      }
      #expect(await bench.startAgain() == [], "\(what)")
      let again = try FaultRun("import", bench, "none", at: 0)
      #expect(again.ending == .exit(0), "\(what), again: \(again.said)")
      #expect(End(bench) == whole, "\(what)")
    }
  }

  /// The vault without its trash, but with hidden files.
  private func files(_ bench: FaultBench) -> [String: String] {
    bench.tree.filter { !$0.key.hasPrefix(".trash/") }
  }

  @Test(
    "One undo removes everything imported before and after an interruption at any call",
    arguments: [false, true])
  func takenBack(goingOn: Bool) async throws {
    let old = files(FaultBench(for: "import"))
    for call in Thorough.calls(upTo: FaultTests.most) {
      let bench = FaultBench(for: "import")
      let run = try FaultRun("import", bench, "kill", at: call)
      if goingOn { _ = try FaultRun("import", bench, "none", at: 0) }
      let commands = Self.state(bench).done.value().all
      #expect(commands.count == 1 || commands.isEmpty && !goingOn, "call \(call)")
      let undo = try FaultRun("take back the rest", bench, "none", at: 0)
      #expect(undo.ending == .exit(0), "call \(call): \(undo.said)")
      #expect(!undo.said.contains("gone"), "call \(call): \(undo.said)")
      #expect(files(bench) == old, "call \(call)")
      #expect(!bench.vault.exists("In"), "call \(call)")
      if !run.wasHit { break }
    }
  }

  @Test(
    "An import continues after interrupted calls and short writes", arguments: ["EINTR", "short"])
  func interrupted(kind: String) throws {
    let whole = try whole()
    for call in Thorough.calls(upTo: FaultTests.most) {
      let bench = FaultBench(for: "import")
      let run = try FaultRun("import", bench, kind, at: call)
      #expect(run.ending == .exit(0), "\(kind) at \(call): \(run.said)")
      #expect(End(bench) == whole, "\(kind) at \(call)")
      if !run.wasHit { break }
    }
  }
}
