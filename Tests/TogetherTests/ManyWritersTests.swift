import Entities
import FileStore
import Files
import Glibc
import Saving
import Services
import Synchronization
import TestSupport
import Testing
import UseCases
import Threads
import Viper

private let note = NoteID("race.md")

/// Everything one run needs to write notes, shared with no other run.
private struct Run: Sendable {
  let writer: HeadlessNoteWriter
  let tasks: TaskCases
  let versions: FolderVersions
}

/// What each run does, again and again.
private enum Writing: CaseIterable {
  case append, addTask

  func write(_ line: String, by run: Run) async throws {
    switch self {
    case .append:
      let outcome = try await run.writer.append(Array(line.utf8), to: note)
      #expect(outcome == .written(note))
    case .addTask:
      _ = try await run.tasks.add(line, due: nil, to: note)
    }
  }

  /// A line as it appears in the note.
  func written(_ line: String) -> String { self == .append ? line : "- [ ] \(line)" }
}

/// The progress of our lines and of the other program's.
private struct Outside {
  var lines = 0
  var written = 0
  var isOver = false
  var isDone = false
}

@MainActor
@Suite(
  "Many runs of the program, and another program, write one note at the same time", .thorough)
struct ManyWritersTests {
  private let vault = TemporaryFolder()
  private let state = TemporaryFolder()
  private func run() -> Run {
    let (clock, root) = (StillClock(), vault.bytes)
    let id = VaultID(NotePath(bytes: root))
    let versions = FolderVersions(stateFolder: state.bytes, vault: id, clock: clock)
    let folder = FolderStore(
      root: root, clock: clock, turns: WriteLocks(stateFolder: state.bytes, root: root))
    let store = VersionedStore(folder, versions: versions)
    let moves = FolderMoves(root: root, stateFolder: state.bytes, vault: id, clock: clock)
    let tasks = TaskCases(
      store: store, rewriting: FollowedMoves(moves, store: folder, versions: versions),
      index: MemoryIndex(MemoryNoteStore()), tasks: NoTasks(), texts: MarkdownTaskTexts(),
      clock: clock)
    let writer = HeadlessNoteWriter(store: store, clock: clock)
    return Run(writer: writer, tasks: tasks, versions: versions)
  }

  /// Each of many runs does `work` again and again, all at the same time.
  private nonisolated func atOnce(
    _ runs: [Run], rounds: Int,
    _ work: @escaping @Sendable (Run, _ line: String) async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, run) in runs.enumerated() {
        group.addTask {
          for round in 0..<rounds { try await work(run, "run \(number) round \(round)") }
        }
      }
      try await group.waitForAll()
    }
  }

  private nonisolated static func lines(runs: Int, rounds: Int) -> Set<String> {
    Set((0..<runs).flatMap { run in (0..<rounds).map { "run \(run) round \($0)" } })
  }

  private func lines(of name: String) -> Set<String> { Set(Hand.lines(vault.read(name) ?? [])) }

  @Test(
    "No line is lost when twenty runs write to one note at the same time (line D1)",
    arguments: Writing.allCases)
  fileprivate func alone(writing: Writing) async throws {
    vault.write("race.md", writing.written("base") + "\n")
    let runs = (0..<20).map { _ in run() }
    try await atOnce(runs, rounds: 25) { run, line in try await writing.write(line, by: run) }
    #expect(vault.names() == ["race.md"])
    let wanted = Self.lines(runs: 20, rounds: 25).union(["base"]).map(writing.written)
    #expect(lines(of: "race.md").symmetricDifference(wanted) == [])
  }

  /// The other program, like most, overwrites changes made between its read and its rename: our lines
  /// that it did not see are then in the versions. Each text of its own, which it read before the next
  /// one, is in the note.
  @Test(
    "Another program's renaming saves and twenty runs' lines all survive (line D1)",
    arguments: Writing.allCases)
  fileprivate func besideAnotherProgram(writing: Writing) async throws {
    vault.write("race.md", writing.written("base") + "\n")
    let (runs, vault) = ((0..<20).map { _ in run() }, vault)
    let outside = Signal(Outside())
    #expect(DedicatedThread.start { Self.writeFromOutside(in: vault, outside) })
    try await atOnce(runs, rounds: 100) { run, line in
      try await writing.write(line, by: run)
      outside.change { $0.lines += 1 }
    }
    outside.change { $0.isOver = true }
    let written = outside.wait { $0.isDone ? $0.written : nil }
    #expect(written > 10, "they met")
    var found: Set<String> = []
    for name in vault.names() where name.hasSuffix(".md") { found.formUnion(lines(of: name)) }
    var wanted = Set(Self.lines(runs: 20, rounds: 100).map(writing.written)).subtracting(found)
    let versions = runs[0].versions
    for version in try await versions.versions(of: note) where !wanted.isEmpty {
      wanted.subtract(Hand.lines(try await versions.bytes(of: version)))
    }
    #expect(wanted == [])
    // The other program's lines are all in the notes: it read each one before the next.
    #expect(Set((0..<written).map { "outside \($0)" }).subtracting(found) == [])
    #expect(vault.names().allSatisfy { !$0.hasPrefix(".") }, "no file on its way is left")
  }

  private nonisolated static func writeFromOutside(
    in folder: TemporaryFolder, _ signal: Signal<Outside>
  ) {
    // After each few lines of ours, whatever the others do at that moment.
    while signal.wait({ $0.isOver ? false : $0.lines >= 10 * $0.written ? true : nil }) {
      guard let text = folder.text("race.md"), let file = fopen(folder.path("other"), "w") else {
        continue
      }
      let number = signal.change { $0.written }
      fputs(text + "outside \(number)\n", file)
      fclose(file)
      folder.rename("other", to: "race.md")
      signal.change { $0.written += 1 }
    }
    signal.change { $0.isDone = true }
  }
}
