import Entities
import TestSupport
import Testing

@testable import Tasks

/// The contents of a line, in words.
func told(_ line: String) -> String? {
  TaskLine.facts(line.utf8.span, 0..<line.utf8.count).map(told)
}

func told(_ facts: TaskFacts) -> String {
  var told = "[\(facts.mark)] \(facts.words)"
  if facts.priority != .normal { told += " | \(facts.priority)" }
  for (name, day) in [
    ("created", facts.created), ("scheduled", facts.scheduled), ("start", facts.start),
    ("due", facts.due), ("done", facts.done), ("cancelled", facts.cancelled),
  ] {
    if let day { told += " | \(name) \(day.text)" }
  }
  if let rule = facts.recurrence { told += " | \(rule)" }
  if let id = facts.id { told += " | id \(id)" }
  if !facts.dependsOn.isEmpty { told += " | after \(facts.dependsOn.joined(separator: "+"))" }
  if !facts.tags.isEmpty { told += " | #\(facts.tags.joined(separator: "#"))" }
  return told
}

@Suite("Task lines in both forms")
struct TaskLineTests {
  private static let documented: [(String, String)] = [
    (
      "- [ ] #task Has a created date ➕ 2023-04-13",
      "[ ] #task Has a created date | created 2023-04-13 | #task"
    ),
    (
      "- [ ] #task Has a scheduled date ⏳ 2023-04-14",
      "[ ] #task Has a scheduled date | scheduled 2023-04-14 | #task"
    ),
    (
      "- [ ] #task Has a start date 🛫 2023-04-15",
      "[ ] #task Has a start date | start 2023-04-15 | #task"
    ),
    (
      "- [ ] #task Has a due date 📅 2023-04-16", "[ ] #task Has a due date | due 2023-04-16 | #task"
    ),
    (
      "- [x] #task Has a done date ✅ 2023-04-17",
      "[x] #task Has a done date | done 2023-04-17 | #task"
    ),
    (
      "- [-] #task Has a cancelled date ❌ 2023-04-18",
      "[-] #task Has a cancelled date | cancelled 2023-04-18 | #task"
    ),
    ("- [ ] Lowest ⏬", "[ ] Lowest | lowest"), ("- [ ] Low 🔽", "[ ] Low | low"),
    ("- [ ] Medium 🔼", "[ ] Medium | medium"), ("- [ ] High ⏫", "[ ] High | high"),
    ("- [ ] Highest 🔺", "[ ] Highest | highest"), ("- [ ] Normal", "[ ] Normal"),
    ("- [ ] again 🔁 every day when done", "[ ] again | every day when done"),
    ("- [ ] first 🆔 dcf64c", "[ ] first | id dcf64c"),
    ("- [ ] then ⛔️ dcf64c,0h17ye", "[ ] then | after dcf64c+0h17ye"),
    ("- [ ] then ⛔ dcf64c , 0h17ye 🔼", "[ ] then | medium | after dcf64c+0h17ye"),
    ("- [ ] Remove this 🔁 every day 🏁 delete", "[ ] Remove this | every day"),
    (
      "- [ ] Has a created date  [created:: 2023-04-13]",
      "[ ] Has a created date | created 2023-04-13"
    ),
    ("- [ ] a  [scheduled:: 2023-04-14]", "[ ] a | scheduled 2023-04-14"),
    ("- [ ] a  [start:: 2023-04-15]", "[ ] a | start 2023-04-15"),
    ("- [ ] a  [due:: 2023-04-16]", "[ ] a | due 2023-04-16"),
    ("- [x] a  [completion:: 2023-04-17]", "[x] a | done 2023-04-17"),
    ("- [-] a  [cancelled:: 2023-04-18]", "[-] a | cancelled 2023-04-18"),
    ("- [ ] a  [priority:: lowest]", "[ ] a | lowest"),
    ("- [ ] a (priority::high)", "[ ] a | high"),
    ("- [ ] a [repeat:: every day when done]", "[ ] a | every day when done"),
    ("- [ ] a  [id:: dcf64c]", "[ ] a | id dcf64c"),
    ("- [ ] a  [dependsOn:: dcf64c,0h17ye]", "[ ] a | after dcf64c+0h17ye"),
    (
      "- [ ] a [priority:: high], [start:: 2023-04-24], [due:: 2023-05-01]",
      "[ ] a | high | start 2023-04-24 | due 2023-05-01"
    ),
  ]

  @Test("The documented samples of the Tasks plugin are read", arguments: documented)
  func readsDocumented(line: String, expected: String) {
    #expect(told(line) == expected)
  }

  private static let others: [(String, String?)] = [
    ("* [ ] a", "[ ] a"), ("+ [/] a", "[/] a"), ("12. [x] a", "[x] a"), ("3) [X] a", "[X] a"),
    ("\t> - [ ] a  \r\n", "[ ] a"), ("- 1. [ ] a", "[ ] a"), ("- [é] a", "[é] a"),
    ("- [ ]", "[ ] "),
    ("- [ ] a 📅 2026-03-02 ^id-1", "[ ] a | due 2026-03-02"),
    ("- [ ] a ⏫ 📅 2026-03-02 #home #x", "[ ] a #home #x | high | due 2026-03-02 | #home#x"),
    ("- [ ] a\u{A0}📅\u{FE0F}\u{A0}2026-03-02", "[ ] a | due 2026-03-02"),
    ("- [ ] a ⏫\u{FE0F} 🗓️2026-03-02", "[ ] a | high | due 2026-03-02"),
    ("- [ ] a ⌛ 2026-03-02 📆 2026-03-03", "[ ] a | scheduled 2026-03-02 | due 2026-03-03"),
    // Signs among words are words; a planned day in brackets counts anywhere.
    ("- [ ] press ⏫ twice", "[ ] press ⏫ twice"),
    ("- [ ] say 🔁 every day, loudly: now", "[ ] say 🔁 every day, loudly: now"),
    ("- [ ] pay 📅 2026-03-02 the rent", "[ ] pay 📅 2026-03-02 the rent"),
    ("- [ ] from 🛫 2026-03-01 on ⏳ 2026-03-02 x", "[ ] from 🛫 2026-03-01 on ⏳ 2026-03-02 x"),
    ("- [ ] pay [due:: 2026-03-02] the rent", "[ ] pay the rent | due 2026-03-02"),
    (
      "- [ ] pay [due:: 2026-03-02] the rent 📅 2026-03-03",
      "[ ] pay [due:: 2026-03-02] the rent | due 2026-03-03"
    ),
    ("- [ ] not 📅 2026-03-02 but 📅 2026-03-03", "[ ] not 📅 2026-03-02 but | due 2026-03-03"),
    ("- [ ] it was ✅ 2026-03-02 then", "[ ] it was ✅ 2026-03-02 then"),
    ("- [ ] a `📅 2026-03-02` b", "[ ] a `📅 2026-03-02` b"),
    // Invalid days and values.
    ("- [ ] a 📅 2026-02-29", "[ ] a 📅 2026-02-29"), ("- [ ] ", "[ ] "), ("- [ ]  ", "[ ] "),
    ("- [ ] a 🛫 2022-02-26 📅 2024-02-31", "[ ] a 📅 2024-02-31 | start 2022-02-26"),
    ("- [ ] a 📅 2024-02-31 ⏫ 🛫 2022-02-26", "[ ] a 📅 2024-02-31 | high | start 2022-02-26"),
    (
      "- [ ] a [due:: 2024-02-31]  [start:: 2022-02-26]",
      "[ ] a [due:: 2024-02-31] | start 2022-02-26"
    ),
    ("- [ ] a 📅 2024-13-01 🔁 every day", "[ ] a 📅 2024-13-01 | every day"),
    ("- [ ] a ⏳ 2026-03-02 📅 2024-02-31 b", "[ ] a ⏳ 2026-03-02 📅 2024-02-31 b"),
    ("- [ ] a 📅 soon", "[ ] a 📅 soon"),
    ("- [ ] a [due:: soon]", "[ ] a [due:: soon]"),
    ("- [ ] a [due:: 2026-03-02", "[ ] a [due:: 2026-03-02"),
    ("- [ ] a [priority:: urgent]", "[ ] a [priority:: urgent]"),
    ("- [ ] a [project:: x] 📅 2026-03-02", "[ ] a [project:: x] | due 2026-03-02"),
    ("- [ ] a 📅 2026-03-02 [project:: x]", "[ ] a [project:: x] | due 2026-03-02"),
    ("- [ ] see [[a#b]] #c", "[ ] see [[a#b]] #c | #c"),
    ("- [ ] a 📅 2026-03-02 📅 2026-03-03", "[ ] a | due 2026-03-02"),
    ("a [ ] b", nil), ("[ ] a", nil), ("- a [ ]", nil), ("- []", nil), ("-[ ] a", nil), ("", nil),
    ("> [ ] a", nil), ("- [ ]a", nil), ("- [xx] a", nil), ("***", nil),
  ]

  @Test("Every kind of checkbox is read, and parts only where they count", arguments: others)
  func reads(line: String, expected: String?) {
    #expect(told(line) == expected)
  }

  @Test("The ranges of any line stay inside it and in order")
  func hostile() {
    var random = SeededRandom(seed: 7)
    let pieces =
      [
        "📅", "⏳", "🔁", "🆔", "⛔", "⏫", " ", " 2026-03-02", "[due:: ", "]", "(start::", ")", "[x::",
        "#a", "`", "``", "[[", "]]", ",", " every day", "\u{A0}", "\u{FE0F}", "^id", "\r", "é", "a",
      ].map { Array($0.utf8) } + [[0xff], [0xf0, 0x9f], [0xe2], [0xc2]]
    for _ in 0..<4000 {
      var line = Array("- [ ] ".utf8)
      for _ in 0..<Int.random(in: 0..<14, using: &random) {
        line += pieces.randomElement(using: &random) ?? []
      }
      guard let task = TaskLine(line.span, 0..<line.count) else { continue }
      var last = task.text.lowerBound
      for part in task.parts {
        #expect(part.whole.lowerBound >= last && part.whole.contains(part.value.lowerBound))
        #expect(part.value.upperBound <= part.whole.upperBound)
        last = part.whole.upperBound
      }
      #expect(last <= task.text.upperBound && task.text.upperBound <= task.end)
      #expect(task.end <= line.count)
      _ = task.facts(in: line.span)
    }
  }

  @Test("A line of a million signs is read in one pass, and only part of it is stored")
  func large() {
    for piece in ["📅 2026-03-02", "[a::", "`", "``` ", "[[", "(due::", "#a ", "⛔ a,"] {
      let line = Array(("- [ ] " + String(repeating: piece, count: 100_000)).utf8)
      let task = TaskLine(line.span, 0..<line.count)
      #expect((task?.parts.count ?? .max) <= TaskLine.most)
      #expect((task?.facts(in: line.span).words.utf8.count ?? .max) <= 2000)
    }
  }
}
