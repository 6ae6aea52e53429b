import Bytes
import KeyRows
import Regex
import TestSupport
import TextEngine
import Testing

@testable import Vim

/// Expressions with what vim 9.0 makes of them: a value as `string()` writes it, or its failure.
@Suite("Vim's expressions compared with vim")
struct VimExpressionTests {
  private static let text = "first line here\n    second word\nthird\n"

  /// As in the script that asked vim: the cursor is at the second column of a word in line 2.
  private static var machine: VimMachine {
    var machine = VimMachine()
    machine.text = VimText(key: KeyText(Rope(Array(text.utf8))))
    machine.cursor = VimPosition(line: 1, column: 5)
    machine.registers.named["a"] = VimRegister(Array("regA".utf8))
    machine.registers.named["0"] = VimRegister(Array("unnamed".utf8))
    return machine
  }

  private static func outcome(of source: String, in machine: VimMachine) -> String {
    do throws(VimFailure) {
      return String(decoding: try machine.value(of: source).written, as: UTF8.self)
    } catch {
      return error.message
    }
  }

  @Test("Each expression has the value or the failure that it has in vim")
  func rows() throws {
    let path = #filePath.replacing("VimExpressionTests.swift", with: "expression-rows.jsonl")
    let rows = try ExpressionRow.all(in: path)
    #expect(rows.count > 440)
    let machine = Self.machine
    let differences = rows.compactMap { row in
      let own = Self.outcome(of: row.expression, in: machine)
      // Vim writes the blanks before what it cannot read.
      let wanted = row.outcome.replacing(":  ", with: ": ")
      return own == wanted ? nil : "\(row.expression)\n  vim: \(wanted)\n  own: \(own)"
    }
    #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
  }

  @Test(
    "A short expression cannot use up memory or time",
    arguments: [
      "repeat('x', 999999999)", "range(999999999)", "repeat(repeat(['x'], 9999), 9999)",
      "reduce(range(60), {a, v -> a . a}, 'xx')", "reduce(range(60), {a, v -> a + a}, [1])",
      "map(range(9999), 'map(range(9999), \"map(range(9999), 1)\")')",
      "eval('eval(\"1\")')[" + String(repeating: "(", count: 9_999),
      String(repeating: "[", count: 9_999), String(repeating: "{->", count: 9_999),
      "printf('%99999999d%99999999d', 1, 2)[0]",
    ])
  func limits(source: String) {
    var machine = Self.machine
    machine.text.key.budget = RegexBudget(1 << 25)
    let outcome = Self.outcome(of: source, in: machine)
    #expect(
      ["That is too much text.", "This takes too long.", "E1169: Expression too recursive", "' '"]
        .contains(outcome), "\(source.prefix(60)): \(outcome.prefix(80))")
  }

  @Test("An expression that is its own register ends")
  func ownRegister() {
    var machine = Self.machine
    machine.registers.expression = "@="
    #expect(Self.outcome(of: "@=", in: machine) == "E1169: Expression too recursive")
  }
}

private struct ExpressionRow {
  let expression: String
  let outcome: String

  static func all(in path: String) throws -> [ExpressionRow] {
    try #require(textLines(of: path)).compactMap { line in
      guard let row = JSONReader.value(of: Array(line.utf8)), let source = row["expression"]?.text,
        let outcome = row["value"]?.text ?? row["failure"]?.text
      else { return nil }
      return ExpressionRow(expression: source, outcome: outcome)
    }
  }
}
