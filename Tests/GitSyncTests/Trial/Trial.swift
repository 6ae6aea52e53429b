import Entities
import Glibc
import Merging
import Services
import Synchronization
import TestSupport

@testable import GitSync

/// Clones of one remote, with random edits in each, a remote that is away at times, and syncs that are
/// killed at any step. What must hold at the end stands at `Outcome`.
final class Trial {
  /// Ways to do it wrong, to see that the trial finds them.
  enum Flaw: String, CaseIterable, Sendable {
    case none
    /// The branch is moved before the files are written.
    case order
    /// What is being written is not written down, and what goes, goes first.
    case journal
    /// Where both changed a note, one side wins.
    case theirs
  }

  struct Outcome: Equatable {
    /// All clones have one tree, and one commit.
    var isOneTree = false
    var isOneHead = false
    /// Clones with files that no commit has.
    var changed: [String] = []
    /// Words that were typed, that their own writer did not take out, and that are in no note.
    var lost: [String] = []
    /// Of encrypted vaults: typed words, and names of notes, that git or the program keep in plain.
    var readable: [String] = []
    /// What a sync threw that was neither killed nor without a remote.
    var failures: [String] = []

    var isGood: Bool { self == Outcome(isOneTree: true, isOneHead: true) }
  }

  struct Killed: Error {}

  private var random: SeededRandom
  private let bench: SyncBench
  private var clones: [Device] = []
  private let rounds: Int
  private let flaw: Flaw
  private let typing: Typing
  private var failures: [String] = []
  private(set) var syncs = 0
  private(set) var kills = 0
  private(set) var offline = 0

  /// With `isEncrypted` the clones are encrypted vaults that have one key.
  init(
    seed: UInt64, clones: Int, rounds: Int, flaw: Flaw = .none, isEncrypted: Bool = false
  ) async throws {
    random = SeededRandom(seed: seed)
    bench = try await SyncBench()
    self.rounds = rounds
    self.flaw = flaw
    typing = Typing(seed: seed &+ 1_000_000)
    let keys = isEncrypted ? try SealedKeys() : nil
    for number in 0..<clones {
      self.clones.append(
        try await bench.device(isEncrypted ? "clone\(number)" : "c\(number)", keys: keys))
    }
  }

  var words: Int { typing.wordCount }

  func run() async throws -> Outcome {
    for _ in 0..<rounds {
      for clone in clones.shuffled(using: &random) {
        for _ in 0..<Int.random(in: 0..<4, using: &random) { typing.edit(clone) }
        if Int.random(in: 0..<10, using: &random) < 7 { await sync(clone) }
      }
    }
    for _ in 0..<clones.count + 2 {
      for clone in clones { await sync(clone, isQuiet: true) }
      if Device.areEqual(clones) { break }
    }
    return try await Outcome(of: clones, typing, failures)
  }

  private func sync(_ clone: Device, isQuiet: Bool = false) async {
    syncs += 1
    let killAt =
      isQuiet || Int.random(in: 0..<100, using: &random) >= 45
      ? Int.max : Int.random(in: 0..<25, using: &random)
    let typeAt =
      isQuiet || Int.random(in: 0..<100, using: &random) >= 25
      ? Int.max : Int.random(in: 0..<20, using: &random)
    let leavesLock = Int.random(in: 0..<4, using: &random) == 0
    // Absent from the beginning, or from the fetch on.
    let away = isQuiet ? 9 : Int.random(in: 0..<10, using: &random)
    let remote = bench.remote
    if away == 0 { rename(remote, remote + ".away") }
    let count = StepCount()
    let (flaw, typing) = (FlawHook(flaw, clone), self.typing)
    do {
      try await clone.sync(
        step: { step in
          let number = count.next()
          if number == typeAt { typing.edit(clone) }
          if step == .fetched, away == 1 { rename(remote, remote + ".away") }
          try await flaw.pass(step)
          if number >= killAt {
            if leavesLock { clone.folder.write(".git/index.lock", "") }
            throw Killed()
          }
        }, merge: self.flaw == .theirs ? Self.oneSideWins : nil)
    } catch is Killed {
      kills += 1
    } catch {
      if away < 2 { offline += 1 } else { failures.append("\(clone.name): \(error)") }
    }
    if away < 2 { rename(remote + ".away", remote) }
  }

  private static let oneSideWins: TreeMerging = { base, one, other, _ in
    var files = one.tree
    for (path, entry) in other.tree where base[path] != entry { files[path] = entry }
    for path in base.keys where other.tree[path] == nil { files[path] = nil }
    return MergedTree(files: files.mapValues { .unchanged($0) })
  }
}

/// Makes a sync wrong, at its own steps.
private struct FlawHook: Sendable {
  let flaw: Trial.Flaw
  let clone: Device

  init(_ flaw: Trial.Flaw, _ clone: Device) {
    self.flaw = flaw
    self.clone = clone
  }

  func pass(_ step: SyncStep) async throws {
    guard flaw == .order || flaw == .journal, step == .applyWritten || step == .filesDone else {
      return
    }
    let repository = try await clone.repository()
    let state = SyncState(gitFolder: repository.gitFolder)
    guard let applying = try state.lastChanges().last else { return }
    if step == .applyWritten { try state.remove(.apply) }
    switch (flaw, step) {
    case (.order, .applyWritten):
      try await repository.moveBranch(applying.branch, to: applying.new, from: applying.old)
    case (.order, .filesDone):
      // The run moves the branch itself.
      if let old = applying.old {
        try await repository.moveBranch(applying.branch, to: old, from: applying.new)
      } else {
        try clone.bench.git("update-ref -d refs/heads/\(applying.branch)", in: clone.folder.path)
      }
    case (.journal, .applyWritten):
      let old = if let hash = applying.old { try await repository.tree(of: hash) } else { Tree() }
      let new = try await repository.tree(of: applying.new)
      for path in old.keys where new[path] == nil { clone.folder.remove(path.text) }
    default: break
    }
  }
}

extension Trial.Outcome {
  init(of clones: [Device], _ typing: Typing, _ failures: [String]) async throws {
    self.init(failures: failures)
    var (trees, heads) = (Set<String>(), Set<String>())
    for clone in clones {
      let repository = try await clone.repository()
      guard let head = try await repository.head() else { continue }
      heads.insert(head)
      trees.insert(try await repository.commitFacts(head).tree)
      if try await !repository.unstaged().files.isEmpty { changed.append(clone.name) }
    }
    isOneHead = heads.count == 1
    isOneTree = trees.count == 1
    lost = typing.missing(in: clones[0])
    if clones[0].sealed != nil { readable = try typing.readable(in: clones) }
  }
}
