import Entities
import Services
import TestSupport
import Testing
import UseCases

@Suite("Offers for a typed line")
struct NameOfferTests {
  /// The rows as text, a `+` before what is new and a `*` before what Enter takes.
  private static func rows(_ offers: NameOffers) -> [String] {
    offers.rows.enumerated().map { index, row in
      let isChosen = index == 0 && offers.isFirstChosen
      return (isChosen ? "*" : "") + (row.isNew ? "+" : "") + row.line
    }
  }

  private static func vault() -> VaultOffers {
    let notes = ["projects/a.md", "deep/down/b.md", "Garden.md", "archive/c.md"]
    let store = MemoryNoteStore(
      Dictionary(uniqueKeysWithValues: notes.map { ($0, "# \(NotePath($0).stem.text)\n") }))
    let links = MemoryLinks(tags: [
      TagCount(name: "home", notes: 1), TagCount(name: "project", notes: 2),
      TagCount(name: "work", notes: 9),
    ])
    return VaultOffers(index: MemoryIndex(store), links: links)
  }

  @Test(
    "Folders are offered best first, and a new one last",
    arguments: [
      ("", ["archive", "deep", "deep/down", "projects"]),
      ("pro", ["*projects", "+pro"]), ("projects", ["*projects"]), ("projects/", ["*projects"]),
      ("down", ["*deep/down", "+down"]), ("dd", ["*deep/down", "+dd"]), ("new", ["*+new"]),
      (" /new/one/ ", ["*+new/one"]), ("pjs", ["*+pjs"]),
    ] as [(String, [String])])
  func folders(typed: String, expected: [String]) async {
    #expect(Self.rows(await Self.vault().folders(typed, makesNew: true)) == expected)
  }

  @Test("Where a folder must be there, no new one is offered")
  func knownFolders() async {
    #expect(Self.rows(await Self.vault().folders("pro", makesNew: false)) == ["*projects"])
    #expect(Self.rows(await Self.vault().folders("new", makesNew: false)) == [])
  }

  @Test("Notes are offered by title, and taken by path")
  func notes() async {
    #expect(Self.rows(await Self.vault().notes("gard")) == ["*Garden.md"])
    #expect(await Self.vault().notes("").rows.count == 4)
    #expect(await Self.vault().notes("gard").rows.first?.label == "Garden")
  }

  @Test(
    "Tags are offered for the last word, the most frequent first, and a new one last",
    arguments: [
      ("", false, ["work", "project", "home"]), ("pro", false, ["*project", "+pro"]),
      ("#pro", false, ["*#project", "+#pro"]), ("work -ho", false, ["*work -home"]),
      ("work ", false, ["work work", "work project", "work home"]),
      ("a,wo", false, ["*a,work", "+a,wo"]), ("Work", false, ["*work"]),
      ("pro", true, ["*project"]), ("new", true, []),
    ] as [(String, Bool, [String])])
  func tags(typed: String, isSingle: Bool, expected: [String]) async {
    #expect(Self.rows(await Self.vault().tags(typed, isSingle: isSingle)) == expected)
  }

  @Test("Tab after a tag begins the next one")
  func completesTags() async {
    #expect(await Self.vault().tags("wo", isSingle: false).rows.first?.completed == "work ")
  }

  @Test(
    "Files are offered folder by folder, hidden ones only after a dot",
    arguments: [
      ("", false, ["~/", "b.png", "pictures"]), ("~/", false, ["~/letter.md", "~/pictures"]),
      ("~/l", false, ["*~/letter.md"]), ("~/pi", false, ["*~/pictures"]),
      ("~/.", false, ["*~/.ssh"]), ("~/pictures/", false, ["~/pictures/a\\\\b.png"]),
      ("~/x", false, []), ("b.png", false, ["*b.png"]), ("~/none/a", false, []),
      ("~/", true, ["~/pictures"]), ("~/new", true, ["*+~/new"]),
      ("~/pict", true, ["*~/pictures", "+~/pict"]), ("~/pictures", true, ["*~/pictures"]),
    ] as [(String, Bool, [String])])
  func files(typed: String, foldersOnly: Bool, expected: [String]) async {
    let offers = await DiskOffers(Disk()).paths(typed, foldersOnly: foldersOnly)
    #expect(Self.rows(offers) == expected)
  }

  @Test("A folder leads on to its files, unless a folder is wanted")
  func leadsOn() async {
    for foldersOnly in [false, true] {
      let row = await DiskOffers(Disk()).paths("~/pic", foldersOnly: foldersOnly).rows.first
      #expect(row?.completed == "~/pictures/")
      #expect(row?.leadsOn == !foldersOnly)
    }
  }
}

/// A disk with a few files.
private struct Disk: OutsideFiles {
  func path(typed: String) -> NotePath { NotePath(typed) }
  func check(_ path: NotePath) throws(NoteStoreError) {}
  func read(_ path: NotePath) async throws(NoteStoreError) -> [UInt8] { [] }

  func entries(in folder: NotePath) async -> [OutsideEntry] {
    func file(_ name: String) -> OutsideEntry { OutsideEntry(name: name, isFolder: false) }
    func folderEntry(_ name: String) -> OutsideEntry { OutsideEntry(name: name, isFolder: true) }
    return switch folder.text {
    case ".": [file(".hidden"), file("b.png"), folderEntry("pictures")]
    case "~/": [folderEntry(".ssh"), file("letter.md"), folderEntry("pictures")]
    case "~/pictures/": [file("a\\b.png")]
    default: []
    }
  }
}
