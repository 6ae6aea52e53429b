import Entities
import FileStore
import OpenVault
import Services
import TestSupport
import Testing
import Threads
import Undo
import VaultLayers

@testable import Importing

@Suite("Imported notes never overwrite a note and never arrive twice")
struct VaultImportsTests {
  private let bench = ImportBench()
  private var source: TemporaryFolder { bench.source }
  private var vault: TemporaryFolder { bench.vault }
  private var state: VaultState { bench.state }
  private var request: ImportRequest { bench.request }

  private func imports() -> VaultImports { bench.imports() }

  @discardableResult
  private func bring(
    again: ImportRequest.Again = .skip, into folder: String? = "In",
    watch: @escaping ImportWatch = { _ in true }
  ) async throws -> ImportReport {
    var request = request
    request.again = again
    request.folder = folder.map { NotePath($0) }
    return try await bench.bring(request, watch: watch)
  }

  @Test("Links lead to the new paths of notes and files, and dead links stay and are reported")
  func links() async throws {
    source.write(
      "a/Plan.md", "[t](../Tea.md#hot) ![](p.png) [[Tea]] [x](none.md) [w](https://e.org)\n")
    source.write("Tea.md", "# Tea\n[a ![](a/p.png) b](a/Plan.md)\n")
    source.write("a/p.png", "picture")
    vault.write("Tea.md", "mine")
    let report = try await bring()
    #expect(
      vault.text("In/a/Plan.md")
        == "[[In/Tea#hot|t]] ![[p.png]] [[In/Tea]] [x](none.md) [w](https://e.org)\n")
    #expect(vault.text("In/attachments/p.png") == "picture")
    #expect(vault.text("Tea.md") == "mine")
    #expect(report.brokenLinks.map(\.of) == ["In/a/Plan.md"])
    #expect(
      report.brokenLinks.map(\.reason) == ["The link “x” leads to nothing that was imported."])
    #expect(report.problems == [])
  }

  @Test(
    "Addresses in HTML tags are updated too, except in code, and other names stay the same")
  func html() async throws {
    source.write(
      "a/Plan.md",
      """
      <table><tr><td><a href="../Tea:%201.md">t</a><img src='p.png' alt="x"></td></tr></table>

      <img src=p.png> `<img src="p.png">` <a href="https://e.org">w</a> [[Tea: 1]]

      ```
      <a href="../Tea:%201.md">code</a>
      ```
      <a href="none.md?a&amp;b">gone</a>

      """)
    source.write("Tea: 1.md", "tea\n")
    source.write("a/p.png", "picture")
    let report = try await bring()
    #expect(
      vault.text("In/a/Plan.md") == """
        <table><tr><td><a href="../Tea%201.md">t</a><img src='../attachments/p.png' alt="x"></td></tr></table>

        ![[p.png]] `<img src="p.png">` <a href="https://e.org">w</a> [[Tea 1|Tea: 1]]

        ```
        <a href="../Tea:%201.md">code</a>
        ```
        <a href="none.md?a&amp;b">gone</a>

        """)
    #expect(
      report.brokenLinks.map(\.reason) == [
        "The link “none.md?a&amp;b” leads to nothing that was imported."
      ])
  }

  @Test("A trashed import is not imported again until it leaves the trash")
  func trashed() async throws {
    func write(isTrashed: Bool) {
      source.write(
        "Keep/a.json",
        #"{"title":"Old","textContent":"x","isTrashed":\#(isTrashed),"isArchived":false,"isPinned":false}"#
      )
    }
    write(isTrashed: true)
    let first = try await bring()
    #expect(first.made.count == 1 && first.trashed == first.made)
    let second = try await bring()
    #expect(second.made == [] && second.known == 1)
    write(isTrashed: false)
    let third = try await bring()
    #expect(third.made == [NotePath("In/Old.md")] && third.trashed == [])
  }

  @Test("Two source notes with the same name are both imported, and identical notes come once")
  func sameNames() async throws {
    let page = { (words: String) in
      ###"[{"title":"May 1st, 2024","uid":"05-01-2024","children":[{"string":"\###(words)"}]}]"###
    }
    for (name, words) in [("a", "one"), ("b", "two"), ("c", "one")] {
      source.write("\(name).json", page(words))
    }
    for pass in 0..<2 {
      let report = try await bring()
      #expect(
        report.problems.map(\.reason) == ["It is in the archive twice; imported once."]
          && report.known == 2 * pass)
    }
    #expect(vault.text("In/journals/2024-05-01.md")?.hasSuffix("- one\n") == true)
    #expect(vault.text("In/journals/2024-05-01 2.md")?.hasSuffix("- two\n") == true)
    #expect(!vault.exists("In/journals/2024-05-01 3.md"))
  }

  @Test("Link words after a bar are not escaped, and are left out when the name says the same")
  func linkWords() async throws {
    source.write("Plan.md", "[Tea \\[1\\]](Tea.md) [Cups \\[2\\]](Cups%202.md) [a\\_b](Tea.md)\n")
    source.write("Tea.md", "tea\n")
    source.write("Cups 2.md", "cups\n")
    try await bring()
    #expect(vault.text("In/Plan.md") == "[[Tea|Tea 1]] [[Cups 2]] [[Tea|a_b]]\n")
  }

  @Test("A note keeps its title when its top heading says something else")
  func titles() async throws {
    source.write("a.org", "#+title: The plan\n* Head\n")
    source.write("b.org", "#+title: Tea *time*\n* Tea /time/\n")
    try await bring()
    #expect(vault.text("In/The plan.md") == "---\ntitle: The plan\n---\n# Head\n")
    #expect(vault.text("In/Tea time.md") == "# Tea *time*\n")
  }

  @Test("The vault's own link format and attachment folder are used")
  func form() async throws {
    vault.write(
      ".obsidian/app.json",
      #"{"useMarkdownLinks":true,"attachmentFolderPath":"files","newLinkFormat":"relative"}"#)
    source.write("Plan.md", "[[Tea time|tea]] ![[p 1.png]]\n")
    source.write("Tea time.md", "x")
    source.write("p 1.png", "picture")
    try await bring()
    #expect(
      vault.text("In/Plan.md") == "[tea](Tea%20time.md) ![p 1.png](../files/p%201.png)\n")
    #expect(vault.text("files/p 1.png") == "picture")
  }

  @Test("A taken name gets a number, two files with one name stay two, and equal files are one")
  func names() async throws {
    vault.write("In/plan.md", "mine")
    source.write("Plan.md", "![](a/p.png) ![](b/p.png) ![](c/q.png)\n")
    source.write("a/p.png", "one")
    source.write("b/p.png", "two")
    source.write("c/q.png", "two")
    let report = try await bring()
    #expect(vault.text("In/plan.md") == "mine")
    #expect(report.made == [NotePath("In/Plan 2.md")])
    #expect(
      vault.text("In/Plan 2.md")
        == "---\ntitle: Plan\n---\n![[p.png]] ![[p 2.png]] ![[p 2.png]]\n")
    #expect(vault.names(in: "In/attachments").sorted() == ["p 2.png", "p.png"])
  }

  @Test("A repeat imports nothing, “newer” updates source changes alone, and “copy” imports all")
  func again() async throws {
    source.write("A.md", "a\n")
    source.write("B.md", "b\n")
    source.write("p.png", "picture")
    #expect(try await bring().made.count == 2)
    let second = try await bring()
    #expect(second.made == [] && second.files == [] && second.known == 2)
    source.write("A.md", "a2\n")
    source.write("B.md", "b2\n")
    source.write("C.md", "c\n")
    vault.write("In/B.md", "my own\n")
    let third = try await bring()
    #expect(third.made == [NotePath("In/C.md")] && third.updated == [])
    #expect(third.changed.map(\.of) == ["A", "B"] && third.problems == [])
    let newer = try await bring(again: .newer)
    #expect(newer.updated == [NotePath("In/A.md")])
    #expect(newer.changed.map(\.of) == ["B"])
    #expect(vault.text("In/A.md") == "a2\n")
    #expect(vault.text("In/B.md") == "my own\n")
    let copy = try await bring(again: .copy)
    #expect(copy.made.map(\.text) == ["In/A 2.md", "In/B 2.md", "In/C 2.md"])
    #expect(vault.names(in: "In/attachments") == ["p.png"])
  }

  @Test("A moved note is still recognized, and a deleted note is imported again")
  func moved() async throws {
    source.write("A.md", "a\n")
    source.write("B.md", "b\n")
    try await bring()
    vault.rename("In/A.md", to: "Elsewhere.md")
    vault.remove("In/B.md")
    let move = NoteMove(from: NoteID("In/A.md"), to: NoteID("Elsewhere.md"))
    _ = try await state.imported.change { $0.follow([move]) }
    let report = try await bring()
    #expect(report.known == 1)
    #expect(report.made == [NotePath("In/B.md")])
  }

  @Test("An import stopped between two batches resumes and ends with the same notes")
  func stopped() async throws {
    for number in 1...1_200 { source.write("N\(number).md", "text \(number)\n") }
    let isOver = Signal(false)
    let first = try await bring { progress in
      progress.all == nil
        || !isOver.change { over in
          defer { over = true }
          return over
        }
    }
    #expect(first.wasStopped)
    #expect((500...1_000).contains(first.made.count), "\(first.made.count)")
    let second = try await bring()
    #expect(!second.wasStopped && second.known == first.made.count)
    #expect(vault.names(in: "In").count == 1_200)
  }

  @Test(
    "A killed import resumes, because its whole plan is stored before the first note")
  func killed() async throws {
    source.write("A.md", "a\n")
    source.write("B.md", "b ![](p.png)\n")
    source.write("p.png", "picture")
    let plan = try await imports().plan(request, watch: { _ in true })
    // After a kill: two of three notes exist, and how they were written was not stored.
    var memory = ImportMemory(plan, state.imported)
    await memory.begin()
    vault.write("In/A.md", "a\n")
    vault.write("In/attachments/p.png", "picture")
    let report = try await bring()
    #expect(report.made == [NotePath("In/B.md")] && report.files == [] && report.known == 1)
    #expect(vault.text("In/B.md") == "b ![[p.png]]\n")
    // It was as the import would have written it: now that is stored.
    source.write("A.md", "a2\n")
    #expect(try await bring(again: .newer).updated == [NotePath("In/A.md")])
  }

  @Test("The next import pins and trashes a killed import's notes, unless a person edited them")
  func killedBeforePins() async throws {
    for (name, mark) in [("Pinned", "isPinned"), ("Mine", "isPinned"), ("Gone", "isTrashed")] {
      source.write(
        "Keep/\(name).json",
        #"{"title":"\#(name)","textContent":"x","isArchived":false,"isPinned":\#(mark == "isPinned"),"isTrashed":\#(mark == "isTrashed")}"#
      )
    }
    let plan = try await imports().plan(request, watch: { _ in true })
    var memory = ImportMemory(plan, state.imported)
    await memory.begin()
    vault.write("In/Pinned.md", "# Pinned\n\nx\n")
    vault.write("In/Mine.md", "# Mine\n\nx, and my own\n")
    vault.write("In/Gone.md", "# Gone\n\nx\n")
    let report = try await bring()
    #expect(report.made == [] && report.known == 3 && report.problems == [])
    #expect(state.arrangement.value().pins == [NoteID("In/Pinned.md")])
    #expect(report.trashed == [NotePath("In/Gone.md")])
    #expect(try await bring().trashed == [])
  }

  @Test("Notes that were not imported are not stored")
  func forgotten() async throws {
    source.write("A.md", "a\n")
    source.write("B.md", "b\n")
    let plan = try await imports().plan(request, watch: { _ in true })
    vault.write("In/B.md", "theirs")
    _ = await imports().carryOut(plan, watch: { _ in true })
    #expect(state.imported.value().entries.count == 1)
    let again = try await bring()
    #expect(again.made == [NotePath("In/B 2.md")])
  }

  @Test(
    "Problems are listed in a note next to the import, and without problems there is no such note")
  func report() async throws {
    source.write("A.md", "[x](none.md)\n")
    source.write("B.md", "b\n")
    let report = try await bring()
    #expect(report.report == NotePath("In/Import report.md"))
    #expect(
      vault.text("In/Import report.md")
        == "# Import report\n\nMarkdown, HTML and text: 2 notes and 0 files were imported.\n"
        + "\n## Links to nothing\n\n- [[In/A]]: The link “x” leads to nothing that was imported.\n")
    #expect(try await bring().report == nil)
    source.write("C.md", "c\n")
    #expect(try await bring().report == nil)
  }

  @Test("Archives are found by their contents where they are, and other files are not offered")
  func found() async throws {
    source.write("Trip.enex", "<en-export></en-export>")
    source.write("list.json", "[1, 2]")
    source.write("letter.md", "# Letter\n")
    source.write("deep/Other.enex", "<en-export></en-export>")
    source.write(".hidden.enex", "<en-export></en-export>")
    let imports = VaultImports(
      store: FolderStore(root: vault.bytes, clock: StillClock()),
      files: FolderFiles(root: vault.bytes, clock: StillClock()),
      foreign: ObsidianFolder(root: vault.bytes), state: state, clock: StillClock(),
      folders: [NotePath("\(source.path)/none"), NotePath(source.path)])
    #expect(
      await imports.found() == [
        ImportSource(path: NotePath("\(source.path)/Trip.enex"), format: .evernote)
      ])
  }

  @Test("A file that cannot be written is reported, and the rest is imported")
  func refused() async throws {
    for number in 1...3 { source.write("N\(number).md", "text \(number)\n") }
    let imports = imports()
    let plan = try await imports.plan(
      ImportRequest(sources: [NotePath(source.path)]), watch: { _ in true })
    // Someone takes a name in the meantime.
    let taken = plan.notes[1].path
    vault.write(taken.text, "theirs")
    let report = await imports.carryOut(plan, watch: { _ in true })
    #expect(report.made.count == 2)
    #expect(report.problems.map(\.of) == [taken.text])
    #expect(vault.text(taken.text) == "theirs")
  }

  @Test("Times, pins, archived notes and trashed notes stay as they were")
  func facts() async throws {
    source.write(
      "notes.json",
      #"{"activeNotes":[{"id":"a","content":"Tea: 1/2","creationDate":"2024-02-03T04:05:06.000Z","lastModified":"2024-02-04T04:05:06.000Z","pinned":true,"tags":["two words"]}],"trashedNotes":[{"id":"b","content":"Old"}]}"#
    )
    let report = try await bring()
    #expect(report.made.count == 2)
    #expect(report.trashed == [NotePath("In/Old.md")])
    #expect(!vault.exists("In/Old.md"))
    let text = try #require(vault.text("In/Tea 12.md"))
    #expect(
      text.hasPrefix("---\ntitle: \"Tea: 1/2\"\ntags:\n  - two-words\ncreated: 2024-02-03T"),
      "\(text)")
    let store = FolderStore(root: vault.bytes, clock: StillClock())
    let summary = try await store.summary(of: NoteID("In/Tea 12.md"))
    #expect(summary.modified == Timestamp(seconds: 1_707_019_506))
    #expect(state.arrangement.value().pins == [NoteID("In/Tea 12.md")])
  }

  static let hostile = ["../up", "/etc/x", ".hidden", "a/b:c*?\"<>|", "\u{202e}txt", "CON ", ""]

  @Test("A note's file stays within the folder, whatever its title says", arguments: hostile)
  func hostileTitles(title: String) async throws {
    let json = title.replacing("\"", with: "\\\"")
    source.write("notes.json", #"{"activeNotes":[{"id":"a","content":"\#(json)\n---\ntext"}]}"#)
    let report = try await bring()
    #expect(report.made.count == 1 && report.problems == [], "\(report)")
    let path = try #require(report.made.first)
    #expect(path.folder == NotePath("In") && path.name.bytes.first != UInt8(ascii: "."))
    #expect(vault.text(path.text)?.contains("text") == true)
  }

  @Test("A source that is no export is reported, and so is a forbidden folder")
  func wrong() async throws {
    source.write("x.bin", "x")
    await #expect(throws: ImportError.unknown(source.path)) { try await bring() }
    source.write("x.md", "x")
    for folder in ["../out", ".hidden", "a/../b", "/etc"] {
      await #expect(throws: ImportError.self) { try await bring(into: folder) }
    }
    #expect(vault.names() == [])
  }
}

/// A disk with room for one file.
private struct FullStore: ForwardingStore {
  let store: any NoteStore

  func createMany(_ files: [NewVaultFile]) async -> [Result<NoteStamp, NoteStoreError>] {
    await store.createMany(Array(files.prefix(1)))
      + files.dropFirst().map { .failure(.noSpace($0.id.path)) }
  }

  func create(
    _ text: any ByteSource, titled title: String, in folder: NotePath
  ) async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp) {
    throw .noSpace(folder)
  }
}

extension VaultImportsTests {
  @Test("A full disk stops an import at once and is reported once, and the same import resumes")
  func fullDisk() async throws {
    for number in 0..<1_100 { source.write("n\(number).md", "[gone](none\(number).md)\n") }
    let full = VaultImports(
      store: FullStore(store: FolderStore(root: vault.bytes, clock: StillClock())),
      files: FolderFiles(root: vault.bytes, clock: StillClock()),
      foreign: ObsidianFolder(root: vault.bytes), state: state, clock: StillClock())
    let report = await full.carryOut(try await full.plan(request) { _ in true }) { _ in true }
    #expect(report.made.count == 1 && report.isDiskFull && !report.wasStopped)
    #expect(report.problems.map(\.reason).filter { $0.contains("full") }.count == 1)
    #expect(report.problems.count == 1, "\(report.problems.prefix(3))")
    #expect(try await bring().made.count == 1_099)
  }

  @Test("The report of a resumed import counts earlier notes too")
  func reportOfAll() async throws {
    for number in 0..<3 { source.write("n\(number).md", "[gone](none\(number).md)\n") }
    let moves = FolderMoves(
      root: vault.bytes, stateFolder: source.bytes, vault: VaultID(NotePath(vault.path)),
      clock: StillClock())
    let recorded = { (number: UInt64) in
      bench.imports().recorded(
        by: DoneRecorder(
          DoneCommand("import", began: Timestamp(seconds: 1), number: number), in: state.done,
          rewriting: moves
        ) { Issue.record("\($0)") })
    }
    let plan = try await recorded(1).plan(request) { _ in true }
    _ = await recorded(1).carryOut(plan) { _ in true }
    // After a kill halfway: two of three notes, and no report.
    vault.remove("In/Import report.md")
    vault.remove("In/n2.md")
    let cut = try #require(state.done.value().all.last)
    try await state.done.change {
      $0.dropLastSteps(2, of: cut)
    }
    let again = try await recorded(2).plan(request) { _ in true }
    let report = await recorded(2).carryOut(again) { _ in true }
    #expect(report.made == [NotePath("In/n2.md")])
    let text = try #require(
      vault.text("In/Import report.md"), "\(report) \(vault.names(in: "In"))")
    #expect(text.contains("3 notes and 0 files were imported"), "\(text)")
    #expect(text.components(of: "leads to nothing") == 3, "\(text)")
    #expect(state.done.value().all.count == 1)
  }
}

extension String {
  fileprivate func components(of words: String) -> Int {
    split(separator: words, omittingEmptySubsequences: false).count - 1
  }
}
