import Glibc
import TestSupport
import Testing

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
  /// So many calls a sync had, at most, as far as was seen.
  private var mostCalls = 2_000

  init(seed: UInt64, clones: Int, rounds: Int) async throws {
    random = SeededRandom(seed: seed)
    bench = try await SyncBench()
    self.rounds = rounds
    typing = Typing(seed: seed &+ 2_000_000)
    for number in 0..<clones { self.clones.append(try await bench.device("c\(number)")) }
    for clone in self.clones {
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
        if Int.random(in: 0..<10, using: &random) < 7 { try sync(clone) }
      }
    }
    for _ in 0..<clones.count + 2 {
      for clone in clones { try sync(clone, isQuiet: true) }
      if Device.areEqual(clones) { break }
    }
    return try await Trial.Outcome(of: clones, typing, failures)
  }

  private func sync(_ clone: Device, isQuiet: Bool = false) throws {
    syncs += 1
    let isAway = !isQuiet && Int.random(in: 0..<8, using: &random) == 0
    if isAway { rename(bench.remote, bench.remote + ".away") }
    defer { if isAway { rename(bench.remote + ".away", bench.remote) } }
    let isKilled = !isQuiet && Int.random(in: 0..<100, using: &random) < 50
    let kind = Bool.random(using: &random) ? "power" : "kill"
    let at = isKilled ? Int.random(in: 0..<mostCalls, using: &random) : -1
    let home = clone.stateFolder
    home.write("shared", [UInt8](repeating: 0, count: 16))
    home.remove("hit")
    let faults = [
      "LD_PRELOAD=\(try FaultShim.path.get())", "FAULT_SHARED=\(home.path("shared"))",
      "FAULT_KIND=\(kind)", "FAULT_AT=\(at)", "FAULT_HIT=\(home.path("hit"))",
    ]
    home.write("faults", faults.map { "export '\($0.replacing("=", with: "'='"))'\n" }.joined())
    let ending = try SpawnedProgram.run(
      [try SpawnedProgram.beside("notes-tui"), "--vault", clone.path, "sync"],
      faults + [
        "HOME=\(home.path)", "PATH=\(home.path("bin")):/usr/bin:/bin", "LANG=C.UTF-8",
        "LD_LIBRARY_PATH=\(getenv("LD_LIBRARY_PATH").map { String(cString: $0) } ?? "")",
      ], error: home.path("said"))
    if !isKilled { mostCalls = max(mostCalls, home.number(in: "shared")) }
    if home.exists("hit") {
      kills += 1
    } else if isAway {
      offline += 1
    } else if ending != .exit(0), ending != .exit(6) {
      failures.append("\(clone.name): \(ending) \(home.text("said") ?? "")")
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
