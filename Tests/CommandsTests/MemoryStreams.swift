import Commands
import Synchronization
import Vault

/// Files in memory for `age`, and a person who types passphrases.
@MainActor
final class MemoryStreams: AgeStreams {
  var files: [String: [UInt8]] = [:]
  var standardInput: [UInt8] = []
  private(set) var standardOutput: [UInt8] = []
  /// The answers to the questions, in order.
  var typed: [String] = []
  /// The contents of file descriptors.
  var descriptors: [Int: String] = [:]
  private(set) var questions: [String] = []
  var canAsk: Bool { !typed.isEmpty }

  func openInput(_ path: RawArgument?) throws(CommandFailure) -> AgeSource {
    let bytes = try path.map { (path) throws(CommandFailure) in try file(path) } ?? standardInput
    let given = Mutex(0)
    return AgeSource { room in
      given.withLock { given in
        let count = min(room.count, bytes.count - given)
        room.copyBytes(from: bytes[given..<given + count])
        given += count
        return count
      }
    }
  }

  func openOutput(
    _ path: RawArgument?, isPrivate: Bool
  ) throws(CommandFailure) -> any AgeOutput {
    if path?.text.contains("/nowhere/") == true { throw CommandFailure("no folder") }
    return MemoryOutput { bytes in
      if let path { self.files[path.text] = bytes } else { self.standardOutput = bytes }
    }
  }

  func readKeys(_ path: RawArgument) throws(CommandFailure) -> Secret {
    try secret(file(path))
  }

  func askPassphrase(_ question: String) throws(CommandFailure) -> Secret {
    questions.append(question)
    if typed.isEmpty { throw CommandFailure("nobody answers", code: .cancelled) }
    return try secret(Array(typed.removeFirst().utf8))
  }

  /// The answer to each yes-or-no question; nil without a terminal.
  var agrees: Bool?

  func confirm(_ question: String) -> Bool? {
    questions.append(question)
    return agrees
  }

  /// What was shown on the terminal.
  private(set) var shown: [String] = []

  func show(_ secret: Secret, after text: String, before end: String) throws(CommandFailure) {
    shown.append(secret.withBytes { String(decoding: $0, as: UTF8.self) })
    // A person who wrote the key down types its end.
    for (index, line) in typed.enumerated() where line == "its end" {
      typed[index] = String(shown[shown.count - 1].suffix(8))
    }
  }

  func readPassphrase(descriptor: Int) throws(CommandFailure) -> Secret {
    guard let text = descriptors[descriptor] else { throw CommandFailure("not open") }
    // Each read takes one line.
    let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    if lines.count > 1 { descriptors[descriptor] = String(lines[1]) }
    return try secret(Array(lines[0].utf8))
  }

  private func file(_ path: RawArgument) throws(CommandFailure) -> [UInt8] {
    guard let bytes = files[path.text] else {
      throw CommandFailure("\(path.text) is not there", code: .notFound)
    }
    return bytes
  }

  private func secret(_ bytes: [UInt8]) throws(CommandFailure) -> Secret {
    var bytes = bytes
    do throws(AgeError) {
      return try Secret(taking: &bytes)
    } catch {
      throw CommandFailure(error.message)
    }
  }
}

@MainActor
private final class MemoryOutput: AgeOutput {
  private let gathered = Gathered()
  private let place: ([UInt8]) -> Void
  let sink: AgeSink

  init(_ place: @escaping ([UInt8]) -> Void) {
    self.place = place
    sink = AgeSink { [gathered] piece in gathered.bytes.withLock { $0 += piece } }
  }

  func finish() throws(CommandFailure) { place(gathered.bytes.withLock { $0 }) }

  private final class Gathered: Sendable {
    let bytes = Mutex<[UInt8]>([])
  }
}
