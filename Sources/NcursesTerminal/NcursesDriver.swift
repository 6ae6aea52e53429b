import CNcurses
import Glibc
package import Terminal

/// A real terminal through ncurses. There is one at a time, and only the main actor touches it.
///
/// ```swift
/// let hub = try SignalHub()
/// let driver = try NcursesDriver.open()
/// defer { driver.end() }
/// ```
@MainActor
package final class NcursesDriver: LiveTerminal {
  package struct Options: Sendable {
    /// Attributes only, as with `NO_COLOR`.
    package var noColour = false
    /// Borders and signs are drawn in ASCII, though the terminal may know more.
    package var isASCII = false
    package var mouse = MouseChoice.auto
    /// A script plays this program and may ask for `.sync`.
    package var acceptsSync = false
    /// How long a size must hold before the next is taken. A window that is dragged has a new one many
    /// times a frame, and none of those layouts would be seen.
    package var sizePause: Duration
    package var environment: @Sendable (String) -> String?

    package init(
      noColour: Bool = false, isASCII: Bool = false, mouse: MouseChoice = .auto,
      acceptsSync: Bool = false,
      sizePause: Duration = .milliseconds(16), environment: (@Sendable (String) -> String?)? = nil
    ) {
      self.noColour = noColour
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

  /// Undoes what this driver does to the terminal, for a crash guard.
  package let restoreSequence: [UInt8]

  let screen: CursesScreen
  let input: Descriptor
  let output: Descriptor
  var state = State.running
  /// Made with the first look for keys, after the first frame. Not lazy: whatever changes a lazy value
  /// copies it first, and with it the whole paste that has come so far.
  var decoder: InputDecoder?
  let escapeDelay: Duration
  private let canShapeCursor: Bool
  private var shape = CursorShape.usual
  /// When something last came in.
  var lastInput = Duration.zero
  var hasClosed = false
  /// The size has to be looked at: a signal came, or somebody else had the terminal.
  var sizeMayHaveChanged = false
  let sizePause: Duration
  /// When a new size was last taken; nil: the next one is at once.
  var lastSize: Duration?

  /// How light the ground is, as the environment or the terminal says.
  package var background: Background?
  private let canAskForBackground: Bool
  let acceptsSync: Bool
  private let settings: termios?
  private let modesOn: [UInt8]
  private let modesOff: [UInt8]
  /// Takes the terminal, or says in one line why it cannot.
  package static func open(
    input: Int32 = 0, output: Int32 = 1, options: Options = Options()
  ) throws(TerminalError) -> NcursesDriver {
    let (source, sink) = (Descriptor(number: input), Descriptor(number: output))
    guard source.isTerminal else { throw .notATerminal("standard input") }
    guard sink.isTerminal else { throw .notATerminal("standard output") }
    guard let name = options.environment("TERM"), !name.isEmpty else { throw .unnamed }
    // A message must not do to the terminal what a strange name could.
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
    // Only terminals of ANSI's kind are sent the modes, which no capability names.
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
    // The capability that names the very sequence.
    canShapeCursor = isANSI && cncurses_string("Ss") != nil
    output.write(modesOn)
    background = options.environment("COLORFGBG").flatMap { Background(variable: $0) }
    // Those of few colours may show the question.
    canAskForBackground = isANSI && screen.depth == .full && !acceptsSync
  }

  // MARK: The ground

  package func askForBackground() {
    if canAskForBackground, state == .running { output.write(Array("\u{1b}]11;?\u{7}".utf8)) }
  }

  // MARK: Frames

  package var size: Size { screen.size }
  package var colours: ColourDepth { screen.depth }
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
    // ncurses has written all of its own by the end of a frame. A control would end the answer.
    let body = report.utf8.map { $0 < 0x20 || $0 == 0x7f ? 0x20 : $0 }
    output.write(Array("\u{1b}]7707;\(number);".utf8) + body + [0x07])
  }

  package func offerToClipboard(_ bytes: [UInt8]) -> Bool {
    guard state == .running, !modesOn.isEmpty, let sequence = ClipboardSequence.offering(bytes)
    else { return false }
    output.write(sequence)
    return true
  }

  package func shapeCursor(_ shape: CursorShape) {
    guard state == .running, canShapeCursor else { return }
    self.shape = shape
    output.write(Self.shaping(shape))
  }

  private static func shaping(_ shape: CursorShape) -> [UInt8] {
    Array("\u{1b}[\(shape.rawValue) q".utf8)
  }

  /// Takes the newest size; nil where it is the old one.
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

  // MARK: Taking and giving back

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

  // MARK: What the terminal is

  private static func depth(_ options: Options) -> ColourDepth {
    if options.noColour || options.environment("NO_COLOR").map({ !$0.isEmpty }) == true {
      return .none
    }
    let count = cncurses_start_colours()
    return count >= 256 ? .full : count >= 8 ? .eight : .none
  }

  /// Sizes that ncurses can hold: a terminal may say 0x0, or 65,535 of each.
  private static func usableSize(of output: Descriptor) -> Size {
    guard let size = output.windowSize, size.columns > 0, size.rows > 0 else {
      return Size(columns: 80, rows: 24)
    }
    return Size(columns: min(size.columns, 1_000), rows: min(size.rows, 500))
  }

  /// The locale that was asked for. Where none was, as in a container, terminals speak UTF-8.
  private static func localeName(_ environment: (String) -> String?) -> String {
    ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? "C.UTF-8"
  }

  /// A capability's bytes, without the waiting times of old terminals in it.
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
  /// What draws the screen: “ncurses” and its version.
  package nonisolated static var library: String { String(cString: cncurses_version()) }
}

/// Whether the terminal is asked to tell of the mouse.
package enum MouseChoice: Equatable, Sendable {
  case auto
  case always
  case never

  /// The word of a setting.
  package init(word: String?) {
    switch word {
    case "yes": self = .always
    case "no": self = .never
    default: self = .auto
    }
  }

  /// GNU screen holds a lone Esc back while it tells of the mouse. Under tmux, which has the same name
  /// in TERM, all is well.
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
      // A person may give TERM another name there; screen itself says where it is.
      return !(isScreen || isSet("STY")) || isSet("TMUX")
    }
  }
}
