/// For whom something is closed.
package enum AgeRecipient: Sendable {
  case key(X25519Recipient)
  /// Excludes others: a file with a passphrase has no other recipients. Each step of the work
  /// factor doubles the time and memory that every guess takes; 18 is age's own and takes about a
  /// second.
  case passphrase(Secret, workFactor: Int = 18)

  /// The factors that can be chosen.
  static let workFactors = 1...22
}

/// What somebody can open with.
package enum AgeIdentity: Sendable {
  case key(X25519Identity)
  /// Files that ask for more work than the limit are refused before any of it is done.
  case passphrase(Secret, workFactorLimit: Int)

  /// A passphrase with the usual limit: what age tries too, if half of the memory here bears it.
  package static func passphrase(_ passphrase: Secret) -> AgeIdentity {
    .passphrase(passphrase, workFactorLimit: Scrypt.workFactorLimit)
  }
}

/// A file of keys as `age-keygen` writes it: a key a line; empty lines and those that begin with `#`
/// are passed over.
package enum IdentityFile {
  /// Larger ones are none.
  package static let limit = 1 << 20

  /// Every key in it, at least one.
  package static func identities(
    in text: UnsafeRawBufferPointer
  ) throws(AgeError) -> [X25519Identity] {
    guard text.count <= limit else { throw .keyFile(.tooLarge, line: 1) }
    var identities: [X25519Identity] = []
    for (index, line) in lines(of: text).enumerated() where !isSkipped(line) {
      do throws(AgeError) {
        identities.append(try X25519Identity(UnsafeRawBufferPointer(rebasing: line)))
      } catch {
        guard case .key(let fault) = error else { throw error }
        throw .keyFile(fault, line: index + 1)
      }
    }
    if identities.isEmpty { throw .keyFile(.noKeys, line: 1) }
    return identities
  }

  private static func isSkipped(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
    line.isEmpty || line.first == UInt8(ascii: "#")
  }

  private static func lines(of text: UnsafeRawBufferPointer) -> [Slice<UnsafeRawBufferPointer>] {
    text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
  }
}
