import Entities
@testable import Merging
import TestSupport
import Testing

@Suite("The text that a note and its copy came of")
struct CopyBaseTests {
  private func base(
    of note: String, _ copy: String, among versions: [String], isOlder: Bool = true
  ) -> String? {
    var base = CopyBase(note: Array(note.utf8), copy: Array(copy.utf8))
    for version in versions { base.consider(Array(version.utf8), isOlder: isOlder) }
    return base.bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("Among versions, the newest first, it is the last one that both have seen")
  func chooses() {
    let (first, second) = ("one\ntwo\n", "one\ntwo\nthree\n")
    // The note went on from the first version; the copy never saw the second.
    #expect(base(of: second + "four\n", "one\ntwo\nother\n", among: [second, first]) == first)
    // Both saw the second.
    #expect(base(of: second + "four\n", "zero\n" + second, among: [second, first]) == second)
    // The copy changed a word of a line that is in the second alone.
    let edited = "one\ntwo\nthree and a half of it\n"
    let whole = "one\ntwo\nthree and one half of it\n"
    #expect(base(of: whole + "four\n", edited, among: [whole, first]) == whole)
  }

  @Test("What is the same as one of the two says nothing, and is none")
  func same() {
    #expect(base(of: "a\nb\n", "a\nc\n", among: ["a\nc\n", "a\nb\n"]) == nil)
    #expect(base(of: "a\nb\n", "a\nc\n", among: ["a\nc\n", "a\n"]) == "a\n")
    #expect(base(of: "a\n", "b\n", among: []) == nil)
  }

  @Test("One that may be too young is taken only where nothing of it is missing")
  func younger() {
    #expect(base(of: "a\nb\nx\n", "a\nb\ny\n", among: ["a\nb\n"], isOlder: false) == "a\nb\n")
    #expect(base(of: "a\nb\nx\n", "a\ny\n", among: ["a\nb\n"], isOlder: false) == nil)
  }

  @Test("Alike are texts with three of five lines in common, or the same ones")
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

  @Test("A copy of a copy is one of the note itself, and one without a note is none")
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
