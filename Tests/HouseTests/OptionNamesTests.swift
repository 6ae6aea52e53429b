import Testing

/// `script` reads its own options; all others are read by the table that names them.
@Suite("The names of options")
struct OptionNamesTests {
  @Test("The options that “script” understands are those in the command table")
  func script() throws {
    let code = try House.text("Sources/UIScripts/ScriptCommand.swift")
    let understood = Set(code.matches(of: #/"--([a-z][a-z-]*)=?"/#).map { String($0.1) })
    #expect(understood.isSuperset(of: ["driver", "picture", "help"]))

    let table = try House.text("Sources/Commands/Line/CommandTable+Work.swift")
    let entry = try #require(
      table.firstMatch(of: #/\.script, [^\n]*\n\s*options: \[([^\]]*)\]/#), "script has no entry")
    let named = Set(entry.1.matches(of: #/\.([a-z]+)/#).map { String($0.1) })
    // Every command has a help.
    #expect(named == understood.subtracting(["help"]))
  }
}
