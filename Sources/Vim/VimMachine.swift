import TextEngine

/// Vim's normal, visual, insert and command-line modes over a text.
///
/// The stages of a key, in order: `VimMachine+Press` takes it and knows the mode; `VimKeymap` is
/// the table that names the command; `+Normal`, `+Visual`, `+Insert` and `+Prompt` run it, using
/// motions, objects, operators and registers, each in files of their own.
package struct VimMachine: KeyMachine {
  /// The text during a key; empty between keys.
  var text = VimText(key: KeyText(Rope()))
  var cursor = VimPosition(line: 0, column: 0)
  /// The column for vertical moves.
  var wanted = VimColumn.cell(0)
  var mode = VimMode.normal
  package var options = VimOptions()
  var registers = VimRegisters()
  var marks = VimMarks()
  var search = VimSearchState()
  /// The selection of visual mode, and the last one for `gv`.
  var visual = VimVisualState()
  /// The state of the current command.
  var keys = VimKeyState()
  /// The last change, for `.`.
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

/// The state in which the text was given back.
struct VimShownState {
  var selections: Selections?
  /// The drawn cursor.
  var cursor: ByteOffset?
  /// Whether an edit by others has moved the cursor since.
  var isMoved = false
  /// The step of undo that typing continues.
  var openStep: Int?
}

enum VimMode: Equatable {
  case normal
  case visual(VimShape)
  case insert
  /// `R`; `gR` counts cells.
  case replace(byCells: Bool)
  case prompt
  /// The question at each match of a `:s` with `c`.
  case confirm
}

/// A search of `f F t T`.
struct VimFind: Equatable {
  var character: [UInt8]
  var isForward: Bool
  var isTill: Bool
}

struct VimVisualState {
  /// The start of the current selection.
  var start = VimPosition(line: 0, column: 0)
  /// Whether typing replaces the selection: select mode.
  var isSelecting = false
  /// Whether select mode runs one command of visual mode.
  var oneCommand = false
  /// The size of the last selection that was worked on, for `3v`.
  var extent: VimExtent?
  /// The last selection, for `gv` and the marks `<` and `>`.
  var last: Last?

  typealias Last = (start: VimPosition, end: VimPosition, shape: VimShape, wanted: VimColumn)
}

struct VimMarks {
  /// By name: `a`–`z`, and `[ ] < > . ^ ' "`.
  var positions: [Character: VimPosition] = [:]
  /// The starts of jumps, the oldest first, and the index that `C-o` is at, or their count.
  var jumps: [VimPosition] = []
  var jumpIndex = 0
  /// The mark `'` before the jump of the current command.
  var jumpBefore: VimPosition?
  /// The positions of changes, the oldest first.
  var changes: [VimPosition] = []
  var changeIndex = 0
}

/// The last patterns, and how they were searched.
struct VimSearchState {
  /// The last `f`, `F`, `t` or `T`, for `;` and `,`.
  var lastFind: VimFind?
  /// As typed, without an offset.
  var pattern: String?
  /// Whether the pattern came from `*` or `#`, which ignore `smartcase`.
  var ignoresSmartCase = false
  var isForward = true
  /// The offset after the pattern: `e+1`, `+2`.
  var offset = VimSearchOffset()
  /// The last `:s`.
  var substitute: VimSubstitute?
  /// The last pattern of `:s` and `:g`; `pattern` may be newer.
  var substitutePattern: String?
  /// The text for `~` in patterns and replacements.
  var replacement: String?
  /// Recently used patterns, compiled.
  var compiled: [VimPatternKey: VimPattern] = [:]
  /// Whether matches of the last pattern are marked: after a search, until `:noh`.
  var isMarked = false
  /// What is marked now.
  var finder: VimMatchFinder?
  /// The search that is being typed.
  var preview: VimPreview?
  /// The match that a `:s` asks about.
  var asked: Range<ByteOffset>?
  /// Where the accepted search starts, if `C-g` or `C-t` moved it.
  var start: VimPosition?
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

/// The flags of `:s`.
struct VimSubstituteFlags: Equatable {
  var isGlobal = false
  var asks = false
  var counts = false
  var failsWithoutMatch = true
  /// Set by `i` and `I`.
  var ignoresCase: Bool?
}
