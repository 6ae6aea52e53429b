import Files

/// The text form of an age file, for channels that cannot carry bytes.
enum Armor {
  static let begin = "-----BEGIN AGE ENCRYPTED FILE-----"
  static let end = "-----END AGE ENCRYPTED FILE-----"
  static let columns = 64
  static let lineBytes = 48

  /// Whether a byte may surround the armor.
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0d).contains(byte)
  }
}

/// Writes the armor around bytes that come in pieces.
struct ArmorWriter {
  private var hasBegun = false
  /// Bytes that do not fill a line yet.
  private var waiting: [UInt8] = []

  /// Appends the complete lines to `text`.
  mutating func write(_ piece: UnsafeRawBufferPointer, to text: inout [UInt8]) {
    begin(&text)
    var start = 0
    if !waiting.isEmpty {
      start = min(Armor.lineBytes - waiting.count, piece.count)
      waiting += piece[..<start]
      if waiting.count < Armor.lineBytes { return }
      waiting.withUnsafeBytes { Self.addLine($0, to: &text) }
      waiting.removeAll(keepingCapacity: true)
    }
    while start + Armor.lineBytes <= piece.count {
      let line = UnsafeRawBufferPointer(rebasing: piece[start..<start + Armor.lineBytes])
      Self.addLine(line, to: &text)
      start += Armor.lineBytes
    }
    waiting += piece[start...]
  }

  mutating func finish(_ text: inout [UInt8]) {
    begin(&text)
    if !waiting.isEmpty { waiting.withUnsafeBytes { Self.addLine($0, to: &text) } }
    text += "\(Armor.end)\n".utf8
  }

  private mutating func begin(_ text: inout [UInt8]) {
    if !hasBegun { text += "\(Armor.begin)\n".utf8 }
    hasBegun = true
  }

  private static func addLine(_ bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) {
    text += Base64.encoded(bytes, padded: true)
    text.append(UInt8(ascii: "\n"))
  }
}

/// Removes the armor from bytes that arrive in pieces, and rejects everything that age would not
/// have written, except for surrounding space.
struct ArmorReader {
  private enum Step { case before, body, lastLine, after }

  private var step = Step.before
  /// The beginning of an incomplete line. No valid line is longer than the first.
  private var line: [UInt8] = []
  private var lineNumber = 1
  /// Whether the line begins with space.
  private var isIndented = false

  /// Appends the decoded bytes of this piece to `made`.
  mutating func read(_ piece: UnsafeRawBufferPointer, to made: inout [UInt8]) throws(AgeError) {
    var start = 0
    while start < piece.count {
      if step == .before, line.isEmpty {
        start = try skipSpace(piece, from: start)
        if start == piece.count { return }
      }
      if step == .after { return try readAfter(piece, from: start) }
      let rest = UnsafeRawBufferPointer(rebasing: piece[start...])
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      let part = rest[..<(end ?? rest.count)]
      start += part.count
      guard line.count + part.count <= Armor.columns + 1 else {
        throw fault(step == .before ? .noBegin : .longLine)
      }
      line += part
      if end != nil {
        start += 1
        try readLine(to: &made)
      }
    }
  }

  /// Ends the file.
  mutating func finish(_ made: inout [UInt8]) throws(AgeError) {
    if !line.isEmpty, step != .after { try readLine(to: &made) }
    guard step == .after else { throw fault(step == .before ? .noBegin : .noEnd) }
  }

  private func fault(_ fault: ArmorFault) -> AgeError { .armor(fault, line: lineNumber) }

  private mutating func skipSpace(
    _ piece: UnsafeRawBufferPointer, from start: Int
  ) throws(AgeError) -> Int {
    var start = start
    while start < piece.count, Armor.isSpace(piece[start]) {
      isIndented = piece[start] != UInt8(ascii: "\n")
      if !isIndented { lineNumber += 1 }
      start += 1
    }
    if start < piece.count, isIndented { throw fault(.noBegin) }
    return start
  }

  private mutating func readAfter(
    _ piece: UnsafeRawBufferPointer, from start: Int
  ) throws(AgeError) {
    for byte in piece[start...] {
      guard Armor.isSpace(byte) else { throw fault(.trailing) }
      if byte == UInt8(ascii: "\n") { lineNumber += 1 }
    }
  }

  private mutating func readLine(to made: inout [UInt8]) throws(AgeError) {
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    switch step {
    case .before:
      guard line.elementsEqual(Armor.begin.utf8) else { throw fault(.noBegin) }
      step = .body
    case .body, .lastLine:
      if line.elementsEqual(Armor.end.utf8) {
        step = .after
      } else if step == .lastLine {
        throw fault(line.isEmpty ? .emptyLine : .shortLine)
      } else {
        try readBody(to: &made)
      }
    case .after: break
    }
    line.removeAll(keepingCapacity: true)
    lineNumber += 1
  }

  private mutating func readBody(to made: inout [UInt8]) throws(AgeError) {
    if line.isEmpty { throw fault(.emptyLine) }
    if line.count > Armor.columns { throw fault(.longLine) }
    do throws(Base64.Fault) {
      let bytes = try Base64.decoded(line, padded: true)
      made += bytes
      if bytes.count < Armor.lineBytes { step = .lastLine }
    } catch {
      switch error {
      case .badLetter: throw fault(.badLetter)
      case .badLength: throw fault(.badPadding)
      case .notCanonical: throw fault(.notCanonical)
      }
    }
  }
}

/// Removes the armor from a file, if it has one.
struct FormReader {
  private var form: AgeForm
  private var armor = ArmorReader()
  /// Space from before the form was known.
  private var before: [UInt8] = []
  private static let spaceLimit = 1_024

  init(_ form: AgeForm) { self.form = form }

  /// Returns true if the piece is to be read as it is. Otherwise its decoded bytes were added to `made`.
  mutating func read(
    _ piece: UnsafeRawBufferPointer, to made: inout [UInt8]
  ) throws(AgeError) -> Bool {
    switch form {
    case .binary: return true
    case .armored:
      try armor.read(piece, to: &made)
      return false
    case .either:
      guard let first = piece.first(where: { !Armor.isSpace($0) }) else {
        // The form is still unknown; no age file begins with this much space.
        before += piece.prefix(Self.spaceLimit + 1 - before.count)
        if before.count > Self.spaceLimit { throw .header(.notAge, line: 1) }
        return false
      }
      let whole = before + piece
      before = []
      form = first == UInt8(ascii: "-") ? .armored : .binary
      if form == .binary {
        made = whole
      } else {
        try whole.withRaw { (whole) throws(AgeError) in try armor.read(whole, to: &made) }
      }
      return false
    }
  }

  /// Ends the file.
  mutating func finish(_ made: inout [UInt8]) throws(AgeError) {
    if form == .armored { try armor.finish(&made) }
    made += before
  }
}
