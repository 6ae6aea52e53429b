import Testing

@testable import Comparing

@Suite("Merging of marked conflicts")
struct MarkedLinesTests {
  @Test("A line that both sides have survives, even if each has it in the other's version")
  func ofBoth() {
    let old = "one\nlast\n"
    let mine = "<<<<<<< a\none\n=======\nmine\n>>>>>>> b\nlast\n"
    let theirs = "<<<<<<< c\ntheirs\n=======\none\n>>>>>>> a\nlast\n"
    for (one, other) in [(mine, theirs), (theirs, mine)] {
      let merged = MarkedLines.merge(
        Array(old.utf8), Array(one.utf8), Array(other.utf8), names: ConflictNames("a", "b"))
      let lines = Set(String(decoding: merged.bytes, as: UTF8.self).split(separator: "\n"))
      #expect(lines.isSuperset(of: ["one", "mine", "theirs", "last"]), "\(lines)")
    }
  }
}
