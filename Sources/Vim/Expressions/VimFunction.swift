import Glibc
import TextEngine

/// A function of expressions, with the counts of arguments that it takes.
struct VimFunction: Sendable {
  typealias Body = @Sendable (inout VimEvaluator, [VimValue]) throws(VimFailure) -> VimValue

  let name: String
  let counts: ClosedRange<Int>
  let body: Body

  init(_ name: String, _ counts: ClosedRange<Int>, _ body: @escaping Body) {
    self.name = name
    self.counts = counts
    self.body = body
  }

  static func named(_ name: String) -> VimFunction? { byName[name] }

  private static let byName = Dictionary(
    uniqueKeysWithValues: (numbers + texts + lists + places).map { ($0.name, $0) })

  // MARK: - Numbers

  private static func ofFloat(
    _ name: String, _ work: @escaping @Sendable (Double) -> Double
  ) -> VimFunction {
    VimFunction(name, 1...1) { _, given throws(VimFailure) in .float(work(try given[0].float())) }
  }

  private static func ofBits(
    _ name: String, _ work: @escaping @Sendable (Int, Int) -> Int
  ) -> VimFunction {
    VimFunction(name, 2...2) { _, given throws(VimFailure) in
      .number(work(try given[0].number(), try given[1].number()))
    }
  }

  private static let numbers: [VimFunction] = [
    VimFunction("abs", 1...1) { _, given throws(VimFailure) in
      if case .float(let number) = given[0] { return .float(Swift.abs(number)) }
      let number = try given[0].number()
      return .number(number < 0 ? 0 &- number : number)
    },
    ofFloat("floor", Glibc.floor), ofFloat("ceil", Glibc.ceil), ofFloat("round", Glibc.round),
    ofFloat("trunc", Glibc.trunc), ofFloat("sqrt", Glibc.sqrt), ofFloat("exp", Glibc.exp),
    ofFloat("log", Glibc.log), ofFloat("log10", Glibc.log10), ofFloat("sin", Glibc.sin),
    ofFloat("cos", Glibc.cos), ofFloat("tan", Glibc.tan), ofFloat("atan", Glibc.atan),
    VimFunction("pow", 2...2) { _, given throws(VimFailure) in
      .float(Glibc.pow(try given[0].float(), try given[1].float()))
    },
    VimFunction("fmod", 2...2) { _, given throws(VimFailure) in
      .float(Glibc.fmod(try given[0].float(), try given[1].float()))
    },
    VimFunction("float2nr", 1...1) { _, given throws(VimFailure) in
      let number = try given[0].float()
      if number.isNaN { return .number(.min) }
      return .number(Int(exactly: Glibc.trunc(number)) ?? (number < 0 ? -.max : .max))
    },
    VimFunction("str2float", 1...1) { _, given throws(VimFailure) in
      .float(VimTexts.float(atStartOf: try given[0].bytes()))
    },
    VimFunction("str2nr", 1...2) { _, given throws(VimFailure) in
      let radix = given.count > 1 ? try given[1].number() : 10
      guard [2, 8, 10, 16].contains(radix) else {
        throw VimFailure(message: "E474: Invalid argument")
      }
      return .number(VimTexts.number(atStartOf: try given[0].bytes(), radix: radix))
    },
    ofBits("and") { $0 & $1 }, ofBits("or") { $0 | $1 }, ofBits("xor") { $0 ^ $1 },
    VimFunction("invert", 1...1) { _, given throws(VimFailure) in .number(~(try given[0].number()))
    },
    VimFunction("max", 1...1) { _, given throws(VimFailure) in
      .number(try numbers(given[0], of: "max").max() ?? 0)
    },
    VimFunction("min", 1...1) { _, given throws(VimFailure) in
      .number(try numbers(given[0], of: "min").min() ?? 0)
    },
    VimFunction("type", 1...1) { _, given in .number(given[0].kind) },
  ]

  private static func numbers(_ value: VimValue, of name: String) throws(VimFailure) -> [Int] {
    guard case .list(let items) = value else {
      throw VimFailure(message: "E712: Argument of \(name)() must be a List or Dictionary")
    }
    return try items.map { item throws(VimFailure) in try item.number() }
  }

  // MARK: - The note

  /// Named after what the functions ask for: lines, columns, registers, the time.
  private static let places: [VimFunction] = [
    VimFunction("line", 1...1) { reader, given throws(VimFailure) in
      .number(reader.position(try given[0].string()).map { $0.line + 1 } ?? 0)
    },
    VimFunction("col", 1...1) { reader, given throws(VimFailure) in
      .number(reader.column(try given[0].string()))
    },
    VimFunction("virtcol", 1...1) { reader, given throws(VimFailure) in
      let name = try given[0].string()
      let machine = reader.scene.machine
      let line = machine.text.line(reader.scene.cursor.line)
      let tab = machine.options.tabStop
      if name == "$" { return .number(VimChars.cell(line, at: line.count, tab: tab) + 1) }
      guard let at = reader.position(name) else { return .number(0) }
      let bytes = machine.text.line(at.line)
      let first = VimChars.cell(bytes, at: at.column, tab: tab)
      let width =
        at.column < bytes.count
        ? VimChars.width(bytes, at: at.column, cell: first, tab: tab) : 1
      return .number(first + width)
    },
    VimFunction("getline", 1...2) { reader, given throws(VimFailure) in
      let text = reader.scene.machine.text
      let first = try reader.lineNumber(given[0])
      guard given.count > 1 else { return .text(text.line(first - 1)) }
      let last = min(try reader.lineNumber(given[1]), text.lineCount)
      if first < 1 || first > last { return .list([]) }
      return .list(text.lines(first - 1...last - 1).map(VimValue.text))
    },
    VimFunction("indent", 1...1) { reader, given throws(VimFailure) in
      let number = try reader.lineNumber(given[0])
      let machine = reader.scene.machine
      guard (1...machine.text.lineCount).contains(number) else { return .number(-1) }
      return .number(machine.indentWidth(machine.text.line(number - 1)))
    },
    VimFunction("nextnonblank", 1...1) { reader, given throws(VimFailure) in
      let text = reader.scene.machine.text
      let first = try reader.lineNumber(given[0]) - 1
      guard first >= 0, first <= text.lastLine else { return .number(0) }
      return .number((first...text.lastLine).first { !text.isBlank($0) }.map { $0 + 1 } ?? 0)
    },
    VimFunction("prevnonblank", 1...1) { reader, given throws(VimFailure) in
      let text = reader.scene.machine.text
      let first = try reader.lineNumber(given[0]) - 1
      guard first >= 0, first <= text.lastLine else { return .number(0) }
      return .number((0...first).last { !text.isBlank($0) }.map { $0 + 1 } ?? 0)
    },
    VimFunction("getreg", 0...1) { reader, given throws(VimFailure) in
      let name = given.isEmpty ? "\"" : try given[0].string().first ?? "\""
      return .text(try reader.register(name))
    },
    VimFunction("submatch", 1...1) { reader, given throws(VimFailure) in
      let number = try given[0].number()
      let groups = reader.scene.groups
      return .text(groups.indices.contains(number) ? groups[number] : [])
    },
    VimFunction("expand", 1...1) { reader, given throws(VimFailure) in
      let name = try given[0].string()
      let line = reader.scene.machine.text.line(reader.scene.cursor.line)
      guard name == "<cword>" || name == "<cWORD>" else { return given[0] }
      let word = VimWords.word(
        line, at: reader.scene.cursor.column, mayBeSigns: name == "<cWORD>")
      return .text(word.map { Array(line[$0]) } ?? [])
    },
    VimFunction("exists", 1...1) { reader, given throws(VimFailure) in
      let name = try given[0].string()
      let machine = reader.scene.machine
      if name.hasPrefix("*") { return .bool(VimFunction.named(String(name.dropFirst())) != nil) }
      if name.hasPrefix("&") { return .bool(machine.optionValue(String(name.dropFirst())) != nil) }
      return .bool(machine.registers.variables[VimLetTarget.plain(name)] != nil)
    },
    VimFunction("eval", 1...1) { reader, given throws(VimFailure) in
      try reader.inner(try given[0].bytes()).whole()
    },
    VimFunction("localtime", 0...0) { reader, _ in
      .number(Int(reader.scene.machine.text.key.now / 1_000))
    },
    VimFunction("strftime", 1...2) { reader, given throws(VimFailure) in
      let now = Int(reader.scene.machine.text.key.now / 1_000)
      let moment = given.count > 1 ? try given[1].number() : now
      return .text(VimTexts.time(moment, try given[0].string()))
    },
  ]
}

extension VimEvaluator {
  /// The position that `line()` and `col()` name.
  func position(_ name: String) -> VimPosition? {
    let machine = scene.machine
    switch name {
    case ".": return scene.cursor
    case "$": return VimPosition(line: machine.text.lastLine)
    case "v": return machine.isVisual ? machine.visual.start : scene.cursor
    case "w0", "w$": return nil
    default:
      guard name.count == 2, name.first == "'", let mark = name.last else { return nil }
      if mark == "<" || mark == ">", let last = machine.visual.last {
        return mark == "<" ? min(last.start, last.end) : max(last.start, last.end)
      }
      return machine.marks.positions[mark]
    }
  }

  /// A column as `col()` counts it.
  fileprivate func column(_ name: String) -> Int {
    if name == "$" { return scene.machine.text.length(scene.cursor.line) + 1 }
    return position(name).map { $0.column + 1 } ?? 0
  }

  /// The number of a line, or of the position that a text names.
  fileprivate func lineNumber(_ value: Value) throws(VimFailure) -> Int {
    if case .text = value, let position = position(try value.string()) { return position.line + 1 }
    return try value.number()
  }
}
