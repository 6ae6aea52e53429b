import Entities
import RemoteLab
import Services
import TestSupport
import Testing

@testable import GitSync

@Suite("Questions of ssh, with a real sshd", .thorough)
struct SshTests {
  private static let passphrase = "correct horse"

  /// A vault whose remote is at a server, which the person's ssh calls with this key.
  private func bench(key: String = "key") async throws -> (RemoteBench, SshServer) {
    let bench = try await RemoteBench()
    let server = try SshServer(in: bench.folder, passphrase: Self.passphrase)
    try bench.useSsh(server.clientCommand(key: key))
    try bench.useRemote(server.address(of: bench.remotePath))
    return (bench, server)
  }

  private func failure(
    _ bench: RemoteBench, _ person: AnsweringPerson, by beginner: SyncRequest.Beginner = .person
  ) async -> SyncFailure? {
    do throws(SyncFailure) {
      _ = try await bench.sync(person, by: beginner)
      return nil
    } catch {
      return error
    }
  }

  private func need(
    _ kind: CredentialQuestion.Kind, _ refusal: CredentialRefusal
  ) -> SyncFailure {
    .needs(CredentialNeed(kind, of: "origin", refusal, hasAgent: false))
  }

  @Test("A new host and a key's passphrase are each asked about once, and nothing is stored")
  func works() async throws {
    let (bench, server) = try await bench()
    let person = AnsweringPerson(saying: Self.passphrase)
    #expect(try await bench.sync(person).went.map(\.path.text) == ["a.md"])
    #expect(person.kinds == [.hostKey, .passphrase])
    #expect(person.asked.first?.text.contains("SHA256:") == true)
    #expect(person.asked.first?.text.contains("127.0.0.1") == true)
    #expect(bench.folder.text(server.knownHosts)?.contains("ssh-ed25519") == true)
    #expect(bench.head() != nil)
    #expect(bench.folder.names(in: "sockets").isEmpty)
    #expect(try bench.files(with: Self.passphrase).isEmpty)
    // The host is known by now; the passphrase is asked for again.
    _ = try await bench.sync(person)
    #expect(person.kinds == [.hostKey, .passphrase, .passphrase])
  }

  @Test("An automatic sync asks nothing, accepts no new host, and reports what it needs")
  func automatic() async throws {
    let (bench, server) = try await bench()
    let person = AnsweringPerson(saying: Self.passphrase)
    #expect(await failure(bench, person, by: .automatic) == need(.hostKey, .automatic))
    #expect(!bench.folder.exists(server.knownHosts))
    server.learnHost()
    let known = bench.folder.text(server.knownHosts)
    #expect(await failure(bench, person, by: .automatic) == need(.passphrase, .automatic))
    #expect(bench.folder.text(server.knownHosts) == known)
    #expect(person.asked.isEmpty && bench.head() == nil)
  }

  @Test("After a no, nothing more is asked, and the sync reports what was not done")
  func declines() async throws {
    let (bench, server) = try await bench()
    let person = AnsweringPerson { _ in .no(.declined) }
    #expect(await failure(bench, person) == need(.hostKey, .declined))
    #expect(!bench.folder.exists(server.knownHosts))
    server.learnHost()
    #expect(await failure(bench, person) == need(.passphrase, .declined))
    #expect(person.kinds == [.hostKey, .passphrase])
    let unasked = AnsweringPerson { _ in .no(.noInput) }
    let error = try #require(await failure(bench, unasked))
    #expect(error == need(.passphrase, .noInput) && error.message.contains("--no-input"))
  }

  @Test("A wrong passphrase may be retyped, and is reported if none was right")
  func wrongPassphrase() async throws {
    let (bench, server) = try await bench()
    server.learnHost()
    let slip = AnsweringPerson {
      .given(AnsweringPerson.secret($0.isRepeated ? Self.passphrase : "a slip"))
    }
    #expect(try await bench.sync(slip).went.count == 1)
    #expect(slip.asked.map(\.isRepeated) == [false, true])
    let person = AnsweringPerson(saying: "never right")
    let error = try #require(await failure(bench, person))
    guard case .notLetIn(_, let reason) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(reason.contains("the passphrase did not open the key"))
    #expect(person.asked.map(\.isRepeated) == [false, true, true])
  }

  @Test("A key that the server does not know is reported as such, and nothing is asked")
  func refusedKey() async throws {
    let (bench, server) = try await bench(key: "stranger")
    server.learnHost()
    let person = AnsweringPerson(saying: Self.passphrase)
    for beginner in [SyncRequest.Beginner.person, .automatic] {
      let error = try #require(await failure(bench, person, by: beginner))
      guard case .notLetIn = error else {
        Issue.record("\(error)")
        continue
      }
      #expect(error.message.contains("Permission denied (publickey)"))
      #expect(error.message.contains("Give it the public half"))
    }
    #expect(person.asked.isEmpty && bench.head() == nil)
  }

  @Test("A host with a changed key is never accepted, and the line with the old key is named")
  func changedHost() async throws {
    let (bench, server) = try await bench()
    server.changeHost()
    let known = bench.folder.text(server.knownHosts)
    let person = AnsweringPerson(saying: Self.passphrase)
    for beginner in [SyncRequest.Beginner.person, .automatic] {
      let error = try #require(await failure(bench, person, by: beginner))
      guard case .unknownHost(let sentence) = error else {
        Issue.record("\(error)")
        continue
      }
      #expect(sentence.contains("\(bench.folder.path(server.knownHosts)):1."))
      #expect(sentence.contains("ssh-keygen -R '[127.0.0.1]:\(server.port)'"))
    }
    #expect(person.asked.isEmpty && bench.head() == nil)
    #expect(bench.folder.text(server.knownHosts) == known)
  }
}
