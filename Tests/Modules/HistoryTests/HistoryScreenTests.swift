import Entities
import FakeTerminal
import Lists
import Services
import Terminal
import TestSupport
import Testing
import Viper

@testable import History

@MainActor
@Suite("The screen of a note's versions")
struct HistoryScreenTests {
  private func bench(_ texts: [String] = ["a\n", "a\nb\n"], present: String? = "a\nb\n")
    async throws
    -> HistoryBench
  {
    let bench = try await HistoryBench(texts, present: present)
    await bench.start()
    return bench
  }

  @Test("A row shows the time, size and line counts, with the version's changes next to the list")
  func rows() async throws {
    let bench = try await bench()
    let frame = bench.frame(100, 4)
    #expect(
      frame.lines[0].hasPrefix("> 10:30:00 now           4 B     +1              │Changed by"))
    #expect(frame.lines[1].hasPrefix("  10:29:00               2 B     +1              │  a"))
    #expect(frame.lines[2].contains("│+ b"))
    #expect(frame.style(at: Point(row: 2, column: 50)) == Theme.standard[.added])
    #expect(bench.screen.chrome.title == "Versions of plan")
    #expect(bench.screen.chrome.state == "2 versions")
  }

  @Test("Removed lines differ from added lines by sign, not by color alone")
  func signs() async throws {
    let bench = try await bench(["a\n", "b\n"], present: "b\n")
    let frame = bench.frame(100, 4)
    #expect(frame.lines[1].contains("│- a"))
    #expect(frame.lines[2].contains("│+ b"))
    #expect(frame.style(at: Point(row: 1, column: 50)) == Theme.standard[.removed])
  }

  @Test("Columns without room are left out", arguments: [8, 19, 27, 28, 41, 42, 99])
  func widths(width: Int) async throws {
    let bench = try await bench()
    let line = bench.frame(width, 6).lines[0]
    #expect(line.hasPrefix("> 10"))
    #expect(line.contains("4 B") == (width >= 28))
    #expect(line.contains("+1") == (width >= 42))
  }

  @Test("Tab switches the comparison, and t shows the text and returns")
  func aspects() async throws {
    let bench = try await bench()
    await bench.press("j")
    let titles = ["First saved: 10:29:00", "Changed since 10:29:00", "Text of 10:29:00"]
    func shown() -> String { bench.frame().lines[10] }
    #expect(shown() == titles[0])
    for (key, title) in [
      (Key("Tab"), 1), ("t", 2), ("t", 1), ("Tab", 0), ("t", 2), ("Tab", 0),
    ] {
      await bench.press(key)
      #expect(shown() == titles[title])
    }
  }

  @Test("Equal, empty and missing texts are described in words")
  func remarks() async throws {
    let bench = try await bench(["a\n", "", "a\n"], present: nil)
    await bench.press("j", "t")
    #expect(bench.frame().lines[11] == "This version is empty.")
    await bench.press("Tab", "Tab")
    #expect(bench.frame().lines[11].hasPrefix("work/plan.md is gone."))
  }

  @Test("r asks, naming the time, and restores the version it named")
  func restores() async throws {
    let bench = try await bench()
    await bench.press("r")
    #expect(bench.wireframe.asked.isEmpty)
    #expect(bench.screen.chrome.message == "The note says this already.")
    await bench.press("j", "r")
    #expect(
      bench.wireframe.asked == [
        "Give “plan” the text of 10:29:00? The current text is saved as a version."
      ])
    #expect(await bench.store.text(of: bench.note) == "a\nb\n")
    await bench.press("k")
    await bench.confirm()
    #expect(await bench.store.text(of: bench.note) == "a\n")
    #expect(bench.parent.changed == [bench.note])
    #expect(bench.screen.chrome.message.contains("Press u"))
    await bench.press("u")
    #expect(await bench.store.text(of: bench.note) == "a\nb\n")
    #expect(bench.parent.changed.count == 2)
  }

  @Test("A repeated answer restores once")
  func answersOnce() async throws {
    let bench = try await bench()
    await bench.press("j", "r")
    await bench.confirm()
    await bench.store.change(bench.note, to: "later")
    await bench.confirm()
    #expect(await bench.store.text(of: bench.note) == "later")
  }

  @Test("Enter moves the keys to the detail; Esc moves them back and then leaves")
  func reading() async throws {
    let text = (1...40).map { "line \($0)\n" }.joined()
    let bench = try await bench([text], present: text)
    await bench.press("Enter", "t")
    #expect(bench.screen.keyTable == HistoryKeymap.detail.table)
    #expect(bench.frame().lines[11] == "line 1")
    await bench.press("j", "j", "k")
    #expect(bench.frame().lines[11] == "line 2")
    await bench.press("End")
    #expect(bench.frame().lines[17] == "line 40")
    await bench.press("PgUp", "Home")
    #expect(bench.frame().lines[11] == "line 1")
    await bench.press("Esc")
    #expect(bench.screen.keyTable == HistoryKeymap.list.table)
    #expect(!bench.wasRemoved)
    await bench.press("Esc")
  }

  @Test("A resized window wraps the text again and still shows its end")
  func resized() async throws {
    let text = (1...40).map { "line \($0) of it\n" }.joined()
    let bench = try await bench([text], present: text)
    await bench.press("Enter", "t", "End")
    #expect(bench.frame(60, 40).lines[39] == "line 40 of it")
    _ = bench.frame(8, 18)
    await bench.press("End")
    #expect(bench.frame(8, 18).lines[16...] == ["line 40", "of it"])
    #expect(bench.frame(60, 18).lines[17] == "line 40 of it")
  }

  @Test("A problem of the store is shown once, as a warning")
  func problems() async throws {
    let bench = try await HistoryBench(["a"], present: "a")
    await bench.versions.setProblems(["A log was damaged.", "And more."])
    await bench.start()
    #expect(bench.screen.chrome.message == "A log was damaged. (and 1 more)")
    #expect(bench.screen.chrome.tone == .warning)
    await bench.press("F5")
    #expect(bench.screen.chrome.message == "")
  }

  @Test("Another program's save joins the list, and the text being read does not scroll")
  func follows() async throws {
    let text = (1...40).map { "line \($0)\n" }.joined()
    let bench = try await bench([text], present: text)
    await bench.press("t", "Enter")
    _ = bench.frame()
    await bench.press("PgDn")
    let before = bench.frame().lines[11...]
    await bench.store.change(bench.note, to: "theirs")
    try await bench.versions.keep(Array("theirs".utf8), of: bench.note)
    bench.interactor.notesChangedOutside([bench.note])
    await bench.work.whenIdle()
    let frame = bench.frame()
    #expect(frame.lines[11...] == before)
    #expect(frame.lines[0].contains("now"))
    #expect(frame.lines[1].hasPrefix(">"))
    #expect(bench.screen.chrome.state == "2 versions")
  }

  @Test("Without versions the screen says why, and no key does harm")
  func empty() async throws {
    let bench = try await bench([], present: "a")
    await bench.press("r", "u", "Enter", "Tab", "t", "j", "End", "PgDn")
    #expect(bench.frame(70, 4).lines[0].contains("This note has no versions yet."))
    #expect(bench.wireframe.asked.isEmpty)
  }

  @Test("In windows of any size the screen draws, reads and scrolls", arguments: [1, 2, 5, 16, 40])
  func sizes(rows: Int) async throws {
    let bench = try await bench((1...30).map { "text \($0)\n" }, present: "x")
    for columns in [1, 3, 20, 99, 100, 200] {
      _ = bench.frame(columns, rows)
      await bench.press("Enter", "End", "PgUp", "Esc", "G", "k", "PgDn", "g")
      _ = bench.frame(columns, rows)
    }
    #expect(bench.frame(60, 3).lines[0].hasPrefix("> 10:30:00"))
  }

  /// Seconds from the clock's 2026-03-02 10:30.
  nonisolated private static let dates: [(Int64, String)] = [
    (0, "10:30:00"), (-37_801, "1 Mar 23:59"), (-61 * 86_400, "2025-12-31"),
  ]

  @Test("Times and sizes are short", arguments: dates)
  func dates(offset: Int64, wanted: String) {
    let clock = StillClock()
    let moment = Timestamp(seconds: clock.now.seconds + offset)
    #expect(HistoryDates.text(for: moment, clock: clock) == wanted)
    #expect(
      [0, 999, 1_000, 20_500, 1_500_000].map(HistoryDates.size)
        == ["0 B", "999 B", "1.0 kB", "20 kB", "1.5 MB"])
  }

  @Test("Every part of a dropped history screen is freed")
  func freed() {
    let probe = LeakProbe()
    do {
      let module = HistoryBuilder.make(
        cases: HistoryCases(versions: MemoryVersions(), store: MemoryNoteStore()),
        clock: StillClock(), work: Work(), of: NoteID("a.md"), wireframe: FakeWireframe(),
        didChange: { _ in }
      ).module
      probe.watch(module)
      #expect(probe.leaks.count == 4)
    }
    #expect(probe.leaks == [])
  }
}
