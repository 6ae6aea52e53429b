import Bytes
import Regex
import TextEngine

/// Reads an expression and works it out in one pass, as vim does: a part that is not needed is read
/// and has no effect. Operands are in `+Operands`, functions in `VimFunction`.
struct VimEvaluator {
  typealias Value = VimValue

  var line: VimLineReader
  var scene: VimScene
  /// The names of a function's arguments, `v:val` and `v:key`.
  var known: [String: Value] = [:]
  /// Whether the value of this part is not needed.
  var isSkipping = false
  /// Whether a dot after a number joins texts: `1.2.3` is no float and one.
  var joinsDots = false
  var depth = 0
  /// Where the expression begins.
  private let begun: Int

  private static let deepest = 60
  private static let mostBytes = 16 << 20

  init(_ source: String, _ scene: VimScene) { self.init(VimLineReader(source), scene) }

  init(_ line: VimLineReader, _ scene: VimScene) {
    self.line = line
    self.scene = scene
    begun = line.index
  }

  /// An evaluator for a text within this one, such as the argument of `map()`.
  func inner(_ source: [UInt8], _ more: [String: Value] = [:]) throws(VimFailure) -> VimEvaluator {
    var inner = VimEvaluator(VimLineReader(source), scene)
    inner.known = known.merging(more) { $1 }
    inner.depth = depth + 1
    if inner.depth > Self.deepest { throw Self.tooDeep }
    return inner
  }

  private static let tooDeep = VimFailure(message: "E1169: Expression too recursive")

  static func invalid(_ rest: some StringProtocol) -> VimFailure {
    VimFailure(message: "E15: Invalid expression: \"\(rest)\"")
  }

  /// The expression as far as it is typed, which ends too early.
  var unfinished: VimFailure {
    Self.invalid(String(decoding: line.bytes[begun...], as: UTF8.self))
  }

  /// Evaluates the whole text.
  consuming func whole() throws(VimFailure) -> Value {
    var reader = self
    let value = try reader.expression()
    reader.line.skipBlanks()
    if !reader.line.isAtEnd { throw reader.trailing }
    return value
  }

  private var trailing: VimFailure {
    VimFailure(message: "E488: Trailing characters: \(line.rest)")
  }

  /// Whether nothing more is here: the end, or the `|` before the next command.
  var isAtEnd: Bool {
    var rest = line
    rest.skipBlanks()
    return rest.isAtEnd || rest.next == Byte.bar
  }

  func expectEnd() throws(VimFailure) {
    if !isAtEnd {
      var rest = self
      rest.line.skipBlanks()
      throw rest.trailing
    }
  }

  // MARK: - Levels, the weakest first

  mutating func expression() throws(VimFailure) -> Value {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.deepest { throw Self.tooDeep }
    let value = try either()
    line.skipBlanks()
    guard line.next == UInt8(ascii: "?") else { return value }
    line.index += 1
    if line.take(if: "?") {
      let isKept = value.isFilled
      let other = try skipping(isKept) { reader throws(VimFailure) in try reader.expression() }
      return isKept ? value : other
    }
    let isTrue = isSkipping ? false : try value.isTrue()
    let yes = try skipping(!isTrue) { reader throws(VimFailure) in try reader.expression() }
    line.skipBlanks()
    guard line.take(if: ":") else { throw VimFailure(message: "E109: Missing ':' after '?'") }
    let no = try skipping(isTrue) { reader throws(VimFailure) in try reader.expression() }
    return isTrue ? yes : no
  }

  private mutating func skipping(
    _ skips: Bool, _ body: (inout VimEvaluator) throws(VimFailure) -> Value
  ) throws(VimFailure) -> Value {
    let outer = isSkipping
    isSkipping = outer || skips
    defer { isSkipping = outer }
    return try body(&self)
  }

  private mutating func take(both sign: Character) -> Bool {
    line.skipBlanks()
    guard line.next == sign.asciiValue, line.afterNext == sign.asciiValue else { return false }
    line.index += 2
    return true
  }

  private mutating func either() throws(VimFailure) -> Value {
    var value = try both()
    while take(both: "|") {
      let isTrue = isSkipping ? false : try value.isTrue()
      let other = try skipping(isTrue) { reader throws(VimFailure) in try reader.both() }
      value = .bool(isTrue ? true : isSkipping ? false : try other.isTrue())
    }
    return value
  }

  private mutating func both() throws(VimFailure) -> Value {
    var value = try comparison()
    while take(both: "&") {
      let isTrue = isSkipping ? false : try value.isTrue()
      let other = try skipping(!isTrue) { reader throws(VimFailure) in try reader.comparison() }
      value = .bool(isTrue && !isSkipping ? try other.isTrue() : false)
    }
    return value
  }

  private static let comparisons = ["==", "!=", ">=", "<=", "=~", "!~", ">", "<", "isnot", "is"]

  private mutating func comparison() throws(VimFailure) -> Value {
    let value = try shifted()
    line.skipBlanks()
    guard let sign = Self.comparisons.first(where: starts) else { return value }
    line.index += sign.utf8.count
    var ignoresCase: Bool?
    if line.take(if: "?") { ignoresCase = true } else if line.take(if: "#") { ignoresCase = false }
    let other = try shifted()
    if isSkipping { return .number(0) }
    return .bool(try compare(value, sign, other, ignoresCase: ignoresCase))
  }

  private func starts(with sign: String) -> Bool {
    let rest = line.bytes[line.index...]
    guard rest.starts(with: sign.utf8) else { return false }
    // `is` is a word.
    let next = rest.dropFirst(sign.utf8.count).first
    return sign.first != "i" || !(next.map(Self.isOfName) ?? false)
  }

  private mutating func shifted() throws(VimFailure) -> Value {
    var value = try sum()
    while true {
      line.skipBlanks()
      let isLeft = line.next == Byte.less && line.afterNext == Byte.less
      guard isLeft || line.next == Byte.greater && line.afterNext == Byte.greater else {
        return value
      }
      line.index += 2
      let other = try sum()
      if isSkipping { continue }
      guard case .number(let number) = value, case .number(let count) = other else {
        throw VimFailure(message: "E1282: Bitshift operands must be numbers")
      }
      if count < 0 { throw VimFailure(message: "E1283: Bitshift amount must be a positive number") }
      let bits = UInt(bitPattern: number)
      value = .number(Int(bitPattern: count > 63 ? 0 : isLeft ? bits << count : bits >> count))
    }
  }

  private mutating func sum() throws(VimFailure) -> Value {
    var value = try product()
    while true {
      line.skipBlanks()
      guard let next = line.next,
        next == Byte.plus || next == Byte.dash || next == Byte.dot, !isMethod
      else { return value }
      line.index += 1
      if next == Byte.dot { _ = line.take(if: ".") }
      joinsDots = next == Byte.dot
      let other = try product()
      if isSkipping { continue }
      value = try applying(String(UnicodeScalar(next)), value, other)
    }
  }

  private mutating func product() throws(VimFailure) -> Value {
    var value = try signed()
    while true {
      line.skipBlanks()
      guard let next = line.next,
        next == Byte.star || next == Byte.slash || next == Byte.percent
      else { return value }
      line.index += 1
      let other = try signed()
      if isSkipping { continue }
      value = try applying(String(UnicodeScalar(next)), value, other)
    }
  }

  /// Whether `->` follows, which is no minus.
  private var isMethod: Bool { line.next == Byte.dash && line.afterNext == Byte.greater }

  private mutating func signed() throws(VimFailure) -> Value {
    var signs: [UInt8] = []
    line.skipBlanks()
    while let next = line.next, next == Byte.bang || next == Byte.dash || next == Byte.plus {
      signs.append(next)
      line.index += 1
      line.skipBlanks()
    }
    var value = try operand()
    joinsDots = false
    if isSkipping { return value }
    for sign in signs.reversed() {
      if case .float(let number) = value {
        value =
          sign == Byte.bang
          ? .bool(number == 0) : .float(sign == Byte.dash ? -number : number)
      } else {
        let number = try value.number()
        value =
          sign == Byte.bang
          ? .bool(number == 0) : .number(sign == Byte.dash ? 0 &- number : number)
      }
    }
    return value
  }

  // MARK: - Operators

  func applying(
    _ sign: String, _ left: Value, _ right: Value
  ) throws(VimFailure) -> Value {
    switch (sign, left, right) {
    case (".", _, _), ("..", _, _):
      return try checked(.text(try left.bytes() + (try right.bytes())))
    case ("+", .list(let items), .list(let more)): return try checked(.list(items + more))
    case (_, .float, .list), (_, .list, .float), (_, .list, _):
      throw VimFailure(message: "E745: Using a List as a Number")
    case (_, .float, _), (_, _, .float):
      let (one, other) = (try Self.double(left), try Self.double(right))
      switch sign {
      case "+": return .float(one + other)
      case "-": return .float(one - other)
      case "*": return .float(one * other)
      case "/": return .float(one / other)
      default: throw VimFailure(message: "E804: Cannot use '%' with Float")
      }
    default:
      let (one, other) = (try left.number(), try right.number())
      switch sign {
      case "+": return .number(one &+ other)
      case "-": return .number(one &- other)
      case "*": return .number(one &* other)
      case "/": return .number(Self.quotient(one, other))
      default:
        return .number(
          other == 0 ? 0 : one.remainderReportingOverflow(dividingBy: other).partialValue)
      }
    }
  }

  private static func double(_ value: Value) throws(VimFailure) -> Double {
    if case .float(let number) = value { return number }
    return Double(try value.number())
  }

  private static func quotient(_ one: Int, _ other: Int) -> Int {
    if other == 0 { return one == 0 ? .min : one < 0 ? -.max : .max }
    return one.dividedReportingOverflow(by: other).partialValue
  }

  /// Limits what a short expression can make.
  func checked(_ value: Value) throws(VimFailure) -> Value {
    let size = value.size
    scene.machine.text.key.budget.spend(size)
    if size > Self.mostBytes { throw .tooMuchText }
    return value
  }

  /// Pays for one operand.
  func pay() throws(VimFailure) {
    let budget = scene.machine.text.key.budget
    budget.spend(3_000)
    if budget.isSpent { throw .tooLong }
  }

  private mutating func compare(
    _ left: Value, _ sign: String, _ right: Value, ignoresCase: Bool?
  ) throws(VimFailure) -> Bool {
    let isIdentity = sign.hasPrefix("is")
    switch (left, right) {
    case (.list(let one), .list(let other)):
      switch sign {
      case "==", "!=": return (try isEqual(one, other, ignoresCase)) == (sign == "==")
      // Two lists that are written are never the same one.
      case "is", "isnot": return sign == "isnot"
      default: throw VimFailure(message: "E692: Invalid operation for List")
      }
    case (.list, _), (_, .list):
      if isIdentity { return sign == "isnot" }
      throw VimFailure(message: "E691: Can only compare List with List")
    default: break
    }
    if isIdentity, left.kind != right.kind { return sign == "isnot" }
    if sign == "=~" || sign == "!~" {
      let text = try left.bytes()
      let found = try firstMatch(
        of: try right.string(), in: text, ignoresCase: ignoresCase, from: 0)
      return (found != nil) == (sign == "=~")
    }
    switch (left, right) {
    case (.float, .text), (.text, .float):
      throw VimFailure(message: "E892: Using a String as a Float")
    case (.float, _), (_, .float):
      return Self.holds(sign, try Self.double(left), try Self.double(right))
    case (.number, _), (_, .number): return Self.holds(sign, try left.number(), try right.number())
    default:
      let ignores = ignoresCase ?? scene.machine.options.search.ignoresCase
      let (one, other) = (try left.bytes(), try right.bytes())
      let order = Self.order(
        ignores ? Self.lowered(one) : one, ignores ? Self.lowered(other) : other)
      return Self.holds(sign, order, 0)
    }
  }

  private mutating func isEqual(
    _ one: [Value], _ other: [Value], _ ignoresCase: Bool?
  ) throws(VimFailure) -> Bool {
    guard one.count == other.count else { return false }
    for (left, right) in zip(one, other) {
      if left.kind != right.kind { return false }
      if !(try compare(left, "==", right, ignoresCase: ignoresCase)) { return false }
    }
    return true
  }

  private static func holds<Number: Comparable>(
    _ sign: String, _ one: Number, _ other: Number
  ) -> Bool {
    switch sign {
    case "==", "is": one == other
    case "!=", "isnot": one != other
    case ">": one > other
    case "<": one < other
    case ">=": one >= other
    default: one <= other
    }
  }

  /// Negative where the first text comes first.
  static func order(_ one: [UInt8], _ other: [UInt8]) -> Int {
    one == other ? 0 : one.lexicographicallyPrecedes(other) ? -1 : 1
  }

  static func lowered(_ bytes: [UInt8]) -> [UInt8] { VimTexts.cased(bytes, isUpper: false) }
}
