import CNcurses
import Glibc
package import Terminal

/// A real terminal through ncurses. Only one can exist at a time, and only the main actor uses it.
///
/// ```swift
/// let hub = try SignalHub()
/// let driver = try NcursesDriver.open()
/// defer { driver.end() }
/// ```
@MainActor
package final class NcursesDriver: LiveTerminal {
  package struct Options: Sendable {
    /// Uses attributes only, as with `NO_COLOR`.
    package var noColor = false
    /// Draws borders and signs in ASCII, even if the terminal can show more.
    package var isASCII = false
    package var mouse = MouseChoice.auto
    /// Whether a script plays this program and may ask for `.sync`.
    package var acceptsSync = false
    /// The minimum time between two sizes. A dragged window has a new size many times per frame,
    /// and those layouts would never be seen.
    package var sizePause: Duration
    package var environment: @Sendable (String) -> String?

    package init(
      noColor: Bool = false, isASCII: Bool = false, mouse: MouseChoice = .auto,
      acceptsSync: Bool = false,
      sizePause: Duration = .milliseconds(16), environment: (@Sendable (String) -> String?)? = nil
    ) {
      self.noColor = noColor
      self.isASCII = isASCII
      self.mouse = mouse
      self.acceptsSync = acceptsSync
      self.sizePause = sizePause
      self.environment = environment ?? environmentValue
    }
  }

  enum State {
    case running, suspended, ended
  }

  /// The bytes that undo this driver's changes to the terminal, for a crash guard.
  package let restoreSequence: [UInt8]

  let screen: CursesScreen
  let input: Descriptor
  let output: Descriptor
  var state = State.running
  /// Created on the first read, after the first frame. Not lazy: mutating a lazy property copies
  /// its value first, here with the whole paste so far.
  var decoder: InputDecoder?
  let escapeDelay: Duration
  private let canShapeCursor: Bool
  private var shape = CursorShape.usual
  var lastInput = Duration.zero
  var hasClosed = false
  /// Whether the size must be read again, after a signal or another program's use of the terminal.
  var sizeMayHaveChanged = false
  let sizePause: Duration
  /// The time of the last new size; nil: the next one is accepted at once.
  var lastSize: Duration?

  /// The background according to the environment or the terminal.
  package var background: Background?
  private let canAskForBackground: Bool
  let acceptsSync: Bool
  private let settings: termios?
  private let modesOn: [UInt8]
  private let modesOff: [UInt8]
  /// Takes over the terminal, or throws the reason in one line.
  package static func open(
    input: Int32 = 0, output: Int32 = 1, options: Options = Options()
  ) throws(TerminalError) -> NcursesDriver {
    let (source, sink) = (Descriptor(number: input), Descriptor(number: output))
    guard source.isTerminal else { throw .notATerminal("standard input") }
    guard sink.isTerminal else { throw .notATerminal("standard output") }
    guard let name = options.environment("TERM"), !name.isEmpty else { throw .unnamed }
    // The name could contain control characters, so the message shows only a safe part of it.
    let shownName = String(
      name.unicodeScalars.prefix(60).map { ("!"..."~").contains($0) ? Character($0) : "?" })
    switch Int(cncurses_look_up(name, output)) {
    case CNCURSES_KNOWN: break
    case CNCURSES_TOO_SIMPLE: throw .tooSimple(shownName)
    case CNCURSES_NO_DATABASE: throw .noDatabase(shownName)
    default: throw .unknown(shownName)
    }
    let isUTF8 = cncurses_set_locale(localeName(options.environment)) == 1
    let settings = sink.settings
    source.makeBlocking()
    sink.makeBlocking()
    let size = usableSize(of: sink)
    cncurses_send_by(
      { terminal, bytes, count in
        TerminalOutput.write(UnsafeRawBufferPointer(start: bytes, count: count), to: terminal)
      }, { TerminalOutput.isStalled ? 1 : 0 })
    guard cncurses_open(name, input, output, Int32(size.rows), Int32(size.columns)) == 1 else {
      throw .failed("take the terminal for a screen of \(size.columns) by \(size.rows) cells")
    }
    return NcursesDriver(
      source, sink, size, options: options, settings: settings, isUTF8: isUTF8)
  }

  private init(
    _ input: Descriptor, _ output: Descriptor, _ size: Size, options: Options,
    settings: termios?, isUTF8: Bool
  ) {
    self.input = input
    self.output = output
    self.settings = settings
    sizePause = options.sizePause
    screen = CursesScreen(
      size: size, depth: Self.depth(options), isUTF8: isUTF8, hasSigns: !options.isASCII)
    acceptsSync = options.acceptsSync
    escapeDelay = .milliseconds(
      options.environment("ESCDELAY").flatMap { Int($0) }.map { min(max(0, $0), 5_000) } ?? 25)
    // No capability names these modes, so only ANSI terminals get them.
    let isANSI = cncurses_string("cup").map { $0[0] == 0x1b && $0[1] == 0x5b } ?? false
    let hasMouse = options.mouse.isOn(options.environment)
    modesOn =
      isANSI
      ? Array("\(hasMouse ? "\u{1b}[?1002h\u{1b}[?1006h" : "")\u{1b}[?2004h".utf8) : []
    modesOff =
      isANSI
      ? Array("\u{1b}[?2004l\(hasMouse ? "\u{1b}[?1006l\u{1b}[?1002l" : "")".utf8) : []
    restoreSequence =
      modesOff + ["rmkx", "rmcup", "sgr0", "cnorm"].flatMap(Self.capability) + [0x0d, 0x0a]
    // The capability for exactly this sequence.
    canShapeCursor = isANSI && cncurses_string("Ss") != nil
    output.write(modesOn)
    background = options.environment("COLORFGBG").flatMap { Background(variable: $0) }
    // Terminals with few colors may print the question.
    canAskForBackground = isANSI && screen.depth == .full && !acceptsSync
  }

  // MARK: The background

  package func askForBackground() {
    if canAskForBackground, state == .running { output.write(Array("\u{1b}]11;?\u{7}".utf8)) }
  }

  // MARK: Frames

  package var size: Size { screen.size }
  package var colors: ColorDepth { screen.depth }
  package var inputDescriptor: Int32 { input.number }

  package func makeWindow(_ frame: Rect) -> any Window {
    NcursesWindow(frame, on: screen)
  }

  package func present(_ windows: [any Window], cursor: Point?) {
    guard state == .running else { return }
    cncurses_begin_frame()
    for case let window as NcursesWindow in windows {
      if let handle = window.handle { cncurses_add(handle) }
    }
    if let cursor, Rect(size).contains(cursor) {
      cncurses_show(Int32(cursor.row), Int32(cursor.column))
    } else {
      cncurses_show(-1, 0)
    }
  }

  package func forgetScreen() {
    cncurses_forget()
  }

  package func answerSync(_ number: Int, with report: String) {
    guard state == .running else { return }
    // At the end of a frame, ncurses has written all its output. A control character would end the
    // answer.
    let body = report.utf8.map { $0 < 0x20 || $0 == 0x7f ? 0x20 : $0 }
    output.write(Array("\u{1b}]7707;\(number);".utf8) + body + [0x07])
  }

  package func offerToClipboard(_ bytes: [UInt8]) -> Bool {
    guard state == .running, !modesOn.isEmpty, let sequence = ClipboardSequence.offering(bytes)
    else { return false }
    output.write(sequence)
    return true
  }

  package func notify(_ number: UInt32, title: String, text: String) {
    guard state == .running, !modesOn.isEmpty else { return }
    output.write(
      NotificationSequence.showing(
        number, title: title, text: text, on: environmentValue("TERM") ?? ""))
  }

  package func shapeCursor(_ shape: CursorShape) {
    guard state == .running, canShapeCursor else { return }
    self.shape = shape
    output.write(Self.shaping(shape))
  }

  private static func shaping(_ shape: CursorShape) -> [UInt8] {
    Array("\u{1b}[\(shape.rawValue) q".utf8)
  }

  /// Adopts the current size; nil if it is unchanged.
  func followSize() -> Size? {
    let newest = Self.usableSize(of: output)
    guard newest != screen.size else { return nil }
    lastSize = .sinceBoot
    screen.size = newest
    cncurses_resize(Int32(newest.rows), Int32(newest.columns))
    cncurses_forget()
    screen.followFrames()
    return newest
  }

  // MARK: Suspending and resuming

  package func suspend() {
    guard state == .running else { return }
    giveBack()
    state = .suspended
  }

  package func resume() {
    guard state != .ended else { return }
    state = .running
    cncurses_return()
    output.write(modesOn + Self.capability("smkx"))
    if shape != .usual { output.write(Self.shaping(shape)) }
    sizeMayHaveChanged = true
    lastSize = nil
  }

  package func end() {
    if state == .running { giveBack() }
    state = .ended
  }

  private func giveBack() {
    if shape != .usual { output.write(Self.shaping(.usual)) }
    output.write(modesOff)
    cncurses_leave()
    if let settings { output.apply(settings) }
  }

  // MARK: The terminal's properties

  private static func depth(_ options: Options) -> ColorDepth {
    if options.noColor || options.environment("NO_COLOR").map({ !$0.isEmpty }) == true {
      return .none
    }
    let count = cncurses_start_colors()
    return count >= 256 ? .full : count >= 8 ? .eight : .none
  }

  /// Returns a size that ncurses can handle: a terminal may report 0x0, or 65,535 of each.
  private static func usableSize(of output: Descriptor) -> Size {
    guard let size = output.windowSize, size.columns > 0, size.rows > 0 else {
      return Size(columns: 80, rows: 24)
    }
    return Size(columns: min(size.columns, 1_000), rows: min(size.rows, 500))
  }

  /// Returns the requested locale. Without one, as in a container, UTF-8 is assumed.
  private static func localeName(_ environment: (String) -> String?) -> String {
    ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? "C.UTF-8"
  }

  /// Returns a capability's bytes without the padding delays of old terminals.
  private static func capability(_ name: String) -> [UInt8] {
    guard let value = cncurses_string(name) else { return [] }
    var bytes: [UInt8] = []
    var rest = Array(String(cString: value).utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "$"), rest.first == UInt8(ascii: "<") {
        rest = rest.drop { $0 != UInt8(ascii: ">") }.dropFirst()
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}

extension NcursesDriver {
  /// The name of the screen library, “ncurses”, with its version.
  package nonisolated static var library: String { String(cString: cncurses_version()) }
}

/// Whether the terminal is asked for mouse events.
package enum MouseChoice: Equatable, Sendable {
  case auto
  case always
  case never

  package init(word: String?) {
    switch word {
    case "yes": self = .always
    case "no": self = .never
    default: self = .auto
    }
  }

  /// GNU screen delays a lone Esc while it reports the mouse. tmux, which has the same name in
  /// TERM, does not.
  func isOn(_ environment: (String) -> String?) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      func isSet(_ name: String) -> Bool { environment(name).map { !$0.isEmpty } ?? false }
      let isScreen =
        environment("TERM").map {
          $0 == "screen" || $0.hasPrefix("screen.") || $0.hasPrefix("screen-")
        } ?? false
      // A user may have changed TERM inside screen, but screen sets its own variable.
      return !(isScreen || isSet("STY")) || isSet("TMUX")
    }
  }
}
