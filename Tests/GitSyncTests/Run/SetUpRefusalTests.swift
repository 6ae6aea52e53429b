import Entities
import Services
import TestSupport
import Testing

@testable import GitSync

@Suite("Failed setups and damaged repositories, with real git")
struct SetUpRefusalTests {
  private let person = SyncRequest(by: .person)

  @Test("An address that fails is not saved, and another can be set up")
  func badAddress() async throws {
    let bench = try await SyncBench()
    let laptop = try await bench.device("laptop", hasRemote: false)
    laptop.folder.write("a.md", "one\n")
    for url in ["ftp://x", "/nowhere/at/all/notes.git", "https://127.0.0.1:1/x.git"] {
      let error = await #expect(throws: SyncFailure.self) {
        try await laptop.service.setUp(SyncSetUp(url: url), person) { _ in }
      }
      let told = error?.message ?? ""
      #expect(
        told.contains("\(url) ") && !told.contains("fsck") && !told.contains("fatal:"), "\(told)")
      #expect(try await laptop.service.status() == .notSetUp)
    }
    let report = try await laptop.service.setUp(SyncSetUp(url: bench.remote), person) { _ in }
    #expect(report.went.contains { $0.path.text == "a.md" })
    // Once something was sent or received, the address stays whatever happens.
    bench.home.rename("remote.git", to: "away.git")
    await #expect(throws: SyncFailure.self) {
      try await laptop.service.setUp(SyncSetUp(url: bench.remote), person) { _ in }
    }
    #expect(try await laptop.service.status() != .notSetUp)
  }

  @Test("A damaged repository is reported with its remedy, and none is adopted or created instead")
  func damaged() async throws {
    for (damage, says) in [
      (": >'HEAD'", "HEAD is empty"), ("rm HEAD", "HEAD is missing"),
      ("rm -r refs", "refs is missing"),
    ] {
      let bench = try await SyncBench()
      // A repository further up, such as one of a home folder, is not the vault's.
      try bench.git("init -q '\(bench.home.path)'")
      try bench.git("remote add origin '\(bench.home.path("other.git"))'", in: bench.home.path)
      let laptop = try Device("laptop", bench, at: bench.home.path("notes"))
      bench.home.write("notes/a.md", "one\n")
      _ = try await GitRepository.make(at: laptop.path, program: bench.program)
        .addRemote("origin", address: bench.remote)
      _ = try await laptop.sync()
      if damage.contains("refs") { try bench.git("pack-refs --all", in: laptop.path) }
      _ = try bench.shell("cd '\(laptop.path)/.git' && \(damage)")
      for body in [
        { _ = try await laptop.service.sync(person) { _ in } },
        { _ = try await laptop.service.status() },
        { _ = try await laptop.service.setUp(SyncSetUp(url: bench.remote), person) { _ in } },
      ] as [() async throws -> Void] {
        let error = await #expect(throws: SyncFailure.self) { try await body() }
        #expect(error?.message.contains(says) == true, "\(error?.message ?? "")")
      }
      // The reported steps repair it.
      let error = await #expect(throws: SyncFailure.self) {
        try await laptop.service.sync(person) { _ in }
      }
      let told = error?.message ?? ""
      let start = try #require(told.firstRange(of: "To mend it: ")).upperBound
      let end = try #require(told.firstRange(of: ", then sync")).lowerBound
      _ = try bench.shell(String(told[start..<end]))
      bench.home.write("notes/b.md", "two\n")
      #expect(try await laptop.sync().went.map(\.path.text) == ["b.md"])
    }
  }
}
