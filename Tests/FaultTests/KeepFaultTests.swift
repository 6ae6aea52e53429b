import Entities
import FileStore
import Glibc
import Services
import TestSupport
import Testing

/// Data stored outside the vault: the older text is intact until the newer one is, wherever the
/// program ends. Each operation is run once for each of its calls.
@Suite("Faults at every call that stores data outside the vault")
struct KeepFaultTests {
  static let most = 1_000
  static let faults = ["kill", "EIO", "ENOSPC", "EINTR", "short"]
  private static let note = NoteID("a.md")
  private let clock = StillClock(Timestamp(seconds: 1_800_000_060))

  private func id(of bench: FaultBench) -> VaultID { VaultID(NotePath(bytes: bench.vault.bytes)) }

  /// The first words of the stored texts, newest first; nil for a text that is not intact.
  private func versions(_ bench: FaultBench, of note: NoteID) async throws -> [String?] {
    let store = FolderVersions(stateFolder: bench.state.bytes, vault: id(of: bench), clock: clock)
    var words: [String?] = []
    for version in try await store.versions(of: note) {
      words.append(Self.word(try await store.bytes(of: version)))
    }
    #expect(await store.problems() == [])
    return words
  }

  private static func word(_ bytes: [UInt8]) -> String? {
    for word in ["older", "newer"] {
      let small = Array("\(word) text\n".utf8)
      let large = small + [UInt8](repeating: UInt8(ascii: "x"), count: 300_000)
      if bytes == small || bytes == large { return word }
    }
    return bytes == [UInt8](repeating: UInt8(ascii: "n"), count: 300_000) ? "newer" : nil
  }

  /// How a run with a fault may end.
  private func isFine(_ run: FaultRun, _ kind: String) -> Bool {
    switch (kind, run.ending) {
    case ("kill", .signal(SIGKILL)), (_, .exit(0)): true
    case ("EIO", .exit(1)), ("ENOSPC", .exit(1)): run.said.hasSuffix(".\n")
    default: false
    }
  }

  /// Runs an operation with a fault at each of its calls, and checks what that left.
  private func atEachCall(
    _ operation: String, _ kind: String,
    _ look: (_ bench: FaultBench, _ isDone: Bool, _ what: String) async throws -> Void
  ) async throws {
    for call in Thorough.calls(upTo: Self.most) {
      let bench = FaultBench(for: operation)
      let tree = bench.tree
      let run = try FaultRun(operation, bench, kind, at: call)
      let what = "\(operation), \(kind) at \(call): \(run.said)"
      #expect(run.wasHit ? isFine(run, kind) : run.ending == .exit(0), "\(what) \(run.ending)")
      #expect(bench.tree == tree, "\(what)")
      try await look(bench, run.ending == .exit(0), what)
      if !run.wasHit {
        #expect(call >= FaultRun.fewest(kind), "\(what)")
        break
      }
    }
  }

  @Test(
    "Earlier versions stay intact, and new ones can be stored",
    arguments: ["version", "large version"], faults)
  func version(operation: String, kind: String) async throws {
    try await atEachCall(operation, kind) { bench, isDone, what in
      let found = try await versions(bench, of: Self.note)
      #expect(found == ["newer", "older"] || (!isDone && found == ["older"]), "\(what)")
      let store = FolderVersions(stateFolder: bench.state.bytes, vault: id(of: bench), clock: clock)
      try await store.keep(Array("newer text\n".utf8), of: Self.note)
      #expect(try await versions(bench, of: Self.note).first == "newer", "\(what)")
      let folder = bench.state.names(in: "versions").first ?? ""
      let strays = bench.state.names(in: "versions/\(folder)")
        .filter { $0 != "lock" && !$0.hasPrefix("note-") && $0 != "thinned" }
      #expect(strays == [], "\(what)")
    }
  }

  @Test("Versions stored together are each intact or absent", arguments: faults)
  func manyVersions(kind: String) async throws {
    try await atEachCall("many versions", kind) { bench, isDone, what in
      let longer = try await versions(bench, of: Self.note)
      let new = try await versions(bench, of: NoteID("b.md"))
      #expect(longer == ["newer", "older"] || (!isDone && longer == ["older"]), "\(what)")
      #expect(new == ["newer"] || (!isDone && new == []), "\(what)")
    }
  }

  @Test("Versions that follow a moved note are under one of its paths or both", arguments: faults)
  func movedVersion(kind: String) async throws {
    try await atEachCall("moved version", kind) { bench, isDone, what in
      let old = try await versions(bench, of: Self.note)
      let new = try await versions(bench, of: NoteID("b.md"))
      let all = ["newer", "older"]
      #expect(isDone ? (old == [] && new == all) : (old == all || new == all), "\(what)")
      #expect([[], all].contains(old) && [[], all].contains(new), "\(what)")
    }
  }

  @Test(
    "Earlier unsaved text is offered until the newer one is intact, and leaves no stray files",
    arguments: ["keep", "large keep", "rewritten keep"], faults)
  func keep(operation: String, kind: String) async throws {
    try await offersOneOfTwo(operation, kind) { Self.word($0.bytes) }
  }

  /// Whichever call fails, the older or newer text is offered, and forgetting it leaves nothing.
  private func offersOneOfTwo(
    _ operation: String, _ kind: String, _ read: @escaping (RecoveredText) -> String?
  ) async throws {
    try await atEachCall(operation, kind) { bench, isDone, what in
      let journal = FolderJournal(
        stateFolder: bench.state.bytes, vault: id(of: bench), clock: clock)
      #expect(journal.unsavedNotes() == [Self.note], "\(what)")
      let found = journal.recovered(Self.note).flatMap(read)
      #expect(
        found == "newer" || (!isDone && found == "older"), "\(what) \(String(describing: found))")
      journal.forget(Self.note, draft: 0)
      #expect(journal.recovered(Self.note) == nil, "\(what)")
      let folder = bench.state.names(in: "recovery").first ?? ""
      let left = bench.state.names(in: "recovery/\(folder)").filter { !$0.hasPrefix("run-") }
      #expect(left == [], "\(what)")
    }
  }

  /// Which of the texts an earlier run offers: as a whole, or as edits that produce it.
  private func offered(_ text: RecoveredText) -> String? {
    guard let edits = text.edits?.edits.map({ String(decoding: $0, as: UTF8.self) }) else {
      return text.bytes.count == 300_000
        ? ["o": "older", "n": "newer"][String(decoding: text.bytes.prefix(1), as: UTF8.self)] : nil
    }
    switch edits {
    case ["older text\n"]: return "older"
    case ["newer text\n"], ["older text\n", "newer"]: return "newer"
    default: return nil
    }
  }

  @Test(
    "Earlier edits are offered until the newer ones are intact, and leave no stray files",
    arguments: ["edits", "edits again", "edits for whole", "whole for edits"], faults)
  func edits(operation: String, kind: String) async throws {
    try await offersOneOfTwo(operation, kind, offered)
  }

  @Test(
    "Undo data is the older or the newer one, intact and under one path",
    arguments: ["undo", "moved undo"],
    faults)
  func undo(operation: String, kind: String) async throws {
    try await atEachCall(operation, kind) { bench, isDone, what in
      let store = FolderVersions(stateFolder: bench.state.bytes, vault: id(of: bench), clock: clock)
      let own = await store.undo(of: Self.note).flatMap(Self.word)
      let moved = await store.undo(of: NoteID("b.md")).flatMap(Self.word)
      if operation == "undo" {
        #expect(own == "newer" || (!isDone && own == "older"), "\(what)")
      } else {
        // A failing call may leave it at the old path; the note itself is not harmed.
        #expect([own, moved].compactMap(\.self) == ["older"], "\(what)")
      }
    }
  }
}
