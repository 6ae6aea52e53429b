import Bytes

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
    while let place = Byte.find(first, in: pass.bytes, from: next, to: pass.end) {
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
