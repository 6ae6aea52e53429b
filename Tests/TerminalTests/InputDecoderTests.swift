import Terminal
import Testing

/// A piece of input as a test writes it, such as `\u{1b}[A`, and its events.
struct DecoderCase: Sendable, CustomTestStringConvertible {
  let bytes: [UInt8]
  let events: [InputEvent]

  init(_ bytes: [UInt8], _ events: [InputEvent]) {
    self.bytes = bytes
    self.events = events
  }

  init(_ text: String, _ keys: String...) {
    self.init(Array(text.utf8), keys.compactMap { Key(name: $0).map(InputEvent.key) })
    precondition(events.count == keys.count, "a key in \(keys) has no such name")
  }

  var testDescription: String { String(decoding: bytes, as: UTF8.self).debugDescription }
}

@Suite("The input decoder")
struct InputDecoderTests {
  static let control: [DecoderCase] = [
    DecoderCase("\r", "Enter"), DecoderCase("\n", "C-j"), DecoderCase("\t", "Tab"),
    DecoderCase("\u{7f}", "Backspace"), DecoderCase("\u{8}", "Backspace"),
    DecoderCase("\u{0}", "C-Space"), DecoderCase("\u{1}\u{1a}", "C-a", "C-z"),
    DecoderCase("\u{1c}\u{1d}\u{1e}\u{1f}", "C-\\", "C-]", "C-^", "C-_"),
    DecoderCase("aZ ~", "a", "Z", "Space", "~"),
  ]

  static let moving: [DecoderCase] = [
    DecoderCase("\u{1b}[A\u{1b}[B\u{1b}[C\u{1b}[D", "Up", "Down", "Right", "Left"),
    DecoderCase("\u{1b}OA\u{1b}OB\u{1b}OC\u{1b}OD", "Up", "Down", "Right", "Left"),
    DecoderCase("\u{1b}[1~\u{1b}[7~\u{1b}[H\u{1b}OH", "Home", "Home", "Home", "Home"),
    DecoderCase("\u{1b}[4~\u{1b}[8~\u{1b}[F\u{1b}OF", "End", "End", "End", "End"),
    DecoderCase("\u{1b}[2~\u{1b}[3~\u{1b}[5~\u{1b}[6~", "Ins", "Del", "PgUp", "PgDn"),
    DecoderCase("\u{1b}[Z\u{1b}[1;5Z", "S-Tab", "C-S-Tab"),
    DecoderCase("\u{1b}[1;5C\u{1b}[1;2D\u{1b}[1;3A", "C-Right", "S-Left", "M-Up"),
    DecoderCase("\u{1b}[1;8B\u{1b}[3;2~\u{1b}[3;5~", "C-M-S-Down", "S-Del", "C-Del"),
    DecoderCase("\u{1b}[1;129A", "Up"),
    DecoderCase("\u{1b}O5A\u{1b}O1;5B", "C-Up", "C-Down"),
    // rxvt
    DecoderCase("\u{1b}[a\u{1b}[d\u{1b}Oa\u{1b}Od", "S-Up", "S-Left", "C-Up", "C-Left"),
    DecoderCase("\u{1b}[3$\u{1b}[3^\u{1b}[3@", "S-Del", "C-Del", "C-S-Del"),
    DecoderCase("\u{1b}[7$\u{1b}[8^", "S-Home", "C-End"),
  ]

  static let functions: [DecoderCase] = [
    DecoderCase("\u{1b}OP\u{1b}OQ\u{1b}OR\u{1b}OS", "F1", "F2", "F3", "F4"),
    DecoderCase("\u{1b}[11~\u{1b}[12~\u{1b}[13~\u{1b}[14~\u{1b}[15~", "F1", "F2", "F3", "F4", "F5"),
    DecoderCase(
      "\u{1b}[17~\u{1b}[18~\u{1b}[19~\u{1b}[20~\u{1b}[21~", "F6", "F7", "F8", "F9", "F10"),
    DecoderCase("\u{1b}[23~\u{1b}[24~\u{1b}[25~\u{1b}[26~", "F11", "F12", "F13", "F14"),
    DecoderCase("\u{1b}[28~\u{1b}[29~\u{1b}[31~\u{1b}[34~", "F15", "F16", "F17", "F20"),
    DecoderCase("\u{1b}[42~\u{1b}[45~", "F21", "F24"),
    DecoderCase("\u{1b}[[A\u{1b}[[E", "F1", "F5"),
    DecoderCase("\u{1b}[1;2P\u{1b}[15;5~\u{1b}[1;2R", "S-F1", "C-F5", "S-F3"),
  ]

  static let reported: [DecoderCase] = [
    DecoderCase("\u{1b}[97;5u\u{1b}[105;5u\u{1b}[109;5u", "C-a", "C-i", "C-m"),
    DecoderCase(
      "\u{1b}[13;2u\u{1b}[9;5u\u{1b}[27u\u{1b}[127;5u", "S-Enter", "C-Tab", "Esc", "C-Backspace"),
    DecoderCase("\u{1b}[27;5;97~\u{1b}[27;6;65~\u{1b}[27;2;65~", "C-a", "C-S-a", "A"),
    DecoderCase("\u{1b}[97;2u\u{1b}[228;3u\u{1b}[32;2u", "A", "M-ä", "Space"),
    DecoderCase("\u{1b}[97:65;2:1u\u{1b}[97;1:3u", "A"),
    DecoderCase("\u{1b}[57358u\u{1b}[97;9u\u{1b}[55296u\u{1b}[99999999999u"),
  ]

  static let alt: [DecoderCase] = [
    DecoderCase("\u{1b}x\u{1b}X\u{1b} ", "M-x", "M-X", "M-Space"),
    DecoderCase("\u{1b}\r\u{1b}\u{7f}\u{1b}\u{1}", "M-Enter", "M-Backspace", "C-M-a"),
    DecoderCase("\u{1b}é\u{1b}あ", "M-é", "M-あ"),
    DecoderCase("\u{1b}\u{1b}[A\u{1b}\u{1b}OA\u{1b}\u{1b}[3~", "M-Up", "M-Up", "M-Del"),
    DecoderCase("\u{1b}\u{1b}x", "Esc", "M-x"),
    DecoderCase("\u{1b}Px\u{1b}]x\u{1b}_x\u{1b}^x", "M-P", "x", "M-]", "x", "M-_", "x", "M-^", "x"),
    DecoderCase("\u{1b}Oz", "M-O", "z"),
  ]

  static let swallowed: [DecoderCase] = [
    DecoderCase("\u{1b}[I\u{1b}[Oa", "a"),
    DecoderCase("\u{1b}[?1;2ca", "a"), DecoderCase("\u{1b}[>41;350;0ca", "a"),
    DecoderCase("\u{1b}[12;40Ra", "a"), DecoderCase("\u{1b}[?2004;1$ya", "a"),
    DecoderCase("\u{1b}[4;1$ya", "a"), DecoderCase("\u{1b}[201~a", "a"),
    DecoderCase("\u{1b}]11;rgb:0000/0000/0000\u{7}a", "a"),
    DecoderCase("\u{1b}]11;rgb:0000/0000/0000\u{1b}\\a", "a"),
    DecoderCase("\u{1b}P>|name 1.0\u{1b}\\a", "a"),
    DecoderCase("\u{1b}P1$r0m\u{1b}\\a", "a"),
    DecoderCase("\u{1b}_Gi=1;OK\u{1b}\\a", "a"),
    DecoderCase("\u{1b}]0;cut off\u{1b}[A", "Up"),
    DecoderCase("\u{1b}[?7707;5na", "a"),
    DecoderCase("\u{1b}[12\u{1b}[A", "Up"),
    DecoderCase("\u{1b}[12\r", "Enter"),
    DecoderCase("\u{1b}[" + String(repeating: "1;", count: 400) + "Aa", "a"),
    DecoderCase("\u{1b}\u{1b}[" + String(repeating: "1;", count: 400) + "Aa", "Esc", "a"),
    DecoderCase("\u{1b}[[Za\u{1b}[5q", "a"),
  ]

  static let mouse: [DecoderCase] = [
    DecoderCase(
      Array("\u{1b}[<0;3;2M".utf8), [.mouse(.init(.press, at: .init(row: 1, column: 2)))]),
    DecoderCase(
      Array("\u{1b}[<0;3;2m".utf8), [.mouse(.init(.release, at: .init(row: 1, column: 2)))]),
    DecoderCase(
      Array("\u{1b}[<32;500;200M".utf8),
      [.mouse(.init(.drag, at: .init(row: 199, column: 499)))]),
    DecoderCase(
      Array("\u{1b}[<64;1;1M\u{1b}[<65;1;1M".utf8),
      [
        .mouse(.init(.wheelUp, at: .init(row: 0, column: 0))),
        .mouse(.init(.wheelDown, at: .init(row: 0, column: 0))),
      ]),
    DecoderCase(
      Array("\u{1b}[<28;1;1M".utf8),
      [
        .mouse(
          .init(.press, at: .init(row: 0, column: 0), modifiers: [.shift, .meta, .control]))
      ]),
    DecoderCase(
      [0x1b, 0x5b, 0x4d, 32, 35, 34, 0x1b, 0x5b, 0x4d, 35, 35, 34],
      [
        .mouse(.init(.press, at: .init(row: 1, column: 2))),
        .mouse(.init(.release, at: .init(row: 1, column: 2))),
      ]),
    // Other buttons, motion without a button, and invalid positions.
    DecoderCase("\u{1b}[<2;1;1M\u{1b}[<35;1;1M\u{1b}[<66;1;1M\u{1b}[<64;1;1m"),
    DecoderCase("\u{1b}[<0;0;1M\u{1b}[<0;1M\u{1b}[<0;99999999;1M\u{1b}[<999;1;1M"),
    DecoderCase(
      Array("\u{1b}\u{1b}[<0;1;1M".utf8),
      [.key("Esc"), .mouse(.init(.press, at: .init(row: 0, column: 0)))]),
  ]

  static let pastes: [DecoderCase] = [
    DecoderCase(paste("two\rlines"), [.paste(Array("two\nlines".utf8))]),
    DecoderCase(paste("a\r\nb\r\rc\nd"), [.paste(Array("a\nb\n\nc\nd".utf8))]),
    DecoderCase(
      paste("\u{1b}[A\u{1b}[201\u{1b}[20\u{1b}]0;x\u{7}"),
      [.paste(Array("\u{1b}[A\u{1b}[201\u{1b}[20\u{1b}]0;x\u{7}".utf8))]),
    DecoderCase(paste("") + [0x61], [.key("a")]),
    DecoderCase(
      [0x61] + paste("1") + paste("2") + [0x62],
      [.key("a"), .paste([0x31]), .paste([0x32]), .key("b")]),
    DecoderCase(Array("\u{1b}".utf8) + paste("x"), [.key("Esc"), .paste([0x78])]),
    DecoderCase(paste("\u{1b}[200~x"), [.paste(Array("\u{1b}[200~x".utf8))]),
    DecoderCase(
      Array("\u{1b}[200~".utf8) + [0xff, 0x00, 0xc3] + Array("\u{1b}[201~".utf8),
      [.paste([0xff, 0x00, 0xc3])]),
  ]

  static let text: [DecoderCase] = [
    DecoderCase("é日🙂", "é", "日", "🙂"),
    DecoderCase([0x61, 0xff, 0xc3, 0x62, 0xe2, 0x82, 0x63], [.key("a"), .key("b"), .key("c")]),
    DecoderCase([0xc0, 0x80, 0xed, 0xa0, 0x80, 0x78], [.key("x")]),
    DecoderCase([0xe0, 0x80, 0x41, 0xf5, 0x42], [.key("A"), .key("B")]),
    DecoderCase("a\u{9b}31mb", "a", "3", "1", "m", "b"),
    DecoderCase("\u{fffd}", "\u{fffd}"),
  ]

  static let all =
    control + moving + functions + reported + alt + swallowed + mouse + pastes + text

  static func paste(_ text: String) -> [UInt8] { Array("\u{1b}[200~\(text)\u{1b}[201~".utf8) }

  @Test("Every known sequence gives its events and nothing else", arguments: all)
  func knownSequences(_ row: DecoderCase) {
    var decoder = InputDecoder()
    #expect(decoder.feed(row.bytes) == row.events)
    #expect(!decoder.isWaiting)
  }

  @Test("The events are the same wherever the input is split", arguments: all)
  func everyCut(_ row: DecoderCase) {
    for cut in 0...row.bytes.count {
      var decoder = InputDecoder()
      let events = decoder.feed(Array(row.bytes[..<cut])) + decoder.feed(Array(row.bytes[cut...]))
      #expect(events == row.events, "cut at \(cut)")
    }
    var decoder = InputDecoder()
    let events = row.bytes.flatMap { decoder.feed([$0]) }
    #expect(events == row.events, "byte by byte")
  }

  @Test("A sync request is an event only if scripts are accepted")
  func sync() {
    let request = Array("\u{1b}[?7707;12n".utf8)
    for cut in 0...request.count {
      var decoder = InputDecoder(acceptsSync: true)
      let events = decoder.feed(Array(request[..<cut])) + decoder.feed(Array(request[cut...]))
      #expect(events == [.sync(12)])
    }
    var decoder = InputDecoder(acceptsSync: true)
    #expect(decoder.feed(Array("\u{1b}\u{1b}[?7707;3n".utf8)) == [.key("Esc"), .sync(3)])
    #expect(decoder.feed(Array("\u{1b}[?7708;3n\u{1b}[?7707n\u{1b}[7707;1n".utf8)) == [])
  }

  @Test(
    "A prefix that a person can type becomes keys when nothing follows",
    arguments: [
      ("\u{1b}", ["Esc"]), ("\u{1b}\u{1b}", ["Esc", "Esc"]), ("\u{1b}[", ["M-["]),
      ("\u{1b}O", ["M-O"]), ("\u{1b}]", ["M-]"]), ("\u{1b}P", ["M-P"]), ("\u{1b}_", ["M-_"]),
      ("\u{1b}\u{1b}[", ["Esc", "M-["]), ("a\u{1b}", ["a", "Esc"]),
    ])
  func timeOut(_ text: String, _ keys: [String]) {
    var decoder = InputDecoder()
    let events = decoder.feed(Array(text.utf8))
    // After one byte the rest may be late; after two it is on its way.
    let isEsc = text.utf8.last == 0x1b
    #expect(decoder.patience == (isEsc ? .brief : .moderate))
    #expect(events + decoder.timeOut() == keys.compactMap { Key(name: $0).map(InputEvent.key) })
    #expect(!decoder.isWaiting)
    #expect(decoder.feed([0x61]) == [.key("a")])
  }

  @Test(
    "An incomplete sequence that only a machine sends gets a longer wait, and is then dropped",
    arguments: ["\u{1b}[1;", "\u{1b}O1", "\u{1b}[<0;1", "\u{1b}]0;title", "\u{1b}[M"])
  func brokenSequences(_ text: String) {
    var decoder = InputDecoder()
    #expect(decoder.feed(Array(text.utf8)) == [])
    #expect(decoder.patience == .long)
    #expect(decoder.timeOut() == [])
    #expect(decoder.feed([0x61]) == [.key("a")])
  }

  @Test("A split character waits for its rest without a timeout")
  func cutCharacter() {
    var decoder = InputDecoder()
    #expect(decoder.feed([0xf0, 0x9f]) == [])
    #expect(!decoder.isWaiting)
    #expect(decoder.timeOut() == [])
    #expect(decoder.feed([0x99, 0x82]) == [.key("🙂")])
  }

  @Test("Alt with a split character gives Esc and then the character")
  func cutMetaCharacter() {
    var decoder = InputDecoder()
    #expect(decoder.feed([0x1b, 0xc3]) == [])
    #expect(decoder.timeOut() == [.key("Esc")])
    #expect(decoder.feed([0xa9]) == [.key("é")])
  }

  @Test("Combining marks and joiners that arrive together are one key")
  func clusters() {
    for cluster in ["e\u{301}", "👩‍🚀", "🇩🇪", "각", "❤️"] {
      var decoder = InputDecoder()
      #expect(
        decoder.feed(Array(cluster.utf8)) == [.key(Key(.character(Character(cluster))))])
    }
  }

  @Test("A long run of combining marks is split into keys of limited length, without loss")
  func endlessCluster() {
    var decoder = InputDecoder()
    let pile = "e" + String(repeating: "\u{301}", count: 5_000)
    let characters = decoder.feed(Array(pile.utf8)).compactMap { event -> Character? in
      if case .key(let key) = event { key.typed } else { nil }
    }
    #expect(characters.allSatisfy { $0.unicodeScalars.count <= 32 })
    #expect(characters.reduce(0) { $0 + $1.unicodeScalars.count } == 5_001)
  }

  @Test("An endless paste is delivered, its late rest is a paste too, and later keys are keys")
  func endlessPaste() {
    var decoder = InputDecoder()
    #expect(decoder.feed(Array("\u{1b}[200~half\u{1b}[20".utf8)) == [])
    #expect(decoder.patience == .long)
    #expect(decoder.timeOut() == [.paste(Array("half\u{1b}[20".utf8))])
    #expect(decoder.feed(Array("rest".utf8)) == [])
    #expect(decoder.timeOut() == [.paste(Array("rest".utf8))])
    #expect(decoder.timeOut() == [])
    #expect(decoder.feed([0x61]) == [.key("a")])
  }

  @Test("A terminal that closes during a paste delivers the pasted text")
  func closedPaste() {
    var decoder = InputDecoder()
    _ = decoder.feed(Array("\u{1b}[200~half".utf8))
    #expect(decoder.finish() == [.paste(Array("half".utf8))])
    #expect(decoder.feed([0x61]) == [.key("a")])
  }

  @Test("A paste of a megabyte in small reads is one event")
  func largePaste() {
    var decoder = InputDecoder()
    let line = Array("a line of sixteen".utf8)
    var events = decoder.feed(Array("\u{1b}[200~".utf8))
    for _ in 0..<65_536 { events += decoder.feed(line) }
    events += decoder.feed(Array("\u{1b}[201~".utf8))
    guard case .paste(let bytes)? = events.first else {
      Issue.record("no paste came")
      return
    }
    #expect(events.count == 1)
    #expect(bytes.count == 65_536 * line.count)
  }

  @Test("Many small pastes in one read take time in proportion to their bytes")
  func manyPastes() {
    var decoder = InputDecoder()
    let input = Array(repeating: Self.paste("x"), count: 20_000).flatMap { $0 }
    #expect(decoder.feed(input).count == 20_000)
  }

  @Test("An endless answer does not block the keyboard")
  func endlessAnswer() {
    var decoder = InputDecoder()
    _ = decoder.feed(Array("\u{1b}]0;".utf8))
    for _ in 0..<70 { _ = decoder.feed(Array(repeating: 0x78, count: 1_024)) }
    #expect(decoder.feed([0x61]) == [.key("a")])
  }

  @Test("The terminal's own keys are recognized, waited for, and combined with Alt")
  func terminfoKeys() {
    let own: [[UInt8]: Key] = [
      Array("\u{1b}[224z".utf8): "F1", Array("\u{1b}[M".utf8): "F2", Array("\u{1b}?a".utf8): "F3",
      [0x61]: "F4",
    ]
    for (text, keys) in [
      ("\u{1b}[224z", ["F1"]), ("\u{1b}[M", ["F2"]), ("\u{1b}?a", ["F3"]), ("a", ["a"]),
      ("\u{1b}?b", ["M-?", "b"]), ("\u{1b}\u{1b}[224z", ["M-F1"]),
    ] {
      let bytes = Array(text.utf8)
      let expected = keys.compactMap { Key(name: $0).map(InputEvent.key) }
      for cut in 0...bytes.count {
        var decoder = InputDecoder(terminfoKeys: own)
        let events = decoder.feed(Array(bytes[..<cut])) + decoder.feed(Array(bytes[cut...]))
        #expect(events == expected, "\(text.debugDescription) cut at \(cut)")
      }
    }
  }

  @Test("Random bytes in random pieces never stop the decoder", arguments: 0..<40)
  func randomBytes(_ seed: Int) {
    var state = UInt64(seed + 1)
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    // Mostly bytes of sequences, so that deep states are reached.
    let likely = Array("\u{1b}\u{1b}\u{1b}[[O<?;:0123456789~MmuAZ$ n]P\u{7}\\\u{301}é日".utf8)
    var whole: [UInt8] = []
    for _ in 0..<4_000 {
      whole.append(next(4) == 0 ? UInt8(next(256)) : likely[next(likely.count)])
    }
    var pieces = InputDecoder(acceptsSync: true)
    var place = 0
    while place < whole.count {
      let end = min(whole.count, place + 1 + next(40))
      _ = pieces.feed(Array(whole[place..<end]))
      if next(10) == 0 { _ = pieces.timeOut() }
      place = end
    }
    _ = pieces.finish()
    #expect(pieces.feed([0x61]) == [.key("a")])

    // Without time in between, pieces change only how combining marks join.
    let ascii = whole.map { $0 & 0x7f }
    var once = InputDecoder(acceptsSync: true)
    let expected = once.feed(ascii)
    var singly = InputDecoder(acceptsSync: true)
    #expect(ascii.flatMap { singly.feed([$0]) } == expected)
  }
}
