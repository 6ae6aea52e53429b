/// What is open while the text of a unit is read.
struct InlineState {
  var brackets = OpenBrackets()
  var delimiters: [Delimiter] = []
  var code = CodeRuns()
  /// Where the last code, link or comment ended: no id of a block begins before.
  var lastConstruct = 0
  /// Up to here stars and underscores are no emphasis: in an address, in a formula.
  var quietEnd = 0
  /// Where the last tag ends.
  var tagEnd = 0
  /// The line at hand.
  var lineNumber = 0
  var hasItems = false
  /// Links of this unit so far.
  var linkCount: UInt16 = 0
  /// How many steps were made; what tests look at.
  var steps = 0

  mutating func reset() {
    brackets.removeAll()
    delimiters.removeAll(keepingCapacity: true)
    code.forget()
    lastConstruct = 0
    quietEnd = 0
    tagEnd = 0
    linkCount = 0
  }
}

/// Where the runs of backticks of a unit stand.
struct CodeRuns {
  static let longest = 32
  private var runs: [(place: Int32, length: Int32)] = []
  private var last: [Int32] = []
  private var first = 0
  /// Up to where runs are known.
  private(set) var end = 0

  mutating func forget() {
    runs.removeAll(keepingCapacity: true)
    first = 0
    end = 0
  }

  mutating func read(_ buffer: ScanBuffer, from start: Int, to stop: Int) {
    end = stop
    runs.removeAll(keepingCapacity: true)
    first = 0
    last = [Int32](repeating: -1, count: Self.longest + 1)
    var next = start
    while let mark = buffer.find(Byte.backtick, from: next, to: stop) {
      let length = buffer.run(of: Byte.backtick, from: mark, to: stop)
      if length <= Self.longest { last[length] = Int32(mark) }
      runs.append((Int32(mark), Int32(length)))
      next = mark + length
    }
  }

  /// Where the next run of the same length stands, if there is one; each run is passed once.
  mutating func next(_ length: Int, after index: Int) -> Int? {
    guard last[length] > index else { return nil }
    while first < runs.count, runs[first].place <= index { first += 1 }
    for run in runs[first...] where run.length == length { return Int(run.place) }
    return nil
  }
}
