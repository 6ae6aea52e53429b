import Expressions
import Testing

@testable import QueryBlocks

@Suite("Query blocks: cost limits")
struct QueryBudgetTests {
  private let notes = DataNotes()

  @Test("All rows of a block share one memory limit (security 2 N4)")
  func memory() async {
    let rows = (0..<20).map(String.init).joined(separator: ", ")
    let answer = await notes.answer(
      "LIST padleft(\"x\", 2000000000, \"y\") FROM #book FLATTEN list(\(rows)) AS a")
    #expect(answer.count == 1)
    #expect(answer.first?.hasSuffix("All rows together take too much memory.") == true)
  }

  @Test("A long value is cut in an answer, with a sign (security 2 N4)")
  func cells() async {
    for query in ["LIST padleft(\"x\", 100000, \"y\")", "TABLE padleft(\"x\", 100000, \"y\") AS a"]
    {
      let answer = await notes.answer(query + " FROM #desert")
      #expect(answer.contains { $0.contains("yyy …") })
      #expect(answer.allSatisfy { $0.utf8.count < 5_000 })
    }
    let list = await notes.answer("LIST list(list(padleft(\"x\", 4000), padleft(\"x\", 4000)))")
    #expect(list.allSatisfy { $0.utf8.count < 12_000 })
  }

  @Test("Repeated replacement within replaced text ends (security 2 N4)")
  func replacing() async {
    var text = "\"a\""
    for _ in 0..<14 { text = "replace(\(text), \"a\", \"aaaaaaaa\")" }
    let answer = await notes.answer("LIST \(text)")
    #expect(answer.last?.contains("This takes too") == true)
  }

  @Test("A budget ends at its limit for one value or for all, and the answer so far remains")
  func budget() {
    let budget = WorkBudget(steps: 300_000, bytes: 1000)
    #expect(throws: WorkBudget.Exhaustion.steps) { try budget.spend(200_001, bytes: 0) }
    budget.startValue()
    #expect(throws: Never.self) { try budget.spend(1, bytes: 64 * 9) }
    #expect(throws: Never.self) { try budget.chargeResult() }
    #expect(budget.work == 200_011)
    #expect(throws: WorkBudget.Exhaustion.allMemory) { try budget.chargeResult() }
    #expect(budget.isSpent)
    let other = WorkBudget(steps: 10, bytes: 1000)
    #expect(throws: WorkBudget.Exhaustion.allSteps) { try other.spend(0, bytes: 64 * 11) }
  }

  @Test("A substring is found at any position, whatever repeats in it")
  func parts() {
    for (part, text, place) in [
      ("aab", "aaab", 1), ("abab", "abaabab", 3), ("a", "bbb", nil), ("", "a", nil),
      ("abc", "ab", nil),
    ] as [(String, String, Int?)] {
      #expect(SubstringFinder(part).first(in: Array(text.utf8)) == place, "\(part)")
    }
    #expect(SubstringFinder("a").first(in: Array("aba".utf8), from: 1) == 2)
  }
}
