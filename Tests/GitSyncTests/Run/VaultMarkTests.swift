import Entities
import Services
import TestSupport
import Testing

@testable import GitSync

@Suite("What makes a clone a vault, with real git")
struct VaultMarkTests {
  private let mark = NotePath(".notes-tui/vault")

  @Test("A clone of a vault has the folder that makes it a vault, and its sync knows the remote")
  func clone() async throws {
    let bench = try await SyncBench()
    let laptop = try await bench.device("laptop")
    laptop.folder.makeFolder(".notes-tui")
    laptop.folder.write("a.md", "one\n")
    #expect(try await laptop.sync().went.map(\.path) == [mark, NotePath("a.md")])
    #expect(try await laptop.sync().isEmpty)
    try bench.git("clone -q '\(bench.remote)' '\(bench.home.path("cl"))'")
    #expect(bench.home.text("cl/.notes-tui/vault") == VaultMark.text)
    let clone = try Device("clone", bench, at: bench.home.path("cl"))
    #expect(try await clone.sync().isEmpty)
  }

  @Test("A vault that synced before gets the mark with its next sync")
  func older() async throws {
    let bench = try await SyncBench()
    let laptop = try await bench.device("laptop")
    laptop.folder.write("a.md", "one\n")
    _ = try await laptop.sync()
    laptop.folder.makeFolder(".notes-tui")
    #expect(try await laptop.sync(SyncRequest(by: .person, isDryRun: true)).went.isEmpty)
    #expect(try await laptop.sync().went.map(\.path) == [mark])
    // An empty vault receives the mark and has nothing to send.
    let phone = try await bench.device("phone")
    phone.folder.makeFolder(".notes-tui")
    let report = try await phone.sync()
    #expect(report.events.isEmpty && report.went.isEmpty)
    #expect(phone.folder.text(".notes-tui/vault") == VaultMark.text)
  }

  @Test("Text that a remote writes into the mark has no effect and stays unchanged")
  func notBelieved() async throws {
    let bench = try await SyncBench()
    let (laptop, phone) = (try await bench.device("laptop"), try await bench.device("phone"))
    laptop.folder.write(".notes-tui/vault", "keys = none\nrun = touch /tmp/x\n")
    _ = try await laptop.sync()
    _ = try await phone.sync()
    #expect(phone.folder.text(".notes-tui/vault") == "keys = none\nrun = touch /tmp/x\n")
    #expect(try await phone.sync().isEmpty)
  }
}
