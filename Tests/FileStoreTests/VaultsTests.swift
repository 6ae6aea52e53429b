import Files
import Entities
import Glibc
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("Known vaults")
struct VaultsTests {
  let folder = TemporaryFolder()

  private func vaults(disk: Disk = .real) -> FolderVaults {
    FolderVaults(
      stateFolder: Array(folder.path("state").utf8), home: Array(folder.path("home").utf8),
      welcome: [WelcomeNote(name: "Welcome.md", bytes: Array("# Hello".utf8))], disk: disk)
  }

  private func id(_ name: String) -> VaultID { VaultID(NotePath(folder.path(name))) }

  @Test("The most recently opened vault comes first, also in the next run")
  func order() async throws {
    for name in ["a", "b", "c"] { folder.makeFolder(name) }
    for name in ["a", "b", "c", "a"] { _ = try await vaults().open(id(name)) }
    #expect(await vaults().known().map(\.id) == [id("a"), id("c"), id("b")])
    #expect(await vaults().known().map(\.name) == ["a", "c", "b"])
    #expect(folder.mode("state") == 0o700)
    #expect(folder.mode("state/vaults") == 0o600)
  }

  @Test("Opening a vault writes nothing into it")
  func openWritesNothing() async throws {
    folder.makeFolder("a")
    _ = try await vaults().open(id("a"))
    #expect(folder.names(in: "a").isEmpty)
  }

  @Test("A folder that becomes a vault is marked unless it already has a mark")
  func marks() async throws {
    for name in ["plain", "obsidian/.obsidian", "ours/.notes-tui"] { folder.makeFolder(name) }
    for name in ["new", "plain", "obsidian", "ours"] {
      _ = try await vaults().make(at: folder.path(name))
    }
    #expect(folder.names(in: "new").sorted() == [".notes-tui", "Welcome.md"])
    #expect(folder.names(in: "plain") == [".notes-tui"])
    #expect(folder.names(in: "obsidian") == [".obsidian"])
    #expect(folder.names(in: "ours") == [".notes-tui"])
  }

  @Test("A vault that cannot be opened gives the reason and is not remembered")
  func refusals() async throws {
    folder.write("file", "")
    folder.link("loop", to: "loop")
    await #expect(throws: VaultError.missing(folder.path("gone"))) {
      try await vaults().open(id("gone"))
    }
    await #expect(throws: VaultError.notAFolder(folder.path("file"))) {
      try await vaults().open(id("file"))
    }
    await #expect(throws: VaultError.notAFolder(folder.path("file"))) {
      try await vaults().make(at: folder.path("file"))
    }
    await #expect(throws: VaultError.self) { try await vaults().make(at: folder.path("file/x")) }
    await #expect(throws: VaultError.self) { try await vaults().make(at: "") }
    await #expect(throws: VaultError.self) { try await vaults().open(id("loop")) }
    #expect(await vaults().known().isEmpty)
  }

  @Test("A vanished vault stays known and lists its problem")
  func vanished() async throws {
    for name in ["a", "b"] {
      folder.makeFolder(name)
      _ = try await vaults().open(id(name))
      folder.remove(name)
    }
    folder.write("b", "a file now")
    let known = await vaults().known()
    #expect(known.map(\.obstacle) == ["this is a file, not a folder", "the folder is gone"])
  }

  @Test("A path is taken by a file or a full folder, but not by an empty folder")
  func taken() async {
    folder.write("file", "")
    folder.write("full/note.md", "")
    folder.makeFolder("empty")
    for (name, isTaken) in [("file", true), ("full", true), ("empty", false), ("none", false)] {
      #expect(await vaults().isTaken(folder.path(name)) == isTaken)
    }
    #expect(await vaults().isTaken(folder.path("file/x")))
  }

  @Test(
    "A folder for an encrypted vault must be empty, and is created on request for its owner only")
  func emptyFolder() async throws {
    let vaults = vaults()
    #expect(
      try await vaults.emptyFolder(at: folder.path("x/y//new/"), making: false) == id("x/y/new"))
    #expect(!folder.exists("x"))
    _ = try await vaults.emptyFolder(at: folder.path("x/new"), making: true)
    #expect(folder.mode("x/new") == 0o700)
    // Leftovers of an interrupted attempt do not prevent it.
    folder.makeFolder("x/new/.notes-tui")
    _ = try await vaults.emptyFolder(at: folder.path("x/new"), making: true)
    folder.write("x/new/note.md", "")
    for making in [false, true] {
      await #expect(throws: VaultError.notEmpty(folder.path("x/new"))) {
        try await vaults.emptyFolder(at: folder.path("x/new"), making: making)
      }
    }
    folder.write("file", "")
    await #expect(throws: VaultError.notAFolder(folder.path("file"))) {
      try await vaults.emptyFolder(at: folder.path("file"), making: false)
    }
  }

  @Test("The first vault has all first notes, a later one only the first of them")
  func firstNotes() async throws {
    let notes = ["Welcome", "Other"].map { WelcomeNote(name: "\($0).md", bytes: Array($0.utf8)) }
    let vaults = FolderVaults(
      stateFolder: Array(folder.path("state").utf8), home: Array(folder.path("home").utf8),
      welcome: notes)
    for name in ["one", "two"] { _ = try await vaults.make(at: folder.path(name)) }
    #expect(folder.names(in: "one") == [".notes-tui", "Other.md", "Welcome.md"])
    #expect(folder.names(in: "two") == [".notes-tui", "Welcome.md"])
  }

  @Test("A new vault is created with its parent folders and a welcome note")
  func make() async throws {
    let vaults = vaults()
    let made = try await vaults.make(at: folder.path("x/y//z/"))
    #expect(made == VaultSummary(id: id("x/y/z"), name: "z"))
    #expect(folder.text("x/y/z/Welcome.md") == "# Hello")
    #expect(folder.names(in: "x/y/z") == [".notes-tui", "Welcome.md"])
    #expect(await vaults.known() == [made])
  }

  @Test("A path starting with ~/ is in the home folder")
  func home() async throws {
    #expect(try await vaults().make(at: "~/notes").id == id("home/notes"))
    #expect(try await vaults().make(at: "~").id == id("home"))
    #expect(folder.names(in: "home") == [".notes-tui", "notes"])
  }

  @Test("A vault that cannot be created completely is not created")
  func fullDisk() async throws {
    await #expect(throws: VaultError.self) {
      try await vaults(disk: .full(after: 3)).make(at: folder.path("x"))
    }
    #expect(!folder.exists("x"))
  }

  @Test("At most fifty names of any bytes are remembered, and bad lines are ignored")
  func list() async throws {
    let state = TemporaryFolder()
    let list = VaultList(stateFolder: state.bytes, disk: .real)
    let odd: [UInt8] = Array("/a \n%25é".utf8) + [0xff]
    for number in 0..<60 { try list.putFirst(Array("/v/\(number)".utf8)) }
    try list.putFirst(odd)
    #expect(list.paths().count == VaultList.most)
    #expect(list.paths().prefix(2) == [odd, Array("/v/59".utf8)])
    state.write("vaults", "/ok\nrelative\n%zz\n\n/ok\n/bad%00\n%2Fslash\n/cut%4")
    #expect(list.paths() == [Array("/ok".utf8), Array("/slash".utf8)])
  }

  @Test("An unreadable list is not replaced and does not prevent opening a vault")
  func unreadableList() async throws {
    folder.makeFolder("a")
    folder.makeFolder("state/vaults")
    #expect(try await vaults().open(id("a")).id == id("a"))
    #expect(folder.names(in: "state") == ["vaults"])
    #expect(await vaults().known().isEmpty)
  }
}
