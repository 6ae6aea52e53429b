import Glibc
import TestSupport
import Testing

/// Each system call that changes the disk or opens a file fails or is the last one. This is not a
/// sample: every operation is run again for each of its calls.
@Suite("Faults at every call")
struct FaultTests {
  static let operations = [
    "save", "save large", "save huge", "base save", "create", "attach", "trash", "restore",
    "delete", "move", "rename", "rename folder", "take back", "rewrite",
  ]
  /// More calls than any operation makes.
  static let most = 1_000

  /// The vault before and after an operation without faults.
  private func outcomes(_ operation: String) throws -> (
    old: [String: String], new: [String: String]
  ) {
    let bench = FaultBench(for: operation)
    let old = bench.tree
    let run = try FaultRun(operation, bench, "none", at: 0)
    #expect(run.ending == .exit(0), "\(run.said)")
    #expect(bench.tree != old)
    #expect(bench.kept.isEmpty)
    return (old, bench.tree)
  }

  @Test("A killed operation leaves all old or all new at the next start", arguments: operations)
  func killed(operation: String) async throws {
    let (old, new) = try outcomes(operation)
    var sawNew = false
    for call in Thorough.calls(upTo: Self.most) {
      let bench = FaultBench(for: operation)
      let run = try FaultRun(operation, bench, "kill", at: call)
      if !run.wasHit {
        #expect(call >= FaultRun.fewest("kill"))
        #expect(run.ending == .exit(0), "\(run.said)")
        break
      }
      #expect(run.ending == .signal(SIGKILL))
      #expect(await bench.startAgain() == [], "call \(call)")
      let tree = bench.tree
      #expect(tree == old || tree == new, "call \(call)")
      #expect(bench.kept.isEmpty, "call \(call)")
      // Once it is done, it stays done.
      #expect(!sawNew || tree == new, "call \(call)")
      sawNew = tree == new
    }
  }

  /// A kill is not repeated if the previous call changed nothing.
  @Test(
    "A kill at any call leaves no more states than a kill at calls after a change",
    arguments: ["save", "attach", "trash", "move"])
  func states(operation: String) throws {
    func states(_ kind: String) throws -> Set<[String: String]> {
      var found: Set<[String: String]> = []
      for call in 0..<Self.most {
        let bench = FaultBench(for: operation)
        let run = try FaultRun(operation, bench, kind, at: call)
        found.insert(
          bench.tree.reduce(into: [:]) { tree, file in
            // A temporary name is random.
            tree[file.key.replacing(#/\.notes-tui-[^/]*/#, with: "new"), default: ""] += file.value
          })
        if !run.wasHit { break }
      }
      return found
    }
    let all = try states("kill anywhere")
    #expect(try states("kill") == all)
    #expect(all.count > 2)
  }

  @Test(
    "A failing call is reported and leaves everything unchanged",
    arguments: operations, ["EIO", "ENOSPC"])
  func failing(operation: String, kind: String) async throws {
    let (old, new) = try outcomes(operation)
    for call in Thorough.calls(upTo: Self.most) {
      let bench = FaultBench(for: operation)
      let run = try FaultRun(operation, bench, kind, at: call)
      if !run.wasHit { break }
      _ = await bench.startAgain()
      switch run.ending {
      case .exit(0): #expect(bench.tree == new, "call \(call)")
      case .exit(1):
        #expect(bench.tree == old, "call \(call): \(run.said)")
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
    for call in Thorough.calls(upTo: Self.most) {
      let bench = FaultBench(for: operation)
      let run = try FaultRun(operation, bench, kind, at: call)
      #expect(run.ending == .exit(0), "call \(call): \(run.said)")
      #expect(bench.tree == new, "call \(call)")
      if !run.wasHit { break }
    }
  }

  @Test(
    "Nothing that another program writes at any moment is lost",
    arguments: ["save", "save large", "save huge", "trash", "move", "rewrite"])
  func meddling(operation: String) async throws {
    let written = operation == "move" ? ["a.md", "b.md", "deep/d.md"] : ["a.md"]
    for name in written {
      for call in Thorough.calls(upTo: Self.most) {
        let bench = FaultBench(for: operation)
        let run = try FaultRun(operation, bench, "meddle", at: call, meddling: name)
        if !run.wasHit { break }
        _ = await bench.startAgain()
        let tree = bench.tree
        #expect(tree.contains { $0.value.hasSuffix("theirs") }, "\(name), call \(call)")
        #expect(tree.values.filter { $0.hasSuffix("nothing of all that\n") }.count == 1)
        #expect(!tree.keys.contains { $0.contains(".notes-tui-") }, "\(name), call \(call)")
        #expect(bench.kept.isEmpty, "\(name), call \(call)")
      }
    }
  }

  @Test("A text is on disk before its name, and the name before the save reports success")
  func order() throws {
    let bench = FaultBench(for: "save")
    let run = try FaultRun("save", bench, "trace", at: -1)
    #expect(run.ending == .exit(0))
    let calls = (bench.notes.text("trace") ?? "").split(separator: "\n").map(String.init)
    let steps = calls.filter { !$0.hasPrefix("open") }.map { call -> String in
      let place = call.hasSuffix(bench.vault.path) ? "folder" : "file"
      return "\(call.prefix { $0 != " " }) \(place)"
    }
    #expect(
      steps == [
        "write file", "fchmod file", "futimens file", "fsync file",
        // The file's name then says whose file is swapped out.
        "renameat file", "renameat2 file", "fsync folder", "unlinkat file",
      ])
  }

  @Test("A move is recorded before the first name changes and until the last one is on disk")
  func moveOrder() throws {
    let bench = FaultBench(for: "move")
    let run = try FaultRun("move", bench, "trace", at: -1)
    #expect(run.ending == .exit(0))
    let calls = (bench.notes.text("trace") ?? "").split(separator: "\n").map(String.init)
    let isJournal = { (call: String) in call.contains("\(bench.state.path)/moves/") }
    let place = { (call: String) in String(call.split(separator: " ", maxSplits: 1).last ?? "") }
    let renames = calls.indices.filter { calls[$0].hasPrefix("renameat") }
    let written = try #require(renames.first)
    let first = try #require(renames.dropFirst().first)
    let last = try #require(renames.last)
    let removed = try #require(calls.lastIndex { $0.hasPrefix("unlinkat") && isJournal($0) })
    // The journal's text, its name and its folder.
    #expect(isJournal(calls[written]))
    #expect(calls[..<written].contains { $0.hasPrefix("fsync") && isJournal($0) })
    #expect(calls[written..<first].contains { $0.hasPrefix("fsync") && isJournal($0) })
    // Every folder in the vault with a changed name is flushed before the journal is removed.
    #expect(last < removed)
    for rename in renames.dropFirst() {
      let folder = place(calls[rename]).split(separator: "/").dropLast().joined(separator: "/")
      #expect(calls[rename..<removed].contains("fsync /\(folder)"), "\(calls[rename])")
    }
  }
}
