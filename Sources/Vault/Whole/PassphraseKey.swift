package import Files

/// The key of one file that a passphrase closes. With it one opens that file, and writes it again
/// behind the same header, without what the passphrase costs.
///
/// It is wiped when it, and everything made with it, is released.
package final class PassphraseKey: Sendable {
  let header: AgeHeader
  let secret: Secret
  let isArmored: Bool
  /// Seals the state of this file elsewhere: unsaved texts, versions.
  package let seal: StateSeal
  /// Tells whose something is that was closed with `seal`: public, and another one for each key.
  package let name: [UInt8]

  private init(_ header: AgeHeader, _ secret: Secret, isArmored: Bool) throws(AgeError) {
    Traces.forbidDumps()
    Traces.wipeFreedMemory()
    self.header = header
    self.secret = secret
    self.isArmored = isArmored
    name = Array(header.code.prefix(Self.nameSize))
    let stateKey = try Secret.key(from: secret, salt: header.code, info: "notes-tui/note")
    seal = StateSeal(
      close: { (bytes) throws(SystemError) in LongSealing.close(bytes, key: stateKey) },
      open: { LongSealing.open($0, key: stateKey) }, name: { ShortName.of($0) })
  }

  package static let nameSize = 16

  /// A new one, for a file that is yet to be written.
  package convenience init(passphrase: Secret, workFactor: Int = 18) throws(AgeError) {
    let recipient = AgeRecipient.passphrase(passphrase, workFactor: workFactor)
    try AgeEncryptor.check([recipient])
    let (header, secret) = try FileKey.make(for: [recipient])
    try self.init(header, secret, isArmored: false)
  }

  /// The key of this file.
  package convenience init(
    of file: [UInt8], passphrase: Secret
  ) throws(AgeError) {
    let header = try Self.header(of: file)
    let secret = try FileKey.key(of: header, with: [.passphrase(passphrase)])
    try self.init(header, secret, isArmored: !file.starts(with: AgeHeader.version))
  }

  /// Whether it is the key of this file.
  package func fits(_ file: [UInt8]) -> Bool {
    (try? Self.header(of: file)).map(fits) ?? false
  }

  func fits(_ other: AgeHeader) -> Bool {
    (header.proved, header.code) == (other.proved, other.code)
  }

  /// Closes a text as the file's next one.
  package func seal(_ text: [UInt8]) throws(AgeError) -> [UInt8] {
    var encryptor = try AgeEncryptor(with: self, limit: text.count)
    var sealed: [UInt8] = []
    sealed.reserveCapacity(text.count + text.count / 3_000 + 512)
    text.withUnsafeBytes { encryptor.push($0) { sealed += $0 } }
    encryptor.finish { sealed += $0 }
    return sealed
  }

  /// The text of the file; all of it was proved, or nothing is given.
  package func open(_ file: [UInt8]) throws(AgeError) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(file.count)
    do throws(AgeError) {
      var decryptor = AgeDecryptor(with: self, limit: file.count)
      try file.withRaw { (bytes) throws(AgeError) in try decryptor.push(bytes) { text += $0 } }
      try decryptor.finish { text += $0 }
    } catch {
      text.withUnsafeMutableBytes { Sodium.wipe($0) }
      throw error
    }
    return text
  }

  private static func header(of file: [UInt8]) throws(AgeError) -> AgeHeader {
    var form = FormReader(.either)
    var reader = HeaderReader()
    var made: [UInt8] = []
    let start = Array(file.prefix(HeaderReader.limit))
    try start.withRaw { (bytes) throws(AgeError) in
      if try form.read(bytes, to: &made) {
        _ = try reader.read(bytes)
      } else {
        _ = try made.withRaw { (made) throws(AgeError) in try reader.read(made) }
      }
    }
    guard reader.isWhole else { throw reader.endFault }
    return reader.header
  }
}
