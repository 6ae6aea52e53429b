import Bytes

/// Writes blocks of Markdown within quotes and items, with the blank lines that they need.
struct BlockWriter {
  enum Last: Equatable {
    case none, other, tasks
    case list(sign: UInt8)
  }

  private(set) var out: [UInt8] = []
  /// The kind of the last block in the open container.
  var last = Last.none
  /// The prefix of each line.
  private var prefix: [UInt8] = []
  /// The prefix of the next line, if an item or a quote begins with it.
  private var marker: [UInt8]?
  private var markerIsItem = false

  /// Whether the next block is the first of an item.
  var isAtItem: Bool { marker != nil && markerIsItem }

  struct Level {
    fileprivate let prefix: [UInt8]
    fileprivate let last: Last
  }

  /// Begins a block, after a blank line unless it is the first one or belongs to the block above.
  mutating func begin(_ block: Last = .other, isClose: Bool = false) {
    if last != .none, !isClose, marker == nil { writeLine([]) }
    last = block
  }

  mutating func writeLine(_ bytes: some Collection<UInt8>) {
    var line = marker ?? prefix
    marker = nil
    line += bytes
    if bytes.isEmpty { while line.last == Byte.space { line.removeLast() } }
    out += line
    out.append(Byte.lineFeed)
  }

  /// Opens a quote or an item, with the prefixes of its first line and of the others.
  mutating func open(first: [UInt8], others: [UInt8], isItem: Bool = false) -> Level {
    let level = Level(prefix: prefix, last: last)
    marker = (marker ?? prefix) + first
    markerIsItem = isItem
    prefix += others
    last = .none
    return level
  }

  /// Makes the quote that begins at `start` with an escaped `[!tip]` a callout.
  mutating func openCallout(from start: Int) {
    let line = out[start...].prefix { $0 != Byte.lineFeed }
    guard let sign = line.firstRange(of: Array("\\[!".utf8))?.lowerBound,
      line[..<sign].allSatisfy({ $0 == Byte.space || Byte.isPunctuation($0) }),
      line[sign...].contains(Byte.closing)
    else { return }
    out.remove(at: sign)
  }

  mutating func close(_ level: Level) {
    if marker != nil { writeLine([]) }
    prefix = level.prefix
    last = level.last
  }
}
