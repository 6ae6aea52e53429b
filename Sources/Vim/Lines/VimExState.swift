import TextEngine

/// State of the command line that lasts between keys.
struct VimExState {
  /// The state of `:a`, `:i` or `:c` while lines are typed.
  var collecting: VimCollecting?
  /// A `:s///c` that waits for an answer.
  var asking: VimSubstitution?
  /// A backward range that waits for a yes.
  var swapping: VimSwapping?
  /// Whether a range of the current command may be swapped without a question.
  var swapsRange = false
  /// The cursor before the addresses of the current command.
  var cursorBefore = VimPosition(line: 0, column: 0)
  /// The lines left for `:g`; nil outside `:g`.
  var pending: VimPendingLines?
  /// Whether a failure dropped the commands after it.
  var hasDroppedCommands = false
  var droppedCommands: String?
  /// The real text, while many edits are made in a copy.
  var bulk: KeyText?
  /// The modifiers of the current command, such as `:vertical`.
  var split = VimSplitModifiers()
  /// Whether the command line is that of `!{motion}`, which `.` repeats.
  var recordsFilter = false
  /// Whether the line is of the person's `keys` file.
  var isReadingFile = false
  /// Whether a `:s` in a `:g` found something.
  var hasSubstituted = false

  /// The lines printed by the current key.
  var printed: [String] = []
  /// The rows that were listed last, for `g<`.
  var listing: VimListing?

  /// Whether the line runs another one, which stays the last: `:@:`.
  var hasPlayed = false
  /// Whether `:stopinsert` ends the insert mode that `C-o` interrupted.
  var stopsTyping = false

  var isCollecting: Bool { collecting != nil }
}

/// The destination of lines that are being typed.
struct VimCollecting {
  /// The line before which the next one is inserted.
  var line: Int
  /// The position of the first one.
  var first: Int
  /// Whether the first line replaces the empty line of an empty text.
  var replacesEmptyText: Bool
  /// The indent for the first line; nil after it.
  var indent: Int?
  /// Whether lines get the indent of the line before; `!` turns the option around.
  var indentsToo = false
}

/// Lines that `:g` marked. They follow the changes that its command makes.
struct VimPendingLines {
  /// Sorted; those before `next` are done.
  private var lines: [Int]
  private var next = 0
  /// The distance that all remaining lines have moved.
  private var offset = 0

  init(_ lines: [Int]) { self.lines = lines }

  mutating func popFirst() -> Int? {
    guard next < lines.count else { return nil }
    next += 1
    return lines[next - 1] + offset
  }

  /// Updates the lines after some were inserted before one.
  mutating func shift(from line: Int, by count: Int) {
    guard next < lines.count else { return }
    if line <= lines[next] + offset {
      offset += count
    } else if line <= lines[lines.count - 1] + offset {
      for index in next..<lines.count where lines[index] + offset >= line { lines[index] += count }
    }
  }

  /// Updates the lines after some were deleted with their marks.
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
