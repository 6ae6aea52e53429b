import Entities
import RemoteLab
import Services
import TestSupport
import Testing

@testable import GitSync

@Suite("Questions of git, with a real git http-backend")
struct WebTests {
  private func bench() async throws -> (RemoteBench, GitWebServer) {
    let bench = try await RemoteBench()
    let server = try GitWebServer(of: bench.folder)
    try bench.useRemote(server.address(of: "remote.git"))
    return (bench, server)
  }

  private static func answer(
    _ question: CredentialQuestion, password: String = GitWebServer.password
  ) -> CredentialAnswer {
    .given(AnsweringPerson.secret(question.kind == .userName ? GitWebServer.user : password))
  }

  @Test("The name and password are asked for once per sync, and neither is stored")
  func works() async throws {
    let (bench, server) = try await bench()
    let person = AnsweringPerson { Self.answer($0) }
    #expect(try await bench.sync(person).went.map(\.path.text) == ["a.md"])
    #expect(person.kinds == [.userName, .password])
    #expect(person.asked.first?.text.contains("127.0.0.1:\(server.port)") == true)
    #expect(bench.head() != nil)
    #expect(try bench.files(with: GitWebServer.password).isEmpty)
  }

  @Test("An unencrypted address is asked about once, before anything is sent, and the box says so")
  func open() async throws {
    let (bench, server) = try await bench()
    let person = AnsweringPerson { Self.answer($0) }
    let question = try #require(try await bench.openAddresses().first)
    await #expect(throws: SyncFailure.asks(question)) {
      try await bench.sync(person, agreesToOpen: false)
    }
    #expect(person.asked.isEmpty && question.message.contains("is not encrypted"))
    _ = try await bench.sync(person)
    #expect(person.asked.count == 2)
    #expect(person.asked.allSatisfy { $0.text.hasPrefix("This address is not encrypted") })
    bench.write("b.md", "two\n")
    #expect(try await bench.sync(person, agreesToOpen: false).went.count == 1)
    withExtendedLifetime(server) {}
  }

  @Test("A wrong password, one that is not given and one that was not asked for are each reported")
  func refused() async throws {
    let (bench, server) = try await bench()
    let wrong = AnsweringPerson { Self.answer($0, password: "a guess") }
    let nothing = AnsweringPerson { _ in .no(.declined) }
    for (person, beginner, words) in [
      (wrong, .person, "The name or the password is wrong"),
      (nothing, .person, "Nothing was synced: origin wants your user name"),
      (nothing, .automatic, "origin wants your user name and password. Sync by key"),
    ] as [(AnsweringPerson, SyncRequest.Beginner, String)] {
      let error = await #expect(throws: SyncFailure.self) {
        try await bench.sync(person, by: beginner)
      }
      #expect(error?.message.contains(words) == true, "\(String(describing: error))")
    }
    #expect(wrong.kinds == [.userName, .password] && nothing.kinds == [.userName])
    #expect(bench.head() == nil)
    withExtendedLifetime(server) {}
  }

  @Test(
    "For a protected branch, a branch for this device is offered but never chosen without asking"
  )
  func ownBranch() async throws {
    let (bench, server) = try await bench()
    let person = AnsweringPerson { Self.answer($0) }
    _ = try await bench.sync(person)
    let before = bench.head()
    try bench.setHook("[ \"$1\" != refs/heads/main ]")
    bench.write("b.md", "two\n")
    let question = SyncQuestion.ownBranch(
      "notes-tui/laptop", remote: "origin", insteadOf: "main",
      reason: "[remote rejected] (hook declined)")
    await #expect(throws: SyncFailure.asks(question)) { try await bench.sync(person) }
    #expect(bench.head() == before && bench.head(of: "notes-tui/laptop") == nil)
    let report = try await bench.sync(person, agreed: [question])
    #expect(report.went.map(\.path.text) == ["b.md"])
    let told = "origin does not take changes of main from this device: they are in the branch"
    #expect(report.events.contains { $0.message.hasPrefix(told) })
    let own = bench.head(of: "notes-tui/laptop")
    #expect(bench.head() == before && own != before && own != nil)
    // Changes already on the server raise no question again; new ones do.
    let again = try await bench.sync(person)
    #expect(again.went.isEmpty && again.events.count == 1)
    bench.write("c.md", "three\n")
    await #expect(throws: SyncFailure.asks(question)) { try await bench.sync(person) }
    #expect(bench.head(of: "notes-tui/laptop") == own)
    // After a merge there and a reopened branch nothing is pending or seems rewritten.
    try bench.moveBranch(to: "notes-tui/laptop")
    try bench.setHook("exit 0")
    let last = try await bench.sync(person)
    #expect(last.went.map(\.path.text) == ["c.md"] && last.events.isEmpty)
    withExtendedLifetime(server) {}
  }
}
