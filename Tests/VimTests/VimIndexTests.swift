import Glibc
import TextEngine
import Testing

@testable import Vim

/// All commands that vim's `:help index` lists, and what each does here: `vim-index.tsv` has a row for
/// each, with its mode, its keys, the outcome and, where nothing happens, the reason.
@Suite("Vim's index of commands")
struct VimIndexTests {
  private struct Row: Equatable {
    var mode: String
    var keys: String
    var outcome: String
    var reason: String

    var line: String { [mode, keys, outcome, reason].joined(separator: "\t") }
  }

  private static let path = #filePath.replacing("VimIndexTests.swift", with: "vim-index.tsv")

  /// With NOTES_TUI_RECORD=1 the outcomes are written to the file, and the test fails once.
  @Test("Each key and command of the index does what the table says, and none is silent")
  func outcomes() throws {
    let rows = try Self.rows()
    #expect(rows.count > 1_000)
    var found = rows
    for index in found.indices { found[index].outcome = Self.outcome(of: found[index]) }
    let changed = zip(rows, found).filter { $0 != $1 }.map { "\($1.line)  (was \($0.outcome))" }
    if !changed.isEmpty, getenv("NOTES_TUI_RECORD") != nil, let file = fopen(Self.path, "w") {
      fputs(found.map(\.line).joined(separator: "\n") + "\n", file)
      fclose(file)
    }
    #expect(changed.isEmpty, "\(changed.joined(separator: "\n"))\nNOTES_TUI_RECORD=1 writes them")
    let silent = found.filter { $0.outcome == "nothing" && $0.reason.isEmpty }.map(\.line)
    #expect(silent.isEmpty, "\(silent.joined(separator: "\n"))")
    // A command is never another one than in vim.
    let wrong = found.filter { row in
      guard row.mode == "line", row.outcome != "E492" else { return false }
      let name = row.keys.filter { $0 != "[" && $0 != "]" }
      return row.outcome != name && row.reason.isEmpty
    }
    #expect(wrong.isEmpty, "\(wrong.map(\.line).joined(separator: "\n"))")
  }

  private static func rows() throws -> [Row] {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    return bytes.split(separator: 0x0a).map { line in
      let fields = line.split(separator: 0x09, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      return Row(
        mode: fields[0], keys: fields[1], outcome: fields.count > 2 ? fields[2] : "",
        reason: fields.count > 3 ? fields[3] : "")
    }
  }

  // MARK: - Trying a key

  private static func outcome(of row: Row) -> String {
    row.mode == "line" ? command(row.keys) : keys(row.keys, in: row.mode)
  }

  /// The name of the command of the shortest and of the full name.
  private static func command(_ name: String) -> String {
    let shortest = String(name.prefix { $0 != "[" })
    let full = name.filter { $0 != "[" && $0 != "]" }
    let found = [shortest, name.first == "[" ? name : full].map { VimExCommand.named($0)?.name }
    if found[0] == found[1] { return found[0] ?? "E492" }
    return "\(found[0] ?? "E492") or \(found[1] ?? "E492")"
  }

  private static let text = """
    # Title

    The "quick" 'one' `two` <i>says (brown {fox} [here]) now</i> 7 "more" 'words' `here`.
    Another line with a few e words: 7 of them.

    The last one.

    ## More

    """

  /// A text with registers, marks, a search, a change and jumps: each key has something to do.
  private static let ready: (machine: VimMachine, text: KeyText) = {
    var machine = VimMachine()
    let rope = Rope(Array(VimIndexTests.text.utf8))
    var text = KeyText(rope, rows: .lines(of: rope, height: 4))
    text.rows.top = rope.start(of: LineNumber(1))
    for key in "maqaxqu@auyyGgg/quick".map(String.init) + ["Enter"] {
      _ = machine.press(key, in: &text)
    }
    for key in ":s/fox/fox/".map(String.init) + ["Enter"] { _ = machine.press(key, in: &text) }
    for key in ["G", "A", "!", "Esc", "g", "g", "j", "j", "f", "x", "v", "h", "Esc"] {
      _ = machine.press(key, in: &text)
    }
    return (machine, text)
  }()

  private static let beginnings: [String: [String]] = [
    "normal": [], "visual": ["v", "l"], "insert": ["i", "x"], "command": [":", "s", "e", "Left"],
  ]

  private static func keys(_ keys: String, in mode: String) -> String {
    var (machine, text) = ready
    for key in beginnings[mode] ?? [] { _ = machine.press(key, in: &text) }
    let before = state(of: machine, text)
    var outcomes: [String] = []
    for key in keys.split(separator: " ").map(String.init) {
      outcomes += machine.press(key, in: &text).compactMap(name)
    }
    if let refusal = outcomes.first(where: { $0 == "refuses" }) { return refusal }
    if let program = outcomes.first(where: { $0.hasPrefix("runs") }) { return program }
    if state(of: machine, text) != before { return "does" }
    return outcomes.first ?? "nothing"
  }

  private static func name(of effect: KeyEffect) -> String? {
    if effect == .singleCursor { return nil }
    if case .run(let invocation) = effect { return "runs \(invocation.command.name)" }
    if case .warn(let words) = effect {
      return words.hasSuffix("is not available.") ? "refuses" : "warns"
    }
    if case .say = effect { return "says" }
    if case .list = effect { return "lists" }
    if case .scroll = effect { return "scrolls" }
    if case .align = effect { return "scrolls" }
    return nil
  }

  /// All that a person can see of the machine, and what later keys depend on.
  private static func state(of machine: VimMachine, _ text: KeyText) -> String {
    let report = machine.report(in: text)
    return """
      \(report.mode) \(report.at) \(String(describing: report.anchor)) \(machine.display)
      \(report.registers.sorted { $0.key < $1.key }) \(report.marks.sorted { $0.key < $1.key })
      \(machine.pendingState) \(text.selections) \(String(decoding: text.text.bytes, as: UTF8.self))
      \(machine.visual.isSelecting) \(machine.prompt.overtypes)
      """
  }
}
