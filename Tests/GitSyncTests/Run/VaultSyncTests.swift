import Entities
import Glibc
import Services
import TestSupport
import Testing

@testable import GitSync

@Suite("The sync service of screens and commands, with real git")
struct VaultSyncTests {
  private let person = SyncRequest(by: .person)

  @Test("A vault is set up from nothing and again, but not over another remote")
  func setsUp() async throws {
    let bench = try await SyncBench()
    let laptop = try await bench.device("laptop", hasRemote: false)
    #expect(try await laptop.service.status() == .notSetUp)
    await #expect(throws: SyncFailure.notSetUp) {
      try await laptop.service.sync(person) { _ in }
    }
    laptop.folder.write("a.md", "one\n")
    laptop.folder.write(".gitattributes", "own\n")
    let setUp = SyncSetUp(url: bench.remote)
    let report = try await laptop.service.setUp(setUp, person) { _ in }
    let went = [".gitattributes", ".gitignore", ".notes-tui/vault", "a.md"]
    #expect(report.went.map(\.path.text) == went)
    #expect(laptop.folder.text(".gitattributes") == "own\n")
    #expect(laptop.folder.text(".gitignore")?.hasPrefix(".trash/\n") == true)
    #expect(try await laptop.service.setUp(setUp, person) { _ in }.isEmpty)
    for url in ["", "--upload-pack=x", "/elsewhere.git"] {
      let error = await #expect(throws: SyncFailure.self) {
        try await laptop.service.setUp(SyncSetUp(url: url), person) { _ in }
      }
      guard case .obstacle = error else {
        Issue.record("\(url): \(String(describing: error))")
        continue
      }
    }
    let phone = try await bench.device("phone", hasRemote: false)
    phone.folder.write("b.md", "two\n")
    _ = try await phone.service.setUp(setUp, person) { _ in }
    #expect(phone.notes() == ["a.md": "one\n", "b.md": "two\n"])
  }

  @Test(
    "Setup makes plain git merge with the program if git finds it, but keeps a person's own driver")
  func driver() async throws {
    let bench = try await SyncBench()
    bench.home.write("bin/notes-tui", "#!/bin/sh\n")
    chmod(bench.home.path("bin/notes-tui"), 0o755)
    var environment = bench.environment
    environment["PATH"] = "/usr/bin:/bin"
    let key = "merge.notes-tui.driver"
    for (name, path, own) in [
      ("laptop", "/usr/bin:/bin", nil),
      ("phone", "\(bench.home.path("bin")):/usr/bin:/bin", nil),
      ("desk", "\(bench.home.path("bin")):/usr/bin:/bin", "own %A"),
    ] {
      environment["PATH"] = path
      let device = try await bench.device(name)
      device.folder.write("\(name).md", "one\n")
      if let own { try bench.git("config \(key) '\(own)'", in: device.path) }
      let service = GitVaultSync(
        folder: device.path, files: device.files, manner: device.manner, environment: environment)
      func setUp(isDryRun: Bool = false, agreed: Set<SyncQuestion> = []) async throws -> Bool {
        let request = SyncRequest(by: .person, isDryRun: isDryRun, agreed: agreed)
        return try await service.setUp(SyncSetUp(url: bench.remote), request) { _ in }
          .events.contains(.remark(SyncSetUpWork.driverNamed))
      }
      let foreign = SyncQuestion.programs(["\(key)=\(own ?? "")"])
      let isNamed = name == "phone"
      #expect(try await !setUp(isDryRun: true, agreed: [foreign]))
      #expect(try await setUp(agreed: [foreign]) == isNamed)
      #expect(try await !setUp(agreed: [foreign]))
      let named = try? bench.git("config \(key)", in: device.path)
      #expect(
        named
          == (isNamed ? "notes-tui merge %O %A %B --marks %L --path %P\n" : own.map { $0 + "\n" }))
      // The driver that the program sets itself needs no consent.
      if own == nil { _ = try await service.sync(person) { _ in } }
    }
  }

  @Test("A missing or empty folder becomes the remote, but not one in the vault or with files")
  func makesRemote() async throws {
    let bench = try await SyncBench()
    let device = try await bench.device("laptop", hasRemote: false)
    device.folder.write("a.md", "one\n")
    bench.home.write("photos/x.jpg", "x")
    let refused = [
      "remote.git": "is in the vault itself", "~/photos": "has files in it",
      "~/stick/remote.git": "No such file", "~/photos/x.jpg": "Not a directory",
    ]
    for (url, reason) in refused {
      let error = await #expect(throws: SyncFailure.self) {
        try await device.service.setUp(SyncSetUp(url: url), person) { _ in }
      }
      #expect(error?.message.contains(reason) == true, "\(url): \(error?.message ?? "")")
      #expect(try await device.service.status() == .notSetUp)
    }
    let dry = SyncRequest(by: .person, isDryRun: true)
    await #expect(throws: SyncFailure.self) {
      try await device.service.setUp(SyncSetUp(url: "~/new.git"), dry) { _ in }
    }
    #expect(!bench.home.exists("new.git") && !device.folder.exists(".git"))
    let report = try await device.service.setUp(
      SyncSetUp(url: "new.git", from: bench.home.path), person
    ) { _ in }
    #expect(report.went.count == 4)
    #expect(bench.home.exists("new.git/HEAD"))
    #expect(try await device.service.setUp(SyncSetUp(url: "~/new.git"), person) { _ in }.isEmpty)
  }

  @Test("The status lists pending changes, the state of remotes, and marked conflicts")
  func status() async throws {
    let bench = try await SyncBench()
    let (laptop, phone) = (try await bench.device("laptop"), try await bench.device("phone"))
    laptop.folder.write("a.md", "one\n")
    _ = try await laptop.sync()
    _ = try await phone.sync()
    laptop.folder.write("a.md", "laptop's\n")
    phone.folder.write("a.md", "phone's\n")
    phone.folder.write("b.md", "new\n")
    guard case .setUp(let waiting) = try await phone.service.status() else {
      Issue.record("not set up")
      return
    }
    #expect(waiting.waiting.map(\.text) == ["a.md", "b.md"])
    #expect(waiting.remotes == [SyncStatus.Remote(name: "origin", url: bench.remote)])
    #expect(waiting.branch == "main")
    #expect(waiting.lastSync == bench.clock.now)
    #expect(waiting.remarkOnOthers == nil)
    try bench.git("remote add nas /nowhere.git", in: phone.folder.path)
    guard case .setUp(let withOther) = try await phone.service.status() else {
      Issue.record("not set up")
      return
    }
    #expect(
      withOther.remarkOnOthers
        == "nas: only origin is synced. To sync it too: git config remote.nas.sync true")
    _ = try await laptop.sync()
    _ = try await phone.sync()
    guard case .setUp(let done) = try await phone.service.status() else {
      Issue.record("not set up")
      return
    }
    #expect(done.waiting.isEmpty && done.conflicts == [NotePath("a.md")])
    #expect(done.obstacle == nil && !done.isUnfinished)
  }

  @Test("A sync stopped while it writes is reported by status and undo, and can be continued")
  func unfinished() async throws {
    let bench = try await SyncBench()
    let (laptop, phone) = (try await bench.device("laptop"), try await bench.device("phone"))
    for name in ["a.md", "b.md"] { laptop.folder.write(name, "one\n") }
    _ = try await laptop.sync()
    await #expect(throws: Trial.Killed.self) {
      try await phone.sync { if $0 == .fileDone(NotePath("a.md")) { throw Trial.Killed() } }
    }
    guard case .setUp(let facts) = try await phone.service.status() else {
      Issue.record("not set up")
      return
    }
    #expect(facts.isUnfinished)
    for body in [
      { _ = try await phone.service.undoLast() },
      { _ = try await phone.service.sync(SyncRequest(by: .person, isDryRun: true)) { _ in } },
    ] as [() async throws -> Void] {
      let error = await #expect(throws: SyncFailure.self) { try await body() }
      #expect(error?.message.contains("it continues there") == true)
    }
    _ = try await phone.service.sync(person) { _ in }
    #expect(phone.notes() == laptop.notes())
    // A sync that ran in two parts is undone as one.
    _ = try await phone.service.undoLast()
    #expect(phone.notes().isEmpty)
  }

  @Test(
    "A second simultaneous sync is refused with a message; a cancelled sync ends and loses nothing")
  func busyAndCancelled() async throws {
    let bench = try await SyncBench()
    let laptop = try await bench.device("laptop")
    laptop.folder.write("a.md", "one\n")
    _ = try await laptop.sync { step in
      guard step == .staged else { return }
      await #expect(throws: SyncFailure.busy) {
        try await laptop.service.sync(SyncRequest(by: .automatic)) { _ in }
      }
    }
    laptop.folder.write("a.md", "two\n")
    let service = laptop.service
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await service.sync(SyncRequest(by: .person)) { _ in }
    }
    await #expect(throws: SyncFailure.cancelled) { try await task.value }
    #expect(laptop.folder.text("a.md") == "two\n")
    #expect(try await laptop.sync().went.count == 1)
  }

  @Test("An unreachable remote is reported as such, and the changes go with the next sync")
  func offline() async throws {
    let bench = try await SyncBench()
    let laptop = try await bench.device("laptop")
    laptop.folder.write("a.md", "one\n")
    _ = try await laptop.sync()
    laptop.folder.write("a.md", "two\n")
    bench.home.rename("remote.git", to: "away.git")
    await #expect(throws: SyncFailure.self) { try await laptop.service.sync(person) { _ in } }
    #expect(laptop.folder.text("a.md") == "two\n")
    guard case .setUp(let facts) = try await laptop.service.status() else {
      Issue.record("not set up")
      return
    }
    #expect(facts.remotes.first?.ahead == 1 && facts.waiting.isEmpty)
    bench.home.rename("away.git", to: "remote.git")
    #expect(try await laptop.service.sync(person) { _ in }.went.count == 1)
  }
}
