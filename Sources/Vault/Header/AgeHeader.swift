/// A stanza of the header, with the file key for one recipient: a kind, its arguments, a body.
struct AgeStanza: Equatable, Sendable {
  var kind: [UInt8]
  var arguments: [[UInt8]] = []
  var body: [UInt8] = []

  static let key = Array("X25519".utf8)
  static let passphrase = Array("scrypt".utf8)
  /// The size of an encrypted file key.
  static let bodySize = FileKey.size + Sealing.tagSize
}

/// The header of a file: its recipients, the code that authenticates it, and the nonce of the text.
struct AgeHeader: Equatable, Sendable {
  static let version = Array("age-encryption.org/v1".utf8)
  static let nonceSize = 16
  /// The characters in a line of a body.
  static let columns = 64

  var stanzas: [AgeStanza] = []
  /// The stanzas of known kinds, with the line on which each begins.
  var known: [(KnownStanza, line: Int)] = []
  /// The bytes that the authentication code covers: everything up to `---`.
  var proved: [UInt8] = []
  var code: [UInt8] = []
  var nonce: [UInt8] = []

  static func == (first: AgeHeader, second: AgeHeader) -> Bool {
    (first.stanzas, first.proved, first.code) == (second.stanzas, second.proved, second.code)
      && first.nonce == second.nonce
  }
}

/// A stanza of a known kind, parsed.
enum KnownStanza: Sendable {
  case key(share: [UInt8], body: [UInt8])
  case passphrase(salt: [UInt8], workFactor: Int, body: [UInt8])
}

extension KnownStanza {
  static let saltSize = 16

  /// Nil for a kind that other programs may know.
  init?(_ stanza: AgeStanza) throws(HeaderFault) {
    switch stanza.kind {
    case AgeStanza.key:
      guard stanza.arguments.count == 1,
        let share = try? Base64.decoded(stanza.arguments[0]), share.count == X25519.size,
        stanza.body.count == AgeStanza.bodySize
      else { throw .badKeyStanza }
      self = .key(share: share, body: stanza.body)
    case AgeStanza.passphrase:
      guard stanza.arguments.count == 2,
        let salt = try? Base64.decoded(stanza.arguments[0]), salt.count == Self.saltSize,
        let factor = Self.workFactor(stanza.arguments[1]),
        stanza.body.count == AgeStanza.bodySize
      else { throw .badPassphraseStanza }
      self = .passphrase(salt: salt, workFactor: factor, body: stanza.body)
    default: return nil
    }
  }

  /// Reads a number without sign and leading zeros.
  private static func workFactor(_ digits: [UInt8]) -> Int? {
    guard digits.first != UInt8(ascii: "0"), digits.count <= 9,
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }
}

extension AgeHeader {
  /// Returns the bytes that the code authenticates.
  static func proved(_ stanzas: [AgeStanza]) -> [UInt8] {
    var text = version + [UInt8(ascii: "\n")]
    for stanza in stanzas {
      text += "->".utf8
      for word in [stanza.kind] + stanza.arguments { text += [UInt8(ascii: " ")] + word }
      text.append(UInt8(ascii: "\n"))
      let body = Base64.encoded(stanza.body)
      // The last line must be a short one, possibly empty.
      for start in stride(from: 0, through: body.count, by: columns) {
        text += body[start..<min(start + columns, body.count)]
        text.append(UInt8(ascii: "\n"))
      }
    }
    return text + "---".utf8
  }

  /// The bytes of the header in a file.
  var written: [UInt8] {
    proved + [UInt8(ascii: " ")] + Base64.encoded(code) + [UInt8(ascii: "\n")] + nonce
  }
}

/// Reads a header line by line as it arrives, and rejects it at the first character that age would
/// not have written.
struct HeaderReader: Sendable {
  /// Enough for some thousand recipients; a file without end must not fill the memory.
  static let limit = 1 << 20

  private(set) var header = AgeHeader()
  private var step = Step.version
  /// The beginning of an incomplete line.
  private var line: [UInt8] = []
  private var lineNumber = 1
  private var stanza: AgeStanza?
  private var stanzaLine = 0

  private enum Step { case version, stanza, body, nonce, whole }

  var isWhole: Bool { step == .whole }

  /// Reads the header's part of a piece, and returns its size.
  mutating func read(_ piece: UnsafeRawBufferPointer) throws(AgeError) -> Int {
    var start = 0
    while start < piece.count, step != .nonce, step != .whole {
      let rest = UnsafeRawBufferPointer(rebasing: piece[start...])
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      line += rest[..<(end ?? rest.count)]
      start += end.map { $0 + 1 } ?? rest.count
      if step == .version, !AgeHeader.version.starts(with: line) {
        throw .header(versionFault, line: 1)
      }
      if header.proved.count + line.count > Self.limit { throw fault(.tooLarge) }
      if end != nil { try readLine() }
    }
    if step == .nonce {
      let taken = min(AgeHeader.nonceSize - header.nonce.count, piece.count - start)
      header.nonce += piece[start..<start + taken]
      start += taken
      if header.nonce.count == AgeHeader.nonceSize { step = .whole }
    }
    return start
  }

  /// The error for a header that ends here.
  var endFault: AgeError {
    if step == .nonce { return fault(.noNonce) }
    if step == .version, line.isEmpty { return .header(.notAge, line: 1) }
    return fault(.cutOff)
  }

  private func fault(_ fault: HeaderFault) -> AgeError { .header(fault, line: lineNumber) }

  private var versionFault: HeaderFault {
    // With a carriage return at the end, it is this version, altered in transit.
    line.starts(with: "age-encryption.org/v".utf8) && line.last != UInt8(ascii: "\r")
      ? .otherVersion : .notAge
  }

  private mutating func readLine() throws(AgeError) {
    switch step {
    case .version:
      guard line == AgeHeader.version else { throw .header(.notAge, line: 1) }
      step = .stanza
    case .stanza: try readStart()
    case .body: try readBody()
    case .nonce, .whole: return
    }
    if step != .nonce { header.proved += line + [UInt8(ascii: "\n")] }
    line.removeAll(keepingCapacity: true)
    lineNumber += 1
  }

  /// Reads `-> kind argument…`, or `--- code`.
  private mutating func readStart() throws(AgeError) {
    if line.starts(with: "---".utf8) { return try readCode() }
    guard line.starts(with: "-> ".utf8) else { throw fault(.badStanza) }
    let words = line.dropFirst(3).split(
      separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0 >= 33 && $0 <= 126 } }) else {
      throw fault(.badArgument)
    }
    stanza = AgeStanza(kind: Array(words[0]), arguments: words.dropFirst().map { Array($0) })
    stanzaLine = lineNumber
    step = .body
  }

  private mutating func readBody() throws(AgeError) {
    guard line.count <= AgeHeader.columns else { throw fault(.longBodyLine) }
    guard let bytes = try? Base64.decoded(line) else { throw fault(.badBody) }
    stanza?.body += bytes
    if line.count == AgeHeader.columns { return }
    guard let stanza else { return }
    do {
      if let known = try KnownStanza(stanza) { header.known.append((known, stanzaLine)) }
    } catch {
      throw .header(error, line: stanzaLine)
    }
    header.stanzas.append(stanza)
    step = .stanza
  }

  private mutating func readCode() throws(AgeError) {
    if header.stanzas.isEmpty { throw fault(.noStanza) }
    guard line.count > 4, line[3] == UInt8(ascii: " "),
      let code = try? Base64.decoded(line[4...]), code.count == KeyDerivation.keySize
    else { throw fault(.badMAC) }
    let aloneLine = header.known.first { if case .passphrase = $0.0 { true } else { false } }?.line
    if let aloneLine, header.stanzas.count > 1 {
      throw .header(.passphraseNotAlone, line: aloneLine)
    }
    header.code = code
    header.proved += "---".utf8
    step = .nonce
  }
}
