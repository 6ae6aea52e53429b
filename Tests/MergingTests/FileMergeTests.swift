import Comparing
import Entities
import Merging
import Services
import Testing

/// Two versions of a file in both orders, and what must come of them.
struct FileCase: CustomTestStringConvertible, Sendable {
  var path: String
  var base: String?
  var one: String
  var other: String
  /// Nil where both are to be kept.
  var merged: String?
  var conflicts: Int

  init(
    _ path: String, _ base: String?, _ one: String, _ other: String, _ merged: String?,
    conflicts: Int = 0
  ) {
    (self.path, self.base, self.one, self.other) = (path, base, one, other)
    (self.merged, self.conflicts) = (merged, conflicts)
  }

  init(
    _ base: String?, _ one: String, _ other: String, _ merged: String?, conflicts: Int = 0
  ) {
    self.init("a.md", base, one, other, merged, conflicts: conflicts)
  }

  var testDescription: String {
    "\(path) \(base.debugDescription) → \(one.debugDescription), \(other.debugDescription)"
  }

  func check(_ location: SourceLocation = #_sourceLocation) {
    let (old, one, other) = (base.map { Array($0.utf8) }, Array(one.utf8), Array(other.utf8))
    let found = FileMerge.merge(
      at: NotePath(path), base: old, one: one, other: other,
      names: ConflictNames("laptop", "phone"))
    let turned = FileMerge.merge(
      at: NotePath(path), base: old, one: other, other: one,
      names: ConflictNames("phone", "laptop"))
    #expect(found == turned, sourceLocation: location)
    #expect(
      found.map { String(decoding: $0.bytes, as: UTF8.self) } == merged, sourceLocation: location)
    #expect(found?.conflicts ?? 0 == conflicts, sourceLocation: location)
  }
}

@Suite struct FileMergeTests {
  @Test(arguments: [
    FileCase("a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n", "A\nb\nC\n"),
    FileCase("a\n", "a\n", "b\n", "b\n"),
    FileCase("a\n", "b\n", "b\n", "b\n"),
    FileCase("a\n", "", "a\n", ""),
    FileCase(
      "a\nb\nc\n", "a\nX\nc\n", "a\nY\nc\n",
      "a\n<<<<<<< laptop\nX\n=======\nY\n>>>>>>> phone\nc\n", conflicts: 1),
    FileCase(
      "a\n", "a\nX\n", "a\nY\n", "a\n<<<<<<< laptop\nX\n=======\nY\n>>>>>>> phone\n", conflicts: 1),
    // One side removed a line that the other changed.
    FileCase(
      "a\nb\n", "a\n", "a\nB\n", "a\n<<<<<<< laptop\n=======\nB\n>>>>>>> phone\n", conflicts: 1),
    // Adjacent lines that differ.
    FileCase("a\nb\n", "A\nb\n", "a\nB\n", "A\nB\n"),
    FileCase("a\nb\n", "a\nB\n", "a\nb\nc\n", "a\nB\nc\n"),
    FileCase("a\nb\nc\n", "a\nc\n", "a\nb\nC\n", "a\nC\n"),
    FileCase("a\nb\nc\n", "a\n", "a\nb\n", "a\n"),
    FileCase("a\nb\n", "x\na\nB\n", "A\nb\ny\n", "x\nA\nB\ny\n"),
    FileCase(
      "a\n", "x\ny\n", "a\nb\n",
      "<<<<<<< laptop\nx\ny\n=======\na\nb\n>>>>>>> phone\n", conflicts: 1),
  ])
  func mergesLines(_ c: FileCase) { c.check() }

  @Test(arguments: [
    // Without a final line ending no lines are joined.
    FileCase("a", "a\nb", "x\na", "x\na\nb"),
    FileCase("a", "a b", "a\nc", "a b\nc"),
    FileCase(
      "a", "a\nb", "a\nc", "a\n<<<<<<< laptop\nb\n=======\nc\n>>>>>>> phone\n", conflicts: 1),
    FileCase(
      nil, "a", "b", "<<<<<<< laptop\na\n=======\nb\n>>>>>>> phone\n", conflicts: 1),
    FileCase("a\nb", "a\nb\n", "A\nb", "A\nb\n"),
    FileCase("a\nb\n", "a\nb", "A\nb\n", "A\nb"),
    FileCase("", "a", "b\n", "<<<<<<< laptop\na\n=======\nb\n>>>>>>> phone\n", conflicts: 1),
    // Windows line endings stay, and changing all line endings changes no line.
    FileCase("a\r\nb\r\nc\r\n", "A\r\nb\r\nc\r\n", "a\r\nb\r\nC\r\n", "A\r\nb\r\nC\r\n"),
    FileCase("a\nb\nc\n", "a\r\nb\r\nc\r\n", "a\nb\nC\n", "a\r\nb\r\nC\r\n"),
    FileCase("a\r\nb\r\nc\r\n", "a\nb\nc\n", "a\r\nb\r\nC", "a\nb\nC"),
    FileCase("a\r\nb\r\n", "a\r\nb\r\nc", "x\r\na\r\nb\r\n", "x\r\na\r\nb\r\nc"),
    FileCase(
      "a\r\n", "b\r\n", "c\r\n",
      "<<<<<<< laptop\r\nb\r\n=======\r\nc\r\n>>>>>>> phone\r\n", conflicts: 1),
    FileCase("a\r\nb\nc\n", "A\r\nb\nc\n", "a\r\nb\nC\n", "A\r\nb\nC\n"),
    FileCase("\u{feff}a\nb\nc\n", "a\nb\nc\n", "\u{feff}a\nb\nC\n", "a\nb\nC\n"),
  ])
  func keepsHowLinesEnd(_ c: FileCase) { c.check() }

  @Test(arguments: [
    FileCase(nil, "a\nb\n", "a\nb\nc\n", "a\nb\nc\n"),
    FileCase(nil, "", "a\n", "a\n"),
    FileCase(
      nil, "# Day\n\none\n\nend\n", "# Day\n\ntwo\n\nend\n",
      "# Day\n\n<<<<<<< laptop\none\n=======\ntwo\n>>>>>>> phone\n\nend\n", conflicts: 1),
    // Two daily notes from one template, each filled in at another section.
    FileCase(
      nil, "# Day\n\n## Tasks\n\n- [ ] buy milk\n\n## Log\n\n",
      "# Day\n\n## Tasks\n\n\n## Log\n\nslept well\n",
      "# Day\n\n## Tasks\n\n- [ ] buy milk\n\n## Log\n\nslept well\n"),
    // Texts that share only blank lines are not mixed.
    FileCase(
      nil, "a\n\nb\n\nc\n", "x\n\ny\n\nz\n",
      "<<<<<<< laptop\na\n\nb\n\nc\n=======\nx\n\ny\n\nz\n>>>>>>> phone\n", conflicts: 1),
  ])
  func mergesWhatBothMade(_ c: FileCase) { c.check() }

  @Test(arguments: [
    FileCase(
      "- [ ] buy milk\n", "- [x] buy milk\n", "- [ ] buy oat milk\n", "- [x] buy oat milk\n"),
    FileCase(
      "- [ ] buy milk 📅 2026-03-02\n", "- [x] buy milk 📅 2026-03-02 ✅ 2026-03-01\n",
      "- [ ] buy oat milk 📅 2026-03-03\n", "- [x] buy oat milk 📅 2026-03-03 ✅ 2026-03-01\n"),
    FileCase(
      "- [x] buy milk ✅ 2026-03-01\n", "- [ ] buy milk\n",
      "- [x] buy oat milk ✅ 2026-03-01\n", "- [ ] buy oat milk\n"),
    FileCase(
      "- [ ] buy milk ^a1\n", "- [x] buy milk [completion:: 2026-03-01] ^a1\n",
      "- [ ] buy oat milk ^a1\n", "- [x] buy oat milk [completion:: 2026-03-01] ^a1\n"),
    FileCase(
      "- [ ] a\n- [ ] b\n- [ ] c\n", "- [x] a\n- [ ] b\n- [ ] c\n",
      "- [ ] a\n- [ ] b more\n- [ ] c\n", "- [x] a\n- [ ] b more\n- [ ] c\n"),
    FileCase("- [ ] a\n", "- [x] a\n", "- [ ] a\n- [ ] b\n", "- [x] a\n- [ ] b\n"),
    FileCase("- [ ] buy milk", "- [x] buy milk", "- [ ] buy oat milk", "- [x] buy oat milk"),
    FileCase(
      "- [ ] buy milk\r\n", "- [x] buy milk\r\n", "- [ ] buy oat milk\r\n",
      "- [x] buy oat milk\r\n"),
    // Another task replaced the line and was not ticked.
    FileCase(
      "- [ ] buy milk\n", "- [x] buy milk\n", "- [ ] call Ann\n",
      "<<<<<<< laptop\n- [x] buy milk\n=======\n- [ ] call Ann\n>>>>>>> phone\n", conflicts: 1),
    FileCase(
      "- [ ] buy milk\n", "- [x] buy milk\n", "- [-] buy milk\n",
      "<<<<<<< laptop\n- [x] buy milk\n=======\n- [-] buy milk\n>>>>>>> phone\n", conflicts: 1),
    FileCase(
      "- [ ] a\n- [ ] b\n", "- [ ] b\n- [ ] c\n", "- [x] a\n- [ ] b\n",
      "<<<<<<< laptop\n=======\n- [x] a\n>>>>>>> phone\n- [ ] b\n- [ ] c\n", conflicts: 1),
  ])
  func joinsTasks(_ c: FileCase) { c.check() }

  @Test(
    "Conflicting changes go next to existing marks or into them, not around them (chaos L6)",
    arguments: [
      // A third version goes next to the two marked ones.
      FileCase(
        "a\n", "<<<<<<< x\n1\n=======\n2\n>>>>>>> y\n", "b\n",
        "<<<<<<< x\n1\n=======\n2\n>>>>>>> y\nb\n", conflicts: 1),
      // If both sides changed a version, it has the lines of both.
      FileCase(
        "<<<<<<< x\n1\n=======\n2\n>>>>>>> y\n", "<<<<<<< x\n3\n=======\n2\n>>>>>>> y\n",
        "<<<<<<< x\n4\n=======\n2\n>>>>>>> y\n",
        "<<<<<<< x\n3\n4\n=======\n2\n>>>>>>> y\n", conflicts: 1),
      // One side wrote in the first version, the other in the second.
      FileCase(
        "<<<<<<< x\n1\n=======\n2\n>>>>>>> y\n", "<<<<<<< x\n1\n3\n=======\n2\n>>>>>>> y\n",
        "<<<<<<< x\n1\n=======\n2\n4\n>>>>>>> y\n",
        "<<<<<<< x\n1\n3\n=======\n2\n4\n>>>>>>> y\n", conflicts: 1),
      // One side resolved the conflict, the other continued in it.
      FileCase(
        "<<<<<<< x\n1\n=======\n2\n>>>>>>> y\n", "2\n",
        "<<<<<<< x\n1\n=======\n2\n3\n>>>>>>> y\n",
        "2\n<<<<<<< x\n=======\n3\n>>>>>>> y\n", conflicts: 1),
      // An adjacent line has marks of its own.
      FileCase(
        "a\n<<<<<<< x\n1\n=======\n2\n>>>>>>> y\n", "b\n<<<<<<< x\n1\n=======\n2\n>>>>>>> y\n",
        "c\n<<<<<<< x\n1\n=======\n3\n>>>>>>> y\n",
        "<<<<<<< laptop\nb\n=======\nc\n>>>>>>> phone\n<<<<<<< x\n1\n=======\n3\n>>>>>>> y\n",
        conflicts: 1),
    ])
  func whatBothChangedGoesBesideMarksThatAreThere(_ c: FileCase) { c.check() }

  @Test func longerMarksStandAroundLinesThatAreMarks() {
    FileCase(
      "a\n", "Title\n=======\n", "b\n",
      "<<<<<<<< laptop\nTitle\n=======\n========\nb\n>>>>>>>> phone\n", conflicts: 1
    ).check()
  }

  @Test(arguments: [
    FileCase("pic.png", "a\0b", "a\0c", "a\0d", nil),
    FileCase("a.md", "a", "a\0b", "b", nil),
    FileCase("Note.md.age", "a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n", nil),
    FileCase("a.svg", "a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n", "A\nb\nC\n"),
    FileCase("a.svg", "a\n", "b\n", "c\n", nil),
    FileCase(
      "a.csv", "version https://git-lfs.github.com/spec/v1\nsize 1\n",
      "version https://git-lfs.github.com/spec/v1\nsize 2\n",
      "version https://git-lfs.github.com/spec/v1\nsize 3\n", nil),
    FileCase("a.json", "{\n\"a\":1\n}\n", "{\n\"a\":2\n}\n", "{\n\"a\":1\n}", "{\n\"a\":2\n}"),
    FileCase("a.json", "{\n\"a\":1\n}\n", "{\n\"b\":2,\n\"a\":1\n}\n", "{\n\"a\":1\n,\n", nil),
    FileCase(".notes-tui/words", "a\n", "a\nb\n", "a\nc\n", "a\nb\nc\n"),
    FileCase(".notes-tui/words", nil, "a\nb\n", "b\nc\n", "a\nb\nc\n"),
    FileCase(".gitignore", "a\n", "a\nb\nd\n", "a\nc\nd\n", "a\nb\nd\nc\n"),
  ])
  func keepsBothWhereATextIsNotToBeMarked(_ c: FileCase) { c.check() }

  @Test func textsOfNamesThatAreAlikeAreOrderedByTheirBytes() {
    let names = ConflictNames("phone", "phone")
    let (one, other) = (Array("b\n".utf8), Array("a\n".utf8))
    let found = FileMerge.merge(
      at: NotePath("a.md"), base: [], one: one, other: other, names: names)
    let turned = FileMerge.merge(
      at: NotePath("a.md"), base: [], one: other, other: one, names: names)
    #expect(found != nil && found == turned)
  }
}
