import Entities
import Glibc
import Services
import TestSupport
import Testing

@testable import GitSync

@Suite("What a sync asks, refuses and survives, with real git")
struct SyncRefusalTests {
  private func pair() async throws -> (SyncBench, Device, Device) {
    let bench = try await SyncBench()
    return (bench, try await bench.device("laptop"), try await bench.device("phone"))
  }

  private func fill(_ device: Device, _ count: Int = 40) {
    for number in 0..<count { device.folder.write("n\(number).md", "note \(number)\n") }
  }

  @Test(
    "Deleting over a third of the notes needs consent, on both sides, and never happens unasked")
  func vanished() async throws {
    let (bench, laptop, phone) = try await pair()
    fill(laptop)
    _ = try await laptop.sync()
    _ = try await phone.sync()
    for number in 0..<14 { laptop.folder.remove("n\(number).md") }
    let here = SyncQuestion.vanished(notes: 14, of: 40)
    let head = try await laptop.head()
    for beginner in [SyncRequest.Beginner.person, .automatic] {
      await #expect(throws: SyncFailure.asks(here)) {
        try await laptop.sync(SyncRequest(by: beginner))
      }
      #expect(try await laptop.head() == head)
      #expect(try bench.git("diff --cached --name-only", in: laptop.folder.path).isEmpty)
    }
    await #expect(throws: SyncFailure.asks(here)) {
      try await laptop.sync(SyncRequest(by: .automatic, agreed: [here]))
    }
    _ = try await laptop.sync(SyncRequest(by: .person, agreed: [here]))
    let there = SyncQuestion.deletedThere(notes: 14, of: 40)
    await #expect(throws: SyncFailure.asks(there)) { try await phone.sync() }
    #expect(phone.notes().count == 40)
    _ = try await phone.sync(SyncRequest(by: .person, agreed: [there]))
    #expect(phone.notes().count == 26)
  }

  @Test("Even in a small vault, deleting three notes and over a third of all needs consent")
  func smallVault() async throws {
    for (count, gone, isAsked) in [
      (20, 20, true), (4, 3, true), (3, 2, false), (8, 4, true), (8, 3, true), (9, 3, false),
    ] {
      let (_, laptop, phone) = try await pair()
      fill(laptop, count)
      _ = try await laptop.sync()
      _ = try await phone.sync()
      for number in 0..<gone { laptop.folder.remove("n\(number).md") }
      let here = SyncQuestion.vanished(notes: gone, of: count)
      _ = try await laptop.sync(SyncRequest(by: .person, agreed: [here]))
      let there = SyncQuestion.deletedThere(notes: gone, of: count)
      if isAsked {
        await #expect(throws: SyncFailure.asks(there)) { try await phone.sync() }
        #expect(phone.notes().count == count)
      } else {
        #expect(try await phone.sync().came.count == gone)
      }
    }
  }

  @Test("A file ignored by git here is not sent because another device sends one of the same name")
  func ignoredHere() async throws {
    let (bench, laptop, phone) = try await pair()
    fill(laptop, 1)
    laptop.folder.write(".gitignore", "secret.md\n")
    _ = try await laptop.sync()
    _ = try await phone.sync()
    phone.folder.write("secret.md", "canary\n")
    laptop.folder.write("secret.md", "theirs\n")
    try bench.git("add -f secret.md", in: laptop.path)
    _ = try await laptop.sync()
    let question = SyncQuestion.ignoredHere([NotePath("secret.md")])
    for beginner in [SyncRequest.Beginner.person, .automatic] {
      await #expect(throws: SyncFailure.asks(question)) {
        try await phone.sync(SyncRequest(by: beginner))
      }
    }
    #expect(phone.folder.text("secret.md") == "canary\n")
    #expect(try !bench.git("log --all -p", in: bench.remote).contains("canary"))
    // After the rename it raises no question.
    phone.folder.rename("secret.md", to: "own.md")
    phone.folder.write(".git/info/exclude", "own.md\n")
    #expect(try await phone.sync().came.map(\.path.text) == ["secret.md"])
    #expect(try !bench.git("log --all -p", in: bench.remote).contains("canary"))
  }

  @Test("A remote's overlong names are cut in messages")
  func longNames() {
    let path = NotePath(String(repeating: "a/", count: 700) + "b.md")
    for event in [
      SyncEvent.merged(path), .leftAlone(path, "It is."), .nameTaken(path, to: path),
    ] {
      #expect(event.message.utf8.count < 600 && event.message.contains("b.md"))
    }
    #expect(SyncQuestion.large([path]).list[0].utf8.count < 300)
  }

  @Test("Files that git-crypt or the like encrypts are never sent unencrypted, agreed to or not")
  func filtered() async throws {
    let (bench, laptop, _) = try await pair()
    fill(laptop, 3)
    _ = try await laptop.sync()
    for setting in ["clean 'tr a-z n-za-m'", "smudge 'tr a-z n-za-m'", "required true"] {
      try bench.git("config filter.git-crypt.\(setting)", in: laptop.path)
    }
    laptop.folder.write(".gitattributes", "secret.md filter=git-crypt\n")
    laptop.folder.write("secret.md", "canary\n")
    let error = await #expect(throws: SyncFailure.self) { try await laptop.sync() }
    guard case .obstacle(let sentence) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(sentence.hasPrefix("secret.md must go through the filter “git-crypt”"))
    #expect(try bench.git("log --all -p", in: bench.remote).contains("canary") == false)
    #expect(try bench.git("log --all -p", in: laptop.path).contains("canary") == false)
  }

  @Test("A renamed folder and a few deleted notes raise no question")
  func renamedFolder() async throws {
    let (_, laptop, _) = try await pair()
    for number in 0..<40 { laptop.folder.write("old/n\(number).md", "note \(number)\n") }
    _ = try await laptop.sync()
    laptop.folder.rename("old", to: "new")
    laptop.folder.remove("new/n1.md")
    #expect(try await laptop.sync().went.count == 79)
  }

  @Test("A remote whose branch is gone receives ours, and nothing is deleted")
  func remoteGone() async throws {
    let (bench, laptop, phone) = try await pair()
    fill(laptop, 3)
    _ = try await laptop.sync()
    _ = try await phone.sync()
    try bench.git("update-ref -d refs/heads/main", in: bench.remote)
    #expect(try await laptop.sync().events == [.remoteWasEmpty])
    #expect(laptop.notes().count == 3)
    #expect(try await phone.sync().isEmpty)
  }

  @Test("A rewritten history is merged and reported")
  func rewritten() async throws {
    let (bench, laptop, phone) = try await pair()
    fill(laptop, 2)
    _ = try await laptop.sync()
    laptop.folder.write("late.md", "late\n")
    _ = try await laptop.sync()
    _ = try await phone.sync()
    try bench.git("reset -q --hard HEAD~1", in: laptop.folder.path)
    try bench.git("commit -q --allow-empty -m other", in: laptop.folder.path)
    try bench.git("push -q -f origin HEAD:main", in: laptop.folder.path)
    #expect(try await phone.sync().events.contains(.historyRewritten))
    #expect(phone.notes().count == 3)
  }

  @Test("A remote's refusal is reported with its words, and the commit stays")
  func refused() async throws {
    let (bench, laptop, _) = try await pair()
    // A remote that is a repository with a work tree refuses to move its checked-out branch.
    try bench.git("config core.bare false", in: bench.remote)
    fill(laptop, 1)
    let error = await #expect(throws: SyncFailure.self) { try await laptop.sync() }
    guard case .refused(let remote, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(remote == "origin")
    #expect(try await laptop.head() != nil)
    try bench.git("config core.bare true", in: bench.remote)
    #expect(try await laptop.sync().went.count == 1)
  }

  @Test(
    "A lock in the remote's folder is left there and reported with its path and how to remove it")
  func lockedRemote() async throws {
    let (bench, laptop, phone) = try await pair()
    fill(laptop, 1)
    _ = try await laptop.sync()
    for name in ["refs/heads/main.lock", "HEAD.lock"] {
      let lock = "\(bench.remote)/\(name)"
      bench.home.write("remote.git/\(name)", "")
      laptop.folder.write("n0.md", "changed before \(name)\n")
      let left = await #expect(throws: SyncFailure.self) { try await laptop.sync() }
      #expect(left?.message.contains("origin is locked") == true, "\(left?.message ?? "")")
      #expect(left?.message.hasSuffix("rm '\(lock)'") == true)
      // If a process holds the lock, that process is named and no removal is advised.
      let file = try #require(fopen(lock, "re"))
      // A program started by another test may hold the lock, too, until it has begun.
      let ours = "(process \(getpid())) works in origin and holds \(lock)"
      var held: SyncFailure?
      for _ in 1...5 where held?.message.contains(ours) != true {
        held = await #expect(throws: SyncFailure.self) { try await laptop.sync() }
      }
      fclose(file)
      #expect(held?.message.contains(ours) == true)
      // With its quote, as the folder's random name may contain "rm".
      #expect(held?.message.contains("rm '") == false)
      #expect(bench.home.exists("remote.git/\(name)"))
      bench.home.remove("remote.git/\(name)")
      #expect(try await laptop.sync().went.count == 1)
    }
    #expect(try await phone.sync().came.count == 1)
    #expect(phone.folder.text("n0.md") == "changed before HEAD.lock\n")
  }

  @Test("If another device pushes first, the sync fetches and merges again")
  func behind() async throws {
    let (_, laptop, phone) = try await pair()
    fill(laptop, 2)
    _ = try await laptop.sync()
    _ = try await phone.sync()
    phone.folder.write("n0.md", "phone's\n")
    let count = StepCount()
    _ = try await phone.sync { step in
      guard step == .fetched, count.next() < 3 else { return }
      laptop.folder.write("n1.md", (laptop.folder.text("n1.md") ?? "") + "more\n")
      _ = try await laptop.sync()
    }
    #expect(phone.folder.text("n1.md") == "note 1\nmore\nmore\nmore\n")
    #expect(try await laptop.sync().came == [SyncChange(NotePath("n0.md"), .changed)])
    phone.folder.write("n0.md", "again\n")
    await #expect(throws: SyncFailure.alwaysBehind(remote: "origin")) {
      try await phone.sync { step in
        guard step == .fetched else { return }
        laptop.folder.write("n1.md", (laptop.folder.text("n1.md") ?? "") + "more\n")
        _ = try await laptop.sync()
      }
    }
    #expect(phone.folder.text("n0.md") == "again\n")
  }

  @Test("A repository with an unfinished operation is left alone, and the helpful command is named")
  func obstacles() async throws {
    let (bench, laptop, _) = try await pair()
    fill(laptop, 2)
    _ = try await laptop.sync()
    let path = laptop.folder.path
    laptop.folder.write("n0.md", "staged\n")
    try bench.git("add n0.md", in: path)
    laptop.folder.write("n0.md", "and changed\n")
    let rows: [(before: String, after: String, says: String)] = [
      ("status", "reset -q", "git commit"),
      ("checkout -q --detach", "checkout -q main", "git switch"),
      ("update-ref MERGE_HEAD HEAD", "update-ref -d MERGE_HEAD", "git merge"),
    ]
    for row in rows {
      try bench.git(row.before, in: path)
      let error = await #expect(throws: SyncFailure.self) { try await laptop.sync() }
      guard case .obstacle(let sentence) = error else {
        Issue.record("\(row.before): \(String(describing: error))")
        continue
      }
      #expect(sentence.contains(row.says), "\(sentence)")
      #expect(laptop.folder.text("n0.md") == "and changed\n")
      try bench.git(row.after, in: path)
    }
    #expect(try await laptop.sync().went.count == 1)
  }

  @Test("A large file needs consent, all else is sent, and an automatic sync leaves the file out")
  func large() async throws {
    let (_, laptop, _) = try await pair()
    _ = try await laptop.sync()
    fill(laptop, 1)
    laptop.folder.write("film.mp4", [UInt8](repeating: 1, count: 11 << 20))
    let question = SyncQuestion.large([NotePath("film.mp4")])
    let asked = try await laptop.sync()
    #expect(asked.went.map(\.path.text) == ["n0.md"] && asked.question == question)
    laptop.folder.write("n0.md", "changed\n")
    let automatic = try await laptop.sync(SyncRequest(by: .automatic))
    #expect(automatic.went.map(\.path.text) == ["n0.md"])
    #expect(automatic.events.count == 1 && automatic.question == nil)
    let agreed = try await laptop.sync(SyncRequest(by: .person, agreed: [question]))
    #expect(agreed.went.map(\.path.text) == ["film.mp4"])
  }

  @Test("A remote receives nothing automatically before the first manual sync")
  func byHandFirst() async throws {
    let (bench, laptop, phone) = try await pair()
    let automatic = SyncRequest(by: .automatic)
    fill(laptop, 1)
    await #expect(throws: SyncFailure.notByHandYet(remote: bench.remote)) {
      try await laptop.sync(automatic)
    }
    #expect(try await laptop.head() == nil)
    _ = try await laptop.sync(SyncRequest(by: .person, isDryRun: true))
    await #expect(throws: SyncFailure.self) { try await laptop.sync(automatic) }
    _ = try await laptop.sync()
    fill(laptop, 2)
    #expect(try await laptop.sync(automatic).went.count == 1)
    // Another device and another address are asked about again.
    await #expect(throws: SyncFailure.self) { try await phone.sync(automatic) }
    for setting in ["url", "pushurl"] {
      try bench.git("config remote.origin.\(setting) /else.git", in: laptop.folder.path)
      await #expect(throws: SyncFailure.self) { try await laptop.sync(automatic) }
      try bench.git("config remote.origin.url '\(bench.remote)'", in: laptop.folder.path)
    }
  }

  @Test("A vault in a folder of a repository leaves the rest of it alone")
  func inFolder() async throws {
    let (bench, laptop, phone) = try await pair()
    fill(laptop, 1)
    _ = try await laptop.sync()
    let vault = try Device("deep", bench)
    try bench.git("clone -q '\(bench.remote)' '\(vault.folder.path("work"))'")
    let root = vault.folder.path("work")
    vault.folder.write("work/code.c", "int x;\n")
    vault.folder.write("work/vault [1]/a.md", "in the vault\n")
    let deep = try Device("deep", bench, at: "\(root)/vault [1]")
    _ = try await deep.sync()
    #expect(try bench.git("status --porcelain", in: root) == "?? code.c\n")
    #expect(try await phone.sync().came.map(\.path.text) == ["n0.md", "vault [1]/a.md"])
    // Others change files outside the vault, which git has to merge.
    phone.folder.write("n0.md", "changed\n")
    _ = try await phone.sync()
    vault.folder.write("work/vault [1]/a.md", "more\n")
    let error = await #expect(throws: SyncFailure.self) { try await deep.sync() }
    #expect(error?.message.contains("pull --no-rebase") == true)
    try bench.git("pull -q --no-rebase --no-edit", in: root)
    _ = try await deep.sync()
    _ = try await phone.sync()
    #expect(phone.folder.text("vault [1]/a.md") == "more\n")
    #expect(phone.folder.text("n0.md") == "changed\n")
  }
}
