import NoteSyntax
import Files
import Entities
import Glibc
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("Listing a vault")
struct ListingTests {
  let bench = Bench()

  @Test("Notes of any depth and extension are listed, but not hidden names or attachments")
  func names() async throws {
    let notes = ["a.md", "b.MARKDOWN", "c.Txt", "d/e/f/g.mD", "two.dots.md", "folder.md/in.md"]
    let others = [
      ".hidden.md", ".obsidian/x.md", ".trash/x.md", "d/.git/x.md", "a.pdf", "md", "x.mdx", ".md",
      "other/readme", "x.md~",
    ]
    for name in notes + others { bench.folder.write(name, "") }
    #expect(await Set(bench.listed().map(\.id)) == Set(notes.map { NoteID($0) }))
  }

  @Test("The newest comes first, and notes with equal times are sorted by the bytes of the path")
  func order() async throws {
    for (name, time) in [("b.md", 5), ("a.md", 5), ("a/c.md", 5), ("old.md", 1), ("new.md", 9)] {
      bench.folder.write(name, "")
      bench.folder.setModified(name, seconds: time)
    }
    let rows = await bench.listed()
    #expect(rows.map(\.id.path.text) == ["new.md", "a.md", "a/c.md", "b.md", "old.md"])
    #expect(rows.map(\.modified.seconds) == [9, 5, 5, 5, 1])
  }

  @Test("The first batch is small, the others are large and none is empty")
  func batches() async throws {
    for number in 0..<1_100 {
      bench.folder.write("\(number).md", "# \(number)")
      bench.folder.setModified("\(number).md", seconds: number)
    }
    var counts: [Int] = []
    var titles: [String] = []
    for await batch in bench.store.list() {
      counts.append(batch.notes.count)
      titles += batch.notes.map(\.title)
    }
    #expect(counts == [50, 500, 500, 50])
    #expect(titles == (0..<1_100).reversed().map(String.init))
  }

  @Test("An empty vault has no batches, and a missing vault has a problem")
  func empty() async throws {
    var batches = 0
    for await _ in bench.store.list() { batches += 1 }
    #expect(batches == 0)
    let store = FolderStore(root: bench.folder.path("gone"), clock: bench.clock)
    var problems: [String] = []
    for await batch in store.list() { problems += batch.problems }
    let reason = SystemError(ENOENT).reason
    #expect(problems == ["Could not read the folder \(bench.folder.path("gone")): \(reason)."])
  }

  @Test("A canceled listing stops", arguments: [0, 1, 60])
  func cancelled(after steps: Int) {
    for number in 0..<120 { bench.folder.write("\(number).md", "") }
    let listing = Listing(files: bench.files)
    let count = SharedCount(0)
    var batches: [Int] = []
    listing.run(isCancelled: { count.next() >= steps }, yield: { batches.append($0.notes.count) })
    #expect(batches == (steps > 50 ? [50] : []))
  }

  @Test("A reader that stops during the walk does not wait for it")
  func cancelledStream() async {
    bench.folder.write(".notes-tui-0123456789abcdef.tmp", "")
    bench.folder.write("a.md", "")
    let clock = StuckClock()
    let store = FolderStore(root: bench.folder.bytes, clock: clock)
    let reader = Task {
      var count = 0
      for await batch in store.list() { count += batch.notes.count }
      return count
    }
    // The walk asks for the time to judge the leftover, and blocks there.
    for await _ in clock.asked { break }
    reader.cancel()
    #expect(await reader.value == 0)
    clock.goOn()
  }

  @Test("Pipes, sockets and devices are listed and never opened")
  func notFiles() async throws {
    _ = mkfifo(bench.folder.path("pipe.md"), 0o644)
    bench.folder.link("null.md", to: "pipe.md")
    let rows = await bench.listed().sorted { $0.id.path < $1.id.path }
    #expect(rows.map(\.title) == ["null", "pipe"])
    #expect(rows.map(\.obstacle?.words) == ["is a link to a pipe", "is a pipe"])
    // If a reader had opened the pipe, a nonblocking writer could open it too.
    #expect(open(bench.folder.path("pipe.md"), O_WRONLY | O_NONBLOCK) == -1)
    for row in rows { #expect(try await bench.store.summary(of: row.id) == row) }
  }

  @Test("Unreadable notes are listed with the reason, and unreadable folders are problems")
  func unreadable() throws {
    bench.folder.write("a.md", "# A")
    bench.folder.write("secret.md", "# S")
    bench.folder.write("shut/c.md", "# C")
    bench.folder.setMode("secret.md", 0)
    bench.folder.setMode("shut", 0)
    bench.folder.write("names/d.md", "# D")
    bench.folder.setMode("names", 0o444)
    var batches: [ListingBatch] = []
    let listing = Listing(files: bench.files)
    withoutPrivileges(in: bench.folder) {
      listing.run(isCancelled: { false }, yield: { batches.append($0) })
    }
    bench.folder.setMode("shut", 0o755)
    bench.folder.setMode("names", 0o755)
    let rows = batches.flatMap(\.notes).sorted { $0.id.path < $1.id.path }
    #expect(rows.map(\.title) == ["A", "d", "secret"])
    #expect(rows.map(\.obstacle) == [nil, .noPermission, .noPermission])
    #expect(batches.flatMap(\.problems) == ["No permission to read the folder shut."])
  }

  @Test("Files left by a killed run are removed, but never those being written")
  func leftovers() async throws {
    let ours = ".notes-tui-0123456789abcdef.tmp"
    let others = [
      ".notes-tui-0123456789abcdeX.tmp", ".notes-tui-0123.tmp", ".notes-tui.tmp",
      "notes-tui-0123456789abcdef.tmp", ".git/" + ours,
    ]
    for name in [ours, "d/" + ours, ".trash/" + ours, ".trash/.origin/" + ours] + others {
      bench.folder.write(name, "x")
    }
    let folder = try Posix.openFolder(bench.folder.bytes)
    let written = try NewFile(in: folder.raw, mode: 0o600, disk: .real)
    // Anything younger than ten seconds is left alone.
    let soon = FolderFiles(root: bench.folder.bytes, clock: StillClock(.systemNow))
    #expect(soon.survey(isCancelled: { false }).entries.isEmpty)
    #expect(bench.leftovers.count == 4)
    let later = StillClock(.systemNow.advanced(by: .seconds(60)))
    let files = FolderFiles(root: bench.folder.bytes, clock: later)
    #expect(files.survey(isCancelled: { false }).entries.isEmpty)
    for name in others { #expect(bench.folder.exists(name), "\(name)") }
    #expect(bench.leftovers.count == 3)
    for name in ["d", ".trash", ".trash/.origin"] { #expect(bench.leftovers(in: name).isEmpty) }
    try written.write([1])
  }

  @Test("A row that is read again equals the row of the list")
  func summary() async throws {
    bench.folder.write("deep/a.md", "---\ntitle: T\n---\nwords")
    let rows = await bench.listed()
    #expect(try await bench.store.summary(of: NoteID("deep/a.md")) == rows.first)
    #expect(rows.first?.title == "T")
    await #expect(throws: NoteStoreError.notFound(NotePath("no.md"))) {
      try await bench.store.summary(of: NoteID("no.md"))
    }
  }

  @Test("Front matter longer than the usual first read still yields its title")
  func longFrontMatter() async throws {
    let padding = String(repeating: "k: v\n", count: 1_000)
    bench.folder.write("a.md", "---\n\(padding)title: Far down\n---\nBody")
    bench.folder.write("b.md", "# Heading\n" + String(repeating: "é", count: 4_000))
    let rows = await bench.listed().sorted { $0.id.path < $1.id.path }
    #expect(rows.map(\.title) == ["Far down", "Heading"])
    #expect(rows.map(\.snippet) == ["Body", String(repeating: "é", count: 120)])
  }
}

/// A clock that reports when it is asked and answers only when it is allowed to.
private final class StuckClock: WallClock {
  let asked: AsyncStream<Void>
  private let asking: AsyncStream<Void>.Continuation
  private let ends: (reading: Int32, writing: Int32)

  init() {
    (asked, asking) = AsyncStream.makeStream()
    var pair: [Int32] = [0, 0]
    #expect(pipe(&pair) == 0)
    ends = (pair[0], pair[1])
  }

  deinit {
    close(ends.reading)
    close(ends.writing)
  }

  var now: Timestamp {
    asking.yield()
    var byte: UInt8 = 0
    _ = read(ends.reading, &byte, 1)
    return Timestamp(seconds: 0)
  }

  func goOn() { _ = write(ends.writing, [0], 1) }

  func civil(_ moment: Timestamp) -> CivilTime { CivilTime(year: 1970, month: 1, day: 1) }
}
