import Glibc
import TestSupport
import Testing
import Threads

@testable import GitSync

/// The trial with the program itself: clones that `notes-tui sync` brings in line, which is ended with
/// its git at any call of the system, or whose git alone is.
final class ProgramTrial {
  private var random: SeededRandom
  private let bench: SyncBench
  private var clones: [Device] = []
  private let rounds: Int
  private let typing: Typing
  private var failures: [String] = []
  private(set) var syncs = 0
  private(set) var kills = 0
  private(set) var offline = 0
  /// So many calls the last sync had that was not ended.
  private var calls = 600

  /// With `isEncrypted` the clones are encrypted vaults that have one key.
  init(seed: UInt64, clones: Int, rounds: Int, isEncrypted: Bool) async throws {
    random = SeededRandom(seed: seed)
    bench = try await SyncBench()
    self.rounds = rounds
    typing = Typing(seed: seed &+ 2_000_000)
    let keys = isEncrypted ? try SealedKeys() : nil
    for number in 0..<clones {
      self.clones.append(
        try await bench.device(isEncrypted ? "clone\(number)" : "c\(number)", keys: keys))
    }
    for clone in self.clones {
      clone.stateFolder.write("passphrase", SealedKeys.passphrase)
      clone.stateFolder.write(".config/notes-tui/config", "sync-device = \"\(clone.name)\"\n")
      clone.stateFolder.write("bin/git", try Self.git(faults: clone.stateFolder.path("faults")))
      clone.stateFolder.setMode("bin/git", 0o755)
    }
  }

  var words: Int { typing.wordCount }

  func run() async throws -> Trial.Outcome {
    for _ in 0..<rounds {
      for clone in clones.shuffled(using: &random) {
        for _ in 0..<Int.random(in: 0..<4, using: &random) { typing.edit(clone) }
        if Int.random(in: 0..<10, using: &random) < 7 { try await sync(clone) }
      }
    }
    for clone in clones { try await sync(clone, isQuiet: true) }
    for clone in (0..<clones.count).flatMap({ _ in clones }) where !Device.areEqual(clones) {
      try await sync(clone, isQuiet: true)
    }
    return try await Trial.Outcome(of: clones, typing, failures)
  }

  private func sync(_ clone: Device, isQuiet: Bool = false) async throws {
    syncs += 1
    let isAway = !isQuiet && Int.random(in: 0..<8, using: &random) == 0
    if isAway { rename(bench.remote, bench.remote + ".away") }
    defer { if isAway { rename(bench.remote + ".away", bench.remote) } }
    let isKilled = !isQuiet && Int.random(in: 0..<100, using: &random) < 50
    let kind = Bool.random(using: &random) ? "power" : "kill"
    let at = isKilled ? Int.random(in: 0..<calls, using: &random) : -1
    let home = clone.stateFolder
    home.write("shared", [UInt8](repeating: 0, count: 16))
    home.remove("hit")
    let faults = [
      "LD_PRELOAD=\(try FaultShim.path.get())", "FAULT_SHARED=\(home.path("shared"))",
      "FAULT_KIND=\(kind)", "FAULT_AT=\(at)", "FAULT_HIT=\(home.path("hit"))",
    ]
    home.write("faults", faults.map { "export '\($0.replacing("=", with: "'='"))'\n" }.joined())
    let ending = try await Self.run(
      [try SpawnedProgram.beside("notes-tui"), "--vault", clone.path, "sync"]
        + (clone.sealed == nil ? [] : ["--passphrase-fd", "0"]),
      faults + [
        "HOME=\(home.path)", "PATH=\(home.path("bin")):/usr/bin:/bin", "LANG=C.UTF-8",
        "LD_LIBRARY_PATH=\(getenv("LD_LIBRARY_PATH").map { String(cString: $0) } ?? "")",
      ], in: home)
    if !isKilled { calls = max(200, home.number(in: "shared")) }
    if home.exists("hit") {
      kills += 1
    } else if isAway {
      offline += 1
    } else if home.text("said")?.hasPrefix("notes-tui: Wait ") == true {
      // A run killed while it tried the passphrase counts as one with a wrong passphrase.
      try await Task.sleep(for: .seconds(1))
      try await sync(clone, isQuiet: isQuiet)
    } else if ending != .exit(0), ending != .exit(8) {
      failures.append("\(clone.name): \(ending) \(home.text("said") ?? "")")
    }
  }

  /// Other trials go on while it runs.
  private static func run(
    _ command: [String], _ environment: [String], in home: TemporaryFolder
  ) async throws -> SpawnedProgram.Ending {
    let process = try SpawnedProgram.start(
      command, environment, input: home.path("passphrase"), output: "/dev/null",
      error: home.path("said"))
    return try await withCheckedThrowingContinuation { continuation in
      let isWaitedFor = DedicatedThread.start {
        continuation.resume(with: Result { try SpawnedProgram.wait(for: process) })
      }
      if !isWaitedFor { continuation.resume(throwing: Failure("no thread to spare")) }
    }
  }

  /// What the program finds as git: the real one, with the faults of this run, but for what serves the
  /// remote: a lock that is left there is another repository's.
  private static func git(faults: String) throws -> String {
    """
    #!/bin/sh
    . '\(faults)'
    case " $* " in
    *" push "* | *" fetch "*) ;;
    *" receive-pack "* | *" upload-pack "*) unset LD_PRELOAD ;;
    esac
    exec /usr/bin/git "$@"

    """
  }
}

extension TemporaryFolder {
  /// The first eight bytes of a file, as the machine has them.
  fileprivate func number(in name: String) -> Int {
    let bytes = read(name) ?? []
    return bytes.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
