import TextEngine

/// The history of a command line as lines to edit: `q:`, `q/`, `q?`, and `C-f` on the command line.
struct VimCommandWindow {
  /// Handles the keys. Always one: a value cannot hold another of its own type, but an array can.
  private var machines: [VimMachine]
  private var text: KeyText
  private let sign: Character
  /// The first visible line, and the number of visible ones.
  private var top = 0
  private let height: Int

  /// The most visible lines: vim's `cmdwinheight`.
  private static let mostLines = 7

  init(
    _ lines: [String], sign: Character, column: Int, height: Int, machine: VimMachine
  ) {
    var bytes = Array(lines.map(Self.plain).joined(separator: "\n").utf8)
    bytes.append(0x0a)
    let rope = Rope(bytes)
    text = KeyText(rope, rows: .lines(of: rope, height: height))
    let last = rope.start(of: LineNumber(max(0, lines.count - 1)))
    let end = lines.last.map { Self.plain($0).utf8.count } ?? 0
    text.selections = Selections(Selection(at: last + min(column, end)))
    var machine = machine
    machine.syncSelection(with: &text)
    machines = [machine]
    self.sign = sign
    self.height = max(1, min(Self.mostLines, height))
    top = max(0, lines.count - self.height)
  }

  /// A line end that was typed into a line is a blank here.
  private static func plain(_ line: String) -> String {
    String(
      String.UnicodeScalarView(line.unicodeScalars.map { $0 == "\r" || $0 == "\n" ? " " : $0 }))
  }

  var machine: VimMachine { machines[0] }

  /// The line of the cursor, and the cursor's byte in it.
  var line: (bytes: [UInt8], column: Int) {
    let number = text.text.line(at: text.selections.main.head)
    let content = text.text.content(of: number)
    return (text.text.bytes(in: content), text.selections.main.head - content.lowerBound)
  }

  var pendingState: String { "\(machine.modeName) \(machine.pendingState)" }

  /// Whether Enter would run the line, and not be a character of a command or of its own prompt.
  var isIdle: Bool {
    switch machine.mode {
    case .normal, .visual:
      !machine.keys.interpreter.awaitsCharacter && machine.keys.literal == nil
        && machine.keys.signs == nil
    case .insert, .replace: machine.insert.literal == nil && machine.insert.pending == nil
    case .prompt, .confirm: false
    }
  }

  mutating func press(_ key: String, now: Int64) -> [KeyEffect] {
    text.now = now
    text.rows = .lines(of: text.text, height: height)
    let effects = machines[0].press(key, in: &text)
    follow()
    return effects
  }

  mutating func flush() -> [KeyEffect] {
    let effects = machines[0].flushPending(in: &text)
    follow()
    return effects
  }

  private mutating func follow() {
    let line = text.text.line(at: text.selections.main.head).value
    top = max(0, min(top, line), line - height + 1)
  }

  var display: KeyDisplay {
    var display = machine.display
    display.cursorOffset = nil
    display.waitingText = ""
    let rope = text.text
    // After the final line end there is no line.
    let count = max(1, rope.lineCount - 1)
    let rows = (top..<min(count, top + height)).map {
      String(sign)
        + String(decoding: rope.bytes(in: rope.content(of: LineNumber($0))), as: UTF8.self)
    }
    let row = rope.line(at: text.selections.main.head).value - top
    display.window = KeyDisplay.Window(
      rows: rows, row: min(max(0, row), max(0, rows.count - 1)), cursor: line.column + 1)
    return display
  }
}

extension VimMachine {
  /// Opens the history for `q:`, `q/` or `q?`; false for other keys.
  mutating func openWindow(_ invocation: Invocation) throws(VimFailure) -> Bool {
    switch invocation.argument {
    case ":": try openCommandLine(invocation.count)
    case "/", "?":
      let motion = invocation.argument == "/" ? VimMotion.searchForward : .searchBack
      askForPattern(
        invocation.argument.first ?? "/", Invocation(motion.id, count: invocation.count))
      prompt.pressed = [invocation.argument]
    default: return false
    }
    openWindow()
    return true
  }

  /// Opens the history of the command line that is being typed.
  mutating func openWindow() {
    if ex.isCollecting {
      return effects.append(.warn(VimUnsupported.failure(["C-f"]).message))
    }
    var inner = VimMachine(options: options)
    inner.copyShared(from: self)
    inner.options.autoIndent = false
    inner.options.continuesItems = false
    prompt.window = VimCommandWindow(
      promptHistory.lines + [String(decoding: prompt.text, as: UTF8.self)], sign: prompt.sign,
      column: prompt.cursor, height: text.key.rows.height - 2, machine: inner)
  }

  mutating func windowKey(_ key: String) throws(VimFailure) {
    guard var window = prompt.window else { return }
    // Else there would be two references to its text.
    prompt.window = nil
    let (mode, isIdle) = (window.machine.mode, window.isIdle)
    if isIdle, key == "C-c" { return editLine(of: window) }
    if isIdle, !window.machine.isVisual,
      key == "Enter" || key == "C-m" || key == "C-j" && mode != .normal
    {
      return try runLine(of: window)
    }
    let made = window.press(key, now: text.key.now)
    if made.contains(where: \.closesWindow) {
      takeShared(from: window)
      return leavePrompt()
    }
    prompt.window = window
    effects += made.compactMap(\.outsideWindow)
  }

  /// Returns to the command line, with the line of the window.
  private mutating func editLine(of window: VimCommandWindow) {
    var window = window
    let (line, column) = window.line
    if window.machine.isInserting { _ = window.press("Esc", now: text.key.now) }
    takeShared(from: window)
    prompt.text = line
    prompt.cursor = min(column, line.count)
  }

  private mutating func runLine(of window: VimCommandWindow) throws(VimFailure) {
    editLine(of: window)
    prompt.cursor = prompt.text.count
    try promptKey("Enter")
  }

  private mutating func takeShared(from window: VimCommandWindow) {
    registers = window.machine.registers
    maps = window.machine.maps
  }

  func display(of window: VimCommandWindow) -> KeyDisplay { window.display }

  /// Runs the pending keys of the window, if there is one.
  mutating func flushWindow() -> [KeyEffect] {
    guard var window = prompt.window else { return [] }
    prompt.window = nil
    let made = window.flush()
    if made.contains(where: \.closesWindow) {
      takeShared(from: window)
      leavePrompt()
      return []
    }
    prompt.window = window
    return made.compactMap(\.outsideWindow)
  }
}

extension KeyEffect {
  /// Whether `:q` or the like ends the window.
  fileprivate var closesWindow: Bool {
    guard case .run(let invocation) = self else { return false }
    return ["vim-quit", "vim-quit-anyway", "vim-write-quit", "vim-write-quit-anyway"]
      .contains(invocation.command.name)
  }

  /// The effect outside of the window; nil for none. Commands of the program are for notes.
  fileprivate var outsideWindow: KeyEffect? {
    switch self {
    case .singleCursor: nil
    case .run:
      .warn("E11: Invalid in command-line window; <CR> executes, CTRL-C quits")
    case .scroll, .align: nil
    default: self
    }
  }
}
