import Entities
import FileStore
import Glibc
import SealedStore
import Services
import TestSupport
import Testing

/// Many notes are restored from the trash, and each of the calls for that fails or is the last one.
@Suite("Faults at every call while many notes are restored", .thorough)
struct RestoreFaultTests {
  private static let kinds = ["kill", "EIO", "EINTR"]

  /// The result without faults, or after the rest is restored too.
  private static let back = Dictionary(
    uniqueKeysWithValues: FaultBench.many.map { ("deep/n\($0).md", "text \($0)") })

  private func check(_ run: FaultRun, _ kind: String, _ what: Comment) {
    switch (kind, run.ending) {
    case ("kill", .signal(SIGKILL)) where run.wasHit, (_, .exit(0)): break
    case ("EIO", .exit(1)) where run.wasHit: #expect(run.said.hasSuffix(".\n"), what)
    default: Issue.record("\(what): \(run.ending)")
    }
  }

  /// Notes by their names outside the trash, each of which exists once.
  private func check(_ tree: [String: String], _ what: Comment) {
    var found: [String: [String]] = [:]
    for (name, text) in tree where !name.contains("/.origin/") {
      let words = text.split { $0 == " " || $0 == "\n" }.suffix(2).joined(separator: " ")
      let end = name.split(separator: "/").last.map(String.init) ?? name
      found["deep/\(end)", default: []].append(words)
    }
    #expect(found == Self.back.mapValues { [$0] }, what)
  }

  @Test(
    "Each note is restored or in the trash with its record, and the rest can be restored",
    arguments: kinds)
  func plain(kind: String) async throws {
    for call in 0..<FaultTests.most {
      let bench = FaultBench(for: "restore many")
      let run = try FaultRun("restore many", bench, kind, at: call)
      let what: Comment = "\(kind) at \(call): \(run.said)"
      check(run, kind, what)
      #expect(await bench.startAgain() == [], what)
      check(bench.tree, what)
      let trash = bench.vault.names(in: ".trash").filter { $0.hasSuffix(".md") }
      #expect(bench.vault.names(in: ".trash/.origin") == trash, what)
      let store = FolderStore(root: bench.vault.bytes, clock: StillClock())
      for answer in await store.restoreMany(try await store.trashed()) { _ = try answer.get() }
      #expect(Set(bench.tree.keys) == Set(Self.back.keys), what)
      if !run.wasHit {
        #expect(call > 30 && run.ending == .exit(0) && trash.isEmpty, what)
        return
      }
    }
  }

  @Test(
    "Each note of an encrypted vault is restored or in the trash, and the rest can be restored",
    arguments: kinds)
  func sealed(kind: String) async throws {
    for call in 0..<FaultTests.most {
      let bench = try SealedBench(for: "sealed restore many")
      let run = try FaultRun("sealed restore many", bench.bench, kind, at: call)
      let what: Comment = "\(kind) at \(call): \(run.said)"
      check(run, kind, what)
      #expect(await bench.startAgain() == [], what)
      check(try bench.tree(), what)
      let notes = bench.vault.notes
      for answer in await notes.restoreMany(try await notes.trashed()) { _ = try answer.get() }
      #expect(try Set(bench.tree().keys) == Set(Self.back.keys), what)
      if !run.wasHit {
        #expect(call > 30 && run.ending == .exit(0), what)
        return
      }
    }
  }
}
