import Entities
import Services
import TestSupport
import Testing

@testable import GitSync

@Suite("Several remotes of one vault, with real git")
struct RemotesTests {
  private let bench: SyncBench
  private let laptop: Device
  /// It knows the second remote alone.
  private let phone: Device

  init() async throws {
    bench = try await SyncBench()
    laptop = try await bench.device("laptop")
    phone = try await bench.device("phone", hasRemote: false)
    try bench.git("init -q --bare -b main '\(bench.home.path("nas.git"))'")
    let repository = try await GitRepository.make(at: phone.path, program: bench.program)
    try await repository.addRemote("nas", address: bench.home.path("nas.git"))
    try bench.git("remote add nas '\(bench.home.path("nas.git"))'", in: laptop.path)
  }

  private func set(_ value: String) throws {
    try bench.git("config remote.nas.sync \(value)", in: laptop.path)
  }

  private func head(_ remote: String) throws -> String {
    try bench.git("rev-parse main", in: bench.home.path("\(remote).git"))
  }

  @Test("Changes from one remote arrive, and new notes go to all named remotes")
  func all() async throws {
    laptop.folder.write("a.md", "one\n")
    phone.folder.write("b.md", "two\n")
    _ = try await phone.sync()
    _ = try await laptop.sync()
    #expect(laptop.notes() == ["a.md": "one\n"])
    try set("true")
    let report = try await laptop.sync()
    #expect(report.came.map(\.path.text) == ["b.md"])
    #expect(laptop.notes() == ["a.md": "one\n", "b.md": "two\n"])
    #expect(try head("nas") == head("remote"))
    _ = try await phone.sync()
    #expect(phone.notes() == laptop.notes())
    phone.folder.write("b.md", "changed\n")
    _ = try await phone.sync()
    #expect(try await laptop.sync(SyncRequest(by: .automatic)).came.count == 1)
    #expect(try head("nas") == head("remote"))
    #expect(try await laptop.sync().isEmpty)
  }

  @Test("An absent remote does not stop the others and catches up when it returns")
  func away() async throws {
    try set("true")
    laptop.folder.write("a.md", "one\n")
    _ = try await laptop.sync()
    bench.home.rename("nas.git", to: "gone")
    laptop.folder.write("a.md", "two\n")
    let report = try await laptop.sync()
    #expect(report.went.map(\.path.text) == ["a.md"])
    #expect(report.events.count == 1)
    #expect(report.events.first?.message.hasPrefix("nas cannot be reached:") == true)
    bench.home.rename("gone", to: "nas.git")
    #expect(try await laptop.sync().events.isEmpty)
    #expect(try head("nas") == head("remote"))
    // The main remote determines the result, but the other one is still in sync.
    bench.home.rename("remote.git", to: "gone")
    laptop.folder.write("a.md", "three\n")
    let failure = await #expect(throws: GitError.self) { try await laptop.sync() }
    guard case .offline = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    _ = try await phone.sync()
    #expect(phone.notes() == ["a.md": "three\n"])
    bench.home.rename("nas.git", to: "gone too")
    await #expect(throws: GitError.self) { try await laptop.sync() }
    bench.home.rename("gone", to: "remote.git")
    bench.home.rename("gone too", to: "nas.git")
    #expect(try await laptop.sync().events.isEmpty)
    #expect(try head("nas") == head("remote"))
  }

  @Test("A fetch-only remote receives nothing, and an unmentioned remote is left alone")
  func onlyFetched() async throws {
    phone.folder.write("b.md", "two\n")
    _ = try await phone.sync()
    laptop.folder.write("a.md", "one\n")
    try set("fetch")
    let before = try head("nas")
    #expect(try await laptop.sync().came.map(\.path.text) == ["b.md"])
    #expect(try head("nas") == before)
    guard case .setUp(let facts) = try await laptop.service.status() else {
      Issue.record("not set up")
      return
    }
    #expect(facts.remotes.map(\.name) == ["origin", "nas"])
    #expect(facts.remotes.map(\.isSentTo) == [true, false])
    #expect(facts.isInStep && facts.remarkOnOthers == nil)
    try set("false")
    phone.folder.write("b.md", "changed\n")
    _ = try await phone.sync()
    #expect(try await laptop.sync().isEmpty)
    guard case .setUp(let without) = try await laptop.service.status() else {
      Issue.record("not set up")
      return
    }
    #expect(without.remotes.map(\.name) == ["origin"] && without.otherRemotes == ["nas"])
  }

  @Test("A remote that is added later receives nothing automatically before a manual sync")
  func byHandFirst() async throws {
    laptop.folder.write("a.md", "one\n")
    _ = try await laptop.sync()
    try set("true")
    laptop.folder.write("a.md", "two\n")
    await #expect(throws: SyncFailure.self) {
      try await laptop.sync(SyncRequest(by: .automatic))
    }
    #expect((try? head("nas")) == nil)
    _ = try await laptop.sync()
    laptop.folder.write("a.md", "three\n")
    #expect(try await laptop.sync(SyncRequest(by: .automatic)).went.count == 1)
    #expect(try head("nas") == head("remote"))
  }

  @Test("A dry run lists what all remotes would bring, and writes nothing")
  func dryRun() async throws {
    phone.folder.write("b.md", "two\n")
    _ = try await phone.sync()
    laptop.folder.write("a.md", "one\n")
    _ = try await laptop.sync()
    try set("true")
    let report = try await laptop.sync(SyncRequest(by: .person, isDryRun: true))
    #expect(report.came.map(\.path.text) == ["b.md"])
    #expect(laptop.notes() == ["a.md": "one\n"])
  }
}
