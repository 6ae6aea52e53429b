import Testing

/// Names of notes come from strangers: what reaches a terminal goes through one place that spells out
/// what would steer it.
@Suite("Text written to a person's terminal")
struct TerminalWriteTests {
  @Test("Apart from the screen and results, only UserTerminal writes to the terminal")
  func single() throws {
    let found = try House.grep(
      "STDERR_FILENO|/dev/tty|\\bstderr\\b|standardError", below: "Sources", in: "*.swift"
    ).map(\.path).filter {
      !$0.hasPrefix("Sources/Scaffold/") && !$0.hasSuffix("/UserTerminal.swift")
    }
    #expect(found == [])
    let text = try House.text("Sources/notes-tui/UserTerminal.swift")
    // Each text is made safe; a secret was made here, and has letters alone.
    #expect(text.matches(of: #/TerminalText\.safe/#).count == 3)
    #expect(text.matches(of: #/_ text: String|with text: String/#).count == 4)
  }
}
