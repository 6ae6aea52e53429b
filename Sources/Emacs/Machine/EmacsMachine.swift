package import TextEngine

/// Emacs's keys over a text.
///
/// What a key does is read in this order: `+Press` takes the text, `+Keys` finds what the key belongs to
/// (a search, a prompt, a prefix argument, a command), `EmacsCommand` has the table of commands with their
/// keys, and each command is a function in the files of `Moving`, `Editing` and `Searching`.
///
/// Offsets are bytes of the text.
package struct EmacsMachine: KeyMachine {
  package var options: EmacsOptions
  /// The text while a key is done, and nothing between keys.
  var text = KeyText(Rope())
  /// What the text had selected when it was given back.
  var shown: Selections?
  package internal(set) var point = 0
  package internal(set) var region = EmacsRegion()
  var rectangle = EmacsRectangleState()

  var keys = EmacsKeyState()
  var command = EmacsCommandState()
  /// Of the command that is done.
  var argument: EmacsArgument?
  var key = ""

  var kills = EmacsKillRing()
  var undo = EmacsUndoState()
  var registers: [String: EmacsRegister] = [:]
  var macro = EmacsMacroState()
  /// The column that moves up and down keep.
  var goal = 0
  var prompt: EmacsPrompt?
  var search: EmacsSearch?
  var searches = EmacsSearchRings()
  var query: EmacsQuery?
  var effects: [KeyEffect] = []

  package init(options: EmacsOptions = EmacsOptions()) { self.options = options }
}

/// What lies between the mark and the cursor.
package struct EmacsRegion {
  package internal(set) var mark: Int?
  /// Marks of before, the newest first.
  var ring: [Int] = []
  package internal(set) var isActive = false
  /// It was begun with Shift, and ends with a plain motion.
  var isByShift = false
  /// `C-x Tab` indents it with arrow keys.
  var isIndenting = false
}

/// What was pressed of a command that is still to come.
struct EmacsKeyState {
  var interpreter = KeyInterpreter(EmacsKeymap.rules)
  /// `Esc` was pressed: the next key is with Meta.
  var isMetaNext = false
  /// What waits for one key more: the name of a register, a character.
  var reading: EmacsReading?
  /// For the next command.
  var argument: EmacsArgument?
  /// Digits and a sign still belong to the argument.
  var isArgumentOpen = false

  var isWaiting: Bool { interpreter.isWaiting || reading != nil || isMetaNext }

  mutating func cancel() {
    interpreter.cancel()
    isMetaNext = false
    reading = nil
    dropArgument()
  }

  mutating func dropArgument() {
    argument = nil
    isArgumentOpen = false
  }
}

/// The command that is done now.
struct EmacsCommandState {
  /// Commands tell by these what came before them. Kills call themselves `kill-region`.
  var name = ""
  var last = ""
  /// The region ends with it.
  var endsRegion = false
  /// Offsets that follow edits while it runs.
  var markers: [Int] = []
}

package struct EmacsOptions: Equatable, Sendable {
  /// Where `M-q` breaks lines.
  package var fillColumn = 70
  /// Whether a sentence ends only before two blanks, as Emacs is shipped.
  package var sentencesEndWithTwoBlanks = false
  /// Whether up and down go over rows of the screen, not lines.
  package var movesByRows = true
  /// Whether a new line is indented as the one before it.
  package var indentsNewLines = true
  /// Whether a new line goes on with a list's item or a quote.
  package var continuesItems = false
  /// No macro plays more keys than this at once.
  package var mostMacroKeys = 1_000_000

  package init() {}
}

/// A prefix argument. `C-u` alone is not the number 4: some commands do something of their own with it.
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

  /// Arguments are not greater than this.
  static let most = 1 << 24
}

/// A command could not be done. It rings the bell and ends a macro.
struct EmacsFailure: Error, Equatable {
  var message: String
  var isQuit = false

  static let quit = EmacsFailure(message: "Quit", isQuit: true)
  static let endOfText = EmacsFailure(message: "End of text")
  static let startOfText = EmacsFailure(message: "Start of text")
}

/// What one more key is for.
enum EmacsReading: Equatable {
  /// `C-q`; the digits of a code so far.
  case quoted(EmacsArgument?)
  /// `M-z`.
  case zap(EmacsArgument?)
  case register(EmacsRegisterUse, EmacsArgument?)
  case searchCharacter
}

/// What goes from note to note.
extension EmacsMachine {
  package mutating func copyShared(from other: any KeyMachine) {
    guard let other = other as? EmacsMachine else { return }
    kills = other.kills
    macro.last = other.macro.last
    searches = other.searches
    // Those that name an offset mean one of the other text.
    registers = other.registers.filter { if case .offset = $0.value { false } else { true } }
  }

  /// No keys wait for a time here.
  package mutating func flushPending(in text: inout KeyText) -> [KeyEffect] { [] }
}
