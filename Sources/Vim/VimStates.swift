import TextEngine

/// The keys of the current command.
struct VimKeyState {
  /// The operator that needs a motion's target; nil for a motion by itself.
  var pendingOperator: VimOperator?
  /// The shape of the last motion: `go` has no shape in vim and uses that one.
  var lastShape = VimShape.characters
  /// The cursor when the current operator was pressed.
  var cursorBefore: VimPosition?
  var interpreter = KeyInterpreter(VimKeymap.rules)
  /// Queued keys, the next one last: of a macro, of `.`, of `:normal`.
  var queue: [VimQueuedKey] = []
  /// The number of keys handled since one was pressed.
  var steps = 0
  /// The nesting depth of `:normal` and `:g`.
  var depth = 0
  var hasFailed = false
  /// An unfinished code after `C-v` or `C-k`, where a character is needed.
  var literal: VimLiteral?
  /// A surround command that waits for the keys of its signs.
  var signs: VimDelimiterKeys?
  /// The signs of the current command.
  var signNames = VimDelimiterNames()
  /// Whether no key came in time after the pending ones.
  var isLate = false
  /// The last map for the pressed key, and the number of maps so far.
  var map: VimMap?
  var mapCount = 0
  /// Whether a command since the pressed key went to another window.
  var hasLeftWindow = false
  /// Whether abbreviations may end at the current key.
  var expands = false
}

/// A key in the queue.
struct VimQueuedKey: Equatable {
  var name: String
  /// Whether a person pressed it.
  var isTyped = false
  /// Whether maps apply to it.
  var isMapped = false
  /// Whether it never ends an abbreviation, because it follows from one.
  var endsNoWord = false
  /// Whether it belongs to the change that `.` repeats.
  var isRepeated = false
}

/// The last change, for `.`.
struct VimChangeState {
  var latest: VimRepeatedChange?
  /// The keys of the current command, without register and count.
  var pressed: [String] = []
  /// Those keys and all typed text so far, while this may become the last change.
  var recording: [String]?
  var recordedCount: Int?
  var recordedRegister: Character?
  var recordedVisual: VimExtent?
  /// The selection that `.` makes before its keys.
  var repeated: VimExtent?
  /// Whether the current key is one that `.` repeats.
  var isRepeating = false
  /// The change before the last one, for `.` after `C-o`.
  var earlier: VimRepeatedChange?
  /// Whether the current command is a change.
  var isKept = false
}

/// A change as `.` repeats it.
struct VimRepeatedChange {
  /// Without register and count.
  var keys: [String]
  var count: Int?
  var register: Character?
  /// The size of the selection for a change in visual mode.
  var visual: VimExtent?
}

/// What a character that was typed in replace mode replaced.
enum VimReplacedText {
  case nothing
  case text([UInt8])
  /// A line end: the bytes that it removed from the line, and whether `gR` went on in the next line
  /// instead of making one.
  case lineEnd([UInt8], goesOnBelow: Bool)

  var bytes: [UInt8] {
    switch self {
    case .nothing: []
    case .text(let bytes), .lineEnd(let bytes, _): bytes
    }
  }
}

/// The size of a selection.
struct VimExtent: Equatable {
  var shape: VimShape
  var lines: Int
  /// For one line its cells, for more the last cell of the last line; for a block its cells.
  var cells: Int
  var isToEnd = false
  var count: Int?
}

/// What undo needs besides the text: the line that `U` restores, and marks.
struct VimLineUndo {
  var number: Int?
  var bytes: [UInt8] = []
  var column = 0
  var marks = VimUndoMarks()
}

struct VimMacroState {
  /// The register that is recorded to, and the keys so far.
  var recording: Character?
  var keys: [String] = []
  /// The last register of `@`.
  var last: Character?
}

struct VimPromptState {
  /// `:`, `/`, `?` or `=`; `<` for a tag.
  var sign: Character = ":"
  var text: [UInt8] = []
  var cursor = 0
  /// The command that needs the typed line.
  var waiting: Invocation?
  /// The mode to return to.
  var mode = VimMode.normal
  /// The keys of the command so far, for `.`.
  var pressed: [String] = []
  /// Whether `C-r` waits for a register; an unfinished code after `C-v`.
  var awaitsRegister = false
  var literal: VimLiteral?
  /// The surround command that waits for a tag.
  var signs: VimDelimiterKeys?
  var history: [VimHistoryKind: VimHistory] = [:]
  var recall: VimRecall?
  /// Whether typing replaces the characters after the cursor.
  var overtypes = false
  /// Whether `C-\` waits for a key.
  var isEscaping = false
  /// The history as lines to edit.
  var window: VimCommandWindow?
  /// The names of notes that are offered, or were asked for.
  var names: VimPromptNames?
  /// The line in which this one was opened by `C-r =`, if any.
  var outer: [VimPromptState] = []
}

struct VimInsertState {
  /// Insert or replace mode while `C-o` runs one command.
  var oneCommand: VimMode?
  /// The start of the typed text.
  var start = VimPosition(line: 0, column: 0)
  /// The number of times that the text is typed in all.
  var count = 1
  /// The keys since the start, for repeats.
  var keys: [String] = []
  /// Whether each repeat gets its own line.
  var opensLines = false
  /// Whether the line has only its automatic indent.
  var hasOnlyIndent = false
  /// Whether a line end was typed: `U` does not know the lines after it.
  var hasNewline = false
  /// The text that each character replaced in replace mode, the newest last.
  var replaced: [VimReplacedText] = []
  /// Whether a blank was typed since the last tab: then Backspace deletes single blanks.
  var hasTypedBlank = false
  /// Whether an arrow key moved the cursor: further typing is a separate change.
  var hasMoved = false
  /// Whether the wanted cell is the cursor's; counted only for moves: a line may be long.
  var hasTyped = false
  var block: VimBlockInsertion?
  /// The first line of the block, and the cursor after typing in it.
  var blockEdge = (line: 0, after: VimPosition?.none)
  /// The line whose end the cursor was past when `C-o` was pressed.
  var endLine: Int?
  /// The key that waits for another: `C-r`, `C-x`, `C-v`, `C-k` or `C-g`.
  var pending: String?
  var literal: VimLiteral?
  /// The keys of the last insertion, for `C-a` and `".`.
  var last: [String] = []
  /// The texts that `C-n` and the like choose from.
  var completion: VimCompletion?
  /// The completion before `C-x`, which may be continued.
  var completed: VimCompletion?
  /// What the program was asked to find.
  var asked: VimCompletion.Kind?

  /// The pending key while `C-x C-e` scrolls.
  static let scrolling = "C-x C-e"
}

/// Typing before, after or instead of a block: applied to each line when insert mode ends.
struct VimBlockInsertion {
  enum Kind { case insert, append, change }
  var lines: [Int]
  /// The cell of the insertion; `Int.max` for each line's end.
  var cell: Int
  /// The byte of the insertion in the first line.
  var column: Int
  /// Whether short lines are filled with blanks.
  var pads: Bool
  var kind: Kind
  /// The cursor's column after typing.
  var shownColumn = 0
  /// The length of the first line before typing: what it gains is the typed text.
  var length = 0
  /// Whether an arrow key moved the cursor before anything was typed.
  var isMoved = false
  /// Whether lines that are too short get the text at their end.
  var isBehindShort = false
}
