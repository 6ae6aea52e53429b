import TextEngine

/// What an expression may refer to.
struct VimScene {
  var machine: VimMachine
  /// The match and its groups, in a substitution.
  var groups: [[UInt8]] = []
  /// The cursor, or the start of the match.
  var cursor: VimPosition

  init(_ machine: VimMachine, groups: [[UInt8]] = [], at cursor: VimPosition? = nil) {
    self.machine = machine
    self.groups = groups
    self.cursor = cursor ?? machine.cursor
  }
}

/// Expressions: `"=`, `C-r =`, `:put =`, `:let`, `:echo`, `:execute` and `\=`.
extension VimMachine {
  /// The value of a whole expression.
  func value(of source: String) throws(VimFailure) -> VimValue {
    try VimEvaluator(source, VimScene(self)).whole()
  }

  /// The text of the register `=`: the value of the last expression, evaluated again.
  func expressionContent() throws(VimFailure) -> VimRegister? {
    if registers.expression.isEmpty { return nil }
    let bytes = try value(of: registers.expression).registerText()
    return bytes.isEmpty ? VimRegister(lines: [[]], shape: .characters) : VimRegister(bytes)
  }

  /// Takes the line typed after `"=`; an empty one is the last expression again.
  mutating func takeExpression(_ line: String) {
    if !line.isEmpty { registers.expression = line }
  }

  // MARK: - :let, :unlet, :echo and :execute

  /// Handles `:let name = expression`, `@a .= …`, `&ts = …`, and `:let name`.
  mutating func assign(_ call: inout VimExCall) throws(VimFailure) {
    var reader = VimLineReader(call.argument)
    reader.skipBlanks()
    if reader.isAtEnd || reader.next == UInt8(ascii: "|") {
      return try listVariables(&call, reader)
    }
    if try takeLeader(&reader) { return }
    let target = try VimLetTarget(&reader)
    reader.skipBlanks()
    if reader.isAtEnd || reader.next == UInt8(ascii: "|") {
      let value = try target.value(in: self)
      effects.append(.say("\(target.name)  \(String(decoding: value.shown, as: UTF8.self))"))
      return Self.takeNext(&reader, &call)
    }
    let sign = try target.takeSign(&reader)
    var evaluator = VimEvaluator(reader, VimScene(self))
    var value = try evaluator.expression()
    if let sign { value = try evaluator.applying(sign, try target.value(in: self), value) }
    try evaluator.expectEnd()
    reader = evaluator.line
    Self.takeNext(&reader, &call)
    try set(target, to: value)
  }

  private mutating func set(_ target: VimLetTarget, to value: VimValue) throws(VimFailure) {
    switch target {
    case .variable(let name): registers.variables[name] = value
    case .register(let name): try set(register: name, to: try value.bytes())
    case .option(let name):
      var call = VimExCall(first: 1, last: 1)
      call.argument =
        isSwitch(name)
        ? (try value.number() == 0 ? "no" : "") + name : "\(name)=\(try value.string())"
      try setOptions(call)
    }
  }

  private mutating func set(register name: Character, to bytes: [UInt8]) throws(VimFailure) {
    if name == "/" { return remember(pattern: String(decoding: bytes, as: UTF8.self)) }
    guard name == "\"" || name == "-" || name.isASCII && (name.isLetter || name.isNumber) else {
      throw VimFailure(message: "E18: Unexpected characters in :let")
    }
    var new = VimRegister(bytes)
    let key = name == "\"" ? "0" : Character(name.lowercased())
    if name.isUppercase, let old = registers.named[key] { new = old.appended(new) }
    registers.named[key] = new
  }

  private mutating func listVariables(
    _ call: inout VimExCall, _ reader: VimLineReader
  ) throws(VimFailure) {
    var reader = reader
    Self.takeNext(&reader, &call)
    let rows = registers.variables.sorted { $0.key < $1.key }.map { name, value in
      "\(name)  \(String(decoding: value.shown, as: UTF8.self))"
    }
    effects.append(rows.isEmpty ? .say("No variables.") : .list(title: ":let", rows: rows))
  }

  /// Handles `:unlet name` and `:unlet! name`.
  mutating func unlet(_ call: VimExCall) throws(VimFailure) {
    if call.argument.isEmpty { throw VimFailure(message: "E471: Argument required") }
    for word in call.argument.split(separator: " ") {
      let name = VimLetTarget.plain(String(word))
      guard registers.variables.removeValue(forKey: name) != nil || call.isForced else {
        throw VimFailure(message: "E108: No such variable: \"\(word)\"")
      }
    }
  }

  /// Handles `:echo 1 'a'`.
  mutating func echo(_ call: inout VimExCall) throws(VimFailure) {
    let shown = try values(of: &call).map(\.shown).joined(separator: " ".utf8)
    let rows = shown.split(separator: 0x0a, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    effects.append(rows.count > 1 ? .list(title: ":echo", rows: rows) : .say(rows.first ?? ""))
  }

  /// Handles `:execute 'put =' . 1`.
  mutating func execute(_ call: inout VimExCall) throws(VimFailure) {
    let shown = try values(of: &call).map(\.shown).joined(separator: " ".utf8)
    if keys.depth > 100 { throw VimFailure(message: "Commands are nested too deeply.") }
    keys.depth += 1
    defer { keys.depth -= 1 }
    try runEx(String(decoding: Array(shown), as: UTF8.self))
  }

  private mutating func values(of call: inout VimExCall) throws(VimFailure) -> [VimValue] {
    var evaluator = VimEvaluator(VimLineReader(call.argument), VimScene(self))
    var values: [VimValue] = []
    while !evaluator.isAtEnd { values.append(try evaluator.expression()) }
    var reader = evaluator.line
    Self.takeNext(&reader, &call)
    return values
  }

  /// Takes the commands after `|`.
  private static func takeNext(_ reader: inout VimLineReader, _ call: inout VimExCall) {
    reader.skipBlanks()
    if reader.take(if: "|") { call.next = reader.rest }
  }
}

/// What `:let` fills.
enum VimLetTarget: Equatable {
  case variable(String)
  case register(Character)
  case option(String)

  var name: String {
    switch self {
    case .variable(let name): name
    case .register(let name): "@\(name)"
    case .option(let name): "&\(name)"
    }
  }

  /// Without `g:`: all variables are of that kind.
  static func plain(_ name: String) -> String {
    name.hasPrefix("g:") ? String(name.dropFirst(2)) : name
  }

  init(_ reader: inout VimLineReader) throws(VimFailure) {
    if reader.take(if: "@") {
      guard let name = reader.takeCharacter() else {
        throw VimFailure(message: "E18: Unexpected characters in :let")
      }
      self = .register(name)
    } else if reader.take(if: "&") {
      self = .option(VimEvaluator.takeOptionName(&reader))
    } else {
      let rest = reader.rest
      guard let name = VimEvaluator.takeName(&reader) else {
        throw VimFailure(message: "E15: Invalid expression: \"\(rest)\"")
      }
      let plain = Self.plain(name)
      if plain.contains(":") {
        throw VimFailure(message: "E461: Illegal variable name: \(name)")
      }
      self = .variable(plain)
    }
  }

  /// Takes `=`, or the sign of `+=`.
  func takeSign(_ reader: inout VimLineReader) throws(VimFailure) -> String? {
    for sign in ["+", "-", "*", "/", "%", "..", "."] {
      var rest = reader
      if sign.allSatisfy({ rest.take(if: $0) }), rest.take(if: "=") {
        reader = rest
        return sign
      }
    }
    if reader.take(if: "=") { return nil }
    throw VimFailure(message: "E15: Invalid expression: \"\(name)\(reader.rest)\"")
  }

  func value(in machine: VimMachine) throws(VimFailure) -> VimValue {
    switch self {
    case .variable(let name):
      guard let value = machine.registers.variables[name] else {
        throw VimFailure(message: "E121: Undefined variable: \(name)")
      }
      return value
    case .register(let name):
      return .text(machine.content(of: name)?.text ?? [])
    case .option(let name):
      guard let value = machine.optionValue(name) else {
        throw VimFailure(message: "E113: Unknown option: \(name)")
      }
      return value
    }
  }
}
