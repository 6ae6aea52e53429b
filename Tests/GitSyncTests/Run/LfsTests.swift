import Entities
import Glibc
import Services
import TestSupport
import Testing

@testable import GitSync

@Suite(
  "Files stored by the real git-lfs",
  .enabled(if: LfsProgram.isInstalled || Thorough.isAsked, LfsProgram.whereToGet))
struct LfsTests {
  private let lfs: LfsBench
  private var bench: SyncBench { lfs.bench }
  private var laptop: Device { lfs.laptop }
  private var phone: Device { lfs.phone }

  init() async throws { lfs = try await LfsBench() }

  @Test(
    "Contents sync with the notes, in changes and undo too, and both versions survive a conflict"
  )
  func comesAndGoes() async throws {
    try lfs.install()
    laptop.folder.write("a.bin", lfs.content(1))
    laptop.folder.write("a.md", "one\n")
    #expect(try await laptop.sync().events == [.remoteWasEmpty])
    #expect(try lfs.sent("a.bin").hasPrefix(LfsBench.pointer))
    #expect(try await phone.sync().events == [])
    #expect(phone.folder.read("a.bin") == lfs.content(1))
    for device in [laptop, phone] {
      #expect(try bench.git("status --porcelain", in: device.path).isEmpty)
      // Settings that git-lfs writes itself raise no question.
      #expect(try await device.sync().isEmpty)
    }
    phone.folder.write("a.bin", lfs.content(2))
    _ = try await phone.sync()
    #expect(try await laptop.sync().came == [SyncChange(NotePath("a.bin"), .changed)])
    #expect(laptop.folder.read("a.bin") == lfs.content(2))
    #expect(laptop.folder.names().filter { $0.hasSuffix(".bin") } == ["a.bin"])
    #expect(try await laptop.service.undoLast().events == [])
    #expect(laptop.folder.read("a.bin") == lfs.content(1))
    _ = try await laptop.sync()
    _ = try await phone.sync()
    #expect(phone.folder.read("a.bin") == lfs.content(1))
    phone.folder.write("a.bin", lfs.content(3))
    laptop.folder.write("a.bin", lfs.content(4))
    _ = try await phone.sync()
    _ = try await laptop.sync()
    _ = try await phone.sync()
    for device in [laptop, phone] {
      let names = device.folder.names().filter { $0.hasSuffix(".bin") }
      #expect(
        Set(names.map { device.folder.read($0) }) == [lfs.content(3), lfs.content(4)], "\(names)")
    }
    laptop.folder.remove("a.bin")
    _ = try await laptop.sync()
    _ = try await phone.sync()
    #expect(!phone.folder.exists("a.bin"))
    #expect(try await phone.service.undoLast().events == [])
    #expect([lfs.content(3), lfs.content(4)].contains(phone.folder.read("a.bin")))
    _ = try await phone.sync()
    _ = try await laptop.sync()
    #expect(laptop.folder.read("a.bin") == phone.folder.read("a.bin"))
    #expect(Device.areEqual([laptop, phone]))
  }

  @Test("Names with pattern characters are fetched literally, even for a vault inside a repository")
  func names() async throws {
    try lfs.install()
    let names = ["x[1], y.bin", "q?.bin", "st*r.bin", "b\\s.bin", "!bang.bin", "#h.bin", " ü.bin"]
    for (number, name) in names.enumerated() {
      laptop.folder.write("in, [side]/\(name)", lfs.content(UInt8(number)))
    }
    laptop.folder.write("other.bin", lfs.content(200))
    let inner = try Device("inner", bench, at: laptop.folder.path("in, [side]"), in: laptop.folder)
    _ = try await laptop.sync()
    _ = try await phone.sync()
    for (number, name) in names.enumerated() {
      #expect(phone.folder.read("in, [side]/\(name)") == lfs.content(UInt8(number)), "\(name)")
    }
    phone.folder.write("in, [side]/q?.bin", lfs.content(100))
    _ = try await phone.sync()
    #expect(try await inner.sync().came == [SyncChange(NotePath("q?.bin"), .changed)])
    #expect(laptop.folder.read("in, [side]/q?.bin") == lfs.content(100))
  }

  @Test("A content that the remote lacks stays a pointer, is named, and comes with the next sync")
  func away() async throws {
    try lfs.install()
    laptop.folder.write("a.bin", lfs.content(1))
    laptop.folder.write("b.bin", lfs.content(2))
    _ = try await laptop.sync()
    bench.home.rename("remote.git/lfs", to: "lfs")
    let report = try await phone.sync()
    let told = report.events.filter { $0.message.contains("git-lfs could not get the content") }
    #expect(told.count == 1 && told.allSatisfy { $0.message.hasPrefix("a.bin and 1 more") })
    #expect(phone.folder.text("a.bin")?.hasPrefix(LfsBench.pointer) == true)
    // The pointer a.bin does not count as a person's change, but the new b.bin does.
    phone.folder.write("b.bin", lfs.content(3))
    #expect(
      try await phone.sync(SyncRequest(by: .person, isDryRun: true)).went.map(\.path.text) == [
        "b.bin"
      ])
    _ = try bench.shell(
      "rm -r '\(bench.remote)/lfs'; mv '\(bench.home.path("lfs"))' '\(bench.remote)/lfs'")
    #expect(try await phone.sync().came == [SyncChange(NotePath("a.bin"), .changed)])
    #expect(phone.folder.read("a.bin") == lfs.content(1))
    #expect(phone.folder.read("b.bin") == lfs.content(3))
    #expect(try bench.git("status --porcelain", in: phone.path).isEmpty)
    #expect(try await phone.sync().isEmpty)
  }

  @Test("A file written after the sync began is saved next to the incoming one")
  func meanwhile() async throws {
    try lfs.install()
    laptop.folder.write("a.csv", "one\n")
    laptop.folder.write(".gitattributes", "*.csv filter=lfs -text\n")
    _ = try await laptop.sync()
    _ = try await phone.sync()
    laptop.folder.write("a.csv", "two\n")
    _ = try await laptop.sync()
    let report = try await phone.sync(step: { step in
      if step == .applyWritten { phone.folder.write("a.csv", "three\n") }
    })
    #expect(report.events.count == 1)
    _ = try await phone.sync()
    _ = try await laptop.sync()
    for device in [laptop, phone] {
      let names = device.folder.names().filter { $0.hasSuffix(".csv") }
      #expect(Set(names.map { device.folder.text($0) }) == ["two\n", "three\n"], "\(names)")
    }
  }

  @Test("Contents are sent before the commit, so an interruption leaves no pointer to nothing")
  func order() async throws {
    try lfs.install()
    laptop.folder.write("a.bin", lfs.content(1))
    laptop.folder.write("a.md", "one\n")
    struct Killed: Error {}
    await #expect(throws: Killed.self) {
      try await laptop.sync(step: { step in if step == .lfsSent { throw Killed() } })
    }
    #expect(try lfs.kept(in: "\(bench.remote)/lfs/objects") == 1)
    #expect(try bench.git("for-each-ref", in: bench.remote).isEmpty)
    #expect(try await laptop.sync().went.count == 3)
    // If the content cannot be sent, neither is the commit.
    bench.home.rename("remote.git/lfs", to: "lfs")
    bench.home.write("remote.git/lfs", "no folder\n")
    laptop.folder.write("a.bin", lfs.content(2))
    let before = try lfs.sent("a.bin")
    let error = await #expect(throws: SyncFailure.self) { try await laptop.sync() }
    #expect(error?.message.contains("git-lfs says: ") == true)
    #expect(try lfs.sent("a.bin") == before)
    // Once the rest is in order, a note without content does not wait for git-lfs.
    bench.home.remove("remote.git/lfs")
    bench.home.rename("lfs", to: "remote.git/lfs")
    _ = try await laptop.sync()
    _ = try await phone.sync()
    #expect(phone.folder.read("a.bin") == lfs.content(2))
  }

  @Test("A dry run moves no contents, and a large file in git-lfs raises no question")
  func dryAndLarge() async throws {
    try lfs.install()
    laptop.folder.write("a.bin", lfs.content(1, count: 11 << 20))
    let dry = SyncRequest(by: .person, isDryRun: true)
    #expect(try await laptop.sync(dry).went.count == 2)
    #expect(try lfs.kept(in: "\(bench.remote)/lfs") == 0)
    #expect(try await laptop.sync().went.count == 2)
    #expect(try await phone.sync(dry).came.count == 2)
    #expect(!phone.folder.exists("a.bin"))
    #expect(try lfs.kept(in: phone.folder.path(".git/lfs")) == 0)
    _ = try await phone.sync()
    #expect(phone.folder.read("a.bin") == lfs.content(1, count: 11 << 20))
  }

  @Test(
    "Contents above the limit are not fetched without asking, and the report says how to get them")
  func much() async throws {
    try lfs.install()
    laptop.folder.write("a.bin", lfs.content(1))
    _ = try await laptop.sync()
    var manner = phone.manner
    manner.incomingLimit.bytes = 4000
    var run = SyncRun(
      repository: try await phone.repository(), files: phone.files, manner: manner,
      request: SyncRequest(by: .person), merge: GitVaultSync.merging(with: nil), progress: { _ in })
    let report = try await run.run()
    #expect(report.events.contains { $0.message.hasSuffix(" lfs pull") })
    #expect(phone.folder.text("a.bin")?.hasPrefix(LfsBench.pointer) == true)
  }
}
