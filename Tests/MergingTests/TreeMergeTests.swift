import Entities
import Merging
import Testing

@Suite struct TreeMergeTests {
  /// Merges in both directions.
  private func expect(
    _ base: [String: String], _ one: [String: String], _ other: [String: String],
    _ expected: [String: String], _ events: [MergeEvent] = [], dates: (Int, Int) = (100, 200),
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let trees = TreeCase(base: base, one: one, other: other, dates: (dates.0, dates.1))
    let found = try trees.merged()
    let turned = try trees.merged(turned: true)
    #expect(found.merged == turned.merged, sourceLocation: location)
    #expect(found.texts == expected, sourceLocation: location)
    #expect(found.merged.events == events, sourceLocation: location)
  }

  private static let text = "one\ntwo\nthree\nfour\nfive\n"
  private static let phone = "phone 2026-03-02 09:05"
  private static let laptop = "laptop 2026-03-02 09:00"

  @Test func takesWhatEachSideMadeChangedAndTookAway() throws {
    try expect(
      ["a.md": "a\n", "b.md": "b\n", "c.md": "c\n", "d.md": "d\n"],
      ["a.md": "A\n", "c.md": "c\n", "d.md": "d\n", "x/n.md": "n\n"],
      ["a.md": "a\n", "b.md": "b\n", "c.md": "C\n", "m.md": "m\n"],
      ["a.md": "A\n", "c.md": "C\n", "x/n.md": "n\n", "m.md": "m\n"])
  }

  @Test func bringsTwoTextsOfANoteTogether() throws {
    try expect(
      ["a.md": "a\nb\nc\n"], ["a.md": "A\nb\nc\n"], ["a.md": "a\nb\nC\n"], ["a.md": "A\nb\nC\n"],
      [.merged(NotePath("a.md"))])
    try expect(
      ["a.md": "a\n"], ["a.md": "b\n"], ["a.md": "c\n"],
      ["a.md": "<<<<<<< \(Self.laptop)\nb\n=======\nc\n>>>>>>> \(Self.phone)\n"],
      [.conflicts(NotePath("a.md"), count: 1)])
    try expect(
      [:], ["a.md": "a\nb\n"], ["a.md": "a\nb\nc\n"], ["a.md": "a\nb\nc\n"],
      [.merged(NotePath("a.md"))])
  }

  @Test func whatWasChangedStaysThoughTheOtherTookItAway() throws {
    try expect(
      ["a.md": "a\n", "b.md": "b\n"], ["b.md": "b\n"], ["a.md": "A\n", "b.md": "B\n"],
      ["a.md": "A\n", "b.md": "B\n"],
      [.deletionOverruled(NotePath("a.md"), side: Self.laptop)])
    // A note in the trash counts as removed.
    try expect(
      ["a.md": Self.text], [".trash/a.md": Self.text], ["a.md": Self.text + "six\n"],
      [".trash/a.md": Self.text, "a.md": Self.text + "six\n"],
      [.deletionOverruled(NotePath("a.md"), side: Self.laptop)])
  }

  @Test func aRenameAndAnEditMakeOneNote() throws {
    try expect(
      ["a.md": Self.text], ["x/b.md": Self.text], ["a.md": Self.text + "six\n"],
      ["x/b.md": Self.text + "six\n"])
    // One side renamed and edited the note, the other edited it.
    try expect(
      ["a.md": Self.text], ["b.md": "zero\n" + Self.text], ["a.md": Self.text + "six\n"],
      ["b.md": "zero\n" + Self.text + "six\n"], [.merged(NotePath("b.md"))])
    // With fewer than 60 of 100 lines in common they are two notes.
    try expect(
      ["a.md": Self.text], ["b.md": "one\ntwo\nX\nY\nZ\n"], ["a.md": Self.text + "six\n"],
      ["a.md": Self.text + "six\n", "b.md": "one\ntwo\nX\nY\nZ\n"],
      [.deletionOverruled(NotePath("a.md"), side: Self.laptop)])
    // A rename that changes only the case.
    try expect(
      ["note.md": Self.text], ["Note.md": Self.text], ["note.md": Self.text + "six\n"],
      ["Note.md": Self.text + "six\n"])
  }

  @Test func aNoteRenamedTwiceHasTheLaterName() throws {
    let both = ["b.md": Self.text], other = ["c.md": Self.text + "six\n"]
    try expect(
      ["a.md": Self.text], both, other, ["c.md": Self.text + "six\n"],
      [.renamedTwice(NotePath("c.md"), instead: NotePath("b.md"))])
    try expect(
      ["a.md": Self.text], both, other, ["b.md": Self.text + "six\n"],
      [.renamedTwice(NotePath("b.md"), instead: NotePath("c.md"))], dates: (200, 100))
    // In the same second the smaller hash wins.
    try expect(
      ["a.md": Self.text], both, other, ["b.md": Self.text + "six\n"],
      [.renamedTwice(NotePath("b.md"), instead: NotePath("c.md"))], dates: (100, 100))
  }

  @Test func theSecondOfTwoNotesOfOneNameGetsANumberAndItsLinksFollow() throws {
    try expect(
      ["a.md": "first\n" + Self.text, "b.md": "second\nx\ny\nz\n", "l.md": "l\n"],
      ["new.md": "first\n" + Self.text, "b.md": "second\nx\ny\nz\n", "l.md": "[[new]]\nl\n"],
      ["a.md": "first\n" + Self.text, "new.md": "second\nx\ny\nz\n", "l.md": "l\n[[new]]\n"],
      [
        "new.md": "first\n" + Self.text, "new 2.md": "second\nx\ny\nz\n",
        "l.md": "[[new]]\nl\n[[new 2]]\n",
      ],
      [
        .linksFollowed(NotePath("l.md")), .merged(NotePath("l.md")),
        .nameTaken(NotePath("new.md"), now: NotePath("new 2.md")),
      ].filter { $0 != .linksFollowed(NotePath("l.md")) })
  }

  @Test func linksFollowWhatTheOtherSideRenamed() throws {
    // The laptop renamed a note with its links, and the phone wrote new links to the old name.
    try expect(
      ["a.md": Self.text, "l.md": "[[a]]\nx\ny\n"],
      ["b.md": Self.text, "l.md": "[[b]]\nx\ny\n"],
      ["a.md": Self.text, "l.md": "[[a]]\nx\ny\nsee [[a|it]]\n", "n.md": "![](a.md)\n"],
      ["b.md": Self.text, "l.md": "[[b]]\nx\ny\nsee [[b|it]]\n", "n.md": "![](b.md)\n"],
      [.linksFollowed(NotePath("n.md")), .merged(NotePath("l.md"))].sorted { $0.path < $1.path })
  }

  @Test func aNoteGivesWayToAFolderOfItsName() throws {
    try expect(
      ["l.md": "l\n"], ["x": "x\n", "l.md": "l\n"], ["x/a.md": "a\n", "l.md": "l\n"],
      ["x 2": "x\n", "x/a.md": "a\n", "l.md": "l\n"],
      [.nameTaken(NotePath("x"), now: NotePath("x 2"))])
    // Links in notes that neither side changed follow too.
    try expect(
      ["x.md": "x\n", "l.md": "[[x]]\n"], ["x.md": "X\n", "l.md": "[[x]]\n"],
      ["x.md/a.md": "a\n", "l.md": "[[x]]\n"],
      ["x 2.md": "X\n", "x.md/a.md": "a\n", "l.md": "[[x 2]]\n"],
      [
        .linksFollowed(NotePath("l.md")), .deletionOverruled(NotePath("x 2.md"), side: Self.phone),
        .nameTaken(NotePath("x.md"), now: NotePath("x 2.md")),
      ])
  }

  @Test func bothOfTwoPicturesAreKept() throws {
    try expect(
      ["p.png": "\0", "l.md": "![[p.png]]\n", "m.md": "m\n"],
      ["p.png": "\0a", "l.md": "![[p.png]]\n", "m.md": "m\n"],
      ["p.png": "\0b", "l.md": "![[p.png]]\nnew\n", "m.md": "m\n![](p.png)\n"],
      [
        "p.png": "\0a", "p (from phone 2026-03-02 0905).png": "\0b",
        "l.md": "![[p (from phone 2026-03-02 0905).png]]\nnew\n",
        "m.md": "m\n![](p%20%28from%20phone%202026-03-02%200905%29.png)\n",
      ],
      [
        .linksFollowed(NotePath("l.md")), .linksFollowed(NotePath("m.md")),
        .keptBoth(
          NotePath("p.png"), copy: NotePath("p (from phone 2026-03-02 0905).png"),
          side: Self.phone),
      ])
  }

  @Test func ofOpenPanesThoseOfTheLaterSideStay() throws {
    let path = ".obsidian/workspace-mobile.json"
    try expect([path: "{}"], [path: "{1}"], [path: "{2}"], [path: "{2}"])
    try expect([path: "{}"], [path: "{1}"], [path: "{2}"], [path: "{1}"], dates: (200, 100))
  }

  @Test func aFilmIsNotReadForARename() throws {
    let blobs = MemoryBlobs()
    let base = blobs.tree(["a.mp4": "a\n", "n.md": "n\n"])
    let one = MergeSide(
      tree: blobs.tree(["b.mp4": "b\n", "n.md": "n\n"]), name: "1", date: 1, hash: "1")
    let other = MergeSide(
      tree: blobs.tree(["a.mp4": "a\n", "m.md": "m\n"]), name: "2", date: 2, hash: "2")
    let merged = try TreeMerge.merge(base: base, one: one, other: other, blobs: blobs)
    #expect(Set(merged.files.keys) == [NotePath("b.mp4"), NotePath("m.md")])
    // Only the two notes were read.
    #expect(blobs.reads == 2)
  }

  @Test func ofVeryManyRenamesOnlySomeAreLookedFor() throws {
    let blobs = MemoryBlobs()
    var (base, moved): ([String: String], [String: String]) = ([:], [:])
    for number in 0..<6_000 {
      let text = (0..<5).map { "line \($0) of \(number)\n" }.joined()
      base["a/\(number).md"] = text
      moved["b/\(number).md"] = text + "more\n"
    }
    var edited = base
    edited["a/7.md"] = "new\n" + (base["a/7.md"] ?? "")
    let one = MergeSide(tree: blobs.tree(moved), name: "1", date: 1, hash: "1")
    let other = MergeSide(tree: blobs.tree(edited), name: "2", date: 2, hash: "2")
    let merged = try TreeMerge.merge(base: blobs.tree(base), one: one, other: other, blobs: blobs)
    #expect(merged.files.count == 6_000)
    #expect(try blobs.texts(merged)["b/7.md"] == "new\n" + (moved["b/7.md"] ?? ""))
    #expect(blobs.reads < 3 * 6_000)
  }

  @Test func identitiesAreNeverMerged() throws {
    let path = ".notes-tui/identity.age"
    let trees = TreeCase(
      base: [path: "a\nb\nc\n"], one: [path: "A\nb\nc\n"], other: [path: "a\nb\nC\n"])
    let found = try trees.merged()
    #expect(found.merged == (try trees.merged(turned: true).merged))
    #expect(found.merged.mustStop)
    #expect(
      found.texts == [
        path: "A\nb\nc\n",
        ".notes-tui/identity (from phone 2026-03-02 0905).age": "a\nb\nC\n",
      ])
    // A key file that only one side re-encrypted with another passphrase is taken from that side.
    let single = try TreeCase(
      base: [path: "a\n"], one: [path: "b\n"], other: [path: "a\n", "x.md": "x\n"]
    ).merged()
    #expect(!single.merged.mustStop && single.texts == [path: "b\n", "x.md": "x\n"])
  }

  /// git 2.39.5 calls this clean and loses WORD: one side renames a note over a copy that the other made.
  @Test func aWordIsNotLostWhereARenameMeetsACopyOfTheOldText() throws {
    let old = "a\nb\nc\nd\n"
    let trees = TreeCase(
      base: ["daily.md": old], one: ["daily.md": "a\nb\nWORD\nc\nd\n", "moved0.md": old],
      other: ["moved0.md": old])
    let found = try trees.merged()
    #expect(found.merged == (try trees.merged(turned: true).merged))
    #expect(found.texts == ["daily.md": "a\nb\nWORD\nc\nd\n", "moved0.md": old])
    // The same with an edited rename.
    let edited = try TreeCase(
      base: ["daily.md": old], one: ["daily.md": "a\nb\nWORD\nc\nd\n", "moved0.md": old],
      other: ["moved0.md": old + "e\n"]
    ).merged()
    #expect(edited.texts.values.contains { $0.contains("WORD") })
    #expect(edited.texts.values.contains { $0.contains("e\n") })
  }

  @Test func namesThatNoVaultMayHaveAreLeftOutAndTold() throws {
    try expect(
      [:], ["a.md": "a\n"],
      ["../x.md": "x\n", ".GIT/hooks/post-merge": "#!/bin/sh\n", "b.md": "b\n"],
      ["a.md": "a\n", "b.md": "b\n"],
      [
        .refused(NotePath("../x.md"), .climbs),
        .refused(NotePath(".GIT/hooks/post-merge"), .gitFolder),
      ])
  }

  @Test func linksAndModesAreTakenAsTheyAre() throws {
    let blobs = MemoryBlobs()
    let (old, new, far) = (blobs.blob([1]), blobs.blob([2]), blobs.blob([3]))
    func side(_ tree: Tree, _ hash: String) -> MergeSide {
      MergeSide(tree: tree, name: "side \(hash)", date: 1, hash: hash)
    }
    let (a, b) = (NotePath("a.sh"), NotePath("b"))
    let base: Tree = [a: TreeEntry(blob: old), b: TreeEntry(.link, blob: old)]
    let merged = try TreeMerge.merge(
      base: base,
      one: side([a: TreeEntry(.executable, blob: old), b: TreeEntry(.link, blob: new)], "1"),
      other: side([a: TreeEntry(blob: new), b: TreeEntry(.link, blob: far)], "2"), blobs: blobs)
    #expect(
      merged.files == [
        a: .unchanged(TreeEntry(.executable, blob: new)),
        b: .unchanged(TreeEntry(.link, blob: new)),
        NotePath("b (from side 2)"): .unchanged(TreeEntry(.link, blob: far)),
      ])
  }

  @Test("Two new notes from one template lose what one of them removed from it, and no other word")
  func template() throws {
    let template = "# {{date}}\n\n## Tasks\n\n- [ ] plan the day\n\n## Notes\n\nWrite here.\n"
    let shared = ["Templates/Daily.md": template, "Templates/Other.md": "## Tasks\n\nelse\n"]
    let note = "# 2026-03-02\n\n## Tasks\n\n- [ ] plan the day\n\n## Notes\n\n"
    let one = note + "laptop's words\n"
    let other =
      note.replacing("- [ ] plan the day", with: "- [ ] call Ann") + "Write here.\nphone's\n"
    let blobs = MemoryBlobs()
    func side(_ text: String, _ name: String) -> MergeSide {
      let files = shared.merging(["2026-03-02.md": text]) { $1 }
      return MergeSide(tree: blobs.tree(files), name: name, date: 1, hash: name)
    }
    func merged(_ templates: String?) throws -> String? {
      let merged = try TreeMerge.merge(
        base: blobs.tree(shared), one: side(one, "a"), other: side(other, "b"), blobs: blobs,
        templates: templates.map { NotePath($0) })
      return try blobs.texts(merged)["2026-03-02.md"]
    }
    let text = try #require(try merged("Templates"))
    for words in ["# 2026-03-02", "laptop's words", "phone's", "call Ann", "## Notes"] {
      #expect(text.contains(words), "\(words): \(text)")
    }
    #expect(!text.contains("plan the day") && !text.contains("Write here."), "\(text)")
    // Without the template nothing shows that these lines were removed.
    let without = try #require(try merged(nil))
    #expect(without.contains("plan the day") && without.contains("Write here."))
    #expect(try merged("Elsewhere") == without)
  }
}
