import Glibc
import TestSupport
import Testing

/// Each system call of an operation on an encrypted vault fails or is the last one.
@Suite("Faults at every call in an encrypted vault")
struct SealedFaultTests {
  static let operations = [
    "save", "save large", "create", "trash", "restore", "delete", "move", "rename", "rewrite",
  ].map { "sealed \($0)" }

  /// The vault before and after an operation without faults.
  private func outcomes(_ operation: String) throws -> (
    old: [String: String], new: [String: String]
  ) {
    let bench = try SealedBench(for: operation)
    let old = try bench.tree()
    let run = try FaultRun(operation, bench.bench, "none", at: 0)
    #expect(run.ending == .exit(0), "\(run.said)")
    #expect(try bench.tree() != old)
    #expect(bench.kept.isEmpty)
    return (old, try bench.tree())
  }

  @Test("A killed operation leaves all old or all new at the next start", arguments: operations)
  func killed(operation: String) async throws {
    let (old, new) = try outcomes(operation)
    var sawNew = false
    for call in Thorough.calls(upTo: FaultTests.most) {
      let bench = try SealedBench(for: operation)
      let run = try FaultRun(operation, bench.bench, "kill", at: call)
      if !run.wasHit {
        #expect(call >= FaultRun.fewest("kill"))
        #expect(run.ending == .exit(0), "\(run.said)")
        break
      }
      #expect(run.ending == .signal(SIGKILL))
      #expect(await bench.startAgain() == [], "call \(call)")
      let tree = try bench.tree()
      #expect(tree == old || tree == new, "call \(call)")
      #expect(bench.kept.isEmpty, "call \(call)")
      // Once it is done, it stays done.
      #expect(!sawNew || tree == new, "call \(call)")
      sawNew = tree == new
    }
  }

  @Test(
    "A failing call is reported and leaves everything unchanged",
    arguments: operations, ["EIO", "ENOSPC"])
  func failing(operation: String, kind: String) async throws {
    let (old, new) = try outcomes(operation)
    for call in Thorough.calls(upTo: FaultTests.most) {
      let bench = try SealedBench(for: operation)
      let run = try FaultRun(operation, bench.bench, kind, at: call)
      if !run.wasHit { break }
      _ = await bench.startAgain()
      let tree = try bench.tree()
      switch run.ending {
      case .exit(0): #expect(tree == new, "call \(call)")
      case .exit(1):
        #expect(tree == old, "call \(call): \(run.said)")
        #expect(run.said.hasSuffix(".\n"), "\(run.said)")
      default: Issue.record("call \(call): \(run.ending) \(run.said)")
      }
      #expect(bench.kept.isEmpty, "call \(call)")
    }
  }

  @Test(
    "An operation continues after interrupted calls and short writes",
    arguments: operations, ["EINTR", "short"])
  func interrupted(operation: String, kind: String) async throws {
    let (_, new) = try outcomes(operation)
    for call in Thorough.calls(upTo: FaultTests.most) {
      let bench = try SealedBench(for: operation)
      let run = try FaultRun(operation, bench.bench, kind, at: call)
      #expect(run.ending == .exit(0), "call \(call): \(run.said)")
      #expect(try bench.tree() == new, "call \(call)")
      if !run.wasHit { break }
    }
  }
}
