import Commands
import Entities
import Files
import Glibc
import Vault

/// The real files, standard streams and terminal for `age`.
struct AgeFiles: AgeStreams {
  /// Whether there is a user to ask, who may press Ctrl-C.
  var hasTerminal = true
  /// Writes all bytes; returns the error's code if that fails.
  var standardOutput: @Sendable (UnsafeRawBufferPointer) -> Int32? = { TextOutput.send($0) }

  func openInput(_ path: RawArgument?) throws(CommandFailure) -> AgeSource {
    guard let path else {
      let input = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
      return source(of: OpenFile(Descriptor(owning: input)))
    }
    return source(of: OpenFile(try open(path)))
  }

  func openOutput(
    _ path: RawArgument?, isPrivate: Bool
  ) throws(CommandFailure) -> any AgeOutput {
    guard let path else { return OpenOutput(standardOutput) }
    return try rethrow(
      OutputFile.open(path.bytes, isPrivate: isPrivate, isInterruptible: hasTerminal)
    ) { (error: SystemError) in Self.cannotWrite(path.text, error) }
  }

  func readKeys(_ path: RawArgument) throws(CommandFailure) -> Secret {
    Traces.forbidDumps()
    let file = try open(path)
    let raw = file.raw
    do throws(SecretError<SystemError>) {
      let size = (try? Posix.facts(of: raw))?.size ?? 0
      // One byte more than the file's size, so that a larger file is detected.
      let room = max(1 << 16, min(size, IdentityFile.limit) + 1)
      return try Secret(capacity: room) { (room) throws(SystemError) in
        var filled = 0
        while filled < room.count {
          let rest = UnsafeMutableRawBufferPointer(rebasing: room[filled...])
          let got = try Posix.retrying { read(raw, rest.baseAddress, rest.count) }
          if got == 0 { break }
          filled += got
        }
        return filled
      }
    } catch {
      switch error {
      case .noMemory: throw CommandFailure(AgeError.noMemory.message)
      case .filling(let error):
        throw CommandFailure("\(path.text) cannot be read: \(error.reason).")
      }
    }
  }

  /// Whether there is a user to ask.
  var canAsk: Bool { hasTerminal && (try? UserTerminal.open(O_RDWR)) != nil }

  func askPassphrase(_ question: String) throws(CommandFailure) -> Secret {
    if !hasTerminal { throw PassphraseQuestion.noTerminal }
    return try PassphraseQuestion.ask(question)
  }

  func confirm(_ question: String) -> Bool? {
    if !hasTerminal { return nil }
    do throws(SystemError) {
      let terminal = try UserTerminal.open(O_RDWR)
      let raw = terminal.raw
      try UserTerminal.write("\(question) ", to: raw)
      var line = [UInt8](repeating: 0, count: 256)
      let count = try Posix.retrying { read(raw, &line, line.count) }
      let answer = String(
        decoding: line[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      return ["y", "yes"].contains(answer.lowercased())
    } catch {
      return nil
    }
  }

  func show(_ secret: Secret, after text: String, before end: String) throws(CommandFailure) {
    if !hasTerminal { throw PassphraseQuestion.noTerminal }
    try PassphraseQuestion.show(secret, after: text, before: end)
  }

  func readPassphrase(descriptor: Int) throws(CommandFailure) -> Secret {
    try PassphraseQuestion.readLine(Int32(clamping: descriptor))
  }

  private func open(_ path: RawArgument) throws(CommandFailure) -> Descriptor {
    do throws(SystemError) {
      let file = try Posix.open(path.bytes, O_RDONLY | O_NOCTTY)
      guard try Posix.facts(of: file.raw).kind != .folder else { throw SystemError(EISDIR) }
      return file
    } catch {
      throw CommandFailure(
        "\(path.text) cannot be read: \(error.reason).",
        code: error.code == ENOENT ? .notFound : .failed)
    }
  }

  private func source(of file: OpenFile) -> AgeSource {
    AgeSource { (room) throws(SystemError) in
      while true {
        try Interruption.check(whileWaitingFor: file.raw)
        let got = read(file.raw, room.baseAddress, room.count)
        if got >= 0 { return got }
        if errno != EINTR, errno != EAGAIN { throw SystemError.last }
      }
    }
  }

  static func cannotWrite(_ path: String, _ error: SystemError) -> CommandFailure {
    error.code == ESTALE || error.code == EEXIST
      ? CommandFailure(
        "\(path) was written by another program meanwhile; it was left as it is.", code: .conflict)
      : CommandFailure("\(path) cannot be written: \(error.reason).")
  }
}

/// An open file that can be stored in a closure.
final class OpenFile: Sendable {
  private let descriptor: Descriptor
  var raw: Int32 { descriptor.raw }

  init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
}

/// An output that is written directly: a pipe or a device.
private final class OpenOutput: AgeOutput {
  let sink: AgeSink

  init(_ write: @escaping @Sendable (UnsafeRawBufferPointer) -> Int32?) {
    sink = AgeSink { (bytes) throws(SystemError) in
      if let code = write(bytes) { throw SystemError(code) }
    }
  }

  func finish() throws(CommandFailure) {}
}
