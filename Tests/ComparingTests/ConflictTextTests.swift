import Comparing
import TestSupport
import Testing

@Suite struct ConflictTextTests {
  private static func names(_ first: String, _ second: String) -> [ConflictNames] {
    [ConflictNames(first, second)]
  }

  @Test(
    arguments: [
      (
        "x\n<<<<<<< laptop 09:00\na\n=======\nb\n>>>>>>> phone\ny\n", "x\na\ny\n", "x\nb\ny\n",
        names("laptop 09:00", "phone")
      ),
      (
        "<<<<<<< HEAD\na\n||||||| 1a2b\no\n=======\nb\n>>>>>>> main", "a\n", "b\n",
        names("HEAD", "main")
      ),
      ("<<<<<<< mine\n=======\nb\n>>>>>>> theirs\n", "", "b\n", names("mine", "theirs")),
      ("<<<<<<<\r\na\r\n=======\r\n>>>>>>>\r\n", "a\r\n", "", names("", "")),
      (
        "<<<<<<<< a\n<<<<<<< x\n1\n=======\n2\n>>>>>>> y\n========\nb\n>>>>>>>> b\n",
        "<<<<<<< x\n1\n=======\n2\n>>>>>>> y\n", "b\n", names("a", "b")
      ),
      (
        "<<<<<<< a\nx\n<<<<<<< b\n1\n=======\n2\n>>>>>>> c\n", "x\n<<<<<<< b\n1\n", "2\n",
        names("a", "c")
      ),
      ("<<<<<<< a\n1\n>>>>>>> b\n", "<<<<<<< a\n1\n>>>>>>> b\n", "<<<<<<< a\n1\n>>>>>>> b\n", []),
      (
        "<<<<<<<a\n=======\n>>>>>>> b\n", "<<<<<<<a\n=======\n>>>>>>> b\n",
        "<<<<<<<a\n=======\n>>>>>>> b\n", []
      ),
      ("Title\n=======\n", "Title\n=======\n", "Title\n=======\n", []),
    ] as [(String, String, String, [ConflictNames])])
  func readsMarksOfAnyNames(
    text: String, first: String, second: String, names: [ConflictNames]
  ) {
    let found = ConflictText(Array(text.utf8))
    #expect(found.conflicts.map(\.names) == names)
    #expect(String(decoding: found.taking(.first), as: UTF8.self) == first)
    #expect(String(decoding: found.taking(.second), as: UTF8.self) == second)
  }

  @Test func whatIsMarkedIsReadAgain() {
    var random = SeededRandom(seed: Thorough.seed)
    let lines = ["a", "b", "", "=======", "<<<<<<< x", ">>>>>>> y", "========", "c\r", "||||||| z"]
    func text() -> [UInt8] {
      let count = Int.random(in: 0..<6, using: &random)
      return (0..<count).flatMap { _ in
        Array(((lines.randomElement(using: &random) ?? "") + "\n").utf8)
      }
    }
    var marked = 0
    for _ in 0..<3_000 {
      let (base, mine, theirs) = (text(), text(), text())
      let merge = ThreeWayMerge.merge(base: base, mine: mine, theirs: theirs)
      if merge.isClean || Self.hasConflicts(base, mine, theirs) { continue }
      marked += 1
      let names = ConflictNames("one", "other")
      let read = ConflictText(merge.marked(theirs: theirs, names: names))
      // Marks around the conflict that existed before may be read as part of it.
      guard read.conflicts.count == merge.conflicts.count,
        read.conflicts.allSatisfy({ $0.names == names })
      else { continue }
      #expect(read.taking(.first) == merge.bytes)
    }
    #expect(marked > 100)
  }

  private static func hasConflicts(_ texts: [UInt8]...) -> Bool {
    texts.contains { !ConflictText($0).conflicts.isEmpty }
  }

  @Test func manyMarksThatBelongTogetherNowhereTakeNoTime() {
    let text = Array(String(repeating: "<<<<<<< a\n=======\n", count: 100_000).utf8)
    #expect(ConflictText(text).conflicts.isEmpty)
  }
}
