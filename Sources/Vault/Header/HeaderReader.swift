/// Reads a header as it comes, line by line, and refuses it at the first letter that age would not
/// have written.
struct HeaderReader: Sendable {
  /// Room for some thousand recipients; a file without end must not fill the memory.
  static let limit = 1 << 20

  private(set) var header = AgeHeader()
  private var step = Step.version
  /// The line as far as it came, where it is not whole yet.
  private var line: [UInt8] = []
  private var lineNumber = 1
  private var stanza: AgeStanza?
  private var stanzaLine = 0

  private enum Step { case version, stanza, body, nonce, whole }

  var isWhole: Bool { step == .whole }

  /// Takes what belongs to the header and answers with how much that was.
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

  /// Why a header that ends here is none.
  var endFault: AgeError {
    if step == .nonce { return fault(.noNonce) }
    if step == .version, line.isEmpty { return .header(.notAge, line: 1) }
    return fault(.cutOff)
  }

  private func fault(_ fault: HeaderFault) -> AgeError { .header(fault, line: lineNumber) }

  private var versionFault: HeaderFault {
    // With a return behind it, it is this version, changed on its way.
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

  /// `-> kind argument…`, or `--- code`.
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
