import Entities
import Synchronization
import Vault

/// Encrypts and decrypts single files in the age format.
struct AgeCommands: CommandPart {
  let context: CommandContext

  func ageEncrypt(_ request: CommandRequest) throws(CommandFailure) -> ExitCode {
    if outputPath(request) == nil, output.isTerminal, !request.has(.armor) {
      throw CommandFailure(
        "a terminal cannot show bytes. Write to a file with --output, or text with --armor.",
        code: .usage)
    }
    let recipients = try AgeKeyring(request, context.streams).recipients()
    let path = inputPath(request)
    let source = try context.streams.openInput(path)
    let file = try context.streams.openOutput(outputPath(request), isPrivate: false)
    try rethrow(
      AgePipe.encrypt(
        from: source, to: file.sink, for: recipients, armored: request.has(.armor))
    ) { (error: AgePipeError) in failure(error, path, request) }
    try file.finish()
    return .done
  }

  func ageDecrypt(_ request: CommandRequest) throws(CommandFailure) -> ExitCode {
    let identities = try AgeKeyring(request, context.streams).identities()
    let path = inputPath(request)
    let source = try context.streams.openInput(path)
    if outputPath(request) == nil, output.isTerminal {
      return try show(source, identities, path, request)
    }
    let file = try context.streams.openOutput(outputPath(request), isPrivate: true)
    try rethrow(AgePipe.decrypt(from: source, to: file.sink, with: identities)) {
      (error: AgePipeError) in failure(error, path, request)
    }
    try file.finish()
    return .done
  }

  /// Shows a decrypted text on the terminal, escaped, and only after it is verified as complete.
  private func show(
    _ source: AgeSource, _ identities: [AgeIdentity], _ path: RawArgument?,
    _ request: CommandRequest
  ) throws(CommandFailure) -> ExitCode {
    let shown = Shown()
    try rethrow(
      AgePipe.decrypt(
        from: source, to: AgeSink { shown.take($0) }, with: identities)
    ) { (error: AgePipeError) in failure(error, path, request) }
    guard let text = shown.text else {
      throw CommandFailure(
        "\(name(path)) is too large to show in the terminal, or is not text. Write it to a "
          + "file with --output.")
    }
    output.writeLines(of: text)
    return .done
  }

  private func inputPath(_ request: CommandRequest) -> RawArgument? {
    request.argument.flatMap { $0.isStandardInput ? nil : $0 }
  }

  private func outputPath(_ request: CommandRequest) -> RawArgument? {
    request.value(of: .output).flatMap { $0.isStandardInput ? nil : $0 }
  }

  private func name(_ path: RawArgument?) -> String {
    path.map { output.shown($0.bytes) } ?? "standard input"
  }

  private func failure(
    _ error: AgePipeError, _ path: RawArgument?, _ request: CommandRequest
  ) -> CommandFailure {
    switch error {
    case .reading:
      CommandFailure("\(name(path)) cannot be read: \(error.reason).")
    case .writing:
      CommandFailure(
        "\(outputPath(request).map { output.shown($0.bytes) } ?? "standard output") cannot be "
          + "written: \(error.reason).")
    case .age(.noMatch(let mismatch)):
      CommandFailure("\(name(path)): \(AgeError.noMatch(mismatch).message)", code: .locked)
    case .age(.key(let fault)): CommandFailure(AgeError.key(fault).message, code: .usage)
    case .age(let error): CommandFailure("\(name(path)): \(error.message)")
    }
  }
}

/// Collects a text for a terminal until it is complete.
private final class Shown: Sendable {
  private static let limit = 16 << 20
  private let gathered = Mutex<[UInt8]>([])

  func take(_ piece: UnsafeRawBufferPointer) {
    gathered.withLock { gathered in
      if gathered.count <= Self.limit { gathered += piece }
    }
  }

  /// The text; nil if it is too long or not text.
  var text: [UInt8]? {
    gathered.withLock { gathered in
      guard gathered.count <= Self.limit, !gathered.contains(0),
        String(validating: gathered, as: UTF8.self) != nil
      else { return nil }
      return gathered
    }
  }
}
