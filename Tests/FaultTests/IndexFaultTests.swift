import Glibc
import TestSupport
import Testing

/// The index is a cache: whatever happens to it, the notes are as they were, and the next start has
/// all of it again. Each operation is run once for each of its calls, SQLite's own among them.
@Suite("Faults at every call of the index")
struct IndexFaultTests {
  static let operations = ["index build", "index patch"]
  /// No operation makes so many calls.
  static let most = 2_000

  /// What the vault is, and what its index says, where nothing stands in the way.
  private func outcome(
    _ operation: String
  ) async throws -> (tree: [String: String], picture: [String]) {
    let bench = IndexBench()
    let run = try FaultRun(operation, bench.bench, "none", at: 0)
    #expect(run.ending == .exit(0), "\(run.said)")
    #expect(run.said == "")
    let picture = try await bench.fresh()
    try await expectWhole(bench, after: "nothing", as: (bench.bench.tree, picture))
    return (bench.bench.tree, picture)
  }

  private func expectWhole(
    _ bench: IndexBench, after event: String,
    as outcome: (tree: [String: String], picture: [String])
  ) async throws {
    let (index, problems) = await bench.startAgain()
    #expect(problems == [], "\(event)")
    var picture: [String] = []
    do {
      picture = try await IndexBench.picture(of: index)
    } catch {
      Issue.record("\(event): \(error)")
    }
    #expect(
      picture == outcome.picture,
      "\(event): \(Set(picture).symmetricDifference(outcome.picture).sorted())")
    #expect(bench.bench.tree == outcome.tree, "\(event)")
    #expect(bench.strays == [], "\(event)")
  }

  @Test(
    "Killed, it is whole after the next start, and the notes are untouched", arguments: operations)
  func killed(operation: String) async throws {
    let outcome = try await outcome(operation)
    for call in Thorough.calls(upTo: Self.most) {
      let bench = IndexBench()
      let run = try FaultRun(operation, bench.bench, "kill", at: call)
      if !run.wasHit {
        #expect(call > 20)
        break
      }
      #expect(run.ending == .signal(SIGKILL))
      try await expectWhole(bench, after: "killed at \(call)", as: outcome)
    }
  }

  @Test(
    "A call that fails is told or does no harm, and the next start has all of it",
    arguments: operations, ["EIO", "ENOSPC", "EINTR", "short"])
  func failing(operation: String, kind: String) async throws {
    let outcome = try await outcome(operation)
    var toldOnce = false
    for call in Thorough.calls(upTo: Self.most) {
      let bench = IndexBench()
      let run = try FaultRun(operation, bench.bench, kind, at: call)
      if !run.wasHit { break }
      switch run.ending {
      case .exit(0): #expect(run.said == "")
      case .exit(1):
        toldOnce = true
        #expect(run.said.hasSuffix(".\n"), "\(run.said)")
        #expect(kind != "short", "\(run.said)")
      default: Issue.record("\(kind) at \(call): \(run.ending) \(run.said)")
      }
      try await expectWhole(bench, after: "\(kind) at \(call): \(run.said)", as: outcome)
    }
    #expect(toldOnce || kind == "short" || kind == "EINTR")
  }
}
