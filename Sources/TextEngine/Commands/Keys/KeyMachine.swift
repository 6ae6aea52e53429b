/// What gives keys their meaning in a text, in the way of some editor: a value that holds its mode,
/// what was pressed and waits for more, registers, marks.
///
/// ```swift
/// let effects = machine.press("x", in: &text)
/// for edit in text.edits { session.apply(edit) }
/// ```
package protocol KeyMachine: Sendable {
  /// Takes a key by its name (`C-w`, `M-Up`, `x`, `Space`, `Enter`). What it does to the text is in the
  /// text afterwards; what else is to be done comes back.
  mutating func press(_ key: String, in text: inout KeyText) -> [KeyEffect]
  /// Takes characters that came at once as one text. Nothing happens, and false comes back, where they
  /// would not all be typed, or where how each is typed matters.
  mutating func type(_ characters: String, in text: inout KeyText) -> Bool
  /// Takes over what is selected in the text, as it does before a key.
  mutating func syncSelection(with text: inout KeyText)
  /// Forgets what waits, for instance because a click came between.
  mutating func cancel(in text: inout KeyText)
  /// Moves the offsets that it remembers through an edit that it did not do itself: another cursor did
  /// it with the same key, or another program.
  mutating func follow(_ edit: Edit, from old: Rope, to new: Rope, byCursor: Bool)
  /// Takes the keys that wait for more as they are, since nothing came in time.
  mutating func flushPending(in text: inout KeyText) -> [KeyEffect]
  /// Copies what all texts share from the machine of another: registers, searches, maps.
  mutating func copyShared(from other: any KeyMachine)
  /// A character that comes now is typed, and does nothing else.
  var isTyping: Bool { get }
  var display: KeyDisplay { get }
  /// What the next key completes; empty where nothing was begun. Machines with the same one take a key
  /// in the same way.
  var pendingState: String { get }
}

/// What a machine asks for beyond the text.
package enum KeyEffect: Equatable, Sendable {
  /// To be read in the status line.
  case say(String)
  case warn(String)
  /// The key means nothing here, or could not be done.
  case bell
  /// One of the editor's own commands: saving, closing, following a link.
  case run(Invocation)
  /// Goes to other programs.
  case offer(Rope)
  /// A number of rows of the screen, down or up.
  case scroll(Int)
  /// Shows the cursor's row at this part of the view: 0 the top, 1 the middle, 2 the bottom.
  case align(Int)
}

/// What the screen shows of a machine.
package struct KeyDisplay: Equatable, Sendable {
  package enum Cursor: Equatable, Sendable { case bar, block, underline }

  /// The mode's name; empty for the usual one.
  package var mode = ""
  /// What was pressed and waits for more.
  package var pending = ""
  package var cursor = Cursor.bar
  /// Where the cursor is drawn, if not at the head of what is selected.
  package var cursorOffset: ByteOffset?
  /// A line that is typed below the text.
  package var prompt: Prompt?
  /// What of `pending` would be typed, shown at the cursor.
  package var waitingText = ""
  /// How many milliseconds the keys wait for more; nil: until it comes.
  package var patience: Int?
  /// Keys of the person's own that hold now.
  package var maps: [Map] = []

  /// Keys that are pressed, and the ones that are done for them.
  package struct Map: Equatable, Sendable {
    package var keys: [String]
    package var summary: String

    package init(keys: [String], summary: String) {
      self.keys = keys
      self.summary = summary
    }
  }

  package struct Prompt: Equatable, Sendable {
    /// `:`, `/`, or words.
    package var sign: String
    package var text: String
    /// The byte in `text` before which the cursor is.
    package var cursor: Int

    package init(sign: String, text: String, cursor: Int) {
      self.sign = sign
      self.text = text
      self.cursor = cursor
    }
  }

  package init() {}
}

/// What keys asked for: a command and all that was said with it.
package struct Invocation: Hashable, Sendable {
  /// What an operator works on.
  package enum Target: Hashable, Sendable {
    /// From the cursor to where a motion goes.
    case motion(CommandID)
    case object(CommandID)
    /// The cursor's line, and as many more as the count says.
    case lines
  }

  package var command: CommandID
  /// Nil where none was typed.
  package var count: Int?
  package var register: Character?
  /// What is typed, or the key that the command waited for.
  package var argument: String
  /// Nil for what is selected.
  package var target: Target?
  /// Whether a motion selects what it goes over.
  package var extends: Bool
  /// What an operator takes its target for, instead of what the target is.
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
