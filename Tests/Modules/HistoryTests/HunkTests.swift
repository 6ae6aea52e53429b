import Entities
import FakeTerminal
import Services
import Terminal
import TestSupport
import Testing

@testable import History

@Suite("Taking one change of a version into the note")
struct HunkTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var version: String
    /// What it was compared with: the note as it was, or the version before.
    var other: String
    var isSince = true
    var hunk = 0
    /// What the note says by then; nil for what it was compared with.
    var now: String?
    var result: VersionComparison.Taken

    var testDescription: String { name }
  }

  private static func text(_ text: String) -> VersionComparison.Taken { .text(Array(text.utf8)) }

  static let cases = [
    Case(
      name: "the first of two", version: "a\nb\nc\n", other: "A\nb\nC\n", result: text("a\nb\nC\n")),
    Case(
      name: "the second of two", version: "a\nb\nc\n", other: "A\nb\nC\n", hunk: 1,
      result: text("A\nb\nc\n")),
    Case(name: "lines that went", version: "a\nb\nc\n", other: "a\nc\n", result: text("a\nb\nc\n")),
    Case(name: "lines that came", version: "a\nc\n", other: "a\nb\nc\n", result: text("a\nc\n")),
    Case(
      name: "CRLF, and only there", version: "a\r\nb\r\nc\r\n", other: "A\nb\r\nC\r\n",
      result: text("a\r\nb\r\nC\r\n")),
    Case(
      name: "an ending alone", version: "a\r\nb\nc\n", other: "a\nb\nC\n",
      result: text("a\r\nb\nC\n")),
    Case(name: "a missing last ending", version: "a\nb", other: "a\nb\n", result: text("a\nb")),
    Case(name: "lines behind one", version: "a\nb\nc\n", other: "a\nb", result: text("a\nb\nc\n")),
    Case(name: "all of it", version: "a\n", other: "", result: text("a\n")),
    Case(name: "nothing of it", version: "", other: "a\n", result: text("")),
    Case(
      name: "moved down meanwhile", version: "a\nb\nc\n", other: "a\nB\nc\n",
      now: "new\nnew\na\nB\nc\nmore\n", result: text("new\nnew\na\nb\nc\nmore\n")),
    Case(
      name: "the same lines elsewhere", version: "x\na\ny\na\n", other: "x\na\ny\nb\n",
      now: "a\nx\na\ny\nb\n", result: text("a\nx\na\ny\na\n")),
    Case(
      name: "changed there meanwhile", version: "a\nb\nc\n", other: "a\nB\nc\n",
      now: "a\nother\nc\n", result: .refused(.differs)),
    Case(
      name: "taken already", version: "a\nb\nc\n", other: "a\nB\nc\n", now: "a\nb\nc\n",
      result: .refused(.isThere)),
    Case(
      name: "behind an ending that is missing now", version: "a\nb\n", other: "a\n", now: "a",
      result: .refused(.differs)),
    Case(
      name: "what the version changed, once more", version: "a\nb\nc\n", other: "a\nc\n",
      isSince: false, now: "a\nc\nd\n", result: text("a\nb\nc\nd\n")),
    Case(
      name: "what the version changed and the note still says", version: "a\nb\n", other: "a\n",
      isSince: false, now: "a\nb\nc\n", result: .refused(.isThere)),
    Case(
      name: "a hunk that is not there", version: "a\n", other: "b\n", hunk: 7,
      result: .refused(.differs)),
  ]

  @Test(
    "The note gets the version's text for that change and is otherwise the same", arguments: cases)
  func takes(_ wanted: Case) {
    let comparison = VersionComparison(
      of: Array(wanted.version.utf8), with: Array(wanted.other.utf8), isSince: wanted.isSince)
    let taken = comparison.taking(wanted.hunk, into: Array((wanted.now ?? wanted.other).utf8))
    #expect(taken == wanted.result)
  }

  @Test("Taking hunk after hunk turns any note into the version")
  func allOfThem() {
    var random = SeededRandom(seed: 7)
    let words = ["a", "b", "c\u{0}", ""]
    for _ in 0..<400 {
      func text() -> [UInt8] {
        var text: [UInt8] = []
        for _ in 0..<Int.random(in: 0...9, using: &random) {
          text += Array(words[Int.random(in: words.indices, using: &random)].utf8)
          text += Array((Int.random(in: 0..<4, using: &random) == 0 ? "\r\n" : "\n").utf8)
        }
        if Bool.random(using: &random), !text.isEmpty { text.removeLast() }
        return text
      }
      let (version, other) = (text(), text())
      var present = other
      var takings = 0
      while takings < 20 {
        let comparison = VersionComparison(of: version, with: present, isSince: true)
        guard case .text(let taken) = comparison.taking(0, into: present) else { break }
        present = taken
        takings += 1
      }
      #expect(present == version)
    }
  }

  @Test("Lines are numbered by their hunk")
  func numbers() {
    let comparison = VersionComparison(
      of: Array("a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk".utf8),
      with: Array("A\nb\nC\nd\ne\nf\ng\nh\ni\nj\nk\n".utf8), isSince: true)
    #expect(
      comparison.lines.map { ($0.hunk.map(String.init) ?? "") + $0.text }
        == [
          "0a", "0A", "b", "1c", "1C", "d", "e", "f", "… 1 line", "h", "i", "j", "2k",
          "2… no line ending", "2k",
        ])
  }
}

@MainActor
@Suite("The screen of a version's changes")
struct HunkScreenTests {
  /// Three changes, the last far below.
  private static let old = (1...40).map { "line \($0)\n" }.joined()
  private static let new = old.replacing("line 2\n", with: "two\n")
    .replacing("line 20\n", with: "").replacing("line 39\n", with: "line 39\nmore\n")

  private func bench() async throws -> HistoryBench {
    let bench = try await HistoryBench([Self.old, Self.new], present: Self.new)
    await bench.start()
    _ = bench.frame()
    await bench.press("j", "Tab", "Enter")
    return bench
  }

  private func marked(_ bench: HistoryBench) -> [String] {
    bench.frame().lines.dropFirst(10).filter { $0.dropFirst().hasPrefix(">") }
  }

  @Test("Enter marks the first change; n and p go to the next and previous one and scroll to it")
  func walks() async throws {
    let bench = try await bench()
    #expect(bench.frame().lines[10] == "> Changed since 10:29:00 · 1 of 3")
    #expect(marked(bench) == ["->line 2", "+>two"])
    for (key, rows) in [
      (Key("n"), ["->line 20"]), ("n", ["+>more"]), ("n", ["+>more"]), ("p", ["->line 20"]),
      ("p", ["->line 2", "+>two"]), ("p", ["->line 2", "+>two"]),
    ] {
      await bench.press(key)
      #expect(marked(bench) == rows)
    }
    await bench.press("p")
    #expect(bench.screen.chrome.message == "This is the first change.")
    await bench.press("Esc")
    #expect(marked(bench).isEmpty)
  }

  @Test("Only a visible change is marked")
  func scrolls() async throws {
    let bench = try await bench()
    await bench.press("End")
    #expect(marked(bench) == ["+>more"])
    await bench.press("Home")
    #expect(marked(bench) == ["->line 2", "+>two"])
  }

  @Test("h takes the marked change and goes to the next; u undoes that")
  func takes() async throws {
    let bench = try await bench()
    await bench.press("n", "h")
    let taken = Self.old.replacing("line 2\n", with: "two\n")
      .replacing("line 39\n", with: "line 39\nmore\n")
    #expect(await bench.store.text(of: bench.note) == taken)
    #expect(bench.parent.changed == [bench.note])
    #expect(bench.screen.chrome.message.contains("Press u"))
    #expect(bench.frame().lines[10] == "> Changed since 10:29:00 · 2 of 2")
    #expect(marked(bench) == ["+>more"])
    await bench.press("h", "h")
    #expect(await bench.store.text(of: bench.note) == Self.old)
    #expect(bench.frame().lines[11] == "The note says this now.")
    await bench.press("h")
    #expect(bench.screen.chrome.message.hasPrefix("No change is marked"))
    await bench.press("u", "u", "u")
    #expect(await bench.store.text(of: bench.note) == Self.new)
    #expect(bench.frame().lines[10] == "> Changed since 10:29:00 · 1 of 3")
  }

  @Test("The note's text becomes a version before a change is taken, even if it was not one yet")
  func keepsPresent() async throws {
    let bench = try await HistoryBench(["a\nb\n"], present: "A\nb\nnever kept\n")
    await bench.start()
    await bench.press("Tab", "Enter", "h")
    #expect(await bench.store.text(of: bench.note) == "a\nb\nnever kept\n")
    #expect(await bench.versions.texts(of: bench.note).contains("A\nb\nnever kept\n"))
  }

  @Test("The note stays unchanged if its present text cannot be stored")
  func keepingFails() async throws {
    let bench = try await bench()
    await bench.versions.fail(next: .noSpace(bench.note.path))
    await bench.press("h")
    #expect(await bench.store.text(of: bench.note) == Self.new)
    #expect(bench.screen.chrome.tone == .warning)
  }

  @Test("A note that has changed there, or is gone, is left alone and that is reported")
  func refuses() async throws {
    let bench = try await bench()
    let theirs = Self.new.replacing("two\n", with: "theirs\n")
    await bench.store.change(bench.note, to: theirs)
    await bench.press("h")
    #expect(await bench.store.text(of: bench.note) == theirs)
    #expect(bench.screen.chrome.message.hasPrefix("The note says something else there now"))
    #expect(bench.screen.chrome.tone == .warning)
    _ = try await bench.store.trash(bench.note)
    await bench.press("h")
    #expect(bench.screen.chrome.message.hasPrefix("The note is gone"))
  }

  @Test("A text without changes has none to go to")
  func noChanges() async throws {
    let bench = try await bench()
    await bench.press("t", "n", "h", "p")
    #expect(bench.screen.chrome.message.hasPrefix("Nothing differs here"))
    #expect(await bench.store.text(of: bench.note) == Self.new)
  }

  @Test("Changes are walked and marked in windows of any size", arguments: [1, 2, 3, 5, 18, 40])
  func sizes(rows: Int) async throws {
    let bench = try await bench()
    for columns in [1, 3, 20, 120] {
      _ = bench.frame(columns, rows)
      await bench.press("g", "n", "n", "p", "End", "p", "n", "PgUp")
      _ = bench.frame(columns, rows)
    }
    _ = bench.frame(60, rows)
    await bench.press("g", "n", "n", "n")
    #expect(rows < 2 || bench.frame(60, rows).lines.contains("+>more"))
  }
}
