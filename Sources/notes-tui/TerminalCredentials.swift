import Files
import Glibc
import Secrets
import Services
import Threads

/// Asks the questions of git and ssh on the terminal, wherever the standard streams go.
struct TerminalCredentials: CredentialAsking {
  func answer(_ question: CredentialQuestion) async -> CredentialAnswer {
    let stop = Bell()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isStarted = DedicatedThread.start {
          continuation.resume(returning: Self.ask(question, until: stop))
        }
        if !isStarted { continuation.resume(returning: .no(.noTerminal)) }
      }
    } onCancel: {
      stop.ring()
    }
  }

  private static func ask(_ question: CredentialQuestion, until stop: Bell) -> CredentialAnswer {
    guard let terminal = try? UserTerminal.open(O_RDWR) else { return .no(.noTerminal) }
    let raw = terminal.raw
    // Clears a line with the sync's progress.
    if UserTerminal.hasMessages { UserTerminal.replaceLine(with: "") }
    if question.kind == .notice {
      try? UserTerminal.write(question.text + "\n", to: raw)
      return .yes
    }
    var settings = termios()
    guard tcgetattr(raw, &settings) == 0 else { return .no(.noTerminal) }
    var asking = question.isSecret ? PassphraseQuestion.silent(settings) : settings
    asking.c_lflag |= tcflag_t(ICANON | ISIG)
    guard tcsetattr(raw, TCSAFLUSH, &asking) == 0 else { return .no(.noTerminal) }
    defer { tcsetattr(raw, TCSAFLUSH, &settings) }
    // Asked only now, so that even fast typing is not echoed.
    try? UserTerminal.write(question.onTerminal, to: raw)
    let line = line(from: raw, until: stop)
    if question.isSecret || line == nil { try? UserTerminal.write("\n", to: raw) }
    guard let line, !line.isEmpty else { return .no(.declined) }
    guard question.kind == .hostKey || question.kind == .consent else { return .given(line) }
    let word = line.withBytes { String(decoding: $0, as: UTF8.self) }
    return question.agrees(word) ? .yes : .no(.declined)
  }

  /// Returns nil at the end of input.
  private static func line(from terminal: Int32, until stop: Bell) -> TypedSecret? {
    let line = TypedSecret()
    while true {
      var entries = [terminal, stop.descriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let count = poll(&entries, 2, -1)
      if count < 0, errno == EINTR { continue }
      if count <= 0 || entries[1].revents != 0 { return nil }
      // Reads no more than the line: the bytes after it are for another reader.
      var byte: UInt8 = 0
      let got = read(terminal, &byte, 1)
      if got < 0, errno == EINTR || errno == EAGAIN { continue }
      if got <= 0 { return nil }
      if byte == UInt8(ascii: "\n") { return line }
      if !line.append(CollectionOfOne(byte)) { return nil }
    }
  }
}

extension CredentialQuestion {
  fileprivate var isSecret: Bool {
    switch kind {
    case .password, .passphrase, .code: true
    case .userName, .hostKey, .consent, .notice: false
    }
  }

  fileprivate var onTerminal: String {
    let asked = (isRepeated ? "That was wrong. " : "") + text
    return switch kind {
    case .hostKey:
      asked + "\nIs this the fingerprint of its owner? It will be remembered (yes, or no): "
    case .consent: asked + " (yes, or no): "
    default: asked + " "
    }
  }
}
