import Glibc
import TestSupport
import Testing

/// The index is a cache: whatever happens to it, the notes are unchanged, and the next start
/// rebuilds it. Each operation is run once for each of its calls, including SQLite's own.
@Suite("Faults at every call of the index")
struct IndexFaultTests {
  static let operations = ["index build", "index patch"]
  /// More calls than any operation makes.
  static let most = 2_000

  /// The vault and the contents of its index without faults.
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
    "A killed index update is complete after the next start, and the notes are untouched",
    arguments: operations)
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
    "A failing call is reported or harmless, and the index is complete after the next start",
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
