import Bytes

/// An expression for `\=` in a substitution and for `C-r =`: numbers, strings, `submatch(0)`,
/// `line('.')`, a few text functions, and `+ - * / % .` with parentheses.
struct VimFormula {
  enum Value: Equatable {
    case number(Int)
    case text([UInt8])

    var bytes: [UInt8] {
      switch self {
      case .number(let number): Array(String(number).utf8)
      case .text(let bytes): bytes
      }
    }

    /// The number; for a text, the number that it begins with.
    var number: Int {
      switch self {
      case .number(let number): return number
      case .text(let bytes):
        let isNegative = bytes.first == UInt8(ascii: "-")
        let digits = bytes.dropFirst(isNegative ? 1 : 0).prefix(while: Byte.isDigit)
        let number = Int(String(decoding: digits, as: UTF8.self)) ?? 0
        return isNegative ? -number : number
      }
    }
  }

  /// The values that a formula may refer to.
  struct Scene {
    var groups: [[UInt8]]
    /// Counted from 1.
    var line: Int
    var column: Int
    var lastLine: Int
  }

  let source: String

  func value(in scene: Scene) throws(VimFailure) -> Value {
    var reader = VimFormulaReader(line: VimLineReader(source), scene: scene)
    let value = try reader.sum()
    reader.line.skipBlanks()
    guard reader.line.isAtEnd else {
      throw VimFailure(message: "E15: Invalid expression: \(source)")
    }
    return value
  }
}

private struct VimFormulaReader {
  typealias Value = VimFormula.Value

  var line: VimLineReader
  let scene: VimFormula.Scene
  private var depth = 0

  init(line: VimLineReader, scene: VimFormula.Scene) {
    self.line = line
    self.scene = scene
  }

  private var trouble: VimFailure {
    VimFailure(message: "E15: Invalid expression: \(line.rest)")
  }

  mutating func sum() throws(VimFailure) -> Value {
    var value = try product()
    while true {
      line.skipBlanks()
      if line.take(if: "+") {
        value = .number(value.number &+ (try product()).number)
      } else if line.take(if: "-") {
        value = .number(value.number &- (try product()).number)
      } else if line.take(if: ".") {
        _ = line.take(if: ".")
        value = .text(value.bytes + (try product()).bytes)
      } else {
        return value
      }
    }
  }

  private mutating func product() throws(VimFailure) -> Value {
    var value = try single()
    while true {
      line.skipBlanks()
      if line.take(if: "*") {
        value = .number(value.number &* (try single()).number)
      } else if line.take(if: "/") {
        let other = (try single()).number
        if other == 0 { throw VimFailure(message: "Nothing can be divided by 0.") }
        value = .number(value.number.dividedReportingOverflow(by: other).partialValue)
      } else if line.take(if: "%") {
        let other = (try single()).number
        value = .number(
          other == 0 ? 0 : value.number.remainderReportingOverflow(dividingBy: other).partialValue)
      } else {
        return value
      }
    }
  }

  private mutating func single() throws(VimFailure) -> Value {
    depth += 1
    defer { depth -= 1 }
    if depth > 100 { throw trouble }
    line.skipBlanks()
    if let number = line.takeNumber(most: 1 << 59) { return .number(number) }
    if line.take(if: "-") { return .number(0 &- (try single()).number) }
    if line.take(if: "(") {
      let value = try sum()
      try close()
      return value
    }
    if line.next == UInt8(ascii: "'") || line.next == UInt8(ascii: "\"") {
      return .text(Array(try VimMachine.takeString(&line).utf8))
    }
    return try call()
  }

  private mutating func close() throws(VimFailure) {
    line.skipBlanks()
    guard line.take(if: ")") else { throw trouble }
  }

  private mutating func call() throws(VimFailure) -> Value {
    let start = line.index
    var name = line.takeLetters()
    if let number = line.takeNumber() { name += String(number) + line.takeLetters() }
    guard line.take(if: "(") else {
      line.index = start
      throw trouble
    }
    var arguments = [try sum()]
    line.skipBlanks()
    while line.take(if: ",") {
      arguments.append(try sum())
      line.skipBlanks()
    }
    try close()
    return try value(of: name, arguments)
  }

  private func value(of name: String, _ arguments: [Value]) throws(VimFailure) -> Value {
    let first = arguments[0]
    let text = String(decoding: first.bytes, as: UTF8.self)
    switch name {
    case "submatch":
      let number = first.number
      return .text(scene.groups.indices.contains(number) ? scene.groups[number] : [])
    case "line" where text == ".": return .number(scene.line)
    case "line" where text == "$": return .number(scene.lastLine)
    case "col" where text == ".": return .number(scene.column)
    case "toupper": return .text(Array(text.uppercased().utf8))
    case "tolower": return .text(Array(text.lowercased().utf8))
    case "len", "strlen": return .number(first.bytes.count)
    case "str2nr": return .number(first.number)
    case "abs": return .number(abs(first.number))
    case "repeat" where arguments.count == 2:
      let count = min(max(0, arguments[1].number), 10_000)
      return .text(Array((0..<count).map { _ in first.bytes }.joined()))
    default: throw VimFailure(message: "E117: Unknown function: \(name)")
    }
  }
}
