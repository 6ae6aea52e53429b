import Testing

@testable import TextEngine

@Suite("Command and key tables")
struct CommandTableTests {
  @Test("Every command name is unique and has a description")
  func names() {
    let ids = EditCommands.all.map(\.id) + Motion.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    for id in ids {
      #expect(EditCommands.summary(of: id)?.isEmpty == false, "\(id) says nothing")
    }
  }

  @Test("Every row of the modeless keymap names a command, and every command has a row")
  func rows() {
    let rows = KeyRules.modeless().modes.flatMap(\.rows)
    let named = Set(rows.compactMap(\.command))
    #expect(named.filter { !EditCommands.knows($0) }.isEmpty)
    // Typing and pasting run these commands.
    let others: Set<CommandID> = [.type, .insert]
    let missing = EditCommands.all.map(\.id).filter { !named.contains($0) }
    #expect(Set(missing) == others)
  }

  @Test("A multi-key sequence waits for its keys, and an unmapped key does nothing")
  func sequences() {
    let rules = KeyRules(
      first: "a",
      [
        .init("a", rows: [.init(["C-x C-s"], .command("save"))]),
        .init("b", base: "a", typing: .type, rows: [.init(["x y"], .command(.undo))]),
      ])
    var interpreter = KeyInterpreter(rules)
    #expect(interpreter.press("C-x") == .pending)
    #expect(interpreter.press("C-s") == .run(Invocation("save")))
    #expect(interpreter.press("C-x") == .pending)
    #expect(interpreter.press("q") == .unbound)
    #expect(interpreter.press("q") == .unbound)
    interpreter.enter("b")
    #expect(interpreter.press("C-x") == .pending)
    #expect(interpreter.press("C-s") == .run(Invocation("save")))
    #expect(interpreter.press("q") == .run(Invocation(.type, argument: "q")))
    #expect(interpreter.press("x") == .pending)
    #expect(interpreter.press("y") == .run(Invocation(.undo)))
    #expect(interpreter.press("Space") == .run(Invocation(.type, argument: " ")))
    #expect(interpreter.press("F9") == .unbound)
  }

  @Test(
    "Line ending and indentation are detected from a text",
    arguments: [
      ("", LineEnding.lf, 4, false), ("a\r\nb\r\n", .crlf, 4, false),
      ("a\nb\r\nc\n", .lf, 4, false),
      ("- a\n  - b\n", .lf, 2, false), ("a\n\tb\n", .lf, 4, true),
      ("a\n    b\n  c\n", .lf, 4, false),
      ("a\n   b\n", .lf, 3, false),
    ])
  func formats(_ text: String, _ ending: LineEnding, _ width: Int, _ byTab: Bool) {
    let format = TextFormat(guessedFrom: Rope(Array(text.utf8)))
    #expect(format == TextFormat(ending: ending, indentWidth: width, indentsByTab: byTab))
  }
}
