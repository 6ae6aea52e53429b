/// A recipient, who can open what is encrypted.
package enum AgeRecipient: Sendable {
  case key(X25519Recipient)
  /// The only recipient of a file. Each step of the work factor doubles the time and memory of
  /// every guess; 18 is age's own default and takes about a second.
  case passphrase(Secret, workFactor: Int = 18)

  /// The allowed factors.
  static let workFactors = 1...22
}

/// A key or passphrase that opens files.
package enum AgeIdentity: Sendable {
  case key(X25519Identity)
  /// A file with a higher work factor is rejected before any work.
  case passphrase(Secret, workFactorLimit: Int)

  /// Returns a passphrase with the usual limit for the work factor: age's own, if half of this
  /// computer's memory is enough for it.
  package static func passphrase(_ passphrase: Secret) -> AgeIdentity {
    .passphrase(passphrase, workFactorLimit: Scrypt.workFactorLimit)
  }
}

/// A file of keys as `age-keygen` writes it: one key per line; empty lines and those that begin
/// with `#` are skipped.
package enum IdentityFile {
  /// Larger files are rejected.
  package static let limit = 1 << 20

  /// Returns every key in the file, at least one.
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
