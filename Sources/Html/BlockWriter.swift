import Bytes

/// Writes blocks of Markdown within quotes and items, with blank lines where they have to be.
struct BlockWriter {
  enum Last: Equatable {
    case none, other, tasks
    case list(sign: UInt8)
  }

  private(set) var out: [UInt8] = []
  /// The kind of the last block in the open container.
  var last = Last.none
  /// Before each line.
  private var prefix: [UInt8] = []
  /// Before the next line, where an item begins with it.
  private var marker: [UInt8]?
  private var markerIsItem = false

  /// The next block is the first of an item.
  var isAtItem: Bool { marker != nil && markerIsItem }

  struct Level {
    fileprivate let prefix: [UInt8]
    fileprivate let last: Last
  }

  /// Begins a block, behind a blank line unless it is the first one or belongs to the one above.
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

  /// Lines that go into a quote or an item: the first behind its sign.
  mutating func open(first: [UInt8], others: [UInt8], isItem: Bool = false) -> Level {
    let level = Level(prefix: prefix, last: last)
    marker = (marker ?? prefix) + first
    markerIsItem = isItem
    prefix += others
    last = .none
    return level
  }

  /// The quote that begins at `start` with `[!tip]` is a callout, not such words.
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
