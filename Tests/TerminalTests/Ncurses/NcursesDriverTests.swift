import CVterm
import Glibc
import NcursesTerminal
import Terminal
import Testing

/// ncurses has global state, so these tests run one after the other.
@MainActor
@Suite("The ncurses driver", .serialized)
struct NcursesDriverTests {
  // MARK: Frames

  @Test("Texts of every width fill exactly their cells")
  func widths() throws {
    let terminal = try PseudoTerminal(columns: 20, rows: 5)
    let driver = try terminal.open()
    defer { driver.end() }
    let window = driver.makeWindow(Rect(driver.size))
    window.put("plain", width: 5, at: Point(row: 0, column: 1), style: .plain)
    window.put("日本x", width: 5, at: Point(row: 1, column: 0), style: .plain)
    window.put("e\u{301}a\u{308}\u{323}", width: 2, at: Point(row: 2, column: 3), style: .plain)
    window.put("🙂|", width: 3, at: Point(row: 3, column: 0), style: .plain)
    // In the last cells of the last row, where a terminal would scroll.
    window.put("日", width: 2, at: Point(row: 4, column: 18), style: .plain)
    driver.present([window], cursor: Point(row: 2, column: 4))
    try terminal.show(driver)
    #expect(terminal.text(0, 0..<7) == " plain ")
    #expect(terminal.text(1, 0..<6) == "日本x ")
    #expect(terminal.cell(1, 0).width == 2)
    #expect(terminal.text(2, 3..<6) == "e\u{301}a\u{308}\u{323} ")
    #expect(terminal.text(3, 0..<3) == "🙂|")
    #expect(terminal.text(4, 18..<20) == "日")
    #expect(terminal.cursor == Point(row: 2, column: 4))
  }

  @Test("A text takes its measured width, even if ncurses measures another")
  func forcedWidth() throws {
    let terminal = try PseudoTerminal(columns: 20, rows: 3)
    let driver = try terminal.open()
    defer { driver.end() }
    let window = driver.makeWindow(Rect(driver.size))
    window.put("....................", width: 20, at: Point(row: 0, column: 0), style: .plain)
    window.put("日本語", width: 3, at: Point(row: 0, column: 0), style: .plain)
    window.put("é", width: 4, at: Point(row: 0, column: 5), style: .plain)
    window.put("\u{1b}[31m", width: 5, at: Point(row: 0, column: 10), style: .plain)
    window.put("beyond the edge", width: 15, at: Point(row: 1, column: 15), style: .plain)
    window.put("out", width: 3, at: Point(row: 3, column: 0), style: .plain)
    driver.present([window], cursor: nil)
    try terminal.show(driver)
    #expect(terminal.text(0, 0..<20) == "日 ..é   .?[31m.....")
    #expect(terminal.text(1, 0..<20) == "               beyon")
    #expect(terminal.text(2, 0..<20) == String(repeating: " ", count: 20))
  }

  @Test(
    "The mouse is requested where it is harmless, or as set",
    arguments: [
      ("xterm-256color", [:], .auto, true), ("screen", [:], .auto, false),
      ("screen-256color", [:], .auto, false), ("screen-256color", ["TMUX": "/tmp/x"], .auto, true),
      ("screen", [:], .always, true), ("xterm-256color", [:], .never, false),
      ("xterm-256color", ["STY": "1.pts-0.host"], .auto, false),
      ("xterm-256color", ["STY": "1.pts-0.host", "TMUX": "/tmp/x"], .auto, true),
    ] as [(String, [String: String], MouseChoice, Bool)])
  func mouse(name: String, more: [String: String], choice: MouseChoice, isOn: Bool) throws {
    let terminal = try PseudoTerminal(columns: 20, rows: 3)
    let driver = try terminal.open(terminal: name, more, mouse: choice)
    try terminal.show(driver)
    #expect(terminal.wrote("\u{1b}[?1002h") == isOn)
    #expect(terminal.wrote("\u{1b}[?2004h"))
    driver.end()
    #expect(String(decoding: driver.restoreSequence, as: UTF8.self).contains("?1002l") == isOn)
  }

  @Test("ASCII mode replaces borders and signs, and leaves letters as the locale allows")
  func asciiKeepsLetters() throws {
    for (language, expected) in [("C.UTF-8", "+-| crème 日 ~ >"), ("C", "+-| cr?me ?  ~ >")] {
      let terminal = try PseudoTerminal(columns: 20, rows: 1)
      let driver = try terminal.open(["LANG": language], isASCII: true)
      let window = driver.makeWindow(Rect(driver.size))
      window.put("┌─│ crème 日 … ›", width: 16, at: Point(row: 0, column: 0), style: .plain)
      driver.present([window], cursor: nil)
      try terminal.show(driver)
      #expect(terminal.text(0, 0..<16).hasPrefix(expected), "\(language)")
      driver.end()
    }
  }

  @Test("The background is asked for only if there are colors, and the answer is not a key")
  func ground() throws {
    let terminal = try PseudoTerminal(columns: 20, rows: 3)
    let driver = try terminal.open(["COLORFGBG": "15;0"], acceptsSync: false)
    defer { driver.end() }
    #expect(driver.background == .dark)
    driver.askForBackground()
    try terminal.read(upTo: "\u{1b}]11;?\u{7}")
    terminal.type(Array("\u{1b}]11;rgb:ffff/ffff/ffff\u{1b}\\j".utf8))
    try terminal.waitForInput()
    var events: [InputEvent] = []
    while events.isEmpty { events = driver.events() }
    #expect(events == [.key("j")])
    #expect(driver.background == .light)
  }

  @Test("Windows overlap, and covered parts come back")
  func overlap() throws {
    let terminal = try PseudoTerminal(columns: 10, rows: 4)
    let driver = try terminal.open()
    defer { driver.end() }
    let below = driver.makeWindow(Rect(driver.size))
    for row in 0..<4 {
      below.put("日本日本日", width: 10, at: Point(row: row, column: 0), style: .plain)
    }
    let above = driver.makeWindow(Rect(row: 1, column: 3, rows: 2, columns: 4))
    for row in 0..<2 { above.put("abcd", width: 4, at: Point(row: row, column: 0), style: .plain) }
    driver.present([below, above], cursor: nil)
    try terminal.show(driver)
    #expect(terminal.text(0, 0..<10) == "日本日本日")
    // Halves of wide characters at the edges are blanks.
    #expect(terminal.text(1, 0..<10) == "日 abcd 日")

    // The lower window changes beneath the upper window, which is not drawn again.
    for row in 0..<4 {
      below.put("xxxxxxxxxx", width: 10, at: Point(row: row, column: 0), style: .plain)
    }
    driver.present([below, above], cursor: nil)
    try terminal.show(driver)
    #expect(terminal.text(1, 0..<10) == "xxxabcdxxx")

    above.setFrame(Rect(row: 2, column: 5, rows: 1, columns: 3))
    above.put("new", width: 3, at: Point(row: 0, column: 0), style: .plain)
    driver.present([below, above], cursor: nil)
    try terminal.show(driver)
    #expect(terminal.text(1, 0..<10) == "xxxxxxxxxx")
    #expect(terminal.text(2, 0..<10) == "xxxxxnewxx")

    driver.present([below], cursor: nil)
    try terminal.show(driver)
    #expect(terminal.text(2, 0..<10) == "xxxxxxxxxx")

    driver.present([above], cursor: nil)
    try terminal.show(driver)
    #expect(terminal.text(0, 0..<10) == "          ")
    #expect(terminal.text(2, 0..<10) == "     new  ")
  }

  @Test("The visible part of a frame is drawn, even if the frame is off the screen or empty")
  func clipping() throws {
    let terminal = try PseudoTerminal(columns: 10, rows: 3)
    let driver = try terminal.open()
    defer { driver.end() }
    let frames = [
      Rect(row: 0, column: -2, rows: 1, columns: 6), Rect(row: 1, column: 7, rows: 5, columns: 9),
      Rect(row: -1, column: 0, rows: 1, columns: 4), Rect(row: 9, column: 9, rows: 2, columns: 2),
      Rect(row: 0, column: 0, rows: 0, columns: 0),
    ]
    let windows = frames.map { driver.makeWindow($0) }
    for window in windows {
      window.erase(.plain)
      window.put("abcdef", width: 6, at: Point(row: 0, column: 0), style: .plain)
    }
    driver.present(windows, cursor: Point(row: 50, column: 50))
    try terminal.show(driver)
    #expect(terminal.text(0, 0..<10) == "cdef      ")
    #expect(terminal.text(1, 0..<10) == "       abc")

    for window in windows { window.setFrame(Rect(row: 2, column: 0, rows: 1, columns: 3)) }
    windows[4].put("abc", width: 3, at: Point(row: 0, column: 0), style: .plain)
    driver.present(windows, cursor: nil)
    try terminal.show(driver)
    #expect(terminal.text(0, 0..<10) == "          ")
    #expect(terminal.text(2, 0..<10) == "abc       ")
  }

  @Test("Half of a wide character beyond the left edge becomes a blank")
  func wideClipping() throws {
    let terminal = try PseudoTerminal(columns: 10, rows: 1)
    let driver = try terminal.open()
    defer { driver.end() }
    let window = driver.makeWindow(Rect(row: 0, column: -1, rows: 1, columns: 6))
    window.put("日x日y", width: 6, at: Point(row: 0, column: 0), style: .plain)
    driver.present([window], cursor: nil)
    try terminal.show(driver)
    #expect(terminal.text(0, 0..<10) == " x日y     ")
  }

  @Test(
    "The first frame leaves nothing of the previous screen",
    arguments: ["xterm-256color", "linux", "vt100", "ansi"])
  func firstFrame(kind: String) throws {
    let terminal = try PseudoTerminal(columns: 20, rows: 4)
    terminal.show("\u{1b}[?1049h\u{1b}[44m" + String(repeating: "what another left ", count: 4))
    let driver = try terminal.open(terminal: kind)
    defer { driver.end() }
    let window = driver.makeWindow(Rect(row: 1, column: 3, rows: 2, columns: 12))
    window.put("ours", width: 4, at: Point(row: 1, column: 2), style: .plain)
    driver.present([window], cursor: Point(row: 2, column: 9))
    try terminal.show(driver)
    for row in 0..<4 {
      let line = row == 2 ? "     ours           " : String(repeating: " ", count: 20)
      #expect(terminal.text(row, 0..<20) == line)
    }
    #expect(terminal.cursor == Point(row: 2, column: 9))
    // The next frame relies on what the first frame left.
    window.put("theirs", width: 6, at: Point(row: 0, column: 0), style: .plain)
    driver.present([window], cursor: Point(row: 2, column: 9))
    try terminal.show(driver)
    #expect(terminal.text(1, 0..<10) == "   theirs ")
    #expect(terminal.text(2, 0..<10) == "     ours ")
  }

  @Test("An unchanged frame writes nothing")
  func quietFrames() throws {
    let terminal = try PseudoTerminal(columns: 20, rows: 3)
    let driver = try terminal.open()
    defer { driver.end() }
    let window = driver.makeWindow(Rect(driver.size))
    window.put("still", width: 5, at: Point(row: 0, column: 0), style: .plain)
    driver.present([window], cursor: Point(row: 0, column: 0))
    try terminal.show(driver)
    let before = terminal.written.count
    window.erase(.plain)
    window.put("still", width: 5, at: Point(row: 0, column: 0), style: .plain)
    driver.present([window], cursor: Point(row: 0, column: 0))
    try terminal.show(driver)
    #expect(terminal.written.count - before == "\u{1b}]7707;2;shown\u{7}".utf8.count)
    driver.forgetScreen()
    driver.present([window], cursor: Point(row: 0, column: 0))
    try terminal.show(driver)
    #expect(terminal.text(0, 0..<5) == "still")
    #expect(terminal.written.count - before > 40)
  }

  // MARK: Styles

  @Test("Attributes and colors are applied; erasing has its own style")
  func styles() throws {
    let terminal = try PseudoTerminal(columns: 20, rows: 3)
    let driver = try terminal.open()
    defer { driver.end() }
    #expect(driver.colors == .full)
    let window = driver.makeWindow(Rect(driver.size))
    window.erase(Style(background: .indexed(24)))
    window.put(
      "b", width: 1, at: Point(row: 0, column: 0),
      style: Style([.bold, .italic, .underline], foreground: .indexed(231)))
    window.put("é", width: 1, at: Point(row: 0, column: 1), style: Style(.reverse))
    driver.present([window], cursor: nil)
    try terminal.show(driver)
    let bold = terminal.cell(0, 0)
    #expect(bold.attrs.bold == 1 && bold.attrs.italic == 1 && bold.attrs.underline == 1)
    #expect(bold.fg.indexed.idx == 231)
    #expect(terminal.cell(0, 1).attrs.reverse == 1)
    #expect(terminal.cell(2, 19).bg.indexed.idx == 24)
    #expect(terminal.cell(2, 19).attrs.reverse == 0)
  }

  @Test("Color depth follows the terminal and the person's settings")
  func depths() throws {
    for (name, environment, noColor, depth) in [
      ("xterm-256color", [:], false, ColorDepth.full), ("xterm", [:], false, .eight),
      ("linux", [:], false, .eight), ("vt100", [:], false, .none),
      ("xterm-256color", ["NO_COLOR": "1"], false, .none),
      ("xterm-256color", ["NO_COLOR": ""], false, .full), ("xterm-256color", [:], true, .none),
    ] {
      let terminal = try PseudoTerminal(columns: 20, rows: 3)
      let driver = try terminal.open(terminal: name, environment, noColor: noColor)
      #expect(driver.colors == depth, "\(name)")
      let window = driver.makeWindow(Rect(driver.size))
      window.erase(Style(foreground: .indexed(203), background: .indexed(24)))
      driver.present([window], cursor: nil)
      try terminal.show(driver)
      #expect((terminal.cell(0, 0).attrs.reverse == 1) == (depth == .none), "\(name)")
      driver.end()
    }
  }

  @Test("More colors than color pairs do no harm")
  func manyColors() throws {
    let terminal = try PseudoTerminal(columns: 10, rows: 1)
    let driver = try terminal.open(terminal: "xterm")
    defer { driver.end() }
    let window = driver.makeWindow(Rect(driver.size))
    for foreground in UInt8.min...UInt8.max {
      for background in UInt8(0)..<16 {
        window.put(
          "x", width: 1, at: Point(row: 0, column: 0),
          style: Style(foreground: .indexed(foreground), background: .indexed(background)))
      }
    }
    driver.present([window], cursor: nil)
    try terminal.show(driver)
    #expect(terminal.text(0, 0..<2) == "x ")
  }

  @Test("A terminal without UTF-8 gets ASCII, cell for cell")
  func ascii() throws {
    let terminal = try PseudoTerminal(columns: 12, rows: 1)
    let driver = try terminal.open(["LANG": "C"])
    defer { driver.end() }
    let window = driver.makeWindow(Rect(driver.size))
    window.put("┌─┐│…“é”", width: 8, at: Point(row: 0, column: 0), style: .plain)
    driver.present([window], cursor: nil)
    try terminal.show(driver)
    #expect(terminal.text(0, 0..<9) == "+-+|~\"?\" ")
  }

  // MARK: Input

  @Test("Typed input arrives as events")
  func typing() throws {
    let terminal = try PseudoTerminal(columns: 20, rows: 3)
    let driver = try terminal.open()
    defer { driver.end() }
    #expect(driver.events() == [])
    #expect(driver.pendingInputDelay == nil)
    let events = try terminal.events(
      driver, typing: "a\r\u{3}\u{1a}\u{1b}OA\u{1b}[1;5Cé\u{1b}[200~x\ry\u{1b}[201~\u{1b}[<0;2;1M")
    #expect(
      events == [
        .key("a"), .key("Enter"), .key("C-c"), .key("C-z"), .key("Up"), .key("C-Right"),
        .key("é"), .paste(Array("x\ny".utf8)),
        .mouse(MouseEvent(.press, at: Point(row: 0, column: 1))),
      ])
    driver.present([], cursor: nil)
    try terminal.show(driver)
    for mode in ["?1002h", "?1006h", "?2004h"] { #expect(terminal.wrote("\u{1b}[\(mode)")) }
  }

  @Test("A lone Esc becomes a key after its delay")
  func loneEscape() throws {
    let terminal = try PseudoTerminal(columns: 20, rows: 3)
    let driver = try terminal.open(["ESCDELAY": "5000"])
    terminal.type([0x1b])
    try terminal.waitForInput()
    #expect(driver.events() == [])
    let delay = try #require(driver.pendingInputDelay)
    #expect(delay > .zero && delay <= .milliseconds(5_000))
    #expect(try terminal.events(driver, typing: "x") == [.key("M-x")])
    #expect(driver.pendingInputDelay == nil)
    driver.end()

    let hasty = try terminal.open(["ESCDELAY": "0"])
    defer { hasty.end() }
    terminal.type([0x1b])
    try terminal.waitForInput()
    #expect(hasty.events() == [.key("Esc")])
  }

  @Test("The closing of the terminal is reported once, after all typed input")
  func closed() throws {
    var (far, near): (Int32, Int32) = (-1, -1)
    try #require(openpty(&far, &near, nil, nil, nil) == 0)
    for descriptor in [far, near] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    let driver = try NcursesDriver.open(
      input: near, output: near, options: .init(environment: { $0 == "TERM" ? "xterm" : nil }))
    #expect(driver.size == Size(columns: 80, rows: 24))
    _ = write(far, "\u{1b}[200~half", 10)
    var request = pollfd(fd: near, events: Int16(POLLIN), revents: 0)
    try #require(poll(&request, 1, 5_000) == 1)
    #expect(driver.events() == [])
    close(far)
    // A program that another test starts now also holds the descriptor until it runs.
    var end = pollfd(fd: near, events: 0, revents: 0)
    try #require(poll(&end, 1, 5_000) == 1)
    #expect(driver.events() == [.paste(Array("half".utf8)), .closed])
    #expect(driver.events() == [])
    driver.present([], cursor: nil)
    driver.end()
    close(near)
  }

  // MARK: Size

  @Test("Many resizes give one event with the newest size, before the sync that relies on it")
  func resizing() throws {
    let terminal = try PseudoTerminal(columns: 20, rows: 5)
    let driver = try terminal.open()
    defer { driver.end() }
    let window = driver.makeWindow(Rect(driver.size))
    for columns in 1...200 { terminal.resize(columns: columns, rows: 1 + columns % 60) }
    terminal.resize(columns: 30, rows: 8)
    let newest = Size(columns: 30, rows: 8)
    #expect(try terminal.events(driver, typing: "a") == [.key("a"), .resize(newest)])
    #expect(driver.size == newest)
    window.setFrame(Rect(driver.size))
    window.put("corner", width: 6, at: Point(row: 7, column: 24), style: .plain)
    driver.present([window], cursor: nil)
    try terminal.show(driver)
    #expect(terminal.text(7, 23..<30) == " corner")
    #expect(try terminal.events(driver) == [])
  }

  @Test("A size signal alone is enough for a resize")
  func resizeSignal() throws {
    let hub = try SignalHub()
    defer { hub.restore() }
    let terminal = try PseudoTerminal(columns: 20, rows: 5)
    let driver = try terminal.open()
    defer { driver.end() }
    terminal.resize(columns: 40, rows: 6)
    try send(SIGWINCH, to: hub)
    #expect(hub.pending() == [SIGWINCH])
    #expect(hub.pending() == [])
    #expect(driver.events() == [.resize(Size(columns: 40, rows: 6))])
    try send(SIGWINCH, to: hub)
    #expect(driver.events() == [])
    #expect(hub.pending() == [SIGWINCH])
  }

  @Test("Of many resizes in a short time only the last counts, after a pause or with the next key")
  func resizeStorm() throws {
    let hub = try SignalHub()
    defer { hub.restore() }
    let terminal = try PseudoTerminal(columns: 20, rows: 5)
    let driver = try terminal.open(sizePause: .seconds(1_000))
    defer { driver.end() }
    for columns in 21...60 {
      terminal.resize(columns: columns, rows: 6)
      try send(SIGWINCH, to: hub)
      #expect(hub.pending() == [SIGWINCH])
      let seen = columns == 21 ? [InputEvent.resize(Size(columns: 21, rows: 6))] : []
      #expect(driver.events() == seen)
      #expect((driver.pendingInputDelay == nil) == (columns == 21))
    }
    #expect(driver.size == Size(columns: 21, rows: 6))
    let newest = Size(columns: 60, rows: 6)
    #expect(try terminal.events(driver, typing: "a") == [.resize(newest), .key("a")])
    #expect(driver.pendingInputDelay == nil)
    terminal.resize(columns: 61, rows: 6)
    try send(SIGWINCH, to: hub)
    #expect(hub.pending() == [SIGWINCH])
    #expect(driver.events() == [])
    driver.suspend()
    driver.resume()
    #expect(driver.events() == [.resize(Size(columns: 61, rows: 6))])
  }

  /// Any thread may take the signal; it has arrived when the hub can be read.
  private func send(_ signal: Int32, to hub: SignalHub) throws {
    kill(getpid(), signal)
    var request = pollfd(fd: hub.descriptor, events: Int16(POLLIN), revents: 0)
    try #require(poll(&request, 1, 5_000) == 1)
  }

  @Test(
    "Every terminal size works",
    arguments: [
      (1, 1, 1, 1), (500, 200, 500, 200), (0, 0, 80, 24), (2, 1, 2, 1),
      (65_535, 65_535, 1_000, 500),
    ])
  func sizes(_ columns: Int, _ rows: Int, _ seenColumns: Int, _ seenRows: Int) throws {
    let terminal = try PseudoTerminal(columns: 30, rows: 4)
    let driver = try terminal.open()
    let window = driver.makeWindow(Rect(driver.size))
    driver.present([window], cursor: nil)
    try terminal.show(driver)
    terminal.resize(columns: columns, rows: rows)
    let seen = Size(columns: seenColumns, rows: seenRows)
    #expect(try terminal.events(driver) == [.resize(seen)])
    window.setFrame(Rect(row: 0, column: 0, rows: seen.rows, columns: seen.columns))
    window.put("xy", width: 2, at: Point(row: seen.rows - 1, column: 0), style: .plain)
    driver.present([window], cursor: Point(row: 0, column: 0))
    try terminal.show(driver)
    if columns == seenColumns {
      #expect(terminal.text(seen.rows - 1, 0..<min(2, columns)) == "xy".prefix(columns))
    }
    driver.end()
  }

  // MARK: Giving back

  @Test("Ending restores the screen, modes and settings, and can be repeated")
  func ending() throws {
    let terminal = try PseudoTerminal(columns: 20, rows: 3)
    let before = terminal.localModes
    let driver = try terminal.open()
    driver.present([driver.makeWindow(Rect(driver.size))], cursor: nil)
    try terminal.show(driver)
    #expect(terminal.localModes & tcflag_t(ICANON | ECHO | ISIG) == 0)
    #expect(terminal.wrote("\u{1b}[?1049h"))
    driver.end()
    driver.end()
    try terminal.readRest()
    #expect(terminal.localModes == before)
    for text in ["?1002l", "?1006l", "?2004l", "?1049l"] {
      #expect(terminal.wrote("\u{1b}[\(text)"), "\(text)")
    }
    #expect(terminal.wrote("\u{1b}[?25h") || terminal.wrote("\u{1b}[?12l\u{1b}[?25h"))
    #expect(driver.events() == [])
    let length = terminal.written.count
    driver.present([], cursor: nil)
    driver.answerSync(9, with: "no")
    try terminal.readRest()
    #expect(!terminal.wrote("7707;9"))
    #expect(terminal.written.count > length)
  }

  @Test("Suspending lends the terminal out, and resuming restores its picture at the new size")
  func suspending() throws {
    let terminal = try PseudoTerminal(columns: 20, rows: 3)
    let before = terminal.localModes
    let driver = try terminal.open()
    defer { driver.end() }
    let window = driver.makeWindow(Rect(driver.size))
    window.put("kept", width: 4, at: Point(row: 1, column: 2), style: .plain)
    driver.present([window], cursor: nil)
    try terminal.show(driver)
    driver.suspend()
    driver.suspend()
    try terminal.readRest()
    #expect(terminal.localModes == before)
    #expect(terminal.wrote("\u{1b}[?1049l"))
    #expect(driver.events() == [])
    driver.resume()
    driver.resume()
    #expect(terminal.localModes & tcflag_t(ICANON | ECHO | ISIG) == 0)
    try terminal.show(driver)
    #expect(terminal.text(1, 0..<8) == "  kept  ")
    terminal.resize(columns: 25, rows: 4)
    driver.suspend()
    driver.resume()
    #expect(driver.events() == [.resize(Size(columns: 25, rows: 4))])
  }

  @Test("The crash sequence undoes every mode")
  func restoreSequence() throws {
    let terminal = try PseudoTerminal(columns: 20, rows: 3)
    let driver = try terminal.open()
    driver.end()
    let text = String(decoding: driver.restoreSequence, as: UTF8.self)
    for part in ["?1002l", "?1006l", "?2004l", "?1049l", "?25h", "[m"] {
      #expect(text.contains(part), "\(part)")
    }
  }

  // MARK: Refusals

  @Test("An unsuitable terminal is refused with one clear line")
  func refusals() throws {
    let terminal = try PseudoTerminal(columns: 20, rows: 3)
    let before = terminal.localModes
    for (name, error, part) in [
      ("dumb", TerminalError.tooSimple("dumb"), "TERM=dumb"),
      ("no-such-thing", .unknown("no-such-thing"), "try TERM=xterm-256color"),
      ("", .unnamed, "TERM is not set"), ("evil\u{1b}[31m", .unknown("evil?[31m"), "evil?"),
    ] {
      #expect(throws: error) { try terminal.open(terminal: name) }
      #expect(error.message.contains(part))
      #expect(!error.message.contains("\n"))
    }
    #expect(terminal.localModes == before)
    try terminal.readRest()
    #expect(terminal.written == Array("\u{1b}]7707;rest\u{7}".utf8))
  }

  @Test("Streams that are not terminals are named")
  func streams() throws {
    let terminal = try PseudoTerminal(columns: 20, rows: 3)
    let null = Glibc.open("/dev/null", O_RDWR)
    defer { close(null) }
    #expect(throws: TerminalError.notATerminal("standard input")) {
      try NcursesDriver.open(input: null, output: terminal.near)
    }
    #expect(throws: TerminalError.notATerminal("standard output")) {
      try NcursesDriver.open(input: terminal.near, output: null)
    }
  }
}
