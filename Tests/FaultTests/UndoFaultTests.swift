import Entities
import FileStore
import Glibc
import Services
import TestSupport
import Testing

/// Commands of an earlier run of the program are undone one by one.
@Suite("Faults while a command is undone")
struct UndoFaultTests {
  /// The notes, without the trash.
  private func notes(_ bench: FaultBench) -> [String: String] {
    bench.tree.filter { !$0.key.hasPrefix(".trash/") }
  }

  @Test(
    "The next undo completes an undo that failed or was interrupted at any call",
    arguments: ["kill", "ENOSPC"])
  func cutOff(kind: String) async throws {
    let old = notes(FaultBench(for: "take back all"))
    for call in Thorough.calls(upTo: FaultTests.most) {
      let bench = FaultBench(for: "take back all")
      let run = try FaultRun("take back all", bench, kind, at: call)
      if !run.wasHit {
        #expect(call >= FaultRun.fewest(kind))
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

  /// New, rename, move, trash, restore, a tag, join: the kinds in `TrialCommand`.
  @Test(
    "A command interrupted at any call is undone by the next undo, or has changed nothing",
    arguments: [3, 4, 5, 6, 7, 12, 13], [600, 602])
  func cutOffCommand(kind: Int, number: Int) async throws {
    let operation = kind == 7 ? "restore" : "trial"
    let old = notes(FaultBench(for: operation))
    for call in Thorough.calls(upTo: FaultTests.most) {
      let bench = FaultBench(for: operation)
      let run = try FaultRun("trial \(number) kind \(kind)", bench, "kill", at: call)
      let what = "kind \(kind), call \(call): \(run.said)"
      #expect(await bench.startAgain() == [], "\(what)")
      let undo = try FaultRun("trial undo", bench, "none", at: 0)
      #expect(undo.ending == .exit(0), "\(what) \(undo.said)")
      #expect(notes(bench) == old, "\(what) \(undo.said)")
      if !run.wasHit {
        #expect(call > 0 && run.ending == .exit(0), "\(what)")
        break
      }
    }
  }

  @Test(
    "Random commands and undos, many of them killed, lose no line and leave no note empty",
    arguments: Thorough.seeds(quick: 2, thorough: 40))
  func trial(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let bench = FaultBench(for: "trial")
    let lines = Set(notes(bench).values.flatMap { self.lines(of: $0) })
    var story = "seed \(seed):"
    for step in 0..<12 {
      let isUndo = Int.random(in: 0..<4, using: &random) == 0
      let isKilled = Bool.random(using: &random)
      let run = try FaultRun(
        isUndo ? "trial undo" : "trial \(Int(seed) * 100 + step)", bench,
        isKilled ? "kill anywhere" : "none", at: Int.random(in: 0..<60, using: &random))
      story += " \(run.wasHit && isKilled ? "killed" : "whole") \(isUndo ? "undo" : "") \(run.said)"
      #expect(await bench.startAgain() == [], "\(story)")
    }
    let rest = try FaultRun("trial rest", bench, "none", at: 0)
    #expect(rest.ending == .exit(0), "\(story) \(rest.said)")
    let tree = bench.tree
    let found = Set(tree.values.flatMap { self.lines(of: $0) })
    #expect(lines.subtracting(found) == [], "\(story) \(tree)")
    // The mode precedes the text.
    let empty = tree.filter { !$0.value.hasSuffix("\n") && !$0.key.hasPrefix(".trash/") }
    #expect(empty.isEmpty, "\(story) \(tree)")
    #expect(tree.keys.allSatisfy { !$0.contains(".notes-tui-") }, "\(story) \(tree.keys)")
  }

  /// Without the mode in front; lines in which a command rewrites something are left out.
  private func lines(of text: String) -> [String] {
    (text.split(separator: " ", maxSplits: 1).last.map(String.init) ?? "")
      .split(separator: "\n").map(String.init).filter {
        !$0.contains("[[") && !$0.contains("](") && !$0.hasPrefix("#")
      }
  }
}
