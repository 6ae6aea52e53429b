import Entities
import Services
import TestSupport
import Testing

@testable import SearchIndex

@Suite("Links row by row")
struct LinkCatalogTests {
  private let folder = TemporaryFolder()

  @Test(
    "The rows are the links to the note, in the same order", arguments: [true, false])
  func agrees(_ isIndexed: Bool) async throws {
    let vault = try LinkedVault(isIndexed: isIndexed)
    for note in LinkedVault.notes.map({ NoteID($0.path) }) + [NoteID("gone.md")] {
      let all = try await vault.index.links.backlinks(to: note)
      let rows = try await vault.index.links.backlinkCatalog(to: note)
      #expect(rows.count == all.count)
      #expect(rows.links(in: 0..<100) == all)
      #expect(rows.noteCount == Set(all.map(\.source)).count)
      for row in all.indices { #expect(rows.links(in: row..<row + 1) == [all[row]]) }
    }
  }

  @Test("Links from many notes by several names agree too, wherever they are")
  func agreesByChance() async throws {
    var random = SeededRandom(seed: 4)
    let files = MemoryVault()
    let written = ["[[hub]]", "[[Center]]", "[[x/hub]]", "[a](hub.md)", "[[HUB|t]]", "[[y/hub]]"]
    files.write("hub.md", "---\naliases: Center\n---\n# The Hub\n", seconds: 1)
    files.write("x/hub.md", "# Other\n", seconds: 2)
    for note in 0..<60 {
      let text = (0..<Int.random(in: 0..<8, using: &random))
        .map { _ in written.randomElement(using: &random) ?? "" }.joined(separator: " and\n")
      let folder = ["", "x/", "y/"].randomElement(using: &random) ?? ""
      files.write("\(folder)n\(note).md", text, seconds: Int64(10 + note))
    }
    let index = try IndexedVault(files, in: folder).index
    for note in [NoteID("hub.md"), NoteID("x/hub.md")] {
      let all = try await index.links.backlinks(to: note)
      let rows = try await index.links.backlinkCatalog(to: note)
      #expect(all.count > 10)
      #expect(rows.links(in: 0..<rows.count) == all)
    }
  }

  @Test(
    "The first of many links and their number are ready at once, and the rest load on demand",
    arguments: [3, 128, 129, 700])
  func manyAtHand(notes: Int) async throws {
    let files = MemoryVault()
    let written = [
      "[[hub]]", "[[Center]]", "[a](hub.md)", "[[x/hub]]", "[[HUB|t]]", "[[hub#Part]]",
    ]
    files.write("hub.md", "---\naliases: Center\n---\n# Hub\n[[hub]] and [[hub]]\n", seconds: 1)
    files.write("x/hub.md", "# Other\n", seconds: 2)
    for note in 0..<notes {
      let text = "[[hub]] \(written[note % written.count])\n\(written[(note / 7) % written.count])"
      files.write("n\(note).md", text, seconds: Int64(10 + note))
    }
    let (hub, index) = (NoteID("hub.md"), try IndexedVault(files, in: folder).index)
    let all = try await index.links.backlinkCatalog(to: hub)
    let records = all.links(in: 0..<all.count)
    #expect(records.count == all.count && all.count > notes)
    let known = try #require(index.links.knownBacklinks(to: hub))
    #expect(known.count == all.count)
    for range in [0..<40, 100..<128, 120..<140, 0..<all.count, all.count..<all.count + 9] {
      #expect(
        known.links(in: range) == Array(records[range.clamped(to: records.indices)]), "\(range)")
    }
    let other = try #require(index.links.knownBacklinks(to: hub))
    #expect(
      other.noteCount == notes && other.sources().map(Set.init) == all.sources().map(Set.init))
  }

  @Test("Known links are listed without a check, and newer ones appear in the next listing")
  func atHand() async throws {
    let files = MemoryVault()
    files.write("hub.md", "x", seconds: 1)
    for note in 0..<5 { files.write("n\(note).md", "a [[hub]]", seconds: Int64(10 + note)) }
    let (hub, index) = (NoteID("hub.md"), try IndexedVault(files, in: folder).index)
    files.write("new.md", "b [[hub]]", seconds: 20)
    let known = try #require(index.links.knownBacklinks(to: hub))
    #expect(known.links(in: 0..<9).map(\.line) == [1, 1, 1, 1, 1])
    #expect(try await index.links.backlinkCatalog(to: hub).count == 6)
    #expect(index.links.knownBacklinks(to: hub)?.count == 6)
    #expect(index.links.knownBacklinks(to: NoteID("gone.md"))?.count == 0)
    let unmade = VaultIndex(
      files: files, folder: folder.bytes + Array("/other".utf8), clock: UTCClock())
    #expect(unmade.links.knownBacklinks(to: hub) == nil)
  }

  @Test("A note deleted since is left out, and the rest are listed")
  func changes() async throws {
    let files = MemoryVault()
    files.write("hub.md", "x", seconds: 1)
    for note in 0..<5 { files.write("n\(note).md", "a [[hub]]", seconds: Int64(10 + note)) }
    let index = try IndexedVault(files, in: folder).index
    let rows = try await index.links.backlinkCatalog(to: NoteID("hub.md"))
    files.remove(NotePath("n2.md"))
    _ = try await index.refresh([NoteID("n2.md")])
    #expect(
      rows.links(in: 0..<5).map(\.source.path.text) == ["n4.md", "n3.md", "n1.md", "n0.md"])
  }

  @Test(
    "A link reports its part, and a broken link reports the note that it names",
    arguments: [true, false])
  func tellsMore(_ isIndexed: Bool) async throws {
    let vault = try LinkedVault(isIndexed: isIndexed)
    let own = try await vault.index.links.links(from: NoteID("Hub.md"))
    #expect(own.map(\.part) == ["The Hub"])
    let leaf = try await vault.index.links.links(from: NoteID("a/Leaf.md"))
    #expect(leaf.map(\.missing) == [nil, nil, NoteID("Nowhere.md")])
    let hub = try await vault.index.links.links(from: NoteID("a/Hub.md"))
    #expect(hub.map(\.missing) == [nil, nil, NoteID("a/no/Leaf.md")])
  }

  @Test(
    "Only a valid note name counts as a missing note",
    arguments: [
      ("[[New]]", "New.md"), ("[[deep/New#Part|text]]", "deep/New.md"), ("[[New.txt]]", "New.txt"),
      ("[t](New%20one.md)", "f/New one.md"), ("[t](../up)", "up.md"), ("[t](/top.md)", "top.md"),
      ("[[../../out]]", nil), ("[[.hidden]]", nil), ("[[a/.b/c]]", nil), ("[[pic.png]]", nil),
      ("[t](doc.pdf)", nil), ("[[v1.2]]", "v1.2.md"), ("[[日本/語]]", "日本/語.md"),
    ] as [(String, String?)])
  func missing(written: String, wanted: String?) async throws {
    let files = MemoryVault()
    files.write("f/a.md", written, seconds: 1)
    let index = try IndexedVault(files, in: folder).index
    let links = try await index.links.links(from: NoteID("f/a.md"))
    #expect(links.map { $0.missing?.path.text } == [wanted])
  }

  @Test("The tree has each tag before its nested tags, and counts each note once")
  func tree() async throws {
    let files = MemoryVault()
    files.write("a.md", "#Work/plan #work/plan/spring #work", seconds: 4)
    files.write("b.md", "#work/plan #work-day", seconds: 3)
    files.write("c.md", "#deep/er/est #日本", seconds: 2)
    files.write("d.md", "#WORK/PLAN", seconds: 1)
    let index = try IndexedVault(files, in: folder).index
    let tree = try await index.links.tagTree()
    #expect(
      tree.map { "\($0.name.lowercased()) \($0.own) \($0.all)" } == [
        "deep 0 1", "deep/er 0 1", "deep/er/est 1 1", "work 1 3", "work/plan 3 3",
        "work/plan/spring 1 1", "work-day 1 1", "日本 1 1",
      ])
    #expect(tree.first { $0.own == 0 }?.name == "deep")
  }

  @Test("The tree is the same without an index", arguments: [true, false])
  func treeOfFiles(_ isIndexed: Bool) async throws {
    let vault = try LinkedVault(isIndexed: isIndexed)
    #expect(
      try await vault.index.links.tagTree() == [
        TagBranch(name: "Big", own: 0, all: 2), TagBranch(name: "Big/One", own: 2, all: 2),
        TagBranch(name: "Tag", own: 1, all: 1),
      ])
  }
}
