import Entities
import Glibc
import Merging
import Services
import TestSupport
import Testing

@testable import GitSync

@Suite("A sync, with real git")
struct SyncRunTests {
  private func pair() async throws -> (SyncBench, Device, Device) {
    let bench = try await SyncBench()
    return (bench, try await bench.device("laptop"), try await bench.device("phone"))
  }

  @Test("A note written, changed or removed on one device is so on the other after both sync")
  func thereAndBack() async throws {
    let (_, laptop, phone) = try await pair()
    laptop.folder.write("a.md", "one\n")
    laptop.folder.write("dir/b.md", "two\n")
    laptop.folder.write("run.sh", "echo\n")
    laptop.folder.setMode("run.sh", 0o755)
    laptop.folder.link("link", to: "/nowhere")
    let sent = try await laptop.sync()
    #expect(sent.events == [.remoteWasEmpty])
    #expect(sent.went.map(\.path.text) == ["a.md", "dir/b.md", "link", "run.sh"])
    #expect(sent.went.allSatisfy { $0.kind == .added })
    let came = try await phone.sync()
    #expect(came.came == sent.went && came.went.isEmpty && came.events.isEmpty)
    #expect(phone.notes().filter { $0.key != "link" } == laptop.notes().filter { $0.key != "link" })
    #expect(try await phone.files.file(at: NotePath("run.sh"))?.kind == .executable)
    #expect(try await phone.files.file(at: NotePath("link"))?.kind == .link)
    phone.folder.write("a.md", "one\nmore\n")
    phone.folder.remove("dir/b.md")
    #expect(try await phone.sync().went.map(\.kind) == [.changed, .removed])
    #expect(try await laptop.sync().came.count == 2)
    #expect(laptop.folder.text("a.md") == "one\nmore\n")
    #expect(!laptop.folder.exists("dir"))
    // Deleted files are in the trash, and replaced texts among the versions.
    #expect(laptop.folder.text(".trash/b.md") == "two\n")
    #expect(try await laptop.versions.versions(of: NoteID("a.md")).count == 2)
    #expect(try await laptop.head() == phone.head())
  }

  @Test("Without changes a sync does nothing: no commit, no write, no report")
  func nothing() async throws {
    let (bench, laptop, _) = try await pair()
    #expect(try await laptop.sync().isEmpty)
    #expect(try await laptop.head() == nil)
    laptop.folder.write("a.md", "one\n")
    _ = try await laptop.sync()
    let head = try await laptop.head()
    let report = try await laptop.sync { step in
      #expect(
        [.begun, .wentOn, .staged, .treeWritten, .snapshotTaken, .fetched, .noted].contains(step))
    }
    #expect(report.isEmpty)
    #expect(try await laptop.head() == head)
    #expect(try bench.git("status --porcelain", in: laptop.folder.path).isEmpty)
  }

  @Test("Two devices that began separately share all notes and one history after their first sync")
  func unrelated() async throws {
    let (_, laptop, phone) = try await pair()
    laptop.folder.write("a.md", "laptop's\n")
    laptop.folder.write("daily.md", "# Day\n\nfrom laptop\n")
    phone.folder.write("b.md", "phone's\n")
    phone.folder.write("daily.md", "# Day\n\nfrom phone\n")
    _ = try await laptop.sync()
    let report = try await phone.sync()
    #expect(report.events.first == .unrelatedHistories)
    _ = try await laptop.sync()
    #expect(try await laptop.head() == phone.head())
    #expect(laptop.notes() == phone.notes())
    #expect(laptop.notes().keys.sorted() == ["a.md", "b.md", "daily.md"])
    let daily = try #require(laptop.folder.text("daily.md"))
    for word in ["# Day", "from laptop", "from phone"] { #expect(daily.contains(word)) }
  }

  @Test("Lines that both changed are marked with the devices' names and listed until resolved")
  func marks() async throws {
    let (_, laptop, phone) = try await pair()
    laptop.folder.write("a.md", "one\n")
    _ = try await laptop.sync()
    _ = try await phone.sync()
    laptop.folder.write("a.md", "laptop's\n")
    phone.folder.write("a.md", "phone's\n")
    _ = try await laptop.sync()
    let report = try await phone.sync()
    #expect(report.conflicts == [NotePath("a.md")])
    #expect(report.events == [.marked(NotePath("a.md"), 1)])
    let text = try #require(phone.folder.text("a.md"))
    for part in [
      "<<<<<<< ", "laptop 2026-03-02 10:30", "phone 2026-03-02 10:30", "laptop's\n", "phone's\n",
    ] {
      #expect(text.contains(part), "\(part)")
    }
    // A device that only receives the merge knows of the marks, too.
    #expect(try await laptop.sync().conflicts == [NotePath("a.md")])
    #expect(laptop.folder.text("a.md") == text)
    laptop.folder.write("a.md", "both\n")
    #expect(try await laptop.sync().conflicts.isEmpty)
  }

  @Test("Marks name the device that wrote the lines, even if its last commit is a merge")
  func marksOfMerges() async throws {
    let (bench, laptop, phone) = try await pair()
    let desk = try await bench.device("desk")
    for name in ["a.md", "b.md", "c.md"] { laptop.folder.write(name, "one\n") }
    for device in [laptop, phone, desk] { _ = try await device.sync() }
    laptop.folder.write("a.md", "laptop's\n")
    _ = try await laptop.sync()
    phone.folder.write("b.md", "phone's\n")
    #expect(try await phone.sync().came.count == 1)
    desk.folder.write("a.md", "desk's\n")
    desk.folder.write("b.md", "desk's\n")
    #expect(try await desk.sync().conflicts.count == 2)
    for (note, writer, other) in [("a.md", "laptop", "phone"), ("b.md", "phone", "laptop")] {
      let text = try #require(desk.folder.text(note))
      #expect(text.contains(" \(writer) 2026") && text.contains(" desk 2026"), "\(text)")
      #expect(!text.contains("notes-tui") && !text.contains(other), "\(text)")
    }
    _ = try await laptop.sync()
    #expect(try await laptop.head() == desk.head())
  }

  @Test("The next sync removes the temporary indexes of a killed one")
  func leftIndexes() async throws {
    let (_, laptop, _) = try await pair()
    laptop.folder.write("a.md", "one\n")
    _ = try await laptop.sync()
    let temporary = ".notes-tui-0123456789abcdef.tmp"
    for name in ["index-17", "index-17.lock", temporary] {
      laptop.folder.write(".git/notes-tui/\(name)", "x")
    }
    #expect(try await laptop.sync().isEmpty)
    let names = laptop.folder.names(in: ".git/notes-tui")
    #expect(
      names.contains("synced") && !names.contains { $0.hasPrefix("index") || $0 == temporary })
  }

  @Test("Two devices that merge the same two commits make the same third commit")
  func identicalMerges() async throws {
    let (bench, laptop, phone) = try await pair()
    laptop.folder.write("a.md", "one\n\ntwo\n")
    _ = try await laptop.sync()
    _ = try await phone.sync()
    laptop.folder.write("a.md", "laptop's\n\ntwo\n")
    phone.folder.write("a.md", "phone's\n\ntwo\n")
    phone.folder.write("b.md", "new\n")
    for device in [laptop, phone] {
      rename(bench.remote, bench.remote + ".away")
      await #expect(throws: GitError.self) { try await device.sync() }
      rename(bench.remote + ".away", bench.remote)
    }
    var commits: Set<String> = []
    let heads = (try #require(try await laptop.head()), try #require(try await phone.head()))
    try bench.git("fetch -q '\(phone.folder.path)' main", in: laptop.folder.path)
    try bench.git("fetch -q '\(laptop.folder.path)' main", in: phone.folder.path)
    for (device, mine, theirs) in [(laptop, heads.0, heads.1), (phone, heads.1, heads.0)] {
      let merging = SyncMerging(
        repository: try await device.repository(),
        merge: { try TreeMerge.merge(base: $0, one: $1, other: $2, blobs: $3) }, step: { _ in })
      commits.insert(try await merging.commit(mine, theirs).commit)
    }
    #expect(commits.count == 1)
  }

  @Test("Text typed during a sync is in the note, at whichever step it is typed")
  func typing() async throws {
    for number in 0..<16 {
      let (_, laptop, phone) = try await pair()
      laptop.folder.write("a.md", "one\n\ntwo\n\nthree\n")
      _ = try await laptop.sync()
      _ = try await phone.sync()
      laptop.folder.write("a.md", "one laptop\n\ntwo\n\nthree\n")
      _ = try await laptop.sync()
      phone.folder.write("a.md", "one\n\ntwo phone\n\nthree\n")
      let count = StepCount()
      _ = try await phone.sync { _ in
        guard count.next() == number, let text = phone.folder.text("a.md") else { return }
        phone.folder.write("a.md", text + "typed\n")
      }
      let typed = count.next() > number
      _ = try await phone.sync()
      let text = try #require(phone.folder.text("a.md"))
      for word in ["one laptop", "two phone", "three"] + (typed ? ["typed"] : []) {
        #expect(text.contains(word), "\(word), typed at step \(number)")
      }
    }
  }

  @Test("A merge that git calls clean but that loses a line is not accepted")
  func lostByGit() async throws {
    let (_, laptop, phone) = try await pair()
    laptop.folder.write("daily.md", "a\nb\nc\nd\n")
    _ = try await laptop.sync()
    _ = try await phone.sync()
    laptop.folder.write("daily.md", "a\nb\nWORD\nc\nd\n")
    laptop.folder.write("moved0.md", "a\nb\nc\nd\n")
    phone.folder.rename("daily.md", to: "moved0.md")
    _ = try await laptop.sync()
    _ = try await phone.sync()
    #expect(phone.notes().values.contains { $0.contains("WORD") })
  }

  @Test("A dry run reports what would be done and changes nothing")
  func dryRun() async throws {
    let (bench, laptop, phone) = try await pair()
    laptop.folder.write("a.md", "one\n")
    _ = try await laptop.sync()
    _ = try await phone.sync()
    laptop.folder.write("a.md", "one\ntwo\n")
    _ = try await laptop.sync()
    phone.folder.write("b.md", "new\n")
    let seen = {
      [
        try bench.git("rev-parse HEAD main", in: phone.folder.path),
        try bench.git("status --porcelain", in: phone.folder.path),
        try bench.git("rev-parse main", in: bench.remote),
      ]
    }
    let before = try seen()
    let report = try await phone.sync(SyncRequest(by: .person, isDryRun: true))
    #expect(report.isDryRun)
    #expect(report.came == [SyncChange(NotePath("a.md"), .changed)])
    #expect(report.went == [SyncChange(NotePath("b.md"), .added)])
    #expect(try seen() == before)
    #expect(phone.notes() == ["a.md": "one\n", "b.md": "new\n"])
    #expect(try await phone.sync().came == report.came)
  }

  @Test("Undo takes back the last sync's changes, except in files changed since")
  func undo() async throws {
    let (_, laptop, phone) = try await pair()
    for name in ["a.md", "b.md", "c.md"] { laptop.folder.write(name, "old \(name)\n") }
    _ = try await laptop.sync()
    _ = try await phone.sync()
    laptop.folder.write("a.md", "new a\n")
    laptop.folder.write("b.md", "new b\n")
    laptop.folder.remove("c.md")
    laptop.folder.write("d.md", "new d\n")
    _ = try await laptop.sync()
    _ = try await phone.sync()
    phone.folder.write("b.md", "new b\ntyped\n")
    let report = try await phone.service.undoLast()
    #expect(
      phone.notes() == ["a.md": "old a.md\n", "b.md": "new b\ntyped\n", "c.md": "old c.md\n"])
    #expect(report.events == [.leftAlone(NotePath("b.md"), "It was changed since the sync.")])
    #expect(
      report.came == [
        SyncChange(NotePath("a.md"), .changed), SyncChange(NotePath("c.md"), .added),
        SyncChange(NotePath("d.md"), .removed),
      ])
    await #expect(throws: SyncFailure.nothingToUndo) { try await phone.service.undoLast() }
    _ = try await phone.sync()
    _ = try await laptop.sync()
    #expect(laptop.notes() == phone.notes())
  }
}
