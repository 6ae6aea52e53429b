import Entities
import Services
import TestSupport
import Testing
import UseCases

@Suite("Cells of bases")
struct CellWordsTests {
  private let words = PropertyWords(
    BoxTexts(), today: Day(CivilTime(year: 2026, month: 3, day: 2)))

  @Test(
    "Words are parsed as the property's type or refused",
    arguments: [
      (PropertyType.text, " a b ", ["a b"]), (.number, "4.5", ["4.5"]), (.number, "four", nil),
      (.checkbox, "True", ["true"]), (.checkbox, "maybe", nil),
      (.date, "tomorrow", ["2026-03-03"]), (.datetime, "tomorrow 10:30", ["2026-03-03T10:30"]),
      (.date, "never", nil),
      (.datetime, "2026-03-02T10:30", ["2026-03-02T10:30"]), (.datetime, "fri", nil),
      (.multitext, "a, b c,", ["a", "b c"]), (.tags, "x", ["x"]), (.aliases, ",", []),
    ] as [(PropertyType, String, [String]?)])
  func values(_ type: PropertyType, _ typed: String, _ wanted: [String]?) {
    let change = try? words.change(typed, of: "p", as: type)
    #expect(change == wanted.map { PropertyChange.set(name: "p", values: $0, type: type) })
  }

  @Test(
    "The first value of a new property is guessed from its words: a day, or a list",
    arguments: [
      ("tomorrow", "due", .date, ["2026-03-03"]), ("Ann, Bob", "who", .multitext, ["Ann", "Bob"]),
      (" [Ann, Bob ] ", "who", .multitext, ["Ann", "Bob"]), ("[Ann]", "who", .multitext, ["Ann"]),
      ("a,", "who", nil, []), ("[]", "who", nil, []), ("[", "who", nil, []), (",", "who", nil, []),
      ("[[Ann, Bob]]", "who", nil, []), ("[[Ann]]", "who", nil, []),
      ("[[A, B]], C", "who", .multitext, ["[[A, B]]", "C"]),
      ("plain words", "who", nil, []), ("5", "n", nil, []), ("2026-03-02", "due", nil, []),
      ("x, y", "tags", nil, []), ("", "who", nil, []),
    ] as [(String, String, PropertyType?, [String])])
  func guesses(_ typed: String, _ name: String, _ type: PropertyType?, _ values: [String]) {
    let guess = words.guess(typed, of: name)
    #expect(guess?.type == type)
    #expect(guess?.values ?? [] == values)
  }

  @Test("Empty words remove the property", arguments: PropertyType.allCases)
  func empty(_ type: PropertyType) throws {
    #expect(try words.change("  ", of: "p", as: type) == .unset(name: "p"))
  }
}
