import TextEngine

/// What was pressed of the command that is done.
struct VimKeyState {
  var interpreter = KeyInterpreter(VimKeymap.rules)
  /// Keys that are done before those that a person presses next: of a macro, of `.`, of `:normal`.
  var queue: [String] = []
  var depth = 0
  /// `C-v` or `C-k` was pressed where a character is waited for: what of its code is there.
  var literal: VimLiteral?
}

/// A character that is told by its code: `C-v u20ac`, `C-k e:`.
struct VimLiteral: Equatable {
  var isDigraph: Bool
  var typed: [String] = []
}

/// The last change, for `.`.
struct VimChangeState {
  /// The keys that do it again, without register and count.
  var keys: [String] = []
  var count: Int?
  var register: Character?
  /// How much was selected where it was one of visual mode.
  var visual: VimExtent?
  /// Of the change that is under way.
  var recording: [String]?
  var isRepeating = false
}

/// How much was selected.
struct VimExtent: Equatable {
  var shape: VimShape
  var lines: Int
  /// Of characters: the bytes in the last line; of a block: its cells.
  var columns: Int
  var isToEnd = false
}

/// The line that `U` brings back.
struct VimLineUndo {
  var number: Int?
  var bytes: [UInt8] = []
}

struct VimMacroState {
  /// The register that is recorded to, and the keys so far.
  var recording: Character?
  var keys: [String] = []
  /// The last register of `@`.
  var last: Character?
}

struct VimPromptState {
  /// `:`, `/`, `?` or `=`.
  var sign: Character = ":"
  var text: [UInt8] = []
  var cursor = 0
  /// The command that waits for what is typed here.
  var waiting: Invocation?
  var history: [Character: [String]] = [:]
  var historyIndex: Int?
}

struct VimInsertState {}
