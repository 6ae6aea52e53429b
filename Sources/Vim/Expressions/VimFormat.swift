import Bytes

/// `printf()`.
struct VimFormat {
  private let format: [UInt8]
  private var rest: ArraySlice<VimValue>

  init(_ given: [VimValue]) throws(VimFailure) {
    format = try given[0].bytes()
    rest = given.dropFirst()
  }

  /// The part between `%` and the letter.
  private struct Field {
    var isLeft = false
    var hasZeros = false
    var sign = ""
    var isAlternate = false
    var width = 0
    var precision: Int?
  }

  private static let widest = 10_000

  consuming func text() throws(VimFailure) -> [UInt8] {
    var this = self
    var reader = VimLineReader(this.format)
    var made: [UInt8] = []
    while let byte = reader.take() {
      if byte != Byte.percent { made.append(byte) } else { made += try this.field(&reader) }
    }
    if !this.rest.isEmpty {
      throw VimFailure(message: "E767: Too many arguments for printf()")
    }
    return made
  }

  private mutating func next() throws(VimFailure) -> VimValue {
    guard let value = rest.popFirst() else {
      throw VimFailure(message: "E766: Insufficient arguments for printf()")
    }
    return value
  }

  private mutating func field(_ reader: inout VimLineReader) throws(VimFailure) -> [UInt8] {
    var field = Field()
    while let sign = reader.next, "-0+ #".utf8.contains(sign) {
      reader.index += 1
      switch Character(UnicodeScalar(sign)) {
      case "-": field.isLeft = true
      case "0": field.hasZeros = true
      case "#": field.isAlternate = true
      case "+": field.sign = "+"
      default: if field.sign.isEmpty { field.sign = " " }
      }
    }
    field.width = try size(&reader) ?? 0
    if field.width < 0 { (field.isLeft, field.width) = (true, -field.width) }
    if reader.take(if: ".") { field.precision = max(0, try size(&reader) ?? 0) }
    while reader.take(if: "l") || reader.take(if: "h") {}
    guard let letter = reader.take() else { return [] }
    return try text(Character(UnicodeScalar(letter)), field)
  }

  /// Takes a width: digits, or `*` for an argument.
  private mutating func size(_ reader: inout VimLineReader) throws(VimFailure) -> Int? {
    let size = reader.take(if: "*") ? try next().number() : reader.takeNumber()
    guard let size else { return nil }
    return min(max(-Self.widest, size), Self.widest)
  }

  private mutating func text(_ letter: Character, _ field: Field) throws(VimFailure) -> [UInt8] {
    switch letter {
    case "%": return padded([Byte.percent], field)
    case "c":
      let number = try next().number()
      let text = UInt32(exactly: number).flatMap(Unicode.Scalar.init).map { "\($0)" } ?? ""
      return padded(Array(text.utf8), field)
    case "d", "i": return try number(try next().number(), field)
    case "x", "X", "o", "b", "B": return try bits(try next().number(), letter, field)
    case "s", "S": return string(try next(), inCells: letter == "S", field)
    case "f", "F", "e", "E", "g", "G": return try float(letter, field)
    default: return [Byte.percent] + Array(String(letter).utf8)
    }
  }

  private func string(_ value: VimValue, inCells: Bool, _ field: Field) -> [UInt8] {
    var bytes = value.shown
    if let most = field.precision {
      if inCells {
        bytes = Array(bytes.prefix(VimChars.column(bytes, ofCell: most, tab: 1)))
      } else {
        // A character that does not fit is left out as a whole.
        bytes = Array(bytes.prefix(VimChars.start(bytes, min(most, bytes.count))))
      }
    }
    let width = inCells ? VimChars.cell(bytes, at: bytes.count, tab: 1) : bytes.count
    return padded(bytes, field, width: width)
  }

  private func number(_ number: Int, _ field: Field) throws(VimFailure) -> [UInt8] {
    digits(String(number.magnitude), number < 0 ? "-" : field.sign, field)
  }

  private func bits(
    _ number: Int, _ letter: Character, _ field: Field
  ) throws(VimFailure) -> [UInt8] {
    let radix = letter == "o" ? 8 : letter == "x" || letter == "X" ? 16 : 2
    let text = String(UInt(bitPattern: number), radix: radix, uppercase: letter == "X")
    let isMarked = field.isAlternate && number != 0
    return digits(text, isMarked ? "0" + (radix == 8 ? "" : String(letter)) : "", field)
  }

  /// Adds zeros between a sign and the digits.
  private func digits(_ digits: String, _ sign: String, _ field: Field) -> [UInt8] {
    var least = field.precision ?? 0
    if field.hasZeros, !field.isLeft, field.precision == nil {
      least = field.width - sign.utf8.count
    }
    let zeros = String(repeating: "0", count: max(0, least - digits.utf8.count))
    return padded(Array((sign + zeros + digits).utf8), field)
  }

  private mutating func float(_ letter: Character, _ field: Field) throws(VimFailure) -> [UInt8] {
    let number: Double
    switch try next() {
    case .float(let value): number = value
    case .number(let value): number = Double(value)
    default: throw VimFailure(message: "E807: Expected Float argument for printf()")
    }
    let precision = field.precision.map { ".\(min($0, 100))" } ?? ""
    let text = VimDigits.formatted("%\(precision)\(letter)", number.magnitude)
    let sign = number.sign == .minus ? "-" : field.sign
    var plain = field
    plain.precision = nil
    return digits(text, sign, plain)
  }

  private func padded(_ bytes: [UInt8], _ field: Field, width: Int? = nil) -> [UInt8] {
    let missing = field.width - (width ?? bytes.count)
    if missing <= 0 { return bytes }
    let blanks = [UInt8](repeating: Byte.space, count: missing)
    return field.isLeft ? bytes + blanks : blanks + bytes
  }
}
