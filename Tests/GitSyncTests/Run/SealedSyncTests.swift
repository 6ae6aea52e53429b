import Entities
import Files
import Services
import Synchronization
import TestSupport
import Testing

@testable import GitSync
@testable import SealedStore

@Suite("Encrypted vaults, with real git and real age")
struct SealedSyncTests {
  private struct Two {
    let bench: SyncBench
    let laptop: Device
    let phone: Device

    init(_ texts: [String: String] = [:]) async throws {
      bench = try await SyncBench()
      let keys = try SealedKeys()
      laptop = try await bench.device("laptop", keys: keys)
      phone = try await bench.device("phone", keys: keys)
      for (name, text) in texts { laptop.write(name, text) }
      try await laptop.sync()
      try await phone.sync()
      try await laptop.sync()
    }

    var objects: String {
      get throws {
        try bench.git("cat-file --batch-all-objects --unordered --batch", in: bench.remote)
      }
    }

    func expectOneState() async throws {
      #expect(try await laptop.head() == phone.head())
      #expect(laptop.notes() == phone.notes())
      for device in [laptop, phone] {
        #expect(try await device.repository().unstaged().files == [])
      }
    }
  }

  @Test("Notes are synced in encrypted form and reported by their own names")
  func comeAndGo() async throws {
    let two = try await Two(["a.md": "secretword one\n", "dir/b.md": "two\n"])
    #expect(two.phone.notes() == ["a.md": "secretword one\n", "dir/b.md": "two\n"])
    two.laptop.write("a.md", "secretword 2\n")
    two.laptop.write("dir/new.md", "three\n")
    try two.laptop.sealed?.remove("dir/b.md")
    let went = try await two.laptop.sync()
    #expect(
      went.went == [
        SyncChange(NotePath("a.md"), .changed), SyncChange(NotePath("dir/b.md"), .removed),
        SyncChange(NotePath("dir/new.md"), .added),
      ])
    let came = try await two.phone.sync()
    #expect(came.came == went.went)
    try await two.expectOneState()
    #expect(two.phone.notes() == ["a.md": "secretword 2\n", "dir/new.md": "three\n"])
    #expect(try two.phone.sealed?.trashed() == ["dir/b.md"])
    // The replaced text and the new one are both among the versions.
    let versions = try await two.phone.versions.versions(of: NoteID(NotePath("a.md")))
    #expect(versions.count == 2)
    let alarms = try #require(try two.phone.sealed?.alarms())
    #expect(alarms.older == [] && alarms.doubtful == [] && alarms.back == [])
    for word in ["secretword", "a.md", "new.md", "dir/", "three"] {
      #expect(try !two.objects.contains(word), "\(word)")
    }
    #expect(try two.objects.contains("laptop: notes"))
    let listed = try two.bench.git("ls-tree -r --name-only main", in: two.bench.remote)
      .split(separator: "\n")
    #expect(listed.count == 4 && listed.allSatisfy { $0.hasSuffix(".age") })
  }

  private static let changes: [(base: String?, laptop: String, phone: String, result: String)] = [
    ("a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n", "A\nb\nC\n"),
    ("a\n", "b\n", "b\n", "b\n"),
    // Today's note, which both devices began.
    (nil, "# today\nlaptop\n", "# today\n", "# today\nlaptop\n"),
    (nil, "same\n", "same\n", "same\n"),
  ]

  @Test("A note that both changed or created has the text of both", arguments: changes.indices)
  func merges(_ row: Int) async throws {
    let (base, laptop, phone, result) = Self.changes[row]
    let two = try await Two(base.map { ["daily/1.md": $0] } ?? [:])
    two.laptop.write("daily/1.md", laptop)
    two.phone.write("daily/1.md", phone)
    try await two.laptop.sync()
    let report = try await two.phone.sync()
    #expect(report.events == [.merged(NotePath("daily/1.md"))])
    try await two.laptop.sync()
    try await two.expectOneState()
    #expect(two.phone.notes() == ["daily/1.md": result])
  }

  @Test(
    "Two devices that merge the same two states agree, although age encrypts differently each time")
  func mergeAtOnce() async throws {
    let two = try await Two(["a.md": "a\nb\nc\n"])
    two.laptop.write("a.md", "A\nb\nc\n")
    two.phone.write("a.md", "a\nb\nC\n")
    try await two.laptop.sync()
    let (laptop, phone) = (two.laptop, two.phone)
    await #expect(throws: Trial.Killed.self) {
      try await phone.sync(step: { if $0 == .applyRemoved { throw Trial.Killed() } })
    }
    let (merged, theirs) = (try await phone.head(), try #require(try await laptop.head()))
    // The laptop gets the phone's state from before its merge, and merges it too.
    let mine = try #require(
      try two.bench.git("rev-parse main^1 main^2", in: phone.path).split(separator: "\n")
        .first { $0 != theirs })
    try two.bench.git("push -qf origin \(mine):main", in: phone.path)
    try await laptop.sync()
    #expect(try await laptop.head() != merged)
    for _ in 0..<2 {
      try await phone.sync()
      try await laptop.sync()
    }
    try await two.expectOneState()
    #expect(phone.notes() == ["a.md": "A\nb\nC\n"])
    let count = try two.bench.git("rev-list --count main", in: two.bench.remote)
    try await phone.sync()
    try await laptop.sync()
    #expect(try two.bench.git("rev-list --count main", in: two.bench.remote) == count)
  }

  @Test("A note with a line that both changed is reported by its title until it is resolved")
  func conflicts() async throws {
    let two = try await Two(["plans/a.md": "one\n"])
    two.laptop.write("plans/a.md", "laptop's\n")
    two.phone.write("plans/a.md", "phone's\n")
    try await two.laptop.sync()
    let path = NotePath("plans/a.md")
    let report = try await two.phone.sync()
    #expect(report.conflicts == [path])
    #expect(report.events == [.marked(path, 1)])
    guard case .setUp(let facts) = try await two.phone.service.status() else {
      Issue.record("not set up")
      return
    }
    #expect(facts.conflicts == [path])
    two.phone.write("plans/a.md", "both\n")
    guard case .setUp(let mended) = try await two.phone.service.status() else { return }
    #expect(mended.conflicts == [] && mended.waiting == [path])
    try await two.phone.sync()
    #expect(try await two.laptop.sync().conflicts == [])
    try await two.expectOneState()
  }

  @Test("Text typed while a sync writes is merged in and encrypted")
  func typedMeanwhile() async throws {
    let two = try await Two(["a.md": "a\nb\nc\n", "b.md": "x\n"])
    two.laptop.write("a.md", "A\nb\nc\n")
    try await two.laptop.sync()
    let phone = two.phone
    let report = try await phone.sync(step: { step in
      if step == .applyWritten { phone.write("a.md", "a\nb\nC\n") }
    })
    #expect(report.events == [.changedMeanwhile(NotePath("a.md"))])
    #expect(phone.notes()["a.md"] == "A\nb\nC\n")
    try await phone.sync()
    try await two.laptop.sync()
    try await two.expectOneState()
  }

  @Test("Undo takes back the last sync's changes, and the doctor raises no alarm")
  func undoes() async throws {
    let two = try await Two(["a.md": "one\n"])
    two.laptop.write("a.md", "two\n")
    two.laptop.write("b.md", "new\n")
    try await two.laptop.sync()
    try await two.phone.sync()
    #expect(two.phone.notes() == ["a.md": "two\n", "b.md": "new\n"])
    let report = try await two.phone.service.undoLast()
    #expect(report.came.map(\.path.text) == ["a.md", "b.md"])
    #expect(two.phone.notes() == ["a.md": "one\n"])
    #expect(try two.phone.sealed?.alarms().older == [])
    try await two.phone.sync()
    try await two.laptop.sync()
    try await two.expectOneState()
    // To the laptop it is an older state that came from outside.
    #expect(try two.laptop.sealed?.alarms().older.map(\.shown.text) == ["a.md"])
  }

  @Test("A locked vault is fetched, and nothing else happens")
  func locked() async throws {
    let two = try await Two(["a.md": "one\n"])
    two.laptop.write("a.md", "two\n")
    two.laptop.write("b.md", "new\n")
    try await two.laptop.sync()
    two.phone.write("c.md", "phone's\n")
    let (phone, before) = (two.phone, try await two.phone.head())
    var manner = phone.manner
    manner.opener = nil
    let locked = GitVaultSync(
      folder: phone.path, files: phone.files, manner: manner, environment: two.bench.environment)
    for request in [SyncRequest(by: .person), SyncRequest(by: .automatic)] {
      await #expect(throws: SyncFailure.locked(waiting: 2)) {
        try await locked.sync(request) { _ in }
      }
    }
    await #expect(throws: SyncFailure.locked(waiting: 0)) { try await locked.undoLast() }
    #expect(try await phone.head() == before)
    #expect(phone.notes() == ["a.md": "one\n", "c.md": "phone's\n"])
    #expect(try await phone.repository().unstaged().files.count == 1)
    guard case .setUp(let facts) = try await locked.status() else {
      Issue.record("not set up")
      return
    }
    #expect(facts.remotes.first?.behind == 1 && !facts.isUnfinished)
    #expect(SyncFailure.locked(waiting: 2).message.contains("2 notes wait for the passphrase"))
    #expect(SyncFailure.locked(waiting: 1).message.contains("1 note waits for the passphrase"))
    try await phone.sync()
    try await two.laptop.sync()
    try await two.expectOneState()
  }

  @Test("Encrypted bytes that look like text with line endings are sent unchanged")
  func lineEnds() async throws {
    let two = try await Two()
    for device in [two.laptop, two.phone] {
      try two.bench.git("config core.autocrlf true", in: device.path)
      device.folder.write(".gitattributes", "* text=auto eol=crlf\n")
    }
    for number in 0..<60 { two.laptop.write("n\(number).md", "\(number)\n") }
    try await two.laptop.sync()
    try await two.phone.sync()
    #expect(two.phone.notes() == two.laptop.notes())
    #expect(two.phone.notes().count == 60)
  }
}
