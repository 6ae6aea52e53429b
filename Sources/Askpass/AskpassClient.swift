import CSystem
import Glibc
import Secrets

/// This program, started by git or ssh to ask a question: it passes the question to the syncing
/// process, and prints the answer.
package enum AskpassClient {
  /// Returns the exit code, and a message for a person who started it by hand; nil if it was
  /// started for something else.
  ///
  /// git and ssh accept a path without options, so everything else is in the environment.
  package static func run(
    _ arguments: [[UInt8]], variable: (String) -> String?
  ) -> (code: Int32, message: String)? {
    let isNamed = arguments.first?.elementsEqual("--askpass".utf8) == true
    guard let folder = variable(AskpassVariable.folder),
      let token = variable(AskpassVariable.token)
    else {
      guard isNamed else { return nil }
      return (1, "notes-tui: --askpass is for git and ssh, which ask by it while notes-tui syncs.")
    }
    guard isNamed || arguments.count == 1 else { return nil }
    let prompt = (isNamed ? arguments.dropFirst() : arguments[...]).joined(separator: [0x20])
    let request = AskpassRequest(
      token: Array(token.utf8), hint: word(variable(AskpassVariable.hint)), asker: getppid(),
      prompt: Array(prompt))
    guard let secret = answer(to: request, in: Array(folder.utf8)) else { return (1, "") }
    defer { secret.wipe() }
    return (print(secret) ? 0 : 1, "")
  }

  /// Longer than git waits for the person.
  private static let patience = Duration.seconds(600)

  private static func word(_ hint: String?) -> String {
    let known = ["confirm", "none"]
    return hint.flatMap { known.contains($0) ? $0 : nil } ?? ""
  }

  /// Returns nil for a “no”, and if no server answers.
  private static func answer(to request: AskpassRequest, in folder: [UInt8]) -> TypedSecret? {
    let server = AskpassFolder.connect(to: folder, seconds: 5)
    guard server >= 0 else { return nil }
    defer { close(server) }
    guard csystem_peer_user(server) == Int(geteuid()) else { return nil }
    let bytes = request.bytes
    guard csystem_send(server, bytes, bytes.count) == bytes.count else { return nil }
    let end = ContinuousClock.now + patience
    var line: [UInt8] = []
    while line.last != UInt8(ascii: "\n") {
      var byte: UInt8 = 0
      guard line.count < 32, read(server, &byte, 1, until: end) == 1 else { return nil }
      line.append(byte)
    }
    let words = line.dropLast().split(separator: UInt8(ascii: " "))
    guard words.count == 2, words[0].elementsEqual("yes".utf8),
      let count = Int(String(decoding: words[1], as: UTF8.self)),
      (0...TypedSecret.limit).contains(count)
    else { return nil }
    let secret = TypedSecret()
    return take(count, from: server, into: secret, until: end) ? secret : nil
  }

  private static func take(
    _ count: Int, from server: Int32, into secret: TypedSecret, until end: ContinuousClock.Instant
  ) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { part in
      defer { if let start = part.baseAddress { explicit_bzero(start, part.count) } }
      var left = count
      while left > 0 {
        let got = part.baseAddress.map { read(server, $0, min(left, part.count), until: end) } ?? 0
        guard got > 0, secret.append(UnsafeRawBufferPointer(rebasing: part[..<got])) else {
          return false
        }
        left -= got
      }
      return true
    }
  }

  private static func read(
    _ file: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int,
    until end: ContinuousClock.Instant
  ) -> Int {
    while true {
      let left = max(.zero, end - ContinuousClock.now) / .milliseconds(1)
      var entry = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      let isReady = poll(&entry, 1, Int32(min(left.rounded(.up), 1e9)))
      if isReady == 0 { return 0 }
      if isReady < 0 {
        if errno == EINTR { continue }
        return -1
      }
      let got = Glibc.read(file, bytes, count)
      if got >= 0 || errno != EINTR { return got }
    }
  }

  /// Prints the secret with a line feed.
  private static func print(_ secret: TypedSecret) -> Bool {
    secret.append([UInt8(ascii: "\n")])
      && secret.withBytes { bytes in
        var done = 0
        while done < bytes.count {
          let count = write(STDOUT_FILENO, bytes.baseAddress.map { $0 + done }, bytes.count - done)
          if count < 0, errno == EINTR { continue }
          guard count > 0 else { return false }
          done += count
        }
        return true
      }
  }
}
