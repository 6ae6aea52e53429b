import Entities
import TestSupport
import Testing

@Suite("A file's name and a note's title")
struct NoteNameTests {
  @Test(
    "A file name is shown next to a title that would give a different name",
    arguments: [
      ("Multiple cursors.md", "Rectangular selection", "Multiple cursors"),
      ("2026-03-01.md", "Tuesday", "2026-03-01"),
      ("plan.md", "Plan", nil), ("a b.md", "a: b?", nil), ("plan 2.md", "Plan", "plan 2"),
      ("Diary.md.age", "Diary", nil), ("Diary.md.age", "Secrets", "Diary"),
      ("Cafe\u{301}.md", "CAFÉ", nil), ("plans.md", "plan", "plans"), ("plan.md", "plans", "plan"),
    ] as [(String, String, String?)])
  func told(path: String, title: String, name: String?) {
    #expect(NotePath(path).name(besides: title) == name)
    #expect(NotePath("a/folder/\(path)").name(besides: title) == name)
  }

  @Test("The quick answer equals the one from the file name that the title gives", arguments: 1...4)
  func quick(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let letters = "a,A,b,1, ,-,:,é,e\u{301},\u{301}x,K,\u{212a},.".split(separator: ",")
    func words() -> String {
      let count = Int.random(in: 0..<5, using: &random)
      let few = (0..<count).map { _ in letters.randomElement(using: &random) ?? "" }.joined()
      guard Int.random(in: 0..<8, using: &random) == 0 else { return few }
      return String(repeating: "a", count: Int.random(in: 196...204, using: &random)) + few
    }
    for _ in 0..<5_000 {
      let (title, file) = (words(), words())
      let stem = NotePath("\(file).md").stem.text
      let isSame =
        stem == title || stem.lowercased() == NoteFileName.stem(for: title).lowercased()
      let name = NotePath("\(file).md").name(besides: title)
      #expect(name == (isSame ? nil : stem), "seed \(seed): \(title.debugDescription)")
    }
  }
}
