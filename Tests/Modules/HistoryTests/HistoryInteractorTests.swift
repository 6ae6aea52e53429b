import Entities
import Services
import TestSupport
import Testing
import Viper

@testable import History

@MainActor
@Suite("The interactor of a note's versions")
struct HistoryInteractorTests {
  private let diary = Diary()

  private func bench(_ texts: [String], present: String?) async throws -> HistoryBench {
    let bench = try await HistoryBench(texts, present: present)
    bench.interactor.output = diary
    bench.interactor.load()
    await bench.work.whenIdle()
    return bench
  }

  @Test("Versions are listed newest first, each with its added and removed lines")
  func lists() async throws {
    let bench = try await bench(["a\n", "a\nb\nc\n", "a\nx\nc\n"], present: "a\nx\nc\n")
    let items = (0..<bench.interactor.count).map(bench.interactor.version)
    #expect(items.map(\.name) == ["v3", "v2", "v1"])
    #expect(items.map(\.added) == [1, 2, 1])
    #expect(items.map(\.removed) == [1, 0, 0])
    #expect(items.map(\.isNow) == [true, false, false])
    #expect(items.map(\.size) == [6, 6, 2])
  }

  @Test("The newest version is not the present text after another program writes the note")
  func isNotNow() async throws {
    let bench = try await bench(["a\n"], present: "b\n")
    #expect(!bench.interactor.version(at: 0).isNow)
  }

  @Test("Hundreds of versions are counted in batches, each compared with the one before")
  func batches() async throws {
    let texts = (1...100).map { String(repeating: "line\n", count: $0) }
    let bench = try await bench(texts, present: "")
    let items = (0..<bench.interactor.count).map(bench.interactor.version)
    #expect(items.allSatisfy { $0.added == 1 && $0.removed == 0 })
  }

  @Test("A version is shown by its changes, the changes since, or its text")
  func shows() async throws {
    let bench = try await bench(["a\nb\n", "a\nc\n"], present: "a\nd\n")
    for (aspect, lines) in [
      (HistoryAspect.change, ["  a", "- b", "+ c"]), (.since, ["  a", "- c", "+ d"]),
      (.text, ["  a", "  c"]),
    ] {
      bench.interactor.show(0, as: aspect)
      await bench.work.whenIdle()
      #expect(diary.shown == lines)
    }
  }

  @Test("Only the latest of several requests is answered")
  func latest() async throws {
    let bench = try await bench(["a\n", "b\n", "c\n"], present: "c\n")
    for index in 0..<3 { bench.interactor.show(index, as: .text) }
    await bench.work.whenIdle()
    #expect(diary.showings == 1)
    #expect(diary.shown == ["  a"])
  }

  @Test("A version is read byte for byte")
  func reads() async throws {
    let bench = try await bench(["a\r\n\u{0}b"], present: nil)
    let cases = HistoryCases(versions: bench.versions, store: bench.store)
    #expect(try await cases.text(of: bench.interactor.version(at: 0)) == Array("a\r\n\u{0}b".utf8))
  }

  @Test("Restoring first stores the present text as a version, and can be undone")
  func restores() async throws {
    let bench = try await bench(["old"], present: "never kept")
    bench.interactor.restore(0)
    await bench.work.whenIdle()
    #expect(await bench.store.text(of: bench.note) == "old")
    #expect(await bench.versions.texts(of: bench.note) == ["never kept", "old"])
    #expect(diary.events == ["restored work/plan.md to v1"])
    bench.interactor.undoRestore()
    await bench.work.whenIdle()
    #expect(await bench.store.text(of: bench.note) == "never kept")
    bench.interactor.undoRestore()
    #expect(
      diary.events == ["restored work/plan.md to v1", "undone work/plan.md", "nothing to undo"])
  }

  @Test("Restoring a missing note makes it again, and undoing that trashes it")
  func restoresGone() async throws {
    let bench = try await bench(["old"], present: nil)
    bench.interactor.restore(0)
    await bench.work.whenIdle()
    #expect(await bench.store.text(of: bench.note) == "old")
    #expect(diary.events == ["created work/plan.md of v1"])
    bench.interactor.undoRestore()
    await bench.work.whenIdle()
    #expect(await bench.store.text(of: bench.note) == nil)
    #expect(await bench.store.trashedPaths.count == 1)
  }

  @Test("A present text that cannot be stored is not replaced")
  func keepingFails() async throws {
    let bench = try await bench(["old"], present: "precious")
    let store = bench.store
    await bench.versions.fail(next: .noSpace(bench.note.path))
    bench.interactor.restore(0)
    await bench.work.whenIdle()
    #expect(await store.text(of: bench.note) == "precious")
    #expect(diary.failures.count == 1)
  }

  @Test("Undoing a restore never removes later text, and can be tried again")
  func undoMeetsChange() async throws {
    let bench = try await bench(["old"], present: "new")
    bench.interactor.restore(0)
    await bench.work.whenIdle()
    await bench.store.change(bench.note, to: "theirs")
    bench.interactor.undoRestore()
    await bench.work.whenIdle()
    #expect(await bench.store.text(of: bench.note) == "theirs")
    #expect(diary.failures.count == 1)
  }

  @Test("Several restores are undone one by one")
  func undoesAll() async throws {
    let bench = try await bench(["one", "two"], present: "three")
    for name in ["v2", "v1"] {
      bench.interactor.restore(try #require(bench.interactor.index(named: name)))
      await bench.work.whenIdle()
    }
    for text in ["one", "two", "three"] {
      #expect(await bench.store.text(of: bench.note) == text)
      if text == "three" { break }
      bench.interactor.undoRestore()
      await bench.work.whenIdle()
    }
    #expect(diary.failures == [])
  }

  @Test("A problem of the store is reported with the list")
  func problems() async throws {
    let bench = try await HistoryBench(["a"], present: nil)
    await bench.versions.setProblems(["A log was damaged."])
    bench.interactor.output = diary
    bench.interactor.load()
    await bench.work.whenIdle()
    #expect(diary.problems == ["A log was damaged."])
    await bench.versions.fail(next: .notPermitted(bench.note.path, action: "read"))
    bench.interactor.load()
    await bench.work.whenIdle()
    #expect(diary.problems.first?.contains("No permission") == true)
  }

  @Test("A stopped interactor reports nothing more")
  func stops() async throws {
    let bench = try await HistoryBench(["a"], present: nil)
    bench.interactor.output = diary
    bench.interactor.load()
    bench.interactor.stop()
    await bench.work.whenIdle()
    #expect(bench.interactor.count == 0)
    #expect(diary.events.isEmpty)
  }
}

/// What an interactor said.
@MainActor
private final class Diary: HistoryInteractorOutput {
  var shown: [String] = []
  var showings = 0
  var events: [String] = []
  var failures: [String] = []
  var problems: [String] = []

  func noteChanged() {}
  func versionsChanged() {}
  func loadingEnded(problems: [String]) { self.problems = problems }

  func versionWasShown(_ lines: [HistoryLine], of index: Int, as aspect: HistoryAspect) {
    showings += 1
    shown = lines.map { line in
      switch line.kind {
      case .same: "  \(line.text)"
      case .added: "+ \(line.text)"
      case .removed: "- \(line.text)"
      case .remark: "(\(line.text))"
      }
    }
  }

  func noteWasRestored(_ note: NoteID, to version: HistoryItem, created: Bool) {
    events.append(
      created
        ? "created \(note.path.text) of \(version.name)"
        : "restored \(note.path.text) to \(version.name)")
  }

  func hunkWasTaken(_ note: NoteID) { events.append("taken into \(note.path.text)") }
  func hunkWasRefused(_ refusal: HunkRefusal) { events.append("\(refusal)") }
  func restoreWasUndone(_ note: NoteID) { events.append("undone \(note.path.text)") }
  func nothingToUndo() { events.append("nothing to undo") }
  func failed(_ message: String) { failures.append(message) }
  func showingFailed(_ message: String) { failures.append(message) }
}
