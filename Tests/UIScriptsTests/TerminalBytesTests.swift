import FakeTerminal
import Terminal
import Testing
import UIScripts

@Suite("Bytes to and from a terminal")
struct TerminalBytesTests {
  @Test(
    "Keys are sent with the bytes that xterm sends",
    arguments: [
      ("a", "a"), ("é", "é"), ("Space", " "), ("Enter", "\r"), ("Tab", "\t"), ("Esc", "\u{1b}"),
      ("Backspace", "\u{7f}"), ("S-Tab", "\u{1b}[Z"), ("C-a", "\u{1}"), ("C-Space", "\0"),
      ("C-]", "\u{1d}"), ("M-x", "\u{1b}x"), ("C-M-x", "\u{1b}\u{18}"), ("Up", "\u{1b}OA"),
      ("S-Up", "\u{1b}[1;2A"), ("C-Left", "\u{1b}[1;5D"), ("M-End", "\u{1b}[1;3F"),
      ("Home", "\u{1b}OH"), ("Del", "\u{1b}[3~"), ("C-Del", "\u{1b}[3;5~"), ("PgDn", "\u{1b}[6~"),
      ("Ins", "\u{1b}[2~"), ("F1", "\u{1b}OP"), ("S-F4", "\u{1b}[1;2S"), ("F5", "\u{1b}[15~"),
      ("C-F12", "\u{1b}[24;5~"), ("M-Enter", "\u{1b}\r"),
    ])
  func keys(name: String, bytes: String) throws {
    let key = try #require(Key(name: name))
    #expect(KeyEncoder.bytes(for: key) == Array(bytes.utf8))
  }

  @Test(
    "Keys that no terminal can send have no bytes",
    arguments: ["C-i", "C-m", "C-h", "C-1", "S-a", "M-[", "M-O", "M-Esc", "C-Enter", "F13", "C-é"])
  func noBytes(name: String) throws {
    #expect(KeyEncoder.bytes(for: try #require(Key(name: name))) == nil)
  }

  @Test("Arrows, the mouse and pastes follow the terminal's modes")
  func modes() {
    #expect(KeyEncoder.bytes(for: "Up", applicationCursor: false) == Array("\u{1b}[A".utf8))
    let press = MouseEvent(.press, at: Point(row: 1, column: 2), modifiers: .control)
    #expect(KeyEncoder.bytes(for: press) == Array("\u{1b}[<16;3;2M".utf8))
    let release = MouseEvent(.release, at: Point(row: 0, column: 0))
    #expect(KeyEncoder.bytes(for: release) == Array("\u{1b}[<0;1;1m".utf8))
    let wheel = MouseEvent(.wheelDown, at: Point(row: 0, column: 0))
    #expect(KeyEncoder.bytes(for: wheel) == Array("\u{1b}[<65;1;1M".utf8))
    #expect(KeyEncoder.bytes(pasting: "x\n") == Array("\u{1b}[200~x\r\u{1b}[201~".utf8))
  }

  @Test("A report is decoded as it was encoded, whatever the names contain")
  func report() {
    let reports = [
      SyncReport(stack: "NoteList > Editor", leaks: [], isIdle: true),
      SyncReport(stack: "", leaks: ["a|b,c;%\u{7}\u{1b}", "é"], isIdle: false),
    ]
    for report in reports {
      #expect(SyncReport(encoded: report.encoded) == report)
      #expect(report.encoded.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f && $0 != 0x3b })
    }
    for text in ["", "idle|a", "idle|a|b|c", "lazy|a|", "idle|%4|", "idle|%zz|", "idle|%ff|"] {
      #expect(SyncReport(encoded: text) == nil)
    }
  }

  @Test("Answers are found in the output, wherever it is split")
  func answers() {
    let report = SyncReport(stack: "A", leaks: [], isIdle: true)
    let output = Array("ab\u{1b}]7707;12;\(report.encoded)\u{7}\u{1b}(Bcd".utf8)
    for cut in 0...output.count {
      var filter = OutputFilter()
      let pieces = filter.take(Array(output[..<cut])) + filter.take(Array(output[cut...]))
      var (before, after, found): ([UInt8], [UInt8], Bool) = ([], [], false)
      for piece in pieces {
        switch piece {
        case .answer(let number, let answer):
          #expect(number == 12)
          #expect(answer == report)
          found = true
        case .output(let bytes): if found { after += bytes } else { before += bytes }
        }
      }
      #expect(found)
      #expect(before == Array("ab".utf8))
      #expect(after == Array("\u{1b}(Bcd".utf8))
    }
  }

  @Test("A window without cells has one cell, and accepts any output")
  func noCells() throws {
    let emulator = try #require(TerminalEmulator(size: Size(columns: 0, rows: 0)))
    _ = emulator.feed(Array("\u{1b}[2J\u{1b}[9;9Habc\r\n漢\u{1b}[Kx".utf8))
    #expect(emulator.frame.size == Size(columns: 1, rows: 1))
    emulator.resize(to: Size(columns: 3, rows: 0))
    _ = emulator.feed(Array("\r\u{1b}[Jxyz".utf8))
    #expect(emulator.frame.text.contains("xyz"))
  }

  @Test(
    "The cursor stays inside a shrinking window, also when the main screen returns",
    arguments: [false, true])
  func shrinks(onAlternate: Bool) throws {
    let emulator = try #require(TerminalEmulator(size: Size(columns: 30, rows: 20)))
    let lines = (1...20).map { "line \($0)" }.joined(separator: "\r\n")
    for place in ["\u{1b}[1;30H", "\u{1b}[20;30H"] {
      emulator.resize(to: Size(columns: 30, rows: 20))
      _ = emulator.feed(Array("\u{1b}[H\(lines)\(place)".utf8))
      if onAlternate { _ = emulator.feed(Array("\u{1b}[?1049h".utf8)) }
      emulator.resize(to: Size(columns: 4, rows: 3))
      if onAlternate { _ = emulator.feed(Array("\u{1b}[?1049l".utf8)) }
      let cursor = try #require(emulator.cursor)
      #expect(Rect(emulator.size).contains(cursor))
      _ = emulator.feed(Array("\u{1b}[K\u{1b}[J\u{1b}[1K\u{1b}[3X\u{1b}[Hok".utf8))
      #expect(emulator.frame.text.contains("ok"))
    }
  }

  @Test("The filter tracks the cursor key mode, and dim passes through the emulator")
  func modesInOutput() throws {
    var filter = OutputFilter()
    _ = filter.take(Array("\u{1b}[?1;1006h".utf8))
    #expect(filter.applicationCursor)
    _ = filter.take(Array("\u{1b}[?1l".utf8))
    #expect(!filter.applicationCursor)
    let emulator = try #require(TerminalEmulator(size: Size(columns: 4, rows: 1)))
    let text = "\u{1b}[0;2;38;5;2;48;2;2;2;2mx\u{1b}[22my\u{1b}[0;1;4;7;34mz"
    for case .output(let bytes) in filter.take(Array(text.utf8)) { _ = emulator.feed(bytes) }
    #expect(
      emulator.frame.style(at: Point(row: 0, column: 0))
        == Style(.dim, foreground: .indexed(2)))
    #expect(
      emulator.frame.style(at: Point(row: 0, column: 1)) == Style(foreground: .indexed(2)))
    #expect(
      emulator.frame.style(at: Point(row: 0, column: 2))
        == Style([.bold, .underline, .reverse], foreground: .indexed(4)))
  }

  @Test("The emulator supports combining marks, wide characters, repeats, the cursor and queries")
  func emulator() throws {
    let emulator = try #require(TerminalEmulator(size: Size(columns: 6, rows: 2)))
    #expect(!emulator.isAlternate)
    let reply = emulator.feed(Array("\u{1b}[?1049he\u{301}日-\u{1b}[1b\u{1b}[6n".utf8))
    #expect(emulator.isAlternate)
    #expect(emulator.frame.rowText(0) == "e\u{301}日-- ")
    #expect(emulator.frame[Point(row: 0, column: 2)]?.isContinuation == true)
    #expect(emulator.cursor == Point(row: 0, column: 5))
    #expect(reply == Array("\u{1b}[1;6R".utf8))
    _ = emulator.feed(Array("\u{1b}[?25l".utf8))
    #expect(emulator.cursor == nil)
    _ = emulator.feed(Array("\u{1b}7\u{1b}[?25h\u{1b}8".utf8))
    #expect(emulator.cursor == Point(row: 0, column: 5), "a saved place is no more than a place")
    _ = emulator.feed(Array("\u{1b}[?25l\u{1b}7\u{1b}[?25h\u{1b}[?1049l".utf8))
    #expect(!emulator.isAlternate && emulator.cursor != nil)
    emulator.resize(to: Size(columns: 3, rows: 4))
    #expect(emulator.frame.size == Size(columns: 3, rows: 4))
  }

  @Test(
    "The emulator uses the C library's character widths, even if its own table is older",
    arguments: [
      ("🦊🧪🤌", ["🦊", "", "🧪", "", "🤌", ""]), ("က\u{103a}x", ["က\u{103a}", "x"]),
      ("🇩🇪", ["🇩", "🇪"]), ("日e\u{301}\u{fe24}…", ["日", "", "e\u{301}\u{fe24}", "…"]),
      ("─│é", ["─", "│", "é"]),
    ])
  func widths(text: String, cells: [String]) throws {
    for cut in 0...text.utf8.count {
      let emulator = try #require(TerminalEmulator(size: Size(columns: 8, rows: 1)))
      _ = emulator.feed(Array(text.utf8.prefix(cut)))
      _ = emulator.feed(Array(text.utf8.dropFirst(cut)))
      let row = try #require(emulator.frame.rows.first)
      #expect(row.map(\.text) == cells + Array(repeating: " ", count: 8 - cells.count))
    }
  }
}
