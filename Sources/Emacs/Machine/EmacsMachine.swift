package import TextEngine

/// Emacs's keys over a text.
///
/// The stages of a key, in order: `+Press` takes the text; `+Keys` finds what the key belongs to (a
/// search, a prompt, a prefix argument, a command); `EmacsCommand` has the table of commands with
/// their keys; each command is a function in the files of `Moving`, `Editing` and `Searching`.
///
/// Offsets are bytes of the text.
package struct EmacsMachine: KeyMachine {
  package var options: EmacsOptions
  /// The text during a key; empty between keys.
  var text = KeyText(Rope())
  /// The selections that the text was given back with.
  var shown: Selections?
  package internal(set) var point = 0
  package internal(set) var region = EmacsRegion()
  var rectangle = EmacsRectangleState()

  var keys = EmacsKeyState()
  var command = EmacsCommandState()
  /// The argument of the current command.
  var argument: EmacsArgument?
  var key = ""

  var kills = EmacsKillRing()
  var undo = EmacsUndoState()
  var registers: [String: EmacsRegister] = [:]
  var macro = EmacsMacroState()
  /// The column for vertical moves.
  var goal = 0
  var prompt: EmacsPrompt?
  var search: EmacsSearch?
  var searches = EmacsSearchRings()
  var query: EmacsQuery?
  var effects: [KeyEffect] = []

  package init(options: EmacsOptions = EmacsOptions()) { self.options = options }
}

/// The region between mark and cursor.
package struct EmacsRegion {
  package internal(set) var mark: Int?
  /// Earlier marks, the newest first.
  var ring: [Int] = []
  package internal(set) var isActive = false
  /// Whether it began with Shift; then a plain motion ends it.
  var isByShift = false
  /// Whether `C-x Tab` is indenting it with arrow keys.
  var isIndenting = false
}

/// The keys of an unfinished command.
struct EmacsKeyState {
  var interpreter = KeyInterpreter(EmacsKeymap.rules)
  /// Whether `Esc` was pressed: the next key gets Meta.
  var isMetaNext = false
  /// The command that waits for one more key: the name of a register, a character.
  var reading: EmacsReading?
  /// The keys so far of the one that is described.
  var describing: KeyInterpreter?
  /// The argument of the next command.
  var argument: EmacsArgument?
  /// Whether digits and a sign still belong to the argument.
  var isArgumentOpen = false

  var isWaiting: Bool { interpreter.isWaiting || reading != nil || isMetaNext }

  mutating func cancel() {
    interpreter.cancel()
    isMetaNext = false
    reading = nil
    describing = nil
    dropArgument()
  }

  mutating func dropArgument() {
    argument = nil
    isArgumentOpen = false
  }
}

/// The state of the current command.
struct EmacsCommandState {
  /// The names by which commands recognize the command before. Kills use `kill-region`.
  var name = ""
  var last = ""
  /// Whether it deactivates the region.
  var endsRegion = false
  /// Offsets that follow edits during the command.
  var markers: [Int] = []
  /// The words that complete the one before the cursor.
  var expansion: EmacsExpansion?
  /// The last command that can be repeated, with its argument and key.
  var repeatable: (run: EmacsCommand, argument: EmacsArgument?, key: String)?
  /// Whether `z` repeats it.
  var isRepeating = false
}

package struct EmacsOptions: Equatable, Sendable {
  /// The column at which `M-q` breaks lines.
  package var fillColumn = 70
  /// Whether a sentence ends only before two blanks, as by default in Emacs.
  package var sentencesEndWithTwoBlanks = false
  /// Whether up and down move by rows of the screen, not by lines.
  package var movesByRows = true
  /// Whether a new line is indented like the one before.
  package var indentsNewLines = true
  /// Whether a new line continues a list item or a quote.
  package var continuesItems = false
  /// The most keys that a macro plays.
  package var mostMacroKeys = 1_000_000

  package init() {}
}

/// A prefix argument. `C-u` alone is not the number 4: some commands treat it differently.
enum EmacsArgument: Equatable, Sendable {
  /// `C-u`s: 4, 16, …
  case universal(Int)
  /// `M--` alone.
  case minus
  case number(Int)

  var value: Int {
    switch self {
    case .universal(let value), .number(let value): value
    case .minus: -1
    }
  }

  /// The largest argument.
  static let most = 1 << 24
}

/// A command failed. Rings the bell and ends a macro.
struct EmacsFailure: Error, Equatable {
  var message: String
  var isQuit = false

  static let quit = EmacsFailure(message: "Quit", isQuit: true)
  static let endOfText = EmacsFailure(message: "End of text")
  static let startOfText = EmacsFailure(message: "Start of text")
}

/// A command that needs one more key.
enum EmacsReading: Equatable {
  /// `C-q`; the digits of a code so far.
  case quoted(EmacsArgument?)
  /// `M-z`.
  case zap(EmacsArgument?)
  case register(EmacsRegisterUse, EmacsArgument?)
  case searchCharacter
  /// The key that is described.
  case describedKey
}

/// State that all notes share.
extension EmacsMachine {
  package mutating func copyShared(from other: any KeyMachine) {
    guard let other = other as? EmacsMachine else { return }
    kills = other.kills
    macro.last = other.macro.last
    searches = other.searches
    // Registers with an offset belong to the other text.
    registers = other.registers.filter { if case .offset = $0.value { false } else { true } }
  }

  /// Nothing is asked of the program here.
  package mutating func offer(
    _ found: [String], insteadOf typed: String, in text: inout KeyText
  ) -> [KeyEffect] { [] }

  /// Keys never time out here.
  package mutating func flushPending(in text: inout KeyText) -> [KeyEffect] { [] }
}
