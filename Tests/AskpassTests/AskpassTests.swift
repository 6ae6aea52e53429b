import CSystem
import Files
import Glibc
import Secrets
import Services
import Synchronization
import TestSupport
import Testing
import Threads

@testable import Askpass

/// Answers as it was told to, and keeps what it was asked.
private final class Person: Sendable {
  private let state: Mutex<(asked: [CredentialQuestion], answers: [CredentialAnswer])>

  init(_ answers: CredentialAnswer...) { state = Mutex(([], answers)) }

  var asked: [CredentialQuestion] { state.withLock(\.asked) }

  func answer(_ question: CredentialQuestion) -> CredentialAnswer {
    state.withLock { state in
      state.asked.append(question)
      return state.answers.isEmpty ? .no(.declined) : state.answers.removeFirst()
    }
  }
}

private func secret(_ text: String) -> TypedSecret {
  let secret = TypedSecret()
  secret.append(Array(text.utf8))
  return secret
}

@Suite("The connection between this program and its askers")
struct AskpassTests {
  private let folder = TemporaryFolder()
  private static let passphrase = "Enter passphrase for key 'id': "

  private func server(_ person: Person) throws -> AskpassServer {
    try AskpassServer(in: [folder.bytes]) { person.answer($0) }
  }

  /// What comes back on the socket for these bytes, until it is closed.
  private func reply(
    to bytes: [UInt8], from server: AskpassServer, ends: Bool = false
  ) async throws -> String {
    let path = try #require(server.environment[AskpassVariable.folder])
    let said = await withCheckedContinuation { continuation in
      // Not on a thread that the answer needs.
      let isStarted = DedicatedThread.start {
        continuation.resume(returning: Self.talk(bytes, Array(path.utf8), ends: ends))
      }
      if !isStarted { continuation.resume(returning: nil) }
    }
    return try #require(said)
  }

  /// Nil where nobody takes the bytes.
  private static func talk(_ bytes: [UInt8], _ path: [UInt8], ends: Bool) -> String? {
    let socket = AskpassFolder.connect(to: path, seconds: 5)
    guard socket >= 0 else { return nil }
    defer { close(socket) }
    guard csystem_send(socket, bytes, bytes.count) == bytes.count else { return nil }
    if ends { shutdown(socket, Int32(SHUT_WR)) }
    var said: [UInt8] = []
    while true {
      var part = [UInt8](repeating: 0, count: 4096)
      let count = read(socket, &part, part.count)
      // A socket closed with unread data is reset.
      if count <= 0 { return String(decoding: said, as: UTF8.self) }
      said += part[..<count]
    }
  }

  private func request(
    _ prompt: String, of server: AskpassServer, asker: Int32 = 1
  ) -> [UInt8] {
    let token = Array((server.environment[AskpassVariable.token] ?? "").utf8)
    return AskpassRequest(token: token, asker: asker, prompt: Array(prompt.utf8)).bytes
  }

  @Test("A question reaches the person, and the typed answer goes back")
  func both() async throws {
    let person = Person(.given(secret("open sesame")), .yes, .no(.declined))
    let server = try server(person)
    #expect(
      try await reply(to: request(Self.passphrase, of: server), from: server)
        == "yes 11\nopen sesame")
    let host = "The authenticity of host 'x' can't be established.\nSure (yes/no)? "
    #expect(try await reply(to: request(host, of: server), from: server) == "yes 3\nyes")
    #expect(try await reply(to: request("Username for 'x': ", of: server), from: server) == "no\n")
    #expect(person.asked.map(\.kind) == [.passphrase, .hostKey, .userName])
    #expect(server.refused?.question.kind == .userName && server.refused?.refusal == .declined)
    await server.close()
  }

  @Test("After one “no” nothing more is asked")
  func declined() async throws {
    let person = Person(.no(.declined), .yes)
    let server = try server(person)
    for prompt in ["ann@x's password: ", "ann@x's password: ", "Username for 'x': "] {
      #expect(try await reply(to: request(prompt, of: server), from: server) == "no\n")
    }
    #expect(person.asked.count == 1)
    await server.close()
  }

  @Test("An answer serves git's next call until one process asks twice, which proves it wrong")
  func repeated() async throws {
    let (first, second) = (secret("wrong"), secret("right"))
    let person = Person(.given(first), .given(second))
    let server = try server(person)
    func ask(_ asker: Int32) async throws -> String {
      try await reply(to: request(Self.passphrase, of: server, asker: asker), from: server)
    }
    #expect(try await ask(1) == "yes 5\nwrong")
    #expect(try await ask(1) == "yes 5\nright")
    #expect(try await ask(2) == "yes 5\nright")
    #expect(person.asked.map(\.isRepeated) == [false, true])
    #expect(server.wrongPassphrases == 1 && server.refused == nil)
    #expect(first.isEmpty && !second.isEmpty)
    await server.close()
    #expect(second.isEmpty, "nothing typed is left when the sync has ended")
  }

  @Test(
    "A request that is truncated, too long or without the token asks no one, and the next is served"
  )
  func hostile() async throws {
    let person = Person(.given(secret("x")))
    let server = try server(person)
    let good = request(Self.passphrase, of: server)
    var guessed = good
    guessed[20] ^= 1
    let huge = Array("notes-tui-ask-1 a  7 8192 ".utf8) + [UInt8](repeating: 0x20, count: 20_000)
    for (bytes, ends) in [
      (guessed, false), (good.dropLast(), true), ([], true),
      (Array("GET / HTTP/1.1\n".utf8), false),
      (huge, false), ([UInt8](repeating: 0xff, count: 300), false), (good + [0x21], false),
    ] as [([UInt8], Bool)] {
      #expect(try await reply(to: bytes, from: server, ends: ends) == "")
    }
    #expect(person.asked.isEmpty)
    #expect(try await reply(to: good, from: server) == "yes 1\nx")
    await server.close()
  }

  @Test("Only the owner can use the socket, and it is removed with the sync, as are old leftovers")
  func files() async throws {
    folder.makeFolder("notes-tui-ask-0123456789abcdef")
    folder.write("notes-tui-ask-0123456789abcdef/socket", "")
    folder.makeFolder("notes-tui-ask-of-another-kind")
    folder.write("notes-tui-ask-of-another-kind/note.md", "a word\n")
    let server = try server(Person())
    let path = try #require(server.environment[AskpassVariable.folder])
    let name = String(path.dropFirst(folder.path.count + 1))
    #expect(folder.mode(name).map { $0 & 0o777 } == 0o700)
    #expect(folder.mode("\(name)/socket").map { $0 & 0o777 } == 0o600)
    #expect(!folder.exists("notes-tui-ask-0123456789abcdef"))
    #expect(folder.text("notes-tui-ask-of-another-kind/note.md") == "a word\n")
    // A live server's folder is left alone.
    let other = try self.server(Person())
    #expect(folder.exists("\(name)/socket"))
    await other.close()
    await server.close()
    #expect(folder.names() == ["notes-tui-ask-of-another-kind"])
    await server.close()
  }

  @Test("If the first folder refuses the socket the next is used, and failure of all is reported")
  func folders() async throws {
    folder.write("file", "")
    let server = try AskpassServer(in: [
      Array(folder.path("file").utf8), Array(folder.path("a/b").utf8),
    ]) {
      _ in .yes
    }
    #expect(server.environment[AskpassVariable.folder]?.hasPrefix(folder.path("a/b/")) == true)
    #expect(folder.mode("a/b").map { $0 & 0o777 } == 0o700)
    await server.close()
    #expect(throws: SystemError.self) {
      try AskpassServer(in: [Array(folder.path("file").utf8)]) { _ in .yes }
    }
  }

  @Test(
    "If the asker exits while the person thinks, its question is withdrawn and the next one comes")
  func clientDies() async throws {
    let (asked, taken) = (Latch(), Latch())
    let person = Person(.no(.declined), .yes)
    let server = try AskpassServer(in: [folder.bytes]) { question in
      let answer = person.answer(question)
      if answer == .yes { return answer }
      await asked.open()
      await withTaskCancellationHandler {
        await taken.pass()
      } onCancel: {
        Task { await taken.open() }
      }
      return answer
    }
    let path = try #require(server.environment[AskpassVariable.folder])
    let socket = AskpassFolder.connect(to: Array(path.utf8), seconds: 5)
    let bytes = request(Self.passphrase, of: server)
    #expect(csystem_send(socket, bytes, bytes.count) == bytes.count)
    await asked.pass()
    close(socket)
    await taken.pass()
    #expect(try await reply(to: bytes, from: server) == "yes 3\nyes")
    #expect(server.refused == nil, "the person did not say no")
    await server.close()
  }

  @Test(
    "If the sync ends while the person thinks, the question is withdrawn and the asker gets a “no”")
  func serverEnds() async throws {
    let (asked, taken) = (Latch(), Latch())
    let server = try AskpassServer(in: [folder.bytes]) { _ in
      await asked.open()
      await withTaskCancellationHandler {
        await taken.pass()
      } onCancel: {
        Task { await taken.open() }
      }
      return .no(.declined)
    }
    let bytes = request(Self.passphrase, of: server)
    async let said = reply(to: bytes, from: server)
    await asked.pass()
    await server.close()
    #expect(try await said == "no\n")
    #expect(folder.names().isEmpty)
  }

  @Test("The environment alone makes the program an asker, and without a server it answers no")
  func client() {
    let none: (String) -> String? = { _ in nil }
    #expect(AskpassClient.run([Array("Password: ".utf8)], variable: none) == nil)
    #expect(AskpassClient.run([], variable: none) == nil)
    let gone: (String) -> String? = { name in
      name == AskpassVariable.hint ? nil : folder.path("notes-tui-ask-gone")
    }
    #expect(AskpassClient.run([Array("Password: ".utf8)], variable: gone)?.code == 1)
    #expect(
      AskpassClient.run(["--askpass", "Password: "].map { Array($0.utf8) }, variable: gone)?.code
        == 1)
    #expect(AskpassClient.run(["list", "--json"].map { Array($0.utf8) }, variable: gone) == nil)
  }
}
