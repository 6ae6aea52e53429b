import TextEngine

/// Vim's normal, visual, insert and command-line modes over a text.
///
/// What a key does is read in this order: `VimMachine+Press` takes it and knows the mode; `VimKeymap` is
/// the table that names the command; `+Normal`, `+Visual`, `+Insert` and `+Prompt` do it with the help
/// of motions, objects, operators and registers, each in files of their own.
package struct VimMachine: KeyMachine {
  /// The text while a key is done, and nothing between keys.
  var text = VimText(key: KeyText(Rope()))
  var cursor = VimPosition(line: 0, column: 0)
  /// The column that moves up and down go to.
  var wanted = VimColumn.cell(0)
  var mode = VimMode.normal
  package var options = VimOptions()
  var registers = VimRegisters()
  var marks = VimMarks()
  var search = VimSearchState()
  /// The selection of visual mode, and the last one for `gv`.
  var visual = VimVisualState()
  /// Of the command that is done now.
  var keys = VimKeyState()
  /// For `.`.
  var change = VimChangeState()
  var insert = VimInsertState()
  var prompt = VimPromptState()
  var macro = VimMacroState()
  var line = VimLineUndo()
  var ex = VimExState()
  var maps = VimMaps()
  var effects: [KeyEffect] = []
  var shown = VimShownState()

  package init(options: VimOptions = VimOptions()) { self.options = options }
}

/// How the text was given back.
struct VimShownState {
  var selections: Selections?
  /// Where the cursor was drawn.
  var cursor: ByteOffset?
  /// An edit of others moved the cursor since.
  var isMoved = false
  /// The step of undo that typing goes on with.
  var openStep: Int?
}

enum VimMode: Equatable {
  case normal
  case visual(VimShape)
  case insert
  /// `R`; `gR` counts cells.
  case replace(byCells: Bool)
  case prompt
  /// Asks at each match of `:s` with `c`.
  case confirm
}

/// Of `f F t T`.
struct VimFind: Equatable {
  var character: [UInt8]
  var isForward: Bool
  var isTill: Bool
}

struct VimVisualState {
  /// Where the selection of now was begun.
  var start = VimPosition(line: 0, column: 0)
  /// How much was worked on last, for `3v`.
  var extent: VimExtent?
  /// The last selection, for `gv` and the marks `<` and `>`.
  var last: (start: VimPosition, end: VimPosition, shape: VimShape, wanted: VimColumn)?
}

struct VimMarks {
  /// By their names: `a`–`z`, and `[ ] < > . ^ ' "`.
  var positions: [Character: VimPosition] = [:]
  /// Where jumps began, the oldest first, and which one `C-o` is at: the count where it is at none.
  var jumps: [VimPosition] = []
  var jumpIndex = 0
  /// The mark `'` before the jump of the command that is done.
  var jumpBefore: VimPosition?
  /// Where the text was changed, the oldest first.
  var changes: [VimPosition] = []
  var changeIndex = 0
}

/// The last pattern, and how it was looked for.
struct VimSearchState {
  /// The last `f`, `F`, `t` or `T`, for `;` and `,`.
  var lastFind: VimFind?
  /// As it was typed, without an offset.
  var pattern: String?
  /// It came from `*` or `#`, which do not mind `smartcase`.
  var ignoresSmartCase = false
  var isForward = true
  /// Behind the pattern: `e+1`, `+2`.
  var offset = VimSearchOffset()
  /// Of the last `:s`.
  var substitute: VimSubstitute?
  /// The last one of `:s` and `:g`; `pattern` may be newer.
  var substitutePattern: String?
  /// What `~` means in a pattern and in what is put in.
  var replacement: String?
  /// Patterns that were used last, ready to be matched.
  var compiled: [VimPatternKey: VimPattern] = [:]
}

struct VimSearchOffset: Equatable {
  enum Base: Equatable { case start, end, line }
  var base = Base.start
  var amount = 0
}

/// The last `:s`, for `:&&`, `&`, `g&` and `:~`.
struct VimSubstitute: Equatable {
  var replacement: String
  var flags = VimSubstituteFlags()
}

/// How `:s` goes on.
struct VimSubstituteFlags: Equatable {
  var isGlobal = false
  var asks = false
  var counts = false
  var mindsNothingFound = true
  /// `i` and `I`.
  var ignoresCase: Bool?
}
