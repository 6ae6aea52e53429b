import TextEngine

/// What lasts of the command line.
struct VimExState {
  /// `:a`, `:i` or `:c` takes the lines that are typed.
  var collecting: VimCollecting?
  /// `:s///c` that waits for an answer.
  var asking: VimSubstitution?
  /// A range that waits for a yes before it is swapped.
  var swapping: VimSwapping?
  /// A range of the command that is done may be swapped without a question.
  var swapsRange = false
  /// Where the cursor was before the addresses of the command that is done.
  var cursorBefore = VimPosition(line: 0, column: 0)
  /// The lines that `:g` has still to do; nil while there is no `:g`.
  var pending: VimPendingLines?
  /// The line failed before its last command.
  var hasDroppedCommands = false
  var droppedCommands: String?
  /// The text itself, while many edits are done to a copy.
  var bulk: KeyText?
  /// A `:s` in a `:g` found something.
  var hasSubstituted = false

  var isCollecting: Bool { collecting != nil }
}

/// Where the lines go that are typed.
struct VimCollecting {
  /// The next one comes in before this line.
  var line: Int
  /// Where the first one did.
  var first: Int
  /// The empty line of an empty text goes when the first one comes.
  var replacesEmptyText: Bool
  /// The indent that lines get is that of this line; nil after the first one.
  var indent: Int?
}

/// Lines that `:g` marked. They follow what its command does to the text.
struct VimPendingLines {
  /// Sorted; those before `next` are done.
  private var lines: [Int]
  private var next = 0
  /// How far all that are still to come have moved.
  private var offset = 0

  init(_ lines: [Int]) { self.lines = lines }

  mutating func popFirst() -> Int? {
    guard next < lines.count else { return nil }
    next += 1
    return lines[next - 1] + offset
  }

  /// Lines came in before one.
  mutating func shift(from line: Int, by count: Int) {
    guard next < lines.count else { return }
    if line <= lines[next] + offset {
      offset += count
    } else if line <= lines[lines.count - 1] + offset {
      for index in next..<lines.count where lines[index] + offset >= line { lines[index] += count }
    }
  }

  /// Lines are gone, and their marks.
  mutating func remove(_ gone: ClosedRange<Int>) {
    guard next < lines.count, gone.lowerBound <= lines[lines.count - 1] + offset else { return }
    if gone.upperBound < lines[next] + offset {
      offset -= gone.count
      return
    }
    let left = lines[next...].map { $0 + offset }.filter { !gone.contains($0) }
    lines = left.map { $0 > gone.upperBound ? $0 - gone.count : $0 }
    (next, offset) = (0, 0)
  }
}
