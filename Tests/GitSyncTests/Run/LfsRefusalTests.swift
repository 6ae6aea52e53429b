import Entities
import Glibc
import Services
import TestSupport
import Testing

@testable import GitSync

@Suite(
  "Limits on git-lfs, and syncing without it",
  .enabled(if: LfsProgram.isInstalled || Thorough.isAsked, LfsProgram.whereToGet))
struct LfsRefusalTests {
  private let lfs: LfsBench
  private var bench: SyncBench { lfs.bench }
  private var laptop: Device { lfs.laptop }
  private var phone: Device { lfs.phone }

  init() async throws { lfs = try await LfsBench() }

  @Test("Agreed settings of the repository apply if they hold git-lfs's own commands")
  func ownLines() async throws {
    try lfs.install(locally: true)
    laptop.folder.write("a.bin", lfs.content(1))
    _ = try await lfs.agreedSync()
    #expect(try lfs.sent("a.bin").hasPrefix(LfsBench.pointer))
    #expect(try lfs.kept(in: "\(bench.remote)/lfs/objects") == 1)
    #expect(try await laptop.sync().isEmpty)
    // Other commands are refused, whatever was agreed to.
    try bench.git("config filter.lfs.clean 'touch canary; cat'", in: laptop.path)
    try bench.git("config --unset filter.lfs.process", in: laptop.path)
    laptop.folder.write("b.bin", lfs.content(2))
    _ = try await lfs.agreedSync()
    #expect(!laptop.folder.exists("canary"))
  }

  @Test(
    "A program that a repository sets for git-lfs never runs, agreed to or not",
    arguments: [
      [
        "extension.x.clean 'CANARY.sh'", "extension.x.smudge cat", "extension.x.priority 0",
      ],
      ["standalonetransferagent x", "customtransfer.x.path 'CANARY.sh'"],
      ["FILE.standalonetransferagent x", "customtransfer.x.path 'CANARY.sh'"],
    ])
  func programs(lines: [String]) async throws {
    try lfs.install()
    laptop.folder.write("a.bin", lfs.content(1))
    let canary = bench.home.path("canary")
    bench.home.write("canary.sh", "#!/bin/sh\ntouch '\(canary)'\n")
    bench.home.setMode("canary.sh", 0o755)
    for line in lines {
      let line = line.replacing("CANARY", with: canary)
        .replacing("FILE", with: "file://\(bench.remote)")
      try bench.git("config lfs.\(line)", in: laptop.path)
    }
    _ = try? await laptop.service.status()
    await #expect(throws: SyncFailure.self) {
      try await laptop.sync(SyncRequest(by: .person, isDryRun: true))
    }
    _ = try? await lfs.agreedSync()
    _ = try? await laptop.sync()
    _ = try? await laptop.service.undoLast()
    #expect(!bench.home.exists("canary"))
    // Run by hand, the program does run, so the trap works.
    try bench.git("add -A", in: laptop.path)
    try bench.git("commit -q --allow-empty -m x", in: laptop.path)
    _ = try? bench.git("lfs push --all origin", in: laptop.path)
    #expect(bench.home.exists("canary"))
  }

  @Test(
    "A server named by the files gets nothing and is not asked before the person names it",
    arguments: [
      "[lfs]\n\turl = URL\n", "[lfs]\n\tpushurl = URL\n", "[include]\n\tpath = more.txt\n",
    ])
  func stranger(text: String) async throws {
    try lfs.install()
    let folder = bench.home.path("stranger.git")
    try bench.git("init -q --bare '\(folder)'")
    laptop.folder.write(".lfsconfig", text.replacing("URL", with: "file://\(folder)"))
    laptop.folder.write("more.txt", "[lfs]\n\turl = file://\(folder)\n")
    laptop.folder.write("a.bin", lfs.content(1))
    let report = try await laptop.sync()
    #expect(report.events.contains { $0.message.hasPrefix("The file .lfsconfig names a server") })
    #expect(try lfs.kept(in: "\(folder)/lfs") == 0)
    // By hand the content does go there.
    try bench.git("lfs push --all origin", in: laptop.path)
    #expect(try lfs.kept(in: "\(folder)/lfs/objects") == 1)
    #expect(
      try await phone.sync().events.contains {
        $0.message.contains(".lfsconfig names a server")
      })
    #expect(phone.folder.text("a.bin")?.hasPrefix(LfsBench.pointer) == true)
    // The server needs consent like any setting that leads elsewhere.
    try bench.git("config lfs.url 'file://\(folder)'", in: laptop.path)
    laptop.folder.write("b.bin", lfs.content(2))
    _ = try await lfs.agreedSync()
    #expect(try lfs.kept(in: "\(folder)/lfs/objects") == 2)
    #expect(try lfs.kept(in: "\(bench.remote)/lfs") == 0)
  }

  @Test("git-lfs stores nothing of an encrypted vault")
  func sealed() async throws {
    try lfs.install()
    let keys = try SealedKeys()
    let tablet = try await bench.device("tablet", keys: keys)
    let other = try await bench.device("other", keys: keys)
    tablet.folder.write(".gitattributes", "*.age filter=lfs\n")
    tablet.write("a.md", "secret\n")
    _ = try await tablet.sync()
    _ = try await other.sync()
    #expect(other.notes() == ["a.md": "secret\n"])
    #expect(try lfs.kept(in: "\(bench.remote)/lfs") == 0)
  }

  @Test("When git-lfs cannot work, nothing is sent or lost, and the error gives the reason")
  func locked() async throws {
    try lfs.install()
    laptop.folder.write("a.md", "one\n")
    _ = try await laptop.sync()
    _ = try bench.shell("rm -rf '\(laptop.path)/.git/lfs' && touch '\(laptop.path)/.git/lfs'")
    laptop.folder.write("a.bin", lfs.content(1))
    let error = await #expect(throws: SyncFailure.self) {
      try await laptop.service.sync(SyncRequest(by: .person)) { _ in }
    }
    #expect(error?.message.contains("clean filter 'lfs' failed") == true)
    _ = try bench.shell("rm '\(laptop.path)/.git/lfs'")
    _ = try await laptop.sync()
    _ = try await phone.sync()
    #expect(phone.folder.read("a.bin") == lfs.content(1))
  }

  @Test("Without git-lfs, none of its contents is sent, but notes and pointers sync")
  func takenAway() async throws {
    try lfs.install()
    laptop.folder.write("a.bin", lfs.content(1))
    _ = try await laptop.sync()
    bench.home.makeFolder("bin")
    symlink(bench.program.path, bench.home.path("bin/git"))
    var environment = bench.environment
    environment["PATH"] = bench.home.path("bin")
    func sync() async throws -> SyncReport {
      try await GitVaultSync(
        folder: phone.path, files: phone.files, manner: phone.manner, environment: environment
      ).sync(SyncRequest(by: .person)) { _ in }
    }
    #expect(try await sync().events.contains { $0.message.contains(" lfs pull") })
    #expect(phone.folder.text("a.bin")?.hasPrefix(LfsBench.pointer) == true)
    phone.folder.write("a.bin", lfs.content(2))
    phone.folder.write("b.bin", lfs.content(3))
    phone.folder.write("a.md", "one\n")
    let report = try await sync()
    #expect(report.went == [SyncChange(NotePath("a.md"), .added)])
    #expect(report.events.count == 2)
    #expect(phone.folder.read("a.bin") == lfs.content(2))
    // git-lfs is back.
    #expect(try await phone.sync().went.map(\.path.text) == ["a.bin", "b.bin"])
    _ = try await laptop.sync()
    #expect(laptop.folder.read("a.bin") == lfs.content(2))
    #expect(laptop.folder.read("b.bin") == lfs.content(3))
  }
}
