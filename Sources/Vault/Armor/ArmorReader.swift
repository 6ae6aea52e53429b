/// Takes the armor off bytes that come in pieces, and refuses all that age would not have written but
/// space around it.
struct ArmorReader {
  private enum Step { case before, body, lastLine, after }

  private var step = Step.before
  /// The line as far as it came. No valid one is longer than the first.
  private var line: [UInt8] = []
  private var lineNumber = 1
  /// Space stands before whatever follows on this line.
  private var isIndented = false

  /// Adds the bytes to `made` that are in this piece.
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

  /// Nothing follows.
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
