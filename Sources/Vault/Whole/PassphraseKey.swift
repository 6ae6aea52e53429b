package import Files

/// The key of one file that is encrypted with a passphrase. It can decrypt that file, and write it
/// again with the same header, without the work for the passphrase.
///
/// It is wiped when it, and everything made with it, is released.
package final class PassphraseKey: Sendable {
  let header: AgeHeader
  let secret: Secret
  let isArmored: Bool
  /// Encrypts the state of this file elsewhere: unsaved texts, versions.
  package let seal: StateSeal
  /// A public name, different for each key, that identifies what `seal` encrypted.
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

  /// Makes a key for a new file.
  package convenience init(passphrase: Secret, workFactor: Int = 18) throws(AgeError) {
    let recipient = AgeRecipient.passphrase(passphrase, workFactor: workFactor)
    try AgeEncryptor.check([recipient])
    let (header, secret) = try FileKey.make(for: [recipient])
    try self.init(header, secret, isArmored: false)
  }

  /// Opens the key of a file.
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

  /// Encrypts a text as the file's next version.
  package func seal(_ text: [UInt8]) throws(AgeError) -> [UInt8] {
    var encryptor = try AgeEncryptor(with: self, limit: text.count)
    var sealed: [UInt8] = []
    sealed.reserveCapacity(text.count + text.count / 3_000 + 512)
    text.withUnsafeBytes { encryptor.push($0) { sealed += $0 } }
    encryptor.finish { sealed += $0 }
    return sealed
  }

  /// Decrypts the file. The text is returned only if all of it is authentic.
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
