import Entities
import Services
import TestSupport
import Testing

@testable import SearchIndex

/// A vault that several suites query, with and without an index.
struct LinkedVault {
  let index: VaultIndex
  let files: MemoryVault
  private let folder = TemporaryFolder()

  static let notes: [(path: String, text: String)] = [
    (
      "Hub.md",
      "---\naliases: [Center, the middle]\ntags: [Big/One]\n---\n# The Hub\n\nTo [[#The Hub]].\n"
    ),
    ("a/Leaf.md", "First line\n\nsee [[Hub|the hub]] and ![[img.png]] and [[Nowhere]]\n"),
    ("a/Hub.md", "An other hub. [Up](../Hub.md) [beside](Leaf.md#x) [gone](no/Leaf.md)\n"),
    ("b/Leaf.md", "[[a/Hub]] [[A/LEAF]] [[Center]] [[The Hub]] ![[pics/img.png]] #big/one\n"),
    ("b/Says.md", "The hub is said, THE HUB again.\nIn a [[Hub|the hub]] not, the\nhub yes.\n"),
    ("20250328T075526--stamp.md", "Alone but for its stamp #Tag\n"),
    (
      "c/Stamp user.md", "[to](denote:20250328T075526) [web](https://a.org) [pct](../b/S%61ys.md)\n"
    ),
    (
      "Lonely.md",
      "---\nid: 12ab\nstatus: in work\nlist: [x, y]\ncreated: 2026-03-01T00:00:00Z\n---\n- [ ] one\n- [x] two\n"
    ),
  ]

  init(isIndexed: Bool) throws {
    files = MemoryVault(attachments: ["pics/img.png"])
    for (number, note) in Self.notes.enumerated() {
      files.write(note.path, note.text, seconds: 1_000_000 - Int64(number))
    }
    if isIndexed {
      index = try IndexedVault(files, in: folder).index
    } else {
      index = VaultIndex(
        files: files, folder: folder.bytes + Array("/none".utf8), clock: UTCClock())
    }
  }
}

@Suite("Links between notes")
struct LinkTests {
  private func told(_ records: [LinkRecord]) -> [String] {
    records.map { record in
      "\(record.source.path.text):\(record.line) \(record.written)"
        + " -> \(record.target?.path.text ?? "nowhere")"
    }
  }

  @Test("The line of a link is the same whether read from the whole text or only around the link")
  func lines() {
    var random = SeededRandom(seed: 9)
    let pieces = [" ", "a", "é", "語", "\n", "\t", "word ", String(repeating: "x", count: 300)]
    for _ in 0..<400 {
      let text = (0..<Int.random(in: 1..<30, using: &random))
        .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
      let before = (0..<Int.random(in: 0..<30, using: &random))
        .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
      let (place, bytes) = (before.utf8.count, Array((before + "[" + text).utf8))
      let found = bytes.withUnsafeBufferPointer { LinkContexts.line(around: place, in: $0) }
      let whole = String(decoding: bytes, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
      #expect(found.utf8.count <= 400)
      #expect(found.contains("["))
      #expect(!found.contains("\u{fffd}"))
      #expect(whole.contains { $0.contains(found) })
      let line = whole.first { $0.contains("[") }.map { Array($0.utf8) } ?? []
      let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
      let trimmed = line.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
      if trimmed.count <= 400 { #expect(Array(found.utf8) == Array(trimmed)) }
      if trimmed.count > 400 { #expect(found.utf8.count > 390) }
    }
  }

  @Test("A note's links come in order and report their targets", arguments: [true, false])
  func links(_ isIndexed: Bool) async throws {
    let vault = try LinkedVault(isIndexed: isIndexed)
    #expect(
      try await told(vault.index.links.links(from: NoteID("a/Leaf.md"))) == [
        "a/Leaf.md:3 [[Hub|the hub]] -> a/Hub.md", "a/Leaf.md:3 ![[img.png]] -> pics/img.png",
        "a/Leaf.md:3 [[Nowhere]] -> nowhere",
      ])
    #expect(
      try await told(vault.index.links.links(from: NoteID("a/Hub.md"))) == [
        "a/Hub.md:1 [Up](../Hub.md) -> Hub.md", "a/Hub.md:1 [beside](Leaf.md#x) -> a/Leaf.md",
        "a/Hub.md:1 [gone](no/Leaf.md) -> nowhere",
      ])
    #expect(
      try await told(vault.index.links.links(from: NoteID("b/Leaf.md"))) == [
        "b/Leaf.md:1 [[a/Hub]] -> a/Hub.md", "b/Leaf.md:1 [[A/LEAF]] -> a/Leaf.md",
        "b/Leaf.md:1 [[Center]] -> nowhere", "b/Leaf.md:1 [[The Hub]] -> nowhere",
        "b/Leaf.md:1 ![[pics/img.png]] -> pics/img.png",
      ])
    #expect(
      try await told(vault.index.links.links(from: NoteID("c/Stamp user.md"))) == [
        "c/Stamp user.md:1 [to](denote:20250328T075526) -> 20250328T075526--stamp.md",
        "c/Stamp user.md:1 [pct](../b/S%61ys.md) -> b/Says.md",
      ])
    #expect(
      try await told(vault.index.links.links(from: NoteID("Hub.md")))
        == ["Hub.md:7 [[#The Hub]] -> Hub.md"])
    #expect(try await vault.index.links.links(from: NoteID("none.md")).isEmpty)
  }

  @Test(
    "Backlinks come with their lines, the newest notes first", arguments: [true, false])
  func backlinks(_ isIndexed: Bool) async throws {
    let vault = try LinkedVault(isIndexed: isIndexed)
    let records = try await vault.index.links.backlinks(to: NoteID("Hub.md"))
    #expect(
      told(records) == [
        "a/Hub.md:1 [Up](../Hub.md) -> Hub.md", "b/Says.md:2 [[Hub|the hub]] -> Hub.md",
      ])
    #expect(records.last?.context == "In a [[Hub|the hub]] not, the")
    #expect(records.last?.sourceTitle == "Says")
    #expect(
      try await told(vault.index.links.backlinks(to: NoteID("a/Hub.md"))) == [
        "a/Leaf.md:3 [[Hub|the hub]] -> a/Hub.md", "b/Leaf.md:1 [[a/Hub]] -> a/Hub.md",
      ])
    #expect(
      try await told(vault.index.links.backlinks(to: NoteID("20250328T075526--stamp.md"))) == [
        "c/Stamp user.md:1 [to](denote:20250328T075526) -> 20250328T075526--stamp.md"
      ])
  }

  @Test("Mentions are occurrences of a note's names outside links", arguments: [true, false])
  func mentions(_ isIndexed: Bool) async throws {
    let vault = try LinkedVault(isIndexed: isIndexed)
    let records = try await vault.index.links.mentions(of: NoteID("Hub.md"))
    // “hub” is the file name: on its own it is a mention too.
    #expect(
      told(records) == [
        "a/Hub.md:1 hub -> Hub.md", "b/Says.md:1 The hub -> Hub.md",
        "b/Says.md:2 the\nhub -> Hub.md", "b/Says.md:3 hub -> Hub.md",
      ])
    #expect(records.first?.context.hasPrefix("An other hub.") == true)
  }

  @Test(
    "Broken links lead to no note, no attachment, or no part of a note (vaults 20)",
    arguments: [true, false])
  func broken(_ isIndexed: Bool) async throws {
    let vault = try LinkedVault(isIndexed: isIndexed)
    #expect(
      try await told(vault.index.links.broken()) == [
        "a/Leaf.md:3 [[Nowhere]] -> nowhere", "a/Hub.md:1 [beside](Leaf.md#x) -> a/Leaf.md",
        "a/Hub.md:1 [gone](no/Leaf.md) -> nowhere",
        "b/Leaf.md:1 [[Center]] -> nowhere", "b/Leaf.md:1 [[The Hub]] -> nowhere",
      ])
  }

  @Test("A link to a part that exists in its note is not broken", arguments: [true, false])
  func parts(_ isIndexed: Bool) async throws {
    let files = MemoryVault(attachments: ["x.pdf"])
    files.write(
      "A.md", "# One *two*\n\n## What it's\n\ntext ^b-1\n\n<a id=\"here\"></a>\n## T {#own}\n",
      seconds: 2)
    files.write(
      "B.md",
      """
      [[A#One *two*]] [[A#what it's]] [[A#One *two*#What it's]] [[A#^B-1]] [[A#]] [[x.pdf#page=3]]
      [a](A.md#what-its) [a](A.md#What%20it's) [a](A.md#here) [a](A.md#own) [[#Two]] [[#^c]]
      [[A#Gone]] [[A#^gone]] [a](A.md#gone) ![[A#^b]] [[#Three]] [[#^d|x]] [[A#here]]
      # Two
      - item ^c

      """, seconds: 1)
    let folder = TemporaryFolder()
    let index =
      isIndexed
      ? try IndexedVault(files, in: folder).index
      : VaultIndex(files: files, folder: folder.bytes + Array("/none".utf8), clock: UTCClock())
    #expect(
      try await told(index.links.broken()) == [
        "B.md:3 [[A#Gone]] -> A.md", "B.md:3 [[A#^gone]] -> A.md", "B.md:3 [a](A.md#gone) -> A.md",
        "B.md:3 ![[A#^b]] -> A.md", "B.md:3 [[#Three]] -> B.md", "B.md:3 [[#^d|x]] -> B.md",
        "B.md:3 [[A#here]] -> A.md",
      ])
  }

  @Test(
    "Canvas cards link to files and parts, and links in their text count too",
    arguments: [true, false])
  func canvases(_ isIndexed: Bool) async throws {
    let canvas = """
      {"nodes":[
      {"file":"a/Note.md","subpath":"#One"},{"subpath":"#Two","file":"a/Note.md"},
      {"file":"Note.md"},{"file":"x.pdf","subpath":"#page=2"},{"file":"Gone \\"x\\".pdf"},
      {"text":"[[Note#^b]] [[#Here]] [t](no/where.md)\\n![[Gone]] [[x.pdf]] [w](https://e.org)"},
      {"background":"x.pdf"}, {"file":"Shut.md"}, {"url":"[[x]]","file":7}]}
      """
    let files = MemoryVault(
      attachments: ["x.pdf", "b.canvas", "c.canvas"], texts: ["b.canvas": canvas])
    files.write("a/Note.md", "# One\ntext ^c\n", seconds: 2)
    files.write("Shut.md.age", "x", seconds: 1)
    let folder = TemporaryFolder()
    let index =
      isIndexed
      ? try IndexedVault(files, in: folder).index
      : VaultIndex(files: files, folder: folder.bytes + Array("/none".utf8), clock: UTCClock())
    #expect(
      try await told(index.links.broken()) == [
        "b.canvas:2 a/Note.md#Two -> a/Note.md", "b.canvas:3 Note.md -> nowhere",
        "b.canvas:3 Gone \"x\".pdf -> nowhere", "b.canvas:4 [[Note#^b]] -> a/Note.md",
        "b.canvas:4 [t](no/where.md) -> nowhere", "b.canvas:4 ![[Gone]] -> nowhere",
      ])
  }

  @Test("Orphans have no links from or to other notes", arguments: [true, false])
  func orphans(_ isIndexed: Bool) async throws {
    let vault = try LinkedVault(isIndexed: isIndexed)
    #expect(
      try await vault.index.links.orphans() == [NoteMatch(id: NoteID("Lonely.md"), title: "Lonely")]
    )
  }

  @Test(
    "Tags are counted per note, ignoring case, and spelled as first written",
    arguments: [true, false])
  func tags(_ isIndexed: Bool) async throws {
    let vault = try LinkedVault(isIndexed: isIndexed)
    #expect(
      try await vault.index.links.tags() == [
        TagCount(name: "Big/One", notes: 2), TagCount(name: "Tag", notes: 1),
      ])
  }

  @Test("Details report the front matter and the tasks", arguments: [true, false])
  func details(_ isIndexed: Bool) async throws {
    let vault = try LinkedVault(isIndexed: isIndexed)
    let lonely = try #require(try await vault.index.details(of: NoteID("Lonely.md")))
    #expect(lonely.summary.title == "Lonely")
    #expect(lonely.tasks == 2)
    #expect(lonely.openTasks == 1)
    #expect(lonely.created == Timestamp(seconds: 1_772_323_200))
    #expect(
      lonely.properties == [
        NoteProperty(name: "id", values: ["12ab"]),
        NoteProperty(name: "status", values: ["in work"]),
        NoteProperty(name: "list", values: ["x", "y"]),
        NoteProperty(name: "created", values: ["2026-03-01T00:00:00Z"]),
      ])
    let hub = try #require(try await vault.index.details(of: NoteID("Hub.md")))
    #expect(hub.aliases == ["Center", "the middle"])
    #expect(hub.tags == ["Big/One"])
    #expect(hub.created == nil)
    #expect(try await vault.index.details(of: NoteID("none.md")) == nil)
  }

  @Test("A hub's backlinks are all listed, most of them without their lines")
  func hub() async throws {
    let files = MemoryVault()
    files.write("Hub.md", "x\n", seconds: 10_000)
    for number in 0..<1200 { files.write("n\(number).md", "to [[hub]]\n", seconds: Int64(number)) }
    let folder = TemporaryFolder()
    let records = try await IndexedVault(files, in: folder).index.links.backlinks(
      to: NoteID("Hub.md"))
    #expect(records.count == 1200)
    #expect(records[0].context == "to [[hub]]")
    #expect(records[1199].context == "")
    #expect(records[1199].written == "[[hub]]")
  }
}

@Suite("Finding the note that a person means")
struct FindTests {
  static let cases: [(String, [String])] = [
    ("Hub.md", ["Hub.md"]),
    ("Hub", ["Hub.md"]),
    ("./a/Hub.md", ["a/Hub.md"]),
    ("a/Hub", ["a/Hub.md"]),
    ("A/hub", ["a/Hub.md"]),
    ("leaf", ["a/Leaf.md", "b/Leaf.md"]),
    ("b/leaf.md", ["b/Leaf.md"]),
    ("the hub", ["Hub.md"]),
    ("CENTER", ["Hub.md"]),
    ("12AB", ["Lonely.md"]),
    ("20250328T075526", ["20250328T075526--stamp.md"]),
    ("lon", ["Lonely.md"]),
    ("says", ["b/Says.md"]),
    ("the", ["Hub.md"]),
    ("sta", ["c/Stamp user.md", "20250328T075526--stamp.md"]),
    ("a/", ["a/Leaf.md", "a/Hub.md"]),
    ("[[Leaf]]", ["a/Leaf.md"]),
    ("[[b/Leaf#Part|Text]]", ["b/Leaf.md"]),
    ("![[hub]]", ["Hub.md"]),
    ("[[nowhere]]", []),
    ("nowhere", []),
    ("", []),
    ("  ", []),
  ]

  @Test(
    "A note is found by path, title, alias, id, link, or the beginning of one",
    arguments: [true, false])
  func find(_ isIndexed: Bool) async throws {
    let vault = try LinkedVault(isIndexed: isIndexed)
    for (written, expected) in Self.cases {
      #expect(
        try await vault.index.find(written).map(\.id.path.text) == expected, "\(written)")
    }
  }

  @Test("A match of only the beginning of a name is reported as inexact")
  func beginnings() async throws {
    let vault = try LinkedVault(isIndexed: true)
    for (written, isExact) in [("lon", false), ("a/", false), ("sta", false), ("leaf", true)] {
      let found = try await vault.index.find(written)
      #expect(!found.isEmpty && found.allSatisfy { $0.isExact == isExact }, "\(written)")
      #expect((vault.index.knownNote(written) != nil) == isExact, "\(written)")
    }
  }

  @Test("A full name is found without a search, if its file exists")
  func atHand() async throws {
    let vault = try LinkedVault(isIndexed: true)
    for written in ["Hub", "A/hub", "CENTER", "12AB", "[[b/Leaf#Part|Text]]"] {
      let found = try await vault.index.find(written).first
      #expect(vault.index.knownNote(written) == found && found != nil, "\(written)")
    }
    vault.files.remove(NotePath("Lonely.md"))
    #expect(vault.index.knownNote("12AB") == nil)
    #expect(try LinkedVault(isIndexed: false).index.knownNote("Hub") == nil)
  }

  @Test("A full path is found without an index and without reading any other note")
  func wholePath() async throws {
    let vault = try LinkedVault(isIndexed: false)
    let before = vault.files.reads
    let found = [NoteMatch(id: NoteID("Hub.md"), title: "The Hub")]
    #expect(try await vault.index.find("Hub.md") == found)
    #expect(vault.files.reads == before + 1)
    #expect(try await LinkedVault(isIndexed: true).index.find("Hub.md") == found)
    for written in ["a//Hub.md", "a/../Hub.md", "../Hub.md", "/Hub.md"] {
      #expect(try await vault.index.find(written).first { $0.id.path.text == written } == nil)
    }
  }
}
