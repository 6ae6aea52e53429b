import Entities
import Services
import TestSupport
import Testing

@testable import GitSync

@Suite("Vaults that become encrypted or get new keys between two syncs")
struct VaultKeysTests {
  private static let identity = ".notes-tui/identity.age"
  private static let note = "abcdefghijklmnopqrstuvwxya.age"

  private func obstacle(_ body: () async throws -> Void) async -> String? {
    do {
      try await body()
    } catch SyncFailure.obstacle(let sentence) {
      return sentence
    } catch SyncFailure.keysDiffer(let sentence, let steps) {
      return ([sentence] + steps).joined(separator: "\n")
    } catch {
      Issue.record("\(error)")
    }
    return nil
  }

  @discardableResult
  private func sync(_ device: Device, agreed: SyncQuestion) async throws -> SyncReport {
    try await device.sync(SyncRequest(by: .person, agreed: [agreed]))
  }

  static let ofOneComputer = [
    "converting", "removing/a.md", "set-aside/a.md", "both-keys.age", "next-identity.age",
    "next-recovery.age", "CONVERTING",
  ].map { ".notes-tui/\($0)" }

  @Test(
    "One computer's conversion files never arrive by sync, and are removed from the remote",
    arguments: [false, true])
  func marks(isEncrypted: Bool) async throws {
    let bench = try await SyncBench()
    let keys = isEncrypted ? try SealedKeys() : nil
    let laptop = try await bench.device("laptop", keys: keys)
    laptop.write("a.md", "one\n")
    try await laptop.sync()
    let host = TemporaryFolder()
    try bench.git("clone -q \(bench.remote) host", in: host.path)
    for name in Self.ofOneComputer { host.write("host/\(name)", "decrypting removing\n") }
    try bench.git("add -f .", in: host.path("host"))
    try bench.git("commit -qm away", in: host.path("host"))
    try bench.git("push -q origin HEAD:main", in: host.path("host"))
    let report = try await laptop.sync()
    let named = report.events.compactMap {
      if case .leftAlone(let path, _) = $0 { path.text } else { String?.none }
    }
    #expect(Set(named).isSuperset(of: Self.ofOneComputer))
    for name in Self.ofOneComputer { #expect(!laptop.folder.exists(name), "\(name)") }
    try await laptop.sync()
    let there = try bench.git("ls-tree -r --name-only main", in: bench.remote)
    for name in Self.ofOneComputer { #expect(!there.contains(name), "\(name)") }
    #expect(laptop.notes() == ["a.md": "one\n"])
  }

  @Test(
    "Key files that age did not write never replace good ones, and the good ones are sent again")
  func garbage() async throws {
    let bench = try await SyncBench()
    let keys = try SealedKeys()
    let laptop = try await bench.device("laptop", keys: keys)
    laptop.write("a.md", "one\n")
    try await laptop.sync()
    let good = laptop.folder.read(Self.identity)
    let host = TemporaryFolder()
    try bench.git("clone -q \(bench.remote) host", in: host.path)
    for name in ["identity", "recovery"] {
      host.write("host/.notes-tui/\(name).age", "garbage")
    }
    try bench.git("commit -qam away", in: host.path("host"))
    try bench.git("push -q origin HEAD:main", in: host.path("host"))
    let report = try await laptop.sync()
    #expect(report.events.contains { $0.message.contains("keys here stay") })
    #expect(laptop.folder.read(Self.identity) == good)
    try await laptop.sync()
    try bench.git("pull -q", in: host.path("host"))
    #expect(host.read("host/\(Self.identity)") == good)
    #expect(laptop.notes() == ["a.md": "one\n"])
  }

  @Test("Foreign keys need consent, and nothing is accepted before")
  func others() async throws {
    let bench = try await SyncBench()
    let laptop = try await bench.device("laptop", keys: try SealedKeys())
    laptop.write("a.md", "one\n")
    try await laptop.sync()
    let good = laptop.folder.read(Self.identity)
    let host = TemporaryFolder()
    try bench.git("clone -q \(bench.remote) host", in: host.path)
    try SealedKeys().put(into: host)
    for name in ["identity", "recovery"] {
      host.write("host/.notes-tui/\(name).age", try #require(host.read(".notes-tui/\(name).age")))
    }
    try bench.git("commit -qam away", in: host.path("host"))
    try bench.git("push -q origin HEAD:main", in: host.path("host"))
    await #expect(throws: SyncFailure.asks(.otherKeys)) { try await laptop.sync() }
    #expect(laptop.folder.read(Self.identity) == good)
    try await sync(laptop, agreed: .otherKeys)
    #expect(laptop.folder.read(Self.identity) != good)
  }

  /// An encrypted vault where a plain one was, in the same repository.
  private func encrypted(_ device: Device, _ keys: SealedKeys) throws -> Device {
    for name in device.notes().keys { device.folder.remove(name) }
    return try Device(device.name, device.bench, in: device.folder, keys: keys)
  }

  @Test(
    "A newly encrypted vault warns once about plain text in its history, and sends no plain file")
  func encryptsLater() async throws {
    let bench = try await SyncBench()
    let plain = try await bench.device("laptop")
    for name in ["a.md", "b.md"] { plain.write(name, "plain \(name)\n") }
    try await plain.sync()
    let laptop = try encrypted(plain, try SealedKeys())
    laptop.write("a.md", "closed word\n")
    laptop.folder.write("stray.md", "stray word\n")
    laptop.folder.write(".obsidian/app.json", "stray word\n")
    let report = try await laptop.sync()
    let remarks = report.events.filter {
      if case .remark(let text) = $0 { text.contains("history in git") } else { false }
    }
    #expect(remarks.count == 1)
    #expect(try await laptop.sync().events == [])
    #expect(try await laptop.repository().unstaged().files == [])
    // A file that git would include in spite of the ignore rules is left out too.
    laptop.folder.write(".gitignore", "!stray.md\n")
    let told = try await laptop.sync().events.filter {
      if case .leftAlone(NotePath("stray.md"), _) = $0 { true } else { false }
    }
    #expect(told.count == 1)
    let objects = try bench.git(
      "cat-file --batch-all-objects --unordered --batch", in: bench.remote)
    #expect(!objects.contains("stray word") && !objects.contains("closed word"))
    #expect(objects.contains("plain a.md"))
    #expect(laptop.folder.text("stray.md") == "stray word\n")
  }

  @Test("An empty folder accepts an encrypted vault as it is; a vault with plain notes does not")
  func takesAnEncryptedOne() async throws {
    let bench = try await SyncBench()
    let keys = try SealedKeys()
    let laptop = try await bench.device("laptop", keys: keys)
    laptop.write("a.md", "one\n")
    let setUp = SyncSetUp(url: bench.remote)
    _ = try await laptop.service.setUp(setUp, SyncRequest(by: .person)) { _ in }
    let phone = try await bench.device("phone", hasRemote: false)
    let report = try await phone.service.setUp(setUp, SyncRequest(by: .person)) { _ in }
    #expect(
      report.events.contains {
        if case .remark(let text) = $0 {
          text.contains("Open it with its passphrase")
        } else {
          false
        }
      })
    let opened = try Device("phone", bench, in: phone.folder, keys: keys)
    #expect(opened.notes() == ["a.md": "one\n"])
    #expect(try await opened.sync().isEmpty)
    // The mark of the vault, which the phone made before it knew of any keys.
    try await laptop.sync()
    #expect(try await opened.head() == laptop.head())
    let other = try await bench.device("other", hasRemote: false)
    other.write("own.md", "own\n")
    let said = await obstacle {
      _ = try await other.service.setUp(setUp, SyncRequest(by: .person)) { _ in }
    }
    #expect(said?.contains("is an encrypted vault") == true)
    #expect(other.notes() == ["own.md": "own\n"])
    #expect(try await laptop.sync().isEmpty)
  }

  @Test("A vault encrypted elsewhere arrives if nothing changed here, else the sync stops")
  func encryptedThere() async throws {
    for isChanged in [false, true] {
      let bench = try await SyncBench()
      let keys = try SealedKeys()
      let (plain, phone) = (try await bench.device("laptop"), try await bench.device("phone"))
      plain.write("a.md", "one\n")
      try await plain.sync()
      try await phone.sync()
      let laptop = try encrypted(plain, keys)
      laptop.write("a.md", "one\n")
      try await laptop.sync()
      if isChanged {
        phone.write("a.md", "phone's\n")
        let said = await obstacle { try await phone.sync() }
        #expect(said?.contains("encrypted on another device") == true)
        #expect(said?.contains("changed here, a.md: notes-tui --vault") == true)
        #expect(phone.notes() == ["a.md": "phone's\n"])
        continue
      }
      await #expect(throws: SyncFailure.asks(.keysForPlain)) { try await phone.sync() }
      #expect(phone.notes() == ["a.md": "one\n"] && !phone.folder.exists(Self.identity))
      try await sync(phone, agreed: .keysForPlain)
      let opened = try Device("phone", bench, in: phone.folder, keys: keys)
      #expect(opened.notes() == ["a.md": "one\n"])
      #expect(try await opened.head() == laptop.head())
      #expect(!opened.folder.exists("a.md"))
    }
  }

  @Test("Keys deleted on the remote stay here, and notes under another key are not merged")
  func keysThere() async throws {
    let bench = try await SyncBench()
    let keys = try SealedKeys()
    let laptop = try await bench.device("laptop", keys: keys)
    let phone = try await bench.device("phone", keys: keys)
    laptop.write("a.md", "one\n")
    try await laptop.sync()
    try await phone.sync()
    try await laptop.sync()
    // The keys are deleted there by hand.
    laptop.folder.remove(Self.identity)
    try bench.git("commit -qam away", in: laptop.path)
    try bench.git("push -q origin HEAD:main", in: laptop.path)
    let said = await obstacle { try await phone.sync() }
    #expect(said?.contains("keys of this vault were deleted") == true)
    #expect(phone.folder.exists(Self.identity))
    try bench.git("reset -q --hard HEAD^", in: laptop.path)
    try bench.git("push -qf origin HEAD:main", in: laptop.path)
    // Another key there, and a note that changed here.
    let new = try SealedKeys()
    let rekeyed = try Device("laptop", bench, in: laptop.folder, keys: new)
    for name in laptop.folder.names() where name.hasSuffix(".age") { laptop.folder.remove(name) }
    rekeyed.write("a.md", "one\n")
    try await rekeyed.sync()
    phone.write("a.md", "phone's\n")
    let other = await obstacle { try await phone.sync() }
    #expect(other?.contains("another key") == true)
    #expect(phone.notes() == ["a.md": "phone's\n"])
    // The reported way out: a new folder next to this one, and the changes written into it again.
    let steps = try #require(other).split(separator: "\n").dropFirst()
    #expect(steps.count == 5)
    #expect(steps.first?.contains("mv '\(phone.path)' '\(phone.path)-before'") == true)
    #expect(steps.contains { $0.contains("sync --setup '\(bench.remote)'") })
    #expect(steps.contains { $0.contains("changed here, a.md: notes-tui --vault") })
    let empty = try await bench.device("phone", hasRemote: false)
    _ = try await empty.service.setUp(
      SyncSetUp(url: bench.remote), SyncRequest(by: .person)
    ) { _ in }
    let again = try Device("phone", bench, in: empty.folder, keys: new)
    #expect(again.notes() == ["a.md": "one\n"])
    again.write("a.md", "phone's\n")
    try await again.sync()
    try await rekeyed.sync()
    #expect(rekeyed.notes() == ["a.md": "phone's\n"])
  }

  @Test("A vault that is decrypted again sends its notes in plain text")
  func decrypts() async throws {
    let bench = try await SyncBench()
    let closed = try await bench.device("laptop", keys: try SealedKeys())
    closed.write("a.md", "one\n")
    try await closed.sync()
    let exclude = ".git/info/exclude"
    #expect(closed.folder.text(exclude)?.contains("/*\n") == true)
    for name in closed.folder.names() where name.hasSuffix(".age") { closed.folder.remove(name) }
    for name in ["identity", "recovery"] { closed.folder.remove(".notes-tui/\(name).age") }
    let laptop = try Device("laptop", bench, in: closed.folder)
    laptop.write("a.md", "one\n")
    await #expect(throws: SyncFailure.asks(.sendsPlain)) { try await laptop.sync() }
    #expect(try !bench.git("ls-tree -r --name-only main", in: bench.remote).contains("a.md"))
    let report = try await sync(laptop, agreed: .sendsPlain)
    #expect(report.went.contains(SyncChange(NotePath("a.md"), .added)))
    #expect(laptop.folder.text(exclude)?.contains("/*\n") == false)
    #expect(laptop.folder.text(exclude)?.contains("/.trash/\n") == true)
  }

  @Test("Two vaults that each made their own keys are not combined")
  func twoIdentities() async throws {
    let bench = try await SyncBench()
    let laptop = try await bench.device("laptop", keys: try SealedKeys())
    let phone = try await bench.device("phone", keys: try SealedKeys())
    laptop.write("a.md", "one\n")
    phone.write("b.md", "two\n")
    try await laptop.sync()
    let said = await obstacle { try await phone.sync() }
    #expect(said?.contains("Two devices made this vault's keys") == true)
    #expect(said?.contains("changed here, b.md: notes-tui --vault") == true)
    #expect(phone.notes() == ["b.md": "two\n"])
  }
}
