import Bytes

/// Goes through an expression once, from its start to its end.
struct PatternReader {
  let bytes: [UInt8]
  private let ignoresCase: Bool
  var index = 0
  var traits = PatternTraits()
  private var depth = 0
  private var run: [UInt8] = []
  /// Alternatives and settings make it unsure what is needed.
  var needsNothing = false

  init(_ bytes: [UInt8], ignoringCase: Bool) {
    self.bytes = bytes
    ignoresCase = ignoringCase
  }

  mutating func read() -> PatternTraits {
    while index < bytes.count { step() }
    endRun()
    if needsNothing { traits.required = [] }
    return traits
  }

  func peek(_ distance: Int = 0) -> UInt8? {
    index + distance < bytes.count ? bytes[index + distance] : nil
  }

  mutating func refuse(_ reason: String, at place: Int) {
    if traits.refusal == nil { traits.refusal = .init(reason: reason, place: place) }
  }

  private mutating func step() {
    let byte = bytes[index]
    if Self.special.contains(byte) {
      traits.isPlain = false
    }
    switch byte {
    case UInt8(ascii: "\\"): readEscape()
    case UInt8(ascii: "["): readClass()
    case UInt8(ascii: "("):
      endRun()
      depth += 1
      readGroupStart()
    case UInt8(ascii: ")"):
      endRun()
      depth -= 1
      index += 1
    case UInt8(ascii: "|"):
      endRun()
      if depth <= 0 { needsNothing = true }
      index += 1
    case UInt8(ascii: "{"):
      if let end = endOfQuantifier() {
        endRun()
        index = end
      } else {
        readLiteral()
      }
    case UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "*"),
      UInt8(ascii: "+"), UInt8(ascii: "?"):
      endRun()
      index += 1
    default: readLiteral()
    }
  }

  private static let special = Set("\\^$.|?*+()[]{}".utf8)

  /// A character that stands for itself.
  mutating func readLiteral() {
    let length = min(UTF8Scalars.length(startingWith: bytes[index]), bytes.count - index)
    let character = bytes[index..<index + length]
    note(character)
    index += length
    addToRun(character)
  }

  /// What is known of a character that stands for itself, also in a class.
  mutating func note(_ character: ArraySlice<UInt8>) {
    guard let first = character.first else { return }
    if first == .lineFeed || first == .carriageReturn { traits.staysInLine = false }
    if SearchCase.isCapital(character) { traits.hasCapital = true }
  }

  private mutating func addToRun(_ character: ArraySlice<UInt8>) {
    if depth > 0 { return }
    let next = peek()
    if next == UInt8(ascii: "?") || next == UInt8(ascii: "*")
      || (next == UInt8(ascii: "{") && endOfQuantifier() != nil)
      || (ignoresCase && !SearchCase.hasASCIICaseOnly(character))
    {
      // It may be missing, or look different.
      endRun()
      return
    }
    run += character
    if next == UInt8(ascii: "+") { endRun() }
  }

  mutating func endRun() {
    if run.count > traits.required.count { traits.required = run }
    run = []
  }

  /// Where `{2,3}` ends that starts here; nil where it is no quantifier.
  private func endOfQuantifier() -> Int? {
    var place = index + 1
    var digits = 0
    var commas = 0
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
      case UInt8(ascii: ",") where digits > 0 && commas == 0: commas = 1
      case UInt8(ascii: "}") where digits > 0: return place + 1
      default: return nil
      }
      place += 1
    }
    return nil
  }
}
