import Bytes
import Glibc
import TextEngine

/// The sort order of `:sort`.
struct VimSort {
  enum Numbers: Equatable { case none, whole(radix: Int), float }

  var ignoresCase = false
  var isUnique = false
  /// Whether the matched part of a line is compared, not the text after it.
  var sortsMatch = false
  var numbers = Numbers.none
  var pattern: String?

  /// Reads flags and a pattern; `next` gets the commands after `|`.
  init(_ argument: String, lastPattern: String?, next: inout String?) throws(VimFailure) {
    var reader = VimLineReader(argument)
    func set(_ kind: Numbers, _ sort: inout VimSort) throws(VimFailure) {
      if sort.numbers != .none { throw VimFailure(message: "E474: Invalid argument") }
      sort.numbers = kind
    }
    while let byte = reader.take() {
      switch Character(Unicode.Scalar(byte)) {
      case " ", "\t": break
      case "i": ignoresCase = true
      case "u": isUnique = true
      case "r": sortsMatch = true
      case "l": break
      case "n": try set(.whole(radix: 10), &self)
      case "x": try set(.whole(radix: 16), &self)
      case "o": try set(.whole(radix: 8), &self)
      case "b": try set(.whole(radix: 2), &self)
      case "f": try set(.float, &self)
      case "\"": return
      case "|":
        next = reader.rest
        return
      default:
        let (typed, hasEnd) = reader.takePattern(until: byte)
        guard !Byte.isLetter(byte), pattern == nil, hasEnd else {
          throw VimFailure(message: "E474: Invalid argument")
        }
        guard let known = typed.isEmpty ? lastPattern : typed else {
          throw VimFailure(message: "E35: No previous regular expression")
        }
        pattern = known
      }
    }
  }

  /// The sort key of a line.
  enum Key {
    case text([UInt8])
    /// No number: such lines come first.
    case numberless
    case number(Int)
    case float(Double)
  }

  /// Returns the key of a line; `match` is the pattern's match, if any.
  func key(of line: [UInt8], match: Range<Int>?) -> Key {
    var part = line[...]
    if pattern != nil {
      part = match.map { sortsMatch ? line[$0] : line[$0.upperBound...] } ?? []
    }
    switch numbers {
    case .none: return .text(folded(part))
    case .float: return .float(Self.float(part))
    case .whole(let radix): return Self.number(part, radix).map(Key.number) ?? .numberless
    }
  }

  /// Lowercases ASCII letters for `i`.
  func folded(_ part: some Sequence<UInt8>) -> [UInt8] {
    ignoresCase ? part.map(Byte.lowered) : Array(part)
  }

  /// Reads a number from the first digit on, with a minus before it. An octal one may start at 8.
  private static func number(_ part: ArraySlice<UInt8>, _ radix: Int) -> Int? {
    func digit(_ byte: UInt8) -> Int { Byte.hexadecimal(byte).map(Int.init) ?? .max }
    guard var index = part.firstIndex(where: { digit($0) < (radix == 8 ? 10 : radix) }) else {
      // A minus at the end counts as a number.
      return part.last == UInt8(ascii: "-") ? 0 : nil
    }
    let isNegative = index > part.startIndex && part[index - 1] == UInt8(ascii: "-")
    let start = String(decoding: part[index...].prefix(2), as: UTF8.self).lowercased()
    if index + 2 < part.endIndex, start == [2: "0b", 8: "0o", 16: "0x"][radix] { index += 2 }
    let value = part[index...].prefix { digit($0) < radix }.reduce(0) {
      $0 &* radix &+ digit($1)
    }
    return isNegative ? 0 &- value : value
  }

  private static func float(_ part: ArraySlice<UInt8>) -> Double {
    var rest = part.drop { $0.isSpaceOrTab }
    if rest.first == UInt8(ascii: "+") { rest = rest.dropFirst().drop { $0.isSpaceOrTab } }
    if rest.isEmpty { return -.greatestFiniteMagnitude }
    return strtod(String(decoding: rest, as: UTF8.self), nil)
  }

  func comesBefore(_ one: Key, _ other: Key) -> Bool {
    switch (one, other) {
    case (.text(let one), .text(let other)): return one.lexicographicallyPrecedes(other)
    case (.numberless, .number): return true
    case (.number(let one), .number(let other)): return one < other
    case (.float(let one), .float(let other)): return one < other
    default: return false
    }
  }
}

extension VimMachine {
  mutating func sortLines(_ call: inout VimExCall) throws(VimFailure) {
    let sort = try VimSort(call.argument, lastPattern: search.pattern, next: &call.next)
    let range = call.lines
    if range.count < 2 { return }
    var pattern: VimPattern?
    if let source = sort.pattern {
      pattern = try compiled(source, forced: options.search.ignoresCase)
    }
    var rows: [(key: VimSort.Key, line: [UInt8])] = []
    for number in range {
      let line = text.line(number)
      var match: Range<Int>?
      if let found = try pattern?.match(in: text, line: number), found.end.line == number {
        match = found.start.column..<found.end.column
      }
      rows.append((sort.key(of: line, match: match), line))
    }
    rows.sort { sort.comesBefore($0.key, $1.key) }
    if call.isForced { rows.reverse() }
    var made: [[UInt8]] = []
    for row in rows {
      if sort.isUnique, let last = made.last, sort.folded(row.line) == sort.folded(last) {
        continue
      }
      made.append(row.line)
    }
    if made == text.lines(range) {
      touch(VimPosition(line: range.lowerBound))
    } else {
      replaceLines(range, with: made)
      line.number = nil
      noteChange(lines: range.lowerBound, through: range.lowerBound + made.count - 1)
    }
    placeCursor(onLine: range.lowerBound)
  }
}
