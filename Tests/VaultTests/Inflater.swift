/// Unpacks what zlib packed (RFC 1950, 1951): some of the public files are kept so.
struct Inflater {
  struct Failure: Error {}

  private let bytes: ArraySlice<UInt8>
  private var place: Int
  private var held: UInt32 = 0
  private var heldCount = 0
  private var made: [UInt8] = []

  static func unpack(_ bytes: [UInt8]) throws -> [UInt8] {
    guard bytes.count > 6, bytes[0] & 15 == 8 else { throw Failure() }
    var inflater = Inflater(bytes[2..<bytes.count - 4])
    try inflater.run()
    var (low, high) = (UInt32(1), UInt32(0))
    for byte in inflater.made {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    let sum = bytes.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard sum == high << 16 | low else { throw Failure() }
    return inflater.made
  }

  private init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    place = bytes.startIndex
  }

  private mutating func run() throws {
    var isLast = false
    while !isLast {
      isLast = try bits(1) == 1
      switch try bits(2) {
      case 0: try copy()
      case 1:
        let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
        try unpack(Codes(lengths), Codes([Int](repeating: 5, count: 30)))
      case 2: try unpackWithOwnCodes()
      default: throw Failure()
      }
    }
  }

  private mutating func bits(_ count: Int) throws -> Int {
    while heldCount < count {
      guard place < bytes.endIndex else { throw Failure() }
      held |= UInt32(bytes[place]) << UInt32(heldCount)
      (place, heldCount) = (place + 1, heldCount + 8)
    }
    let value = held & ((1 << UInt32(count)) - 1)
    (held, heldCount) = (held >> UInt32(count), heldCount - count)
    return Int(value)
  }

  private mutating func copy() throws {
    (held, heldCount) = (0, 0)
    guard place + 4 <= bytes.endIndex else { throw Failure() }
    let count = Int(bytes[place]) | Int(bytes[place + 1]) << 8
    place += 4
    guard place + count <= bytes.endIndex else { throw Failure() }
    made += bytes[place..<place + count]
    place += count
  }

  private mutating func unpackWithOwnCodes() throws {
    let (literals, distances) = (try bits(5) + 257, try bits(5) + 1)
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var small = [Int](repeating: 0, count: 19)
    for index in 0..<(try bits(4) + 4) { small[order[index]] = try bits(3) }
    let codes = Codes(small)
    var lengths: [Int] = []
    while lengths.count < literals + distances {
      switch try symbol(codes) {
      case 16:
        guard let last = lengths.last else { throw Failure() }
        lengths += [Int](repeating: last, count: try bits(2) + 3)
      case 17: lengths += [Int](repeating: 0, count: try bits(3) + 3)
      case 18: lengths += [Int](repeating: 0, count: try bits(7) + 11)
      case let length: lengths.append(length)
      }
    }
    try unpack(
      Codes(Array(lengths[..<literals])), Codes(Array(lengths[literals..<literals + distances])))
  }

  private mutating func unpack(_ literals: Codes, _ distances: Codes) throws {
    while true {
      let found = try symbol(literals)
      if found == 256 { return }
      if found < 256 {
        made.append(UInt8(found))
        continue
      }
      let length = try length(found - 257)
      let code = try symbol(distances)
      let extra = max(0, code / 2 - 1)
      let base = code < 4 ? code + 1 : ((2 + code % 2) << extra) + 1
      let distance = base + (try bits(extra))
      guard distance <= made.count else { throw Failure() }
      for _ in 0..<length { made.append(made[made.count - distance]) }
    }
  }

  private mutating func length(_ code: Int) throws -> Int {
    if code < 8 { return code + 3 }
    if code == 28 { return 258 }
    let extra = code / 4 - 1
    return ((4 + code % 4) << extra) + 3 + (try bits(extra))
  }

  private mutating func symbol(_ codes: Codes) throws -> Int {
    var (code, first, index) = (0, 0, 0)
    for length in 1...15 {
      code |= try bits(1)
      let count = codes.counts[length]
      if code - count < first { return codes.symbols[index + code - first] }
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    throw Failure()
  }

  /// Which symbols have codes of which length.
  private struct Codes {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int] = []

    init(_ lengths: [Int]) {
      for length in 1...15 {
        for (symbol, own) in lengths.enumerated() where own == length {
          counts[length] += 1
          symbols.append(symbol)
        }
      }
    }
  }
}
