/// A short name for bytes of any length, fit for a file: of a vault's path, or of a note's.
package enum ShortName {
  package static func of(_ bytes: [UInt8]) -> String {
    let digits = Hex.digits(Digest.of(bytes)) + Hex.digits(Digest.of(bytes, seed: 1))
    return String(decoding: digits, as: UTF8.self)
  }
}
