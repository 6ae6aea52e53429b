import Entities
import Expressions
import TestSupport
import Testing

@testable import Bases

@Suite("Bases made of random input")
struct BaseFuzzTests {
  private static let parts = [
    "1", "0", "\"a\"", "'2026-03-02'", "pages", "genres", "author", "file", "this", "null",
    "today()", "now()",
    "value", "index", "acc", "[", "]", "{a:", "}", "(", ")", ",", ".", "+", "-", "*", "/", "%",
    "==", "!=", "<",
    ">", "<=", ">=", "&&", "||", "!", ".map(", ".filter(", ".reduce(", ".split(\"\")", ".length",
    ".repeat(9)",
    ".replace(/a/g,", ".sort()", ".unique()", ".slice(", ".format(", ".days", "duration(\"1M\")",
    "date(", "if(",
    "max(", "formula.x", "note[\"", "\"]", "/(a+)+/", ".tags", ".hasLink(", ".round(", "é", "🎉",
    "1e308", ".toFixed(",
  ]

  @Test(
    "No expression made of the language's parts and no bytes crash the program", arguments: 0..<40)
  func expressions(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let evaluator = MemoryFiles.evaluator([("x", "pages + 1"), ("y", "formula.y")])
    for _ in 0..<150 {
      var text = ""
      for _ in 0..<Int.random(in: 1...14, using: &random) {
        text += Self.parts.randomElement(using: &random) ?? ""
        if Int.random(in: 0..<4, using: &random) == 0 { text += " " }
      }
      if Int.random(in: 0..<8, using: &random) == 0 {
        let bytes = (0..<20).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        text = String(decoding: bytes, as: UTF8.self)
      }
      let formula = BaseFormula("f", text)
      do throws(BaseProblem) {
        let shown = evaluator.shownPlainly(try evaluator.value(of: formula, for: 0))
        #expect(shown.utf8.count <= 2 * BaseEvaluator.mostBytes)
      } catch {
        #expect(error.line >= 1 && error.column >= 1 && !error.reason.isEmpty, "\(text)")
      }
    }
  }

  @Test(
    "No bytes in a base file crash the program, and there is always a view", arguments: 0..<40)
  func files(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    for _ in 0..<20 {
      var bytes = Array(BaseFileTests.large.utf8)
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &random)
        case 1: bytes.removeSubrange(index..<min(bytes.count, index + 7))
        default: bytes.insert(contentsOf: Array("\n  - {a: [".utf8), at: index)
        }
      }
      let base = BaseFile(bytes)
      #expect(base.isReadable || !base.problems.isEmpty)
      for view in base.views {
        let query = BaseQuery(
          base, view, files: MemoryFiles.few, moment: MemoryFiles.moment, this: 3, within: .ofView)
        #expect(query.run().groups.reduce(0) { $0 + $1.rows.count } <= 4)
      }
      #expect(!base.views.isEmpty)
    }
  }
}
