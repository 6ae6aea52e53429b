import Commands
import Files
import Glibc
import Vault

/// Reads passphrases from the terminal, without echo, or from a descriptor.
enum PassphraseQuestion {
  private static let limit = 4_096

  static var noTerminal: CommandFailure {
    CommandFailure(
      "there is no terminal to ask for the passphrase on. Give it with --passphrase-fd.",
      code: .locked)
  }

  static func ask(_ question: String) throws(CommandFailure) -> Secret {
    Traces.forbidDumps()
    let terminal: Descriptor
    do throws(SystemError) {
      terminal = try UserTerminal.open(O_RDWR)
    } catch {
      throw noTerminal
    }
    // A signal that ends the program must leave the terminal restored.
    Interruption.begin()
    let answer: Secret
    do throws(SecretError<SystemError>) {
      let raw = terminal.raw
      var settings = termios()
      guard tcgetattr(raw, &settings) == 0 else { throw .filling(SystemError.last) }
      defer {
        tcsetattr(raw, TCSAFLUSH, &settings)
        try? UserTerminal.write("\n", to: raw)
      }
      var silent = Self.silent(settings)
      guard tcsetattr(raw, TCSAFLUSH, &silent) == 0 else { throw .filling(SystemError.last) }
      // Asked only now, so that even fast typing is not echoed.
      try? UserTerminal.write(question, to: raw)
      answer = try line(from: raw)
    } catch {
      switch error {
      case .filling(let error) where error.code == ECANCELED:
        throw CommandFailure("nothing was done.", code: .cancelled)
      default: throw cannotRead(error)
      }
    }
    return answer
  }

  /// Returns terminal settings for typing a line without echo.
  static func silent(_ settings: termios) -> termios {
    var silent = settings
    silent.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK | ECHONL)
    silent.c_lflag |= tcflag_t(ICANON | ISIG)
    return silent
  }

  /// Writes a secret to the terminal itself, wherever standard output goes.
  static func show(
    _ secret: Secret, after text: String, before end: String
  ) throws(CommandFailure) {
    do throws(SystemError) {
      let terminal = try UserTerminal.open(O_WRONLY)
      let raw = terminal.raw
      try UserTerminal.write(text, to: raw)
      try secret.withBytes { (bytes) throws(SystemError) in
        try UserTerminal.write(bytes, to: raw)
      }
      try UserTerminal.write(end, to: raw)
    } catch {
      throw noTerminal
    }
  }

  static func readLine(_ descriptor: Int32) throws(CommandFailure) -> Secret {
    Traces.forbidDumps()
    do throws(SecretError<SystemError>) {
      return try line(from: descriptor)
    } catch {
      throw cannotRead(error)
    }
  }

  private static func cannotRead(_ error: SecretError<SystemError>) -> CommandFailure {
    switch error {
    case .noMemory: CommandFailure(AgeError.noMemory.message)
    case .filling(let error) where error.code == EMSGSIZE:
      CommandFailure("the passphrase is longer than \(limit) bytes.", code: .locked)
    case .filling(let error):
      CommandFailure("the passphrase cannot be read: \(error.reason).", code: .locked)
    }
  }

  /// Byte by byte: the bytes after the line may be meant for another reader.
  private static func line(from file: Int32) throws(SecretError<SystemError>) -> Secret {
    try Secret(capacity: limit + 1) { (room) throws(SystemError) in
      var count = 0
      while count < room.count {
        // Without stopping: the shell would get a terminal without echo.
        try Interruption.check(whileWaitingFor: file, stopping: false)
        let byte = UnsafeMutableRawBufferPointer(rebasing: room[count..<count + 1])
        let got = read(file, byte.baseAddress, 1)
        if got < 0 {
          if errno == EINTR || errno == EAGAIN { continue }
          throw SystemError.last
        }
        if got == 0 || room[count] == UInt8(ascii: "\n") {
          return count > 0 && room[count - 1] == UInt8(ascii: "\r") ? count - 1 : count
        }
        count += 1
      }
      throw SystemError(EMSGSIZE)
    }
  }
}
