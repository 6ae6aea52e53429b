import CVterm
import Glibc
import NcursesTerminal
import Terminal
import Testing

/// A pseudo-terminal with an emulator on its other side, in the driver's own process.
@MainActor
final class PseudoTerminal {
  let near: Int32
  let far: Int32
  /// Everything the program wrote so far.
  private(set) var written: [UInt8] = []
  private let emulator: OpaquePointer
  private let screen: OpaquePointer
  private var syncs = 0

  init(columns: Int, rows: Int) throws {
    var (far, near): (Int32, Int32) = (-1, -1)
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = UInt16(rows)
    try #require(openpty(&far, &near, nil, nil, &size) == 0)
    self.far = far
    self.near = near
    emulator = try #require(vterm_new(Int32(max(1, rows)), Int32(max(1, columns))))
    vterm_set_utf8(emulator, 1)
    screen = try #require(vterm_obtain_screen(emulator))
    vterm_screen_enable_altscreen(screen, 1)
    vterm_screen_reset(screen, 1)
  }

  isolated deinit {
    vterm_free(emulator)
    close(far)
    close(near)
  }

  func open(
    terminal: String = "xterm-256color", _ environment: [String: String] = [:],
    noColor: Bool = false, isASCII: Bool = false, mouse: MouseChoice = .auto,
    acceptsSync: Bool = true, sizePause: Duration = .zero
  ) throws -> NcursesDriver {
    let all = ["TERM": terminal, "LANG": "C.UTF-8"].merging(environment) { $1 }
    return try NcursesDriver.open(
      input: near, output: near,
      options: .init(
        noColor: noColor, isASCII: isASCII, mouse: mouse, acceptsSync: acceptsSync,
        sizePause: sizePause, environment: { all[$0] }))
  }

  // MARK: What the program shows

  /// Takes the driver's output; the driver's own answer marks the end.
  func show(_ driver: NcursesDriver) throws {
    syncs += 1
    driver.answerSync(syncs, with: "shown")
    try read(upTo: "\u{1b}]7707;\(syncs);shown\u{7}")
  }

  /// Reads until these bytes were written; silence fails the test.
  func read(upTo mark: String) throws {
    let mark = Array(mark.utf8)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var fresh: [UInt8] = []
    while !fresh.suffix(mark.count).elementsEqual(mark) {
      var request = pollfd(fd: far, events: Int16(POLLIN), revents: 0)
      try #require(poll(&request, 1, 5_000) == 1, "the program wrote no mark")
      let count = Glibc.read(far, &buffer, buffer.count)
      try #require(count > 0)
      fresh += buffer[..<count]
    }
    written += fresh
    fresh.withUnsafeBytes {
      _ = vterm_input_write(emulator, $0.bindMemory(to: CChar.self).baseAddress, $0.count)
    }
  }

  /// Reads up to the test's own mark, after the driver has ended.
  func readRest() throws {
    let mark = "\u{1b}]7707;rest\u{7}"
    _ = mark.withCString { write(near, $0, strlen($0)) }
    try read(upTo: mark)
  }

  /// Shows a text that another program left.
  func show(_ text: String) {
    _ = text.withCString { vterm_input_write(emulator, $0, strlen($0)) }
  }

  func wrote(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return written.count >= bytes.count
      && (0...written.count - bytes.count).contains {
        written[$0..<$0 + bytes.count].elementsEqual(bytes)
      }
  }

  func cell(_ row: Int, _ column: Int) -> VTermScreenCell {
    var cell = VTermScreenCell()
    vterm_screen_get_cell(screen, VTermPos(row: Int32(row), col: Int32(column)), &cell)
    return cell
  }

  func text(_ row: Int, _ columns: Range<Int>) -> String {
    var line = ""
    for column in columns {
      let chars = cell(row, column).chars
      let scalars = [chars.0, chars.1, chars.2, chars.3, chars.4, chars.5]
      if scalars[0] == 0 { line += " " }
      // The right half of a wide character.
      if scalars[0] == .max { continue }
      for value in scalars.prefix(while: { $0 != 0 }) {
        if let scalar = UnicodeScalar(value) { line.unicodeScalars.append(scalar) }
      }
    }
    return line
  }

  var cursor: Point {
    var place = VTermPos()
    vterm_state_get_cursorpos(vterm_obtain_state(emulator), &place)
    return Point(row: Int(place.row), column: Int(place.col))
  }

  // MARK: What a person does

  func type(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(far, $0.baseAddress, $0.count) }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  /// The events of typed text, up to the answer to a sync after it.
  func events(_ driver: NcursesDriver, typing text: String = "") throws -> [InputEvent] {
    type(Array("\(text)\u{1b}[?7707;1n".utf8))
    var events: [InputEvent] = []
    while events.last != .sync(1) {
      try waitForInput()
      events += driver.events()
    }
    return events.dropLast()
  }

  func waitForInput() throws {
    var request = pollfd(fd: near, events: Int16(POLLIN), revents: 0)
    try #require(poll(&request, 1, 5_000) == 1, "no input came")
  }

  func resize(columns: Int, rows: Int) {
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = UInt16(rows)
    _ = ioctl(far, UInt(TIOCSWINSZ), &size)
    // The emulator would not survive all sizes that a kernel accepts.
    vterm_set_size(emulator, Int32(min(max(1, rows), 200)), Int32(min(max(1, columns), 500)))
  }

  var localModes: tcflag_t { settings.c_lflag }

  private var settings: termios {
    var settings = termios()
    tcgetattr(near, &settings)
    return settings
  }
}
