import Files
import Entities
import Glibc
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("Creating, trashing and restoring")
struct CreateAndTrashTests {
  let bench = Bench()
  let top = NotePath(bytes: [])

  @Test(
    "A title becomes a safe file name",
    arguments: [
      ("Plain title", "Plain title"), ("", "Untitled"), ("  spaced \t out\n", "spaced out"),
      ("a/b\\c:d*e?f\"g<h>i|j#k^l[m]n", "abcdefghijklmn"), ("...hidden", "hidden"),
      (". . x", "x"), ("..", "Untitled"), ("a\u{0}b\u{1b}c\u{7f}d\u{85}e", "abcd e"),
      ("end. ", "end"), ("🧑‍🚒 fire", "🧑‍🚒 fire"), ("\u{202e}gpj.exe", "gpj.exe"), ("###", "Untitled"),
    ])
  func names(title: String, stem: String) {
    #expect(NoteFileName.stem(for: title) == stem)
  }

  @Test("A long title is cut between characters at 200 bytes or fewer")
  func longTitle() async throws {
    let family = "👨‍👩‍👧‍👦"
    let stem = NoteFileName.stem(for: String(repeating: family, count: 30))
    #expect(stem == String(repeating: family, count: 200 / family.utf8.count))
    #expect(NoteFileName.stem(for: String(repeating: "x", count: 300)).utf8.count == 200)
    let id = try await bench.store.create([], titled: String(repeating: "é", count: 300), in: top)
      .id
    #expect(id.path.bytes.count == 203)
    #expect(bench.folder.exists(id.path.text))
  }

  @Test(
    "A trashed note goes to .trash whatever Obsidian's trash setting is",
    arguments: ["none", "system"])
  func trashOption(option: String) async throws {
    bench.folder.write(".obsidian/app.json", #"{"trashOption": "\#(option)"}"#)
    let (id, _) = try await bench.store.create([65], titled: "T", in: top)
    let trashed = try await bench.store.trash(id)
    #expect(bench.folder.names(in: ".trash").contains("T.md"))
    #expect(try await bench.store.restore(trashed) == id)
  }

  @Test("An attachment is created like a note unless hidden, and comes back from the trash")
  func attachments() async throws {
    let picture = NoteID("new/folder/a.png")
    let stamp = try await bench.store.create([1, 0, 255], at: picture)
    #expect(try await bench.store.read(picture) == NoteContent(bytes: [1, 0, 255], stamp: stamp))
    await #expect(throws: NoteStoreError.changedOutside(picture.path)) {
      try await bench.store.create([2], at: picture)
    }
    for path in [".a.png", ".obsidian/a.png", "../a.png", "b/../../a.png"] {
      await #expect(throws: NoteStoreError.self) {
        try await bench.store.create([2], at: NoteID(path))
      }
    }
    #expect(bench.folder.names() == ["new"])
    let trashed = try await bench.store.trash(picture)
    #expect(try await bench.store.restore(trashed) == picture)
    #expect(bench.folder.names(in: "new/folder") == ["a.png"])
  }

  @Test("A new note holds its bytes, can be saved with its stamp and obeys the umask")
  func create() async throws {
    let (id, stamp) = try await bench.store.create(Array("# T\n".utf8), titled: "T", in: top)
    #expect(id == NoteID("T.md"))
    #expect(try await bench.store.read(id).stamp == stamp)
    _ = try await bench.store.save([1], to: id, replacing: stamp)
    let mask = umask(0o022)
    _ = umask(mask)
    #expect(bench.folder.mode("T.md") == 0o666 & ~mask)
    #expect(bench.folder.names() == ["T.md"])
  }

  @Test("A taken name gets a number, ignoring case and accent form")
  func collisions() async throws {
    bench.folder.write("TITLE.md", "theirs")
    bench.folder.write("Cafe\u{301}.md", "theirs")
    let store = bench.store
    var made: [String] = []
    for title in ["Title", "title", "caf\u{e9}"] {
      made.append(try await store.create([], titled: title, in: top).id.path.text)
    }
    #expect(made == ["Title 2.md", "title 3.md", "caf\u{e9} 2.md"])
    bench.folder.write("X.md", "theirs")
    bench.folder.write("X 2.MD", "theirs")
    bench.folder.write("\u{212a}elvin.md", "theirs")
    #expect(try await store.create([], titled: "x", in: top).id == NoteID("x 3.md"))
    #expect(try await store.create([], titled: "kelvin", in: top).id == NoteID("kelvin 2.md"))
    #expect(bench.folder.text("TITLE.md") == "theirs")
  }

  @Test("A name taken between the check and the write is not overwritten")
  func race() throws {
    let folder = TemporaryFolder()
    let disk = Disk(
      writeSome: { file, bytes in
        folder.write("T.md", "theirs")
        return Disk.real.writeSome(file, bytes)
      }, flush: Disk.real.flush)
    let vault = VaultFolder(root: folder.bytes, clock: StillClock(), disk: disk)
    #expect(try vault.create([1], titled: "T", in: top).id == NoteID("T 2.md"))
    #expect(folder.text("T.md") == "theirs")
    #expect(folder.names() == ["T 2.md", "T.md"])
  }

  @Test("A note's missing folder is created")
  func folders() async throws {
    let id = try await bench.store.create([1], titled: "T", in: NotePath("a/b c/d")).id
    #expect(id == NoteID("a/b c/d/T.md"))
    #expect(bench.folder.read("a/b c/d/T.md") == [1])
    bench.folder.write("file", "")
    await #expect(throws: NoteStoreError.self) {
      try await bench.store.create([1], titled: "T", in: NotePath("file/x"))
    }
  }

  @Test("A full or broken disk creates no note", arguments: [true, false])
  func createFails(isFull: Bool) throws {
    let bench = Bench(disk: isFull ? .full(after: 3) : .breaking(atFlush: 1))
    #expect(throws: NoteStoreError.self) {
      try bench.vault.create([1, 2, 3, 4], titled: "T", in: top)
    }
    #expect(bench.folder.names().isEmpty)
  }

  @Test("A trashed note leaves the list and is restored unchanged")
  func trashAndRestore() async throws {
    bench.folder.write("deep/er/a.md", "text")
    let before = try await bench.store.read(NoteID("deep/er/a.md"))
    let trashed = try await bench.store.trash(NoteID("deep/er/a.md"))
    #expect(trashed.resting == NotePath(".trash/a.md"))
    #expect(await bench.listed().isEmpty)
    bench.folder.remove("deep/er")
    bench.folder.remove("deep")
    #expect(try await bench.store.restore(trashed) == NoteID("deep/er/a.md"))
    #expect(try await bench.store.read(NoteID("deep/er/a.md")) == before)
    #expect(bench.folder.names(in: ".trash/.origin").isEmpty)
    #expect(bench.folder.names(in: ".trash") == [".origin"])
  }

  @Test("The trash lists all its contents, latest first, including other programs' files")
  func listing() async throws {
    bench.folder.write("x/a.md", "# Heading\nwords")
    bench.folder.write("b.md", "words")
    let first = try await bench.store.trash(NoteID("x/a.md"))
    #expect(first.title == "Heading")
    #expect(first.trashed == bench.clock.now)
    bench.clock.advance(by: .seconds(5))
    let second = try await bench.store.trash(NoteID("b.md"))
    #expect(try await bench.store.trashed() == [second, first])
    // Another program moves files and folders without writing a record.
    bench.folder.write(".trash/theirs.md", "# Theirs")
    bench.folder.write(".trash/folder/deep/in.md", "text")
    bench.folder.write(".trash/picture.png", "")
    bench.folder.write(".trash/.hidden", "")
    let all = try await bench.store.trashed()
    #expect(
      Set(all.map(\.original.path.text)) == [
        "x/a.md", "b.md", "theirs.md", "folder/deep/in.md", "picture.png",
      ])
    #expect(Set(all.map(\.title)) == ["Heading", "b", "Theirs", "in", "picture.png"])
    // The test clock is far behind the clock of the disk.
    #expect(all.suffix(2) == [second, first])
    for note in all { #expect(try await bench.store.restore(note) == note.original) }
    #expect(bench.folder.names(in: ".trash") == [".hidden", ".origin"])
    #expect(bench.folder.names(in: ".trash/.origin").isEmpty)
  }

  @Test("Permanent deletion removes only the chosen notes from the trash")
  func deleteForGood() async throws {
    for name in ["a.md", "b.md", "c.md"] { bench.folder.write(name, name) }
    let a = try await bench.store.trash(NoteID("a.md"))
    let b = try await bench.store.trash(NoteID("b.md"))
    bench.folder.write(".trash/folder/in.md", "theirs")
    let theirs = TrashedNote(
      original: NoteID("folder/in.md"), resting: NotePath(".trash/folder/in.md"))
    try await bench.store.deleteForGood([a, a, theirs])
    #expect(try await bench.store.trashed() == [b])
    #expect(bench.folder.names(in: ".trash") == [".origin", "b.md"])
    #expect(bench.folder.names(in: ".trash/.origin") == ["b.md"])
    for resting in ["c.md", ".trash", ".trash/../c.md", ".trash/.origin/b.md"] {
      await #expect(throws: NoteStoreError.self, "\(resting)") {
        try await bench.store.deleteForGood([
          TrashedNote(original: NoteID("c.md"), resting: NotePath(resting)), b,
        ])
      }
    }
    #expect(bench.folder.text("c.md") == "c.md")
    // The others are deleted although one cannot be.
    #expect(try await bench.store.trashed().isEmpty)
  }

  @Test("A record that a kill left without its note is removed")
  func orphanRecord() async throws {
    bench.folder.write("a.md", "text")
    let trashed = try await bench.store.trash(NoteID("a.md"))
    bench.folder.write(".trash/.origin/gone.md", "gone.md\n1 2\n")
    #expect(try await bench.store.trashed() == [trashed])
    _ = bench.files.survey(isCancelled: { false })
    #expect(bench.folder.names(in: ".trash/.origin") == ["a.md"])
  }

  @Test("A record that is invalid or points outside the vault is ignored")
  func forgedRecord() async throws {
    for (name, record) in [("a.md", "../../x.md"), ("b.md", "%00"), ("c.md", ""), ("d.md", "%")] {
      bench.folder.write(".trash/\(name)", "text")
      bench.folder.write(".trash/.origin/\(name)", record)
    }
    let all = try await bench.store.trashed()
    #expect(all.map(\.original.path.text).sorted() == ["a.md", "b.md", "c.md", "d.md"])
    #expect(TrashRecord(file: Array("x.md\n".utf8))?.trashed == nil)
  }

  @Test("Another run knows what is in the trash and where it came from")
  func afterRestart() async throws {
    let names = ["a.md", "x/a.md", "odd %41\n\u{1b}.md"]
    for name in names {
      bench.folder.write(name, name)
      _ = try await bench.store.trash(NoteID(name))
    }
    let later = FolderStore(root: bench.folder.bytes, clock: bench.clock)
    let trashed = try await later.trashed()
    #expect(Set(trashed.map(\.original)) == Set(names.map { NoteID($0) }))
    for note in trashed { _ = try await later.restore(note) }
    for name in names { #expect(bench.folder.text(name) == name) }
    #expect(try await later.trashed().isEmpty)
  }

  @Test("Notes with the same name can share the trash, even with a very long name")
  func trashCollisions() async throws {
    let long = String(repeating: "é", count: 126) + ".md"
    for name in ["a.md", long] {
      var trashed: [TrashedNote] = []
      for text in ["1", "2", "3"] {
        bench.folder.write(name, text)
        trashed.append(try await bench.store.trash(NoteID(name)))
      }
      #expect(Set(trashed.map(\.resting)).count == 3)
      #expect(try await bench.store.restore(trashed[1]) == NoteID(name))
      #expect(bench.folder.text(name) == "2")
      let third = try await bench.store.restore(trashed[2])
      #expect(third != NoteID(name))
      #expect(bench.folder.text(third.path.text) == "3")
    }
  }

  @Test("A restored note gets a new name when its old one is taken")
  func restoreBeside() async throws {
    bench.folder.write("a.md", "old")
    let trashed = try await bench.store.trash(NoteID("a.md"))
    bench.folder.write("a.md", "new")
    #expect(try await bench.store.restore(trashed) == NoteID("a 2.md"))
    #expect(bench.folder.text("a.md") == "new")
    #expect(bench.folder.text("a 2.md") == "old")
    await #expect(throws: NoteStoreError.notFound(trashed.resting)) {
      try await bench.store.restore(trashed)
    }
  }

  @Test("A trash that is a file or an outside link is refused and the note stays")
  func trashIsNoFolder() async throws {
    let outside = TemporaryFolder()
    bench.folder.write("a.md", "text")
    bench.folder.write(".trash", "a file")
    await #expect(throws: NoteStoreError.self) { try await bench.store.trash(NoteID("a.md")) }
    bench.folder.remove(".trash")
    bench.folder.link(".trash", to: outside.path)
    await #expect(throws: NoteStoreError.self) { try await bench.store.trash(NoteID("a.md")) }
    #expect(bench.folder.text("a.md") == "text")
    #expect(outside.names().isEmpty)
  }

  @Test("A full disk leaves the note untrashed")
  func trashOnFullDisk() throws {
    let bench = Bench(disk: .full(after: 0))
    bench.folder.write("a.md", "text")
    #expect(throws: NoteStoreError.noSpace(NotePath("a.md"))) {
      try bench.vault.trash(NoteID("a.md"))
    }
    #expect(bench.folder.text("a.md") == "text")
    #expect(bench.folder.names(in: ".trash/.origin").isEmpty)
  }

  @Test("Restoring refuses notes that are not in the trash and targets outside the vault")
  func forgedRestore() async throws {
    bench.folder.write("a.md", "text")
    bench.folder.write(".trash/b.md", "text")
    let forged = [
      ("a.md", "a.md"), ("x.md", ".trash/../a.md"), ("../x.md", ".trash/b.md"),
      ("..", ".trash/b.md"),
    ]
    for (original, resting) in forged {
      let note = TrashedNote(original: NoteID(original), resting: NotePath(resting))
      await #expect(throws: NoteStoreError.self) { try await bench.store.restore(note) }
    }
    #expect(bench.folder.names() == [".trash", "a.md"])
    #expect(bench.folder.names(in: ".trash") == ["b.md"])
  }

  @Test("Trashing refuses a folder and a missing note")
  func trashRefuses() async throws {
    bench.folder.makeFolder("f.md")
    await #expect(throws: NoteStoreError.notAFile(NotePath("f.md"), kind: "a folder")) {
      try await bench.store.trash(NoteID("f.md"))
    }
    await #expect(throws: NoteStoreError.notFound(NotePath("no.md"))) {
      try await bench.store.trash(NoteID("no.md"))
    }
    #expect(!bench.folder.exists(".trash"))
  }
}
