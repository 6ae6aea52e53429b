import Glibc
import TestSupport
import Testing

/// Steps that an earlier run of the program did are taken back one by one.
@Suite("Faults while a command is taken back")
struct UndoFaultTests {
  /// The notes, without what lies in the trash.
  private func notes(_ bench: FaultBench) -> [String: String] {
    bench.tree.filter { !$0.key.hasPrefix(".trash/") }
  }

  @Test(
    "Cut off or failed at any call, the next undo takes back the rest",
    arguments: ["kill", "ENOSPC"])
  func cutOff(kind: String) async throws {
    let old = notes(FaultBench(for: "take back all"))
    for call in Thorough.calls(upTo: FaultTests.most) {
      let bench = FaultBench(for: "take back all")
      let run = try FaultRun("take back all", bench, kind, at: call)
      if !run.wasHit {
        #expect(call > 3)
        #expect(run.ending == .exit(0), "\(run.said)")
        #expect(notes(bench) == old)
        break
      }
      #expect(
        run.ending == (kind == "kill" ? .signal(SIGKILL) : .exit(1)) || run.ending == .exit(0))
      #expect(await bench.startAgain() == [], "call \(call)")
      let rest = try FaultRun("take back the rest", bench, "none", at: 0)
      #expect(rest.ending == .exit(0), "call \(call): \(rest.said)")
      #expect(notes(bench) == old, "call \(call)")
      #expect(bench.kept.isEmpty, "call \(call)")
    }
  }
}
