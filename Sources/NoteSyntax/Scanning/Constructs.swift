/// Where the runs of backticks of a paragraph stand: the last of each length, so that a run without
/// a partner is known for one at once.
struct CodeRuns {
  static let longest = 32
  private(set) var last = [Int](repeating: -1, count: longest + 1)
  private(set) var end = 0

  mutating func forget() { end = 0 }

  mutating func read(_ pass: ScanPass, from start: Int, to stop: Int) {
    for length in last.indices { last[length] = -1 }
    end = stop
    var next = start
    while let mark = pass.find(UInt8(ascii: "`"), from: next, to: stop) {
      let length = pass.run(of: UInt8(ascii: "`"), from: mark, to: stop)
      if length <= Self.longest { last[length] = mark }
      next = mark + length
    }
  }
}

/// What closes the things that may go over lines. Each place is looked for once.
struct Closers {
  var formula = Closer(first: UInt8(ascii: "$"), rest: [UInt8(ascii: "$")])
  var comment = Closer(first: UInt8(ascii: "%"), rest: [UInt8(ascii: "%")])
  var markup = Closer(first: UInt8(ascii: "-"), rest: [UInt8(ascii: "-"), UInt8(ascii: ">")])
}

struct Closer {
  let first: UInt8
  let rest: [UInt8]
  /// What was found, for a search that began at `from`; nothing later than the end.
  private var from = -1
  private var found: Int?

  init(first: UInt8, rest: [UInt8]) {
    self.first = first
    self.rest = rest
  }

  mutating func find(_ pass: ScanPass, from start: Int) -> Int? {
    if from >= 0, start >= from {
      guard let found else { return nil }
      if start <= found { return found }
    }
    from = start
    found = nil
    var next = start
    while let place = pass.find(first, from: next, to: pass.end) {
      if place + rest.count < pass.end,
        rest.indices.allSatisfy({ pass.bytes[place + 1 + $0] == rest[$0] })
      {
        found = place
        return place
      }
      next = place + 1
    }
    return nil
  }
}

/// Brackets that wait for their partner. Of very many only the latest count.
struct OpenBrackets {
  struct Bracket {
    var start: Int
    var isEmbed: Bool
    var line: Int
  }

  private static let most = 64
  private var open: [Bracket] = []

  mutating func removeAll() {
    if !open.isEmpty { open.removeAll(keepingCapacity: true) }
  }

  mutating func append(_ bracket: Bracket) {
    if open.count == Self.most { open.removeFirst(Self.most / 2) }
    open.append(bracket)
  }

  mutating func popLast() -> Bracket? { open.popLast() }

  /// There are no links within links, but pictures.
  mutating func keepEmbeds() {
    if !open.isEmpty { open.removeAll { !$0.isEmbed } }
  }
}

/// Tags of HTML, and links between angle brackets.
enum Markup {
  /// Behind the `>`; nil where the `<` at `start` opens neither.
  static func end(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ stop: Int) -> Int? {
    var index = start + 1
    if index < stop, bytes[index] == UInt8(ascii: "/") { index += 1 }
    let name = index
    while index < stop, isNameByte(bytes[index]) { index += 1 }
    guard index > name, index < stop else { return nil }
    if bytes[index] == UInt8(ascii: ":") { return linkEnd(bytes, index, stop) }
    while index < stop {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: ">"): return index + 1
      case UInt8(ascii: "/"), UInt8(ascii: "="): index += 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard bytes[index - 1] == UInt8(ascii: "=") else { return nil }
        index += 1
        while index < stop, bytes[index] != byte { index += 1 }
        index += 1
      default:
        guard Line.isBlank(byte) || isNameByte(byte) || isUnquoted(bytes, index) else { return nil }
        index += 1
      }
    }
    return nil
  }

  private static func linkEnd(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ stop: Int
  ) -> Int? {
    var index = start
    while index < stop, bytes[index] != UInt8(ascii: ">") {
      if Line.isBlank(bytes[index]) || bytes[index] == UInt8(ascii: "<") { return nil }
      index += 1
    }
    return index < stop ? index + 1 : nil
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    ScanPass.isIDByte(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: "+")
  }

  /// `href=#top`: a value without quotes has nearly anything in it.
  private static func isUnquoted(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    switch bytes[index] {
    case UInt8(ascii: "<"), UInt8(ascii: "`"): false
    case UInt8(ascii: ":"): true
    default: !Line.isBlank(bytes[index - 1])
    }
  }
}
