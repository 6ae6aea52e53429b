import TextEngine

/// What was pressed of the command that is done.
struct VimKeyState {
  /// The operator whose motion is worked out; nil for a motion by itself.
  var pendingOperator: VimOperator?
  /// Of the last motion: `go` has none of its own in vim, and takes over that.
  var lastShape = VimShape.characters
  /// Where the cursor was when the operator of now was pressed.
  var cursorBefore: VimPosition?
  var interpreter = KeyInterpreter(VimKeymap.rules)
  /// Keys that are still to be done, the next one last: of a macro, of `.`, of `:normal`.
  var queue: [VimQueuedKey] = []
  /// How many keys were done since one was pressed.
  var steps = 0
  /// How deep `:normal` and `:g` are in each other.
  var depth = 0
  var hasFailed = false
  /// `C-v` or `C-k` was pressed where a character is waited for: what of its code is there.
  var literal: VimLiteral?
  /// A command of signs waits for the keys that name them.
  var signs: VimSignKeys?
  /// What those of the command that is done said.
  var signNames = VimSignNames()
  /// Nothing came in time behind the keys that wait.
  var isLate = false
  /// The last map of the key that was pressed, and how many there were.
  var map: VimMap?
  var mapCount = 0
}

/// A key that is still to be done.
struct VimQueuedKey: Equatable {
  var name: String
  /// A person pressed it.
  var isTyped = false
  /// Maps are looked at for it.
  var isMapped = false
}

/// The last change, for `.`.
struct VimChangeState {
  /// The keys that do it again, without register and count.
  var keys: [String] = []
  var count: Int?
  var register: Character?
  /// How much was selected where it was one of visual mode.
  var visual: VimExtent?
  /// The keys of the command that is done, without register and count.
  var pressed: [String] = []
  /// The same with all that was typed so far, while it may become the last change.
  var recording: [String]?
  var recordedCount: Int?
  var recordedRegister: Character?
  var recordedVisual: VimExtent?
  /// The selection that `.` makes before its keys.
  var repeated: VimExtent?
  /// `.` does the keys of now.
  var isRepeating = false
  /// A change goes on in insert mode.
  var isKept = false
}

/// How much was selected.
struct VimExtent: Equatable {
  var shape: VimShape
  var lines: Int
  /// Of one line the cells, of more the last cell of the last; of a block its cells.
  var cells: Int
  var isToEnd = false
  var count: Int?
}

/// The line that `U` brings back.
struct VimLineUndo {
  var number: Int?
  var bytes: [UInt8] = []
  var column = 0
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
  /// The command that waits for what is typed here.
  var waiting: Invocation?
  /// The mode to go back to.
  var mode = VimMode.normal
  /// Where the text was pressed that is recorded for `.`.
  var pressed: [String] = []
  /// `C-r` waits for a register, or `C-v` for a character.
  var awaitsRegister = false
  var literal: VimLiteral?
  /// The command of signs that waits for a tag.
  var signs: VimSignKeys?
  var history: [Character: [String]] = [:]
  var historyIndex: Int?
}

struct VimInsertState {
  /// Insert or replace mode, while `C-o` does one command.
  var oneCommand: VimMode?
  /// What is typed begins here.
  var start = VimPosition(line: 0, column: 0)
  /// How often it is typed in all.
  var count = 1
  /// What was pressed since the start, to be typed again.
  var keys: [String] = []
  /// Whether each repetition has a line of its own.
  var opensLines = false
  /// The line has nothing but the indent that it was given.
  var hasOnlyIndent = false
  /// A line end was typed: `U` does not know the lines from there on.
  var hasNewline = false
  /// Of replace mode: what each character replaced, the last at the end; nil for nothing.
  var replaced: [[UInt8]?] = []
  /// An arrow key moved the cursor: what is typed next is a change of its own.
  var hasMoved = false
  /// The cell that is wanted is the cursor's: it is counted when a move asks, as a line may be long.
  var hasTyped = false
  var block: VimBlockInsertion?
  /// Where the cursor goes when the typing in a block ends.
  var blockPosition: VimPosition?
  /// The line behind whose end the cursor was when `C-o` was pressed.
  var endLine: Int?
  /// `C-r`, `C-v`, `C-k` or `C-g` waits for more.
  var pending: String?
  var literal: VimLiteral?
  /// What was typed the last time, as keys, for `C-a` and `".`.
  var last: [String] = []
}

/// Typing in front of, behind or instead of a block: it is done in each line when the typing ends.
struct VimBlockInsertion {
  enum Kind { case insert, append, change }
  var lines: [Int]
  /// The cell at which it goes in; `Int.max` for each line's end.
  var cell: Int
  /// The byte in the first line at which it went in.
  var column: Int
  /// Whether lines that are too short are filled with blanks.
  var pads: Bool
  var kind: Kind
  /// Where the cursor is when the typing ends.
  var shownColumn = 0
}
