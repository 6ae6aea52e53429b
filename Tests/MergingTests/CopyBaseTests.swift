import Entities
@testable import Merging
import TestSupport
import Testing

@Suite("The common base of a note and its copy")
struct CopyBaseTests {
  private func base(
    of note: String, _ copy: String, among versions: [String], isPast: Bool = true
  ) -> String? {
    var base = CopyBase(note: Array(note.utf8), copy: Array(copy.utf8))
    for version in versions { base.consider(Array(version.utf8), isPast: isPast) }
    return base.bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(
    "The base holds the lines that both have, and those in every version that could be the origin")
  func proves() {
    let (first, second) = ("one\ntwo\n", "one\ntwo\nthree\n")
    // The copy may not have seen the second version: the note added three, and no side deleted it.
    #expect(base(of: second + "four\n", "one\ntwo\nother\n", among: [second, first]) == first)
    #expect(base(of: second + "four\n", "zero\n" + second, among: [second, first]) == second)
    // Every version has two, but one text does not: it was deleted there.
    #expect(base(of: second + "four\n", "one\n", among: [second, first]) == first)
    #expect(base(of: "one\nfour\n", "one\n", among: [second, first]) == first)
    // A line that occurs more often than in some version was typed again.
    #expect(
      base(of: "a\nb\na\nx\n", "a\nb\ny\n", among: ["a\nb\na\n", "a\nb\n"]) == "a\nb\n")
    // Line endings do not count as text.
    #expect(base(of: "a\r\nx\r\n", "a\nc\n", among: ["a\r\nb\r\n"]) == "a\r\nb\r\n")
  }

  @Test(
    "The newest versions equal to a side's text are skipped, and without versions there is no base")
  func same() {
    #expect(base(of: "a\nb\n", "a\nc\n", among: ["a\nc\n", "a\nb\n"]) == nil)
    #expect(base(of: "a\n", "a\nb\nc\n", among: ["a\n", "a\nb\n"]) == "a\nb\n")
    // The text was the same before, so the copy may come from that version.
    #expect(base(of: "a\n", "a\nb\nc\n", among: ["a\nb\n", "a\n"]) == "a\n")
    #expect(base(of: "a\n", "b\n", among: []) == nil)
  }

  @Test("Versions that may be too recent prove nothing, and neither do more than can be read")
  func younger() {
    #expect(base(of: "a\nb\nx\n", "a\nb\ny\n", among: ["a\nb\n"], isPast: false) == "a\nb\n")
    #expect(base(of: "a\nb\nx\n", "a\ny\n", among: ["a\nb\n"], isPast: false) == "a\n")
    var base = CopyBase(note: Array("a\nb\n".utf8), copy: Array("a\n".utf8))
    base.consider(Array("a\nb\nc\n".utf8), isPast: true)
    #expect(!base.isSettled)
    base.proveNothing()
    #expect(base.isSettled && base.bytes == Array("a\n".utf8))
  }

  @Test("Texts are alike if three of five lines are common or if they are equal")
  func alike() {
    func isAlike(_ one: String, _ other: String) -> Bool {
      CopyFinder.isAlike(Array(one.utf8), Array(other.utf8))
    }
    #expect(isAlike("a\nb\nc\nd\ne\n", "a\nb\nc\n\n\nx\ny\n"))
    #expect(!isAlike("a\nb\nc\nd\ne\n", "a\nb\nx\ny\nz\n"))
    #expect(!isAlike("\n\n", "\n"))
    #expect(isAlike("", ""))
    #expect(!isAlike("- [ ]\n- [ ]\n- [ ]\na\nb\nc\n", "- [ ]\nx\ny\n"))
  }

  @Test("A copy of a copy belongs to the note itself, and a copy without a note is none")
  func finds() {
    let names = [
      "Note.md", "Note.sync-conflict-20260302-093612-ABCDEFG.md",
      "Note.sync-conflict-20260302-093612-ABCDEFG.sync-conflict-20260303-093612-ABCDEFG.md",
      "Gone.sync-conflict-20260302-093612-ABCDEFG.md", "b/Note 2.md", "c/Note 2.md", "c/Note.md",
      "List 2.md", "List 2 (Ann's conflicted copy 2026-03-02).md",
    ]
    let found = CopyFinder(among: names.map { NotePath($0) }, hosts: []).copies()
    #expect(
      found.map { "\($0.copy.path.text) > \($0.note.path.text)" } == [
        "List 2 (Ann's conflicted copy 2026-03-02).md > List 2.md",
        "\(names[1]) > Note.md", "\(names[2]) > Note.md", "c/Note 2.md > c/Note.md",
      ])
  }
}
