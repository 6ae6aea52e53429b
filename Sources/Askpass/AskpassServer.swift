import CSystem
package import Files
import Glibc
import Secrets
package import Services
import Synchronization
import Threads

/// Answers the questions of git and ssh during one sync, on a thread of its own, one at a time.
///
/// They start this program again to ask (`AskpassClient`), which finds the socket through its
/// environment. A program of another user, or without the token, gets no answer.
package final class AskpassServer: Sendable {
  private enum Waited { case ready, stopped, late }

  private struct State {
    var hasEnded = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let folder: AskpassFolder
  private let token = AskpassToken.make()
  private let talk: AskpassTalk
  private let stop = Bell()
  private let state = Mutex(State())

  /// The time for a question to arrive completely, and for a canceled one to end.
  private static let patience = Duration.seconds(5)

  /// Makes the socket in the first possible of these folders. `ask` must end soon after its task is
  /// canceled.
  package init(
    in folders: [[UInt8]],
    ask: @escaping @Sendable (CredentialQuestion) async -> CredentialAnswer
  ) throws(SystemError) {
    folder = try AskpassFolder.make(in: folders)
    talk = AskpassTalk(ask: ask)
    guard stop.descriptor >= 0, DedicatedThread.start({ [self] in serve() }) else {
      throw SystemError(EAGAIN)
    }
  }

  /// The environment that the asking program needs.
  package var environment: [String: String] {
    [
      AskpassVariable.folder: String(decoding: folder.path, as: UTF8.self),
      AskpassVariable.token: String(decoding: token, as: UTF8.self),
    ]
  }

  /// The first question without an answer.
  package var refused: (question: CredentialQuestion, refusal: CredentialRefusal)? {
    talk.refused
  }

  /// The number of typed passphrases that did not open a key.
  package var wrongPassphrases: Int { talk.wrongPassphrases }

  /// Cancels a pending question, wipes the answers, and returns when both are done.
  package func close() async {
    stop.ring()
    await withCheckedContinuation { continuation in
      let hasEnded = state.withLock { state in
        if !state.hasEnded { state.waiting.append(continuation) }
        return state.hasEnded
      }
      if hasEnded { continuation.resume() }
    }
  }

  private func serve() {
    while wait(for: folder.socket.raw, POLLIN) == .ready {
      let raw = csystem_accept(folder.socket.raw)
      if raw >= 0 {
        serve(Descriptor(owning: raw))
      } else if errno == EMFILE || errno == ENFILE {
        // The socket stays readable: wait, since other tasks may close a file.
        _ = wait(for: -1, 0, within: .milliseconds(100))
      }
    }
    talk.wipe()
    folder.remove()
    let waiting = state.withLock { state in
      state.hasEnded = true
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Serves one client. No reply counts as a “no”.
  private func serve(_ client: consuming Descriptor) {
    let raw = client.raw
    guard csystem_peer_user(raw) == Int(geteuid()), let request = read(from: raw),
      AskpassToken.areSame(request.token, token)
    else { return }
    switch answer(request, to: raw) {
    case .yes: send("yes 3\nyes", to: raw)
    case .given(let secret):
      send("yes \(secret.count)\n", to: raw)
      secret.withBytes { bytes in _ = csystem_send(raw, bytes.baseAddress, bytes.count) }
    case .no, nil: send("no\n", to: raw)
    }
  }

  /// Sends a text, which is small enough for the socket's buffer.
  private func send(_ text: String, to client: Int32) {
    let bytes = Array(text.utf8)
    _ = csystem_send(client, bytes, bytes.count)
  }

  private func read(from client: Int32) -> AskpassRequest? {
    let end = ContinuousClock.now + Self.patience
    var bytes: [UInt8] = []
    while true {
      if let newline = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        guard let (head, count) = AskpassRequest.head(bytes[..<newline]) else { return nil }
        let prompt = bytes[(newline + 1)...]
        if prompt.count > count { return nil }
        if prompt.count == count {
          var request = head
          request.prompt = Array(prompt)
          return request
        }
      } else if bytes.count > AskpassRequest.mostBytesOfHead {
        return nil
      }
      guard wait(for: client, POLLIN, within: end - ContinuousClock.now) == .ready,
        Self.take(from: client, &bytes)
      else { return nil }
    }
  }

  /// Reads available bytes; returns false at the end.
  private static func take(from client: Int32, _ bytes: inout [UInt8]) -> Bool {
    var part = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(client, &part, part.count)
    if count > 0 { bytes += part[..<count] }
    return count > 0 || count < 0 && (errno == EAGAIN || errno == EINTR)
  }

  private final class Reply: Sendable {
    let bell = Bell()
    private let answer = Mutex<CredentialAnswer?>(nil)

    func give(_ given: CredentialAnswer) {
      answer.withLock { $0 = given }
      bell.ring()
    }

    var given: CredentialAnswer? { answer.withLock { $0 } }
  }

  /// Returns nil if the asking program is gone, or the sync is over.
  private func answer(_ request: AskpassRequest, to client: Int32) -> CredentialAnswer? {
    let reply = Reply()
    guard reply.bell.descriptor >= 0 else { return nil }
    let task = Task { @concurrent [talk] in reply.give(await talk.answer(request)) }
    // The client sends nothing more; only its end is awaited.
    if wait(for: reply.bell.descriptor, POLLIN, whileThere: client) == .ready { return reply.given }
    task.cancel()
    let end = ContinuousClock.now + Self.patience
    while reply.given == nil, ContinuousClock.now < end {
      var entry = pollfd(fd: reply.bell.descriptor, events: Int16(POLLIN), revents: 0)
      poll(&entry, 1, 100)
    }
    return nil
  }

  private func wait(
    for file: Int32, _ events: Int32, whileThere client: Int32 = -1, within limit: Duration? = nil
  ) -> Waited {
    let end = limit.map { ContinuousClock.now + $0 }
    while true {
      var entries = [
        pollfd(fd: file, events: Int16(events), revents: 0),
        pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: client, events: 0, revents: 0),
      ]
      let left = end.map { max(.zero, $0 - ContinuousClock.now) / .milliseconds(1) }
      let count = poll(&entries, 3, left.map { Int32(min($0.rounded(.up), 1e9)) } ?? -1)
      if count == 0 { return .late }
      if entries[1].revents != 0 { return .stopped }
      if entries[0].revents != 0 { return .ready }
      if count > 0 { return .stopped }
    }
  }
}

/// The questions and answers of one sync, which calls git more than once: an answer for one call is
/// reused for the next. The answers are wiped at the end.
private final class AskpassTalk: Sendable {
  typealias Asking = @Sendable (CredentialQuestion) async -> CredentialAnswer

  private struct State {
    var given: [[UInt8]: Given] = [:]
    var refused: (question: CredentialQuestion, refusal: CredentialRefusal)?
    var wrongPassphrases = 0
  }

  private struct Given {
    var secret: TypedSecret
    var askers: Set<Int32>
  }

  private let state = Mutex(State())
  private let ask: Asking

  init(ask: @escaping Asking) { self.ask = ask }

  /// The first question without an answer.
  var refused: (question: CredentialQuestion, refusal: CredentialRefusal)? {
    state.withLock(\.refused)
  }

  /// The number of typed passphrases that did not open a key.
  var wrongPassphrases: Int { state.withLock(\.wrongPassphrases) }

  func answer(_ request: AskpassRequest) async -> CredentialAnswer {
    var question = CredentialQuestion(prompt: request.prompt, hint: request.hint)
    // A person who declined one question gets no other one instead.
    if let refused { return .no(refused.refusal) }
    if let secret = known(request, &question) { return .given(secret) }
    let answer = await ask(question)
    state.withLock { state in
      switch answer {
      case .given(let secret):
        state.given[request.prompt] = Given(secret: secret, askers: [request.asker])
      case .no(let refusal):
        if !Task.isCancelled, state.refused == nil { state.refused = (question, refusal) }
      case .yes: break
      }
    }
    return answer
  }

  /// Returns a known answer. If the same process asks again, the answer was wrong.
  private func known(
    _ request: AskpassRequest, _ question: inout CredentialQuestion
  ) -> TypedSecret? {
    state.withLock { state in
      guard let given = state.given[request.prompt] else { return nil }
      if !given.askers.contains(request.asker) {
        state.given[request.prompt]?.askers.insert(request.asker)
        return given.secret
      }
      given.secret.wipe()
      state.given[request.prompt] = nil
      question.isRepeated = true
      if question.kind == .passphrase { state.wrongPassphrases += 1 }
      return nil
    }
  }

  func wipe() {
    state.withLock { state in
      for given in state.given.values { given.secret.wipe() }
      state.given = [:]
    }
  }
}
