import Entities
import FileStore
import Glibc
import SealedStore
import Secrets
import Services
import TestSupport
import Testing

/// A note is being locked or unlocked: wherever that is stopped, the text is intact in a file, and
/// the same command completes it.
@Suite("Faults at every call of a note's lock")
struct LockFaultTests {
  static let most = 1_000
  private static let kinds = ["kill", "EIO", "ENOSPC", "EINTR", "short"]

  private func typed() -> TypedSecret {
    let secret = TypedSecret()
    secret.append("open sesame".utf8)
    return secret
  }

  private func notes(_ bench: FaultBench) -> LockedNotes {
    let id = VaultID(NotePath(bytes: bench.vault.bytes))
    let clock = StillClock(Timestamp(seconds: 1_800_003_600))
    return LockedNotes(
      FolderStore(root: bench.vault.bytes, clock: clock), root: bench.vault.bytes,
      keyring: NoteKeyring(),
      state: LockedState(
        versions: FolderVersions(stateFolder: bench.state.bytes, vault: id, clock: clock),
        journal: FolderJournal(stateFolder: bench.state.bytes, vault: id, clock: clock),
        index: nil, vault: bench.vault.bytes, stateFolder: bench.state.bytes),
      stateFolder: bench.state.bytes, clock: clock, workFactor: 1)
  }

  /// How a run with a fault may end.
  private func isFine(_ run: FaultRun, _ kind: String) -> Bool {
    switch (kind, run.ending) {
    case ("kill", .signal(SIGKILL)), (_, .exit(0)): true
    case ("EIO", .exit(1)), ("ENOSPC", .exit(1)): run.said.hasSuffix(".\n")
    default: false
    }
  }

  private func atEachCall(
    _ operation: String, _ kind: String,
    _ look: (_ bench: FaultBench, _ isDone: Bool, _ what: String) async throws -> Void
  ) async throws {
    for call in Thorough.calls(upTo: Self.most) {
      let bench = FaultBench(for: operation)
      let run = try FaultRun(operation, bench, kind, at: call)
      let what = "\(operation), \(kind) at \(call): \(run.said)"
      #expect(run.wasHit ? isFine(run, kind) : run.ending == .exit(0), "\(what) \(run.ending)")
      // The next walk removes temporary files.
      #expect(await bench.startAgain() == [], "\(what)")
      try await look(bench, run.ending == .exit(0), what)
      if !run.wasHit {
        #expect(call >= FaultRun.fewest(kind), "\(what)")
        break
      }
    }
  }

  @Test(
    "An interrupted lock leaves a plain note, a locked one or both, and can be repeated",
    arguments: kinds)
  func lock(kind: String) async throws {
    try await atEachCall("lock", kind) { bench, isDone, what in
      let names = Set(bench.vault.names())
      #expect(names.isSubset(of: ["a.md", "a.md.age"]) && !names.isEmpty, "\(what)")
      #expect(!isDone || names == ["a.md.age"], "\(what)")
      if names.contains("a.md") {
        #expect(bench.vault.text("a.md") == "canary now\n", "\(what)")
        _ = try await notes(bench).lock(NoteID("a.md"), passphrase: typed())
      }
      #expect(bench.vault.names() == ["a.md.age"], "\(what)")
      let notes = notes(bench)
      let lock = try await notes.open(NoteID("a.md.age"), passphrase: typed())
      #expect(
        try await notes.read(NoteID("a.md.age")).bytes == Array("canary now\n".utf8), "\(what)")
      withExtendedLifetime(lock) {}
      #expect(readable(in: bench) == [], "\(what)")
    }
  }

  @Test(
    "An interrupted unlock leaves the whole text in at least one file, and can be repeated",
    arguments: kinds)
  func unlock(kind: String) async throws {
    try await atEachCall("unlock", kind) { bench, isDone, what in
      let names = Set(bench.vault.names())
      #expect(names.isSubset(of: ["a.md", "a.md.age"]) && !names.isEmpty, "\(what)")
      #expect(!isDone || names == ["a.md"], "\(what)")
      if names.contains("a.md.age") {
        let notes = notes(bench)
        let lock = try await notes.open(NoteID("a.md.age"), passphrase: typed())
        _ = try await notes.takeOff(NoteID("a.md.age"))
        withExtendedLifetime(lock) {}
      }
      #expect(bench.vault.names() == ["a.md"], "\(what)")
      #expect(bench.vault.text("a.md") == "canary now\n", "\(what)")
    }
  }

  @Test(
    "A locked note holds the old or the new text, and neither is readable", arguments: kinds)
  func save(kind: String) async throws {
    try await atEachCall("locked save", kind) { bench, isDone, what in
      #expect(bench.vault.names() == ["a.md.age"], "\(what)")
      let notes = notes(bench)
      let lock = try await notes.open(NoteID("a.md.age"), passphrase: typed())
      let text = String(
        decoding: try await notes.read(NoteID("a.md.age")).bytes, as: UTF8.self)
      #expect(text == "canary after\n" || !isDone && text == "canary now\n", "\(what)")
      withExtendedLifetime(lock) {}
      #expect(readable(in: bench) == [], "\(what)")
    }
  }

  /// The files in which a word of the note is readable.
  private func readable(in bench: FaultBench) -> [String] {
    [bench.vault, bench.state].flatMap { readable(in: $0, ".") }
  }

  private func readable(in folder: TemporaryFolder, _ path: String) -> [String] {
    folder.names(in: path).flatMap { name -> [String] in
      let place = "\(path)/\(name)"
      guard let bytes = folder.read(place) else { return readable(in: folder, place) }
      return String(decoding: bytes, as: UTF8.self).contains("canary") ? [place] : []
    }
  }
}
