/// A keymap in the style of some editor: a value with a mode, pending keys, registers and marks.
///
/// ```swift
/// let effects = machine.press("x", in: &text)
/// for edit in text.edits { session.apply(edit) }
/// ```
package protocol KeyMachine: Sendable {
  /// Handles a key by its name (`C-w`, `M-Up`, `x`, `Space`, `Enter`). Changes the text in place
  /// and returns all other effects.
  mutating func press(_ key: String, in text: inout KeyText) -> [KeyEffect]
  /// Types characters that arrived together. Returns false and does nothing if some would not be
  /// typed, or if each must be handled alone.
  mutating func type(_ characters: String, in text: inout KeyText) -> Bool
  /// Adopts the text's selection, as before a key.
  mutating func syncSelection(with text: inout KeyText)
  /// Drops pending keys, for instance because of a click.
  mutating func cancel(in text: inout KeyText)
  /// Maps the remembered offsets through an edit that the machine did not make: one by another
  /// cursor with the same key, or by another program.
  mutating func follow(_ edit: Edit, from old: Rope, to new: Rope, byCursor: Bool)
  /// Runs the pending keys as they are, since no more came in time.
  mutating func flushPending(in text: inout KeyText) -> [KeyEffect]
  /// Offers what the program found to replace the text before the cursor, unless that has changed.
  mutating func offer(
    _ found: [String], insteadOf typed: String, in text: inout KeyText
  ) -> [KeyEffect]
  /// Copies the state that all texts share from another machine: registers, searches, maps.
  mutating func copyShared(from other: any KeyMachine)
  /// Takes the names that the machine has asked for, to complete its command line.
  mutating func complete(with names: [KeyName])
  /// What was typed on command lines, by kind, the oldest first.
  var typedLines: [String: [String]] { get }
  /// Takes lines that were typed before those that it knows.
  mutating func recall(_ lines: [String: [String]])
  /// Returns the registers or the marks that the next key can name, with their content.
  func contents(of awaited: KeyDisplay.Awaited, in text: Rope) -> [KeyContent]
  /// Whether a character would be typed and do nothing else.
  var isTyping: Bool { get }
  var display: KeyDisplay { get }
  /// The pending input that the next key completes; empty if there is none. Machines with the same
  /// state handle a key in the same way.
  var pendingState: String { get }
}

extension KeyMachine {
  package func contents(of awaited: KeyDisplay.Awaited, in text: Rope) -> [KeyContent] { [] }
  package mutating func complete(with names: [KeyName]) {}
  package var typedLines: [String: [String]] { [:] }
  package mutating func recall(_ lines: [String: [String]]) {}
}

/// An effect of a key beyond the text.
package enum KeyEffect: Equatable, Sendable {
  /// A message in the status line.
  case say(String)
  case warn(String)
  /// The key means nothing here, or failed.
  case bell
  /// One of the editor's own commands: saving, closing, following a link.
  case run(Invocation)
  /// Text for the system clipboard.
  case offer(Rope)
  /// Scrolls a number of rows, down or up.
  case scroll(Int)
  /// Scrolls so that the cursor's row is at the top (0), in the middle (1) or at the bottom (2).
  case align(Int)
  /// Rows to read, with a title: registers, options. A row that is too long is cut.
  case list(title: String, rows: [String])
  /// A search went to the match at the cursor. Its number is shown behind the search.
  case found(FoundMatch)
}

/// What the screen shows of a machine.
package struct KeyDisplay: Equatable, Sendable {
  package enum Cursor: Equatable, Sendable { case bar, block, underline }

  /// The mode's name; empty for the default mode.
  package var mode = ""
  /// The pending keys.
  package var pending = ""
  package var cursor = Cursor.bar
  /// The offset of the drawn cursor, if not the head of the selection.
  package var cursorOffset: ByteOffset?
  /// A command line below the text.
  package var prompt: Prompt?
  /// The part of `pending` that would be typed, shown at the cursor.
  package var waitingText = ""
  /// The milliseconds until pending keys run; nil: no limit.
  package var patience: Int?
  /// The user's own maps that apply now.
  package var maps: [Map] = []
  /// A list of lines below the text, which has the cursor.
  package var window: Window?
  /// Texts to choose from, shown at the cursor. Keys choose, so the machine handles them.
  package var offer: Offer?

  package struct Offer: Equatable, Sendable {
    package var rows: [String]
    /// The row whose text is there now; nil for the text that was typed.
    package var chosen: Int?
    /// Where the text that they replace starts.
    package var start: ByteOffset

    package init(rows: [String], chosen: Int?, start: ByteOffset) {
      (self.rows, self.chosen, self.start) = (rows, chosen, start)
    }
  }
  /// The matches that are marked.
  package var search: Search?
  /// What the next key completes; nil if it begins a command, or if any character will do.
  package var awaited: Awaited?
  /// Whether the view returns to where it is once this is over, however far it scrolls meanwhile.
  package var scrollsBack = false

  /// The unfinished input, for a list of the keys that may follow.
  package enum Awaited: Equatable, Sendable {
    /// The rest of a sequence that begins with these keys.
    case keys([String])
    /// The target of an operator with these keys: a motion or an object, of which these keys were
    /// pressed. Each of `lines` means whole lines.
    case target([String], of: [String], lines: [String])
    case register
    case mark
  }

  /// A user's map: its keys, and what they do.
  package struct Map: Equatable, Sendable {
    package var keys: [String]
    package var summary: String

    package init(keys: [String], summary: String) {
      self.keys = keys
      self.summary = summary
    }
  }

  package struct Prompt: Equatable, Sendable {
    /// `:`, `/`, or a word.
    package var sign: String
    package var text: String
    /// The cursor's byte offset in `text`.
    package var cursor: Int
    package var offer: LineOffer?

    package init(sign: String, text: String, cursor: Int) {
      self.sign = sign
      self.text = text
      self.cursor = cursor
    }
  }

  /// Names that complete the command line.
  package struct LineOffer: Equatable, Sendable {
    package var names: [String]
    /// Nil while the line has what was typed.
    package var chosen: Int?
    /// The byte offset in the line at which they begin.
    package var start: Int

    package init(names: [String], chosen: Int?, start: Int) {
      (self.names, self.chosen, self.start) = (names, chosen, start)
    }
  }

  /// Lines that are edited below the text, as many as are visible.
  package struct Window: Equatable, Sendable {
    package var rows: [String]
    /// The row of the cursor, and its byte offset there.
    package var row: Int
    package var cursor: Int

    package init(rows: [String], row: Int, cursor: Int) {
      self.rows = rows
      self.row = row
      self.cursor = cursor
    }
  }

  package init() {}
}

/// A register or a mark, and its content.
package struct KeyContent: Equatable, Sendable {
  package var name: Character
  package var text: String

  package init(name: Character, text: String) {
    (self.name, self.text) = (name, text)
  }
}

/// A name that completes the command line: as it is written there, and as it is offered.
package struct KeyName: Equatable, Sendable {
  package var written: String
  package var shown: String

  package init(_ written: String, shown: String) {
    (self.written, self.shown) = (written, shown)
  }
}

/// A command with its count, register, argument and target.
package struct Invocation: Hashable, Sendable {
  /// The text that an operator changes.
  package enum Target: Hashable, Sendable {
    /// From the cursor to the end of a motion.
    case motion(CommandID)
    case object(CommandID)
    /// The cursor's line, and as many more as the count says.
    case lines
  }

  package var command: CommandID
  /// Nil where none was typed.
  package var count: Int?
  package var register: Character?
  /// The typed text, or the extra key of the command.
  package var argument: String
  /// Nil for the selection.
  package var target: Target?
  /// Whether a motion selects the text that it passes.
  package var extends: Bool
  /// The shape to use instead of the target's own.
  package var shape: Shape?

  package enum Shape: Hashable, Sendable { case characters, lines, block }

  package init(
    _ command: CommandID, count: Int? = nil, register: Character? = nil, argument: String = "",
    target: Target? = nil, extends: Bool = false
  ) {
    self.command = command
    self.count = count
    self.register = register
    self.argument = argument
    self.target = target
    self.extends = extends
  }
}
