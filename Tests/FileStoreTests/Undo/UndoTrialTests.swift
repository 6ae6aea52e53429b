import Entities
import OpenVault
import Services
import TestSupport
import Testing
import Undo

@testable import FileStore

@Suite("Random commands, all of them undone")
struct UndoTrialTests {
  @Test(
    "Twenty random commands are undone to the last byte, as the dry run promised",
    arguments: Thorough.seeds(quick: 10, thorough: 120))
  func alone(seed: UInt64) async throws {
    let trial = UndoTrial(seed)
    let start = trial.tree
    try await trial.doTwenty()
    while let command = trial.done.value().all.last {
      let outcome = await trial.undo(command)
      #expect(
        outcome.failure == nil && outcome.refusals == [] && outcome.missing == 0,
        "\(trial.story) undo of \(command.name): \(outcome)")
      #expect(trial.tree == trial.before[command.number], "\(trial.story) after \(command.name)")
      if outcome.failure != nil { return }
    }
    #expect(trial.tree == start, "\(trial.story)")
  }

  @Test(
    "Undo loses no line of another writer, and a refused undo changes nothing",
    arguments: Thorough.seeds(quick: 10, thorough: 80))
  func others(seed: UInt64) async throws {
    let trial = UndoTrial(seed &+ 1_000_000)
    try await trial.doTwenty(meddling: true)
    while let command = trial.done.value().all.last {
      trial.meddle()
      let before = trial.whole
      let outcome = await trial.undo(command)
      let story = "\(trial.story) undo of \(command.name): \(outcome)"
      if let failure = outcome.failure {
        #expect(trial.whole == before, "\(story)")
        #expect(trial.isTrue(failure), "\(story)")
        try await trial.skip(command)
      }
      let text = trial.whole.values.joined()
      #expect(trial.lines.filter { !text.contains($0) } == [], "\(story)")
    }
  }
}

/// A vault with random events.
private final class UndoTrial {
  private let bench = Bench()
  private let state = TemporaryFolder()
  private var random: SeededRandom
  private let seed: UInt64
  private var steps: [String] = []
  /// The notes as they were before each command.
  private(set) var before: [UInt64: [String: String]] = [:]
  /// What others wrote and no command has replaced since.
  private(set) var lines: [String] = []
  private var written = 0
  private var hasSkipped = false

  init(_ seed: UInt64) {
    (self.seed, random) = (seed, SeededRandom(seed: seed))
    for number in 0..<6 {
      let folder = number < 3 ? "" : number < 5 ? "f/" : "g/h/"
      bench.folder.write(
        "\(folder)n\(number).md", "# Note \(number)\n[[n\((number + 1) % 6)]] #tag\nlast line")
    }
  }

  var story: String { "seed \(seed): \(steps.joined(separator: "; "))." }

  private var vault: VaultID { VaultID(NotePath(bytes: bench.folder.bytes)) }
  var done: StoredValue<DoneCommands> {
    StateFiles(stateFolder: state.bytes, vault: vault).state().done
  }

  /// As another run of the program sees it, a second later.
  private func run() -> (store: FolderStore, moves: FolderMoves, clock: StillClock) {
    let clock = StillClock(Timestamp(seconds: Int64(1_700_000_000 + steps.count)))
    return (
      FolderStore(root: bench.folder.bytes, clock: clock),
      FolderMoves(
        root: bench.folder.bytes, stateFolder: state.bytes, vault: vault, clock: clock), clock
    )
  }

  func doTwenty(meddling: Bool = false) async throws {
    for number in 0..<20 {
      if meddling { meddle() }
      let (store, moves, clock) = run()
      before[UInt64(number)] = tree
      let command = TrialCommand(
        number, in: done, store: store, moves: moves,
        notes: tree.keys.filter { $0.hasSuffix(".md") }.sorted().map { NotePath($0) },
        at: clock.now
      ) { Issue.record("\($0)") }
      steps.append(await command.run(&random))
    }
    let text = whole.values.joined()
    lines.removeAll { !text.contains($0) }
  }

  /// Does exactly what the dry run promises.
  func undo(_ command: DoneCommand) async -> UndoneSteps.Outcome {
    let (store, moves, _) = run()
    steps.append("undo")
    let steps = UndoneSteps(done, store: store, moves: moves)
    let tree = whole
    let promised = await steps.promised(command)
    #expect(whole == tree, "\(story)")
    let outcome = await steps.takeBack(command)
    #expect(promised.files == outcome.files, "\(story) promised \(command.name)")
    #expect(promised.failure == outcome.failure, "\(story) promised \(command.name)")
    #expect(promised.missing == outcome.missing, "\(story) promised \(command.name)")
    #expect(
      Set(promised.refusals.map(\.message)) == Set(outcome.refusals.map(\.message)),
      "\(story) promised \(command.name)")
    return outcome
  }

  /// The command's changes stay, also in notes for which earlier commands recorded other changes.
  func skip(_ command: DoneCommand) async throws {
    try await done.change { $0.drop(command) }
    hasSkipped = true
  }

  /// Another program writes something and removes nothing.
  func meddle() {
    guard Bool.random(using: &random),
      let note = tree.keys.filter({ $0.hasSuffix(".md") }).sorted().randomElement(using: &random)
    else { return }
    written += 1
    let line = "outside \(written).\n"
    lines.append(line)
    let text = tree[note] ?? ""
    switch Int.random(in: 0..<3, using: &random) {
    case 0: bench.folder.write(note, line + text)
    case 1:
      bench.folder.write(note, text + (text.isEmpty || text.hasSuffix("\n") ? "" : "\n") + line)
    default: bench.folder.write("theirs \(written).md", line)
    }
    steps.append("they write “\(line.dropLast())” in \(note)")
  }

  /// Whether the error's statement is true.
  func isTrue(_ error: NoteStoreError) -> Bool {
    guard case .refused(let path, let reason) = error else { return true }
    let isThere = whole[path.text] != nil
    if reason.contains("another file has this name") { return isThere }
    if reason.contains("edited since") {
      return whole[path.text].map { hasSkipped || $0.contains("outside ") } ?? false
    }
    return true
  }

  /// All notes and files, with their folders, except the trash.
  var tree: [String: String] { whole.filter { !$0.key.hasPrefix(".trash") } }

  var whole: [String: String] { files(in: "") }

  private func files(in folder: String) -> [String: String] {
    var found: [String: String] = [:]
    for name in bench.folder.names(in: folder.isEmpty ? "." : folder) {
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      if let text = bench.folder.text(path) {
        found[path] = text
      } else {
        found[path + "/"] = ""
        found.merge(files(in: path)) { first, _ in first }
      }
    }
    return found
  }
}
