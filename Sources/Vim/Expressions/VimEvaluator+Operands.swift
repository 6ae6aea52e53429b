import Bytes

/// Numbers, texts, lists, variables, registers, options, calls, and what follows a value.
extension VimEvaluator {
  mutating func operand() throws(VimFailure) -> Value {
    try pay()
    var value = try start()
    while true {
      if line.next == Byte.opening {
        line.index += 1
        value = try item(of: value)
      } else if line.next == Byte.leftParenthesis, case .function(let closure) = value {
        line.index += 1
        let arguments = try values(of: "lambda")
        value = isSkipping ? .number(0) : try call(closure, arguments)
      } else if let name = takeMethod() {
        value = try call(name, on: value)
      } else {
        return value
      }
    }
  }

  private mutating func start() throws(VimFailure) -> Value {
    guard let next = line.next else { throw unfinished }
    switch next {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return .text(try Self.takeString(&line))
    case Byte.dollar where line.afterNext.map { $0 == 0x22 || $0 == 0x27 } ?? false:
      return try filledString()
    case Byte.opening:
      line.index += 1
      return .list(try list())
    case UInt8(ascii: "{"): return try closure()
    case Byte.leftParenthesis:
      line.index += 1
      let value = try expression()
      line.skipBlanks()
      guard line.take(if: ")") else { throw VimFailure(message: "E110: Missing ')'") }
      return value
    case Byte.ampersand:
      line.index += 1
      return try option()
    case UInt8(ascii: "@"):
      line.index += 1
      return try register()
    default: return try named()
    }
  }

  // MARK: - Literals

  private mutating func number() throws(VimFailure) -> Value {
    let start = line.index
    if !joinsDots, let float = float() { return .float(float) }
    let number = VimDigits.take(&line) ?? 0
    if let next = line.next, Byte.isLetter(next) || next == Byte.underscore {
      line.index = start
      throw Self.invalid(line.rest)
    }
    return .number(number)
  }

  /// Takes digits with a dot between them, if no other dot or letter follows.
  private mutating func float() -> Double? {
    var rest = line
    func skipDigits(_ reader: inout VimLineReader) -> Bool {
      let start = reader.index
      while reader.isAtDigit { reader.index += 1 }
      return reader.index > start
    }
    guard skipDigits(&rest), rest.take(if: "."), skipDigits(&rest) else { return nil }
    if rest.take(if: "e") || rest.take(if: "E") {
      if !rest.take(if: "-") { _ = rest.take(if: "+") }
      guard skipDigits(&rest) else { return nil }
    }
    if let next = rest.next, Byte.isLetter(next) || next == Byte.dot { return nil }
    let text = String(decoding: line.bytes[line.index..<rest.index], as: UTF8.self)
    line = rest
    return Double(text)
  }

  private mutating func list() throws(VimFailure) -> [Value] {
    var items: [Value] = []
    while true {
      line.skipBlanks()
      if line.take(if: "]") { return items }
      if line.isAtEnd { throw VimFailure(message: "E697: Missing end of List ']': \(line.rest)") }
      items.append(try expression())
      line.skipBlanks()
      if line.take(if: ",") { continue }
      guard line.next == Byte.closing else {
        throw VimFailure(message: "E696: Missing comma in List: \(line.rest)")
      }
    }
  }

  /// Takes `{a, b -> a + b}`.
  private mutating func closure() throws(VimFailure) -> Value {
    let begun = line.rest
    line.index += 1
    var names: [String] = []
    line.skipBlanks()
    while let name = Self.takeName(&line) {
      names.append(name)
      line.skipBlanks()
      if !line.take(if: ",") { break }
      line.skipBlanks()
    }
    guard line.take(if: "-"), line.take(if: ">") else {
      if begun.hasPrefix("{}") || begun.contains(":") {
        throw VimFailure(message: "Dictionaries are not known here.")
      }
      throw Self.invalid(begun)
    }
    let start = line.index
    let outer = isSkipping
    isSkipping = true
    defer { isSkipping = outer }
    _ = try expression()
    let body = Array(line.bytes[start..<line.index])
    line.skipBlanks()
    guard line.take(if: "}") else { throw VimFailure(message: "E451: Expected }: \(line.rest)") }
    return .function(VimClosure(names: names, body: body, known: known))
  }

  /// Takes `$"a{1 + 1}"`.
  private mutating func filledString() throws(VimFailure) -> Value {
    line.index += 1
    let text = try Self.takeString(&line)
    var (filled, rest) = ([UInt8](), text[...])
    while let byte = rest.popFirst() {
      let isBrace = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")
      if isBrace, rest.first == byte {
        rest.removeFirst()
      } else if byte == UInt8(ascii: "{") {
        var reader = try inner(Array(rest))
        let value = try reader.expression()
        reader.line.skipBlanks()
        guard reader.line.take(if: "}") else {
          throw VimFailure(message: "E1279: Missing '}': {\(String(decoding: rest, as: UTF8.self))")
        }
        filled += value.shown
        rest = rest.dropFirst(reader.line.index)
        continue
      }
      filled.append(byte)
    }
    return .text(filled)
  }

  /// Takes `'…'` or `"…"`.
  static func takeString(_ reader: inout VimLineReader) throws(VimFailure) -> [UInt8] {
    let begun = reader.rest
    var made: [UInt8] = []
    if reader.take(if: "'") {
      while let byte = reader.take() {
        if byte == UInt8(ascii: "'"), !reader.take(if: "'") { return made }
        made.append(byte)
      }
      throw VimFailure(message: "E115: Missing single quote: \(begun)")
    }
    guard reader.take(if: "\"") else { throw invalid(begun) }
    while let byte = reader.take() {
      if byte == UInt8(ascii: "\"") { return made }
      if byte == Byte.backslash { made += escaped(&reader) } else { made.append(byte) }
    }
    throw VimFailure(message: "E114: Missing double quote: \(begun)")
  }

  /// Takes an escape of `"…"` after its backslash.
  private static func escaped(_ reader: inout VimLineReader) -> [UInt8] {
    guard let byte = reader.take() else { return [] }
    func code(_ most: Int, _ radix: Int, _ reader: inout VimLineReader) -> Int? {
      var digits = VimLineReader(Array(reader.bytes[reader.index...].prefix(most)))
      let number = VimDigits.digits(&digits, radix)
      reader.index += digits.index
      return number
    }
    func character(_ code: Int) -> [UInt8] {
      Unicode.Scalar(UInt32(code)).map { Array(String(Character($0)).utf8) } ?? []
    }
    switch Character(Unicode.Scalar(byte)) {
    case "n": return [0x0a]
    case "r": return [0x0d]
    case "t": return [0x09]
    case "e": return [0x1b]
    case "b": return [0x08]
    case "f": return [0x0c]
    case "x", "X": return code(2, 16, &reader).map { [UInt8($0)] } ?? [byte]
    case "u": return code(4, 16, &reader).map(character) ?? [byte]
    case "U": return code(8, 16, &reader).map(character) ?? [byte]
    case "0"..."7":
      reader.index -= 1
      return [UInt8(truncatingIfNeeded: code(3, 8, &reader) ?? 0)]
    case "<":
      let name = reader.bytes[reader.index...].prefix { $0 != Byte.greater }
      let text = "<\(String(decoding: name, as: UTF8.self))>"
      guard let keys = try? VimNotation.keys(of: text, leader: []), keys.count == 1 else {
        return [byte]
      }
      reader.index += name.count + 1
      return Array(VimKey.text(of: keys).utf8)
    default: return [byte]
    }
  }

  // MARK: - Names

  static func isOfName(_ byte: UInt8) -> Bool {
    Byte.isLetter(byte) || Byte.isDigit(byte) || byte == Byte.underscore
  }

  /// Takes a name, with `g:` before it and `#` in it.
  static func takeName(_ reader: inout VimLineReader) -> String? {
    guard let first = reader.next, Byte.isLetter(first) || first == Byte.underscore else {
      return nil
    }
    let start = reader.index
    if reader.afterNext == Byte.colon, "abglstvw".utf8.contains(first) { reader.index += 2 }
    while let byte = reader.next, isOfName(byte) || byte == Byte.hash { reader.index += 1 }
    return String(decoding: reader.bytes[start..<reader.index], as: UTF8.self)
  }

  static func takeOptionName(_ reader: inout VimLineReader) -> String {
    if reader.afterNext == Byte.colon, reader.next == 0x67 || reader.next == 0x6c {
      reader.index += 2
    }
    return reader.takeLetters()
  }

  private mutating func option() throws(VimFailure) -> Value {
    let name = Self.takeOptionName(&line)
    if isSkipping { return .number(0) }
    guard let value = scene.machine.optionValue(name) else {
      throw VimFailure(message: "E113: Unknown option: \(name)")
    }
    return value
  }

  private mutating func register() throws(VimFailure) -> Value {
    let name = line.takeCharacter() ?? "\""
    if isSkipping { return .number(0) }
    return .text(try register(name))
  }

  /// The text of a register.
  func register(_ name: Character) throws(VimFailure) -> [UInt8] {
    if name != "=" { return scene.machine.content(of: name)?.text ?? [] }
    let source = scene.machine.registers.expression
    if source.isEmpty { return [] }
    return try inner(Array(source.utf8)).whole().registerText()
  }

  private mutating func named() throws(VimFailure) -> Value {
    let begun = line.rest
    guard let name = Self.takeName(&line) else { throw Self.invalid(begun) }
    if line.take(if: "(") {
      let arguments = try values(of: begun)
      return isSkipping ? .number(0) : try call(name, arguments)
    }
    if isSkipping { return .number(0) }
    return try variable(name)
  }

  private func variable(_ name: String) throws(VimFailure) -> Value {
    if let value = known[name] ?? scene.machine.registers.variables[VimLetTarget.plain(name)] {
      return value
    }
    throw VimFailure(message: "E121: Undefined variable: \(name)")
  }

  // MARK: - Calls

  /// Takes the arguments after `(`.
  private mutating func values(of name: String) throws(VimFailure) -> [Value] {
    var values: [Value] = []
    line.skipBlanks()
    if line.take(if: ")") { return values }
    while true {
      values.append(try expression())
      line.skipBlanks()
      if line.take(if: ")") { return values }
      guard line.take(if: ",") else {
        throw VimFailure(message: "E116: Invalid arguments for function \(name)")
      }
    }
  }

  /// Takes `->name(`.
  private mutating func takeMethod() -> String? {
    var rest = line
    rest.skipBlanks()
    guard rest.take(if: "-"), rest.take(if: ">"), let name = Self.takeName(&rest),
      rest.take(if: "(")
    else { return nil }
    line = rest
    return name
  }

  private mutating func call(_ name: String, on value: Value) throws(VimFailure) -> Value {
    let arguments = try values(of: name)
    return isSkipping ? .number(0) : try call(name, [value] + arguments)
  }

  mutating func call(_ name: String, _ arguments: [Value]) throws(VimFailure) -> Value {
    if case .function(let closure)? = known[name] ?? scene.machine.registers.variables[name] {
      return try call(closure, arguments)
    }
    guard let function = VimFunction.named(name) else {
      throw VimFailure(message: "E117: Unknown function: \(name)")
    }
    if arguments.count < function.counts.lowerBound {
      throw VimFailure(message: "E119: Not enough arguments for function: \(name)")
    }
    if arguments.count > function.counts.upperBound {
      throw VimFailure(message: "E118: Too many arguments for function: \(name)")
    }
    return try checked(try function.body(&self, arguments))
  }

  /// Calls a function of the expression; arguments without a name are dropped.
  func call(_ closure: VimClosure, _ arguments: [Value]) throws(VimFailure) -> Value {
    if arguments.count < closure.names.count {
      throw VimFailure(message: "E119: Not enough arguments for function: <lambda>")
    }
    var names = closure.known
    for (name, value) in zip(closure.names, arguments) { names[name] = value }
    return try inner(closure.body, names).whole()
  }

  // MARK: - Items

  /// Takes the index or the range after `[`.
  private mutating func item(of value: Value) throws(VimFailure) -> Value {
    line.skipBlanks()
    var first: Value?
    if line.next != Byte.colon { first = try expression() }
    line.skipBlanks()
    if line.take(if: ":") {
      line.skipBlanks()
      let last = line.next == Byte.closing ? nil : try expression()
      try closeItem()
      return isSkipping ? .number(0) : try part(of: value, first, last)
    }
    try closeItem()
    guard !isSkipping, let first else { return .number(0) }
    let index = try first.number()
    if case .list(let items) = value {
      let own = index < 0 ? items.count + index : index
      guard items.indices.contains(own) else {
        throw VimFailure(message: "E684: List index out of range: \(index)")
      }
      return items[own]
    }
    let bytes = try value.bytes()
    return .text(bytes.indices.contains(index) ? [bytes[index]] : [])
  }

  private mutating func closeItem() throws(VimFailure) {
    line.skipBlanks()
    guard line.take(if: "]") else { throw VimFailure(message: "E111: Missing ']'") }
  }

  private func part(
    of value: Value, _ first: Value?, _ last: Value?
  ) throws(VimFailure) -> Value {
    func range(_ count: Int) throws(VimFailure) -> Range<Int> {
      var low = try first?.number() ?? 0
      var high = try last?.number() ?? -1
      if low < 0 { low = max(0, count + low) }
      if high < 0 { high += count }
      let end = min(count, high + 1)
      return low < end ? low..<end : 0..<0
    }
    if case .list(let items) = value { return .list(Array(items[try range(items.count)])) }
    let bytes = try value.bytes()
    return .text(Array(bytes[try range(bytes.count)]))
  }
}
