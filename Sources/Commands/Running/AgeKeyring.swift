import Entities
package import Vault

/// The keys and the passphrase from a command line.
@MainActor
final class AgeKeyring {
  private let request: CommandRequest
  private let streams: any AgeStreams
  /// Asked for only once.
  private var passphrase: Secret?

  init(_ request: CommandRequest, _ streams: any AgeStreams) {
    self.request = request
    self.streams = streams
  }

  private var wantsPassphrase: Bool { request.has(.passphrase) || request.has(.passphraseFD) }

  func recipients() throws(CommandFailure) -> [AgeRecipient] {
    var recipients: [AgeRecipient] = []
    for written in request.options[.recipient] ?? [] {
      do throws(AgeError) {
        recipients.append(.key(try X25519Recipient(written.bytes)))
      } catch {
        throw CommandFailure("“\(shown(written))”: \(error.message)", code: .usage)
      }
    }
    for path in request.options[.identity] ?? [] {
      recipients += try keys(in: path).map { .key($0.recipient) }
    }
    if !recipients.isEmpty, wantsPassphrase, !request.has(.identity) || request.has(.passphrase) {
      throw CommandFailure(AgeError.key(.passphraseNotAlone).message, code: .usage)
    }
    if !recipients.isEmpty { return recipients }
    guard wantsPassphrase else {
      throw CommandFailure(
        "say who may open it: --recipient, --identity or --passphrase.", code: .usage)
    }
    return [.passphrase(try newPassphrase())]
  }

  func identities() throws(CommandFailure) -> [AgeIdentity] {
    var identities: [AgeIdentity] = []
    for path in request.options[.identity] ?? [] {
      identities += try keys(in: path).map { .key($0) }
    }
    if identities.isEmpty || request.has(.passphrase) {
      identities.append(.passphrase(try knownPassphrase("Passphrase: ")))
    }
    return identities
  }

  private func shown(_ written: RawArgument) -> String {
    // A secret key that was given by mistake must not be printed.
    let isSecret = written.text.uppercased().hasPrefix("AGE-SECRET-KEY-")
    return isSecret ? "AGE-SECRET-KEY-…" : written.text
  }

  private func keys(in path: RawArgument) throws(CommandFailure) -> [X25519Identity] {
    var text = try streams.readKeys(path)
    let closed = text.withBytes { Age.begins($0) ? Array($0) : nil }
    if let closed {
      let passphrase = try knownPassphrase("Passphrase of \(path.text): ")
      text = try rethrow(Age.openSecret(bytes: closed, with: [.passphrase(passphrase)])) {
        (error: AgeError) in failure(error, path)
      }
    }
    return try rethrow(
      text.withBytes { (text) throws(AgeError) in
        try IdentityFile.identities(in: text)
      }
    ) { (error: AgeError) in failure(error, path) }
  }

  private func failure(_ error: AgeError, _ path: RawArgument) -> CommandFailure {
    if case .noMatch = error {
      return CommandFailure("\(path.text): \(error.message)", code: .locked)
    }
    return CommandFailure("\(path.text): \(error.message)")
  }

  func knownPassphrase(_ question: String) throws(CommandFailure) -> Secret {
    if let passphrase { return passphrase }
    let found: Secret
    if let given = try given() {
      found = given
    } else {
      found = try streams.askPassphrase(question)
    }
    passphrase = found
    return found
  }

  func newPassphrase() throws(CommandFailure) -> Secret {
    if let given = try given() { return given }
    let first = try streams.askPassphrase("New passphrase: ")
    if first.count == 0 {
      throw CommandFailure(AgeError.key(.emptyPassphrase).message, code: .usage)
    }
    guard try streams.askPassphrase("Once more: ").isEqual(to: first) else {
      throw CommandFailure("the two passphrases differ; nothing was done.", code: .usage)
    }
    return first
  }

  /// Whether the passphrase comes from a descriptor, so that there is no user to ask.
  var isGiven: Bool { request.has(.passphraseFD) }

  /// Reads the passphrase from a descriptor, one line each time.
  private func given() throws(CommandFailure) -> Secret? {
    guard let written = request.value(of: .passphraseFD)?.text else { return nil }
    guard let number = Int(written), (0...Int(Int32.max)).contains(number) else {
      throw CommandFailure("--passphrase-fd is the number of a descriptor.", code: .usage)
    }
    return try streams.readPassphrase(descriptor: number)
  }
}

/// The files of `age`, and the user's answers.
@MainActor
package protocol AgeStreams {
  /// Whether there is a terminal for questions.
  var canAsk: Bool { get }

  /// Opens a file, or standard input if `path` is nil.
  func openInput(_ path: RawArgument?) throws(CommandFailure) -> AgeSource

  /// Opens a file that `finish` completes in one step, or standard output if `path` is nil. A
  /// private file is readable only by its owner if it is new.
  func openOutput(
    _ path: RawArgument?, isPrivate: Bool
  ) throws(CommandFailure) -> any AgeOutput

  func readKeys(_ path: RawArgument) throws(CommandFailure) -> Secret

  /// Asks on the terminal without echo.
  func askPassphrase(_ question: String) throws(CommandFailure) -> Secret

  /// Asks on the terminal for yes or no; nil without a terminal.
  func confirm(_ question: String) -> Bool?

  /// Shows a secret between two texts, only on the terminal.
  func show(_ secret: Secret, after text: String, before end: String) throws(CommandFailure)

  /// Reads the first line from a descriptor.
  func readPassphrase(descriptor: Int) throws(CommandFailure) -> Secret
}

/// A file that is being written. If it is released before the end, it leaves nothing behind.
@MainActor
package protocol AgeOutput: AnyObject {
  var sink: AgeSink { get }

  /// Completes the file.
  func finish() throws(CommandFailure)
}
