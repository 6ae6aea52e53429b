import Glibc
import Testing

@testable import Terminal

@Suite("Themes as files")
struct ThemeTextTests {
  private func read(_ text: String) -> (theme: Theme, problems: [String]) {
    ThemeText.theme(named: "mine", from: Array(text.utf8), path: "mine.theme")
  }

  @Test(
    "A line sets the look of one role, and the others stay unchanged",
    arguments: [
      ("title = bold red", Style(.bold, foreground: .indexed(1))),
      (" title=bold,red # why", Style(.bold, foreground: .indexed(1))),
      ("title = bright-white on 24\r", Style(foreground: .indexed(15), background: .indexed(24))),
      ("title = on blue underline", Style(.underline, background: .indexed(4))),
      ("title = standard on standard", Style()),
      ("title =", Style()), ("title = plain", Style()),
      ("title = 0\ntitle = 255", Style(foreground: .indexed(255))),
    ])
  func lines(text: String, style: Style) {
    let (theme, problems) = read(text)
    #expect(problems == [])
    #expect(theme[.title] == style)
    #expect(theme[.heading] == Theme.standard[.heading])
  }

  @Test(
    "An invalid line is reported with the valid choices, and the standard look stays",
    arguments: [
      ("# mine\ntitle = purple", "mine.theme, line 2: title cannot be “purple”"),
      ("title = 256", "line 1"), ("title = -1", "line 1"), ("title = +1", "line 1"),
      ("title = red on", "line 1"), ("title = red on bold", "line 1"),
      ("title red", "of the form “role = color, attributes”"),
      ("titel = red", "There are text, muted"),
      ("a b = red", "line 1"), ("title = bright-grey", "bright- before"),
    ])
  func problems(text: String, part: String) {
    let (theme, problems) = read(text)
    #expect(problems.count == 1)
    #expect(problems.first?.contains(part) == true)
    #expect(theme[.title] == Theme.standard[.title])
  }

  @Test("Bytes that are not text are reported by their line, and do no harm")
  func hostile() {
    let bytes: [UInt8] = [0xff, 0xfe, 10, 0, 10] + Array("key = green".utf8)
    let (theme, problems) = ThemeText.theme(named: "x", from: bytes, path: "x")
    #expect(problems.count == 2)
    #expect(theme[.key] == Style(foreground: .indexed(2)))
  }

  private static let folder =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Resources/Themes"

  private func file(_ name: String) throws -> [UInt8] {
    let file = try #require(fopen("\(Self.folder)/\(name).theme", "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes[..<count])
  }

  @Test(
    "Each built-in theme is valid, and names every role",
    arguments: ["standard", "light", "dark", "high-contrast", "mono"])
  func ours(name: String) throws {
    let bytes = try file(name)
    let (theme, problems) = ThemeText.theme(named: name, from: bytes, path: name)
    #expect(problems == [])
    let text = String(decoding: bytes, as: UTF8.self)
    for role in Role.allCases {
      #expect(text.contains("\n\(role.name) = "), "\(name) does not say how \(role.name) looks")
      if name == "standard" { #expect(theme[role] == Theme.standard[role], "\(role.name)") }
      if name == "mono" {
        #expect(theme[role].foreground == .standard && theme[role].background == .standard)
      }
    }
    // No meaning is shown by color alone.
    let bare = theme.withoutColor
    for role in [Role.selection, .match, .warning, .heading, .key, .title, .link, .field] {
      #expect(bare[role] != bare[.text], "\(name): \(role.name) is not seen without colour")
    }
  }

  @Test(
    "Every color of a theme has a contrast of 4.5 to 1 with its background",
    arguments: [
      ("standard", [0x00_0000, 0x1e_1e1e]), ("dark", [0x00_0000, 0x1e_1e1e]),
      ("light", [0xff_ffff]), ("high-contrast", [0x00_0000]),
    ] as [(String, [Int])])
  func contrast(name: String, grounds: [Int]) throws {
    let file = try #require(fopen("\(Self.folder)/\(name).theme", "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = fread(&bytes, 1, bytes.count, file)
    let theme = ThemeText.theme(named: name, from: Array(bytes[..<count]), path: name).theme
    for role in Role.allCases {
      let style = theme[role]
      guard case .indexed(let index) = style.foreground else { continue }
      for ground in grounds {
        var behind = ground
        if case .indexed(let color) = style.background { behind = Self.rgb(Int(color)) }
        let contrast = Self.contrast(Self.rgb(Int(index)), behind)
        #expect(contrast >= 4.5, "\(name) \(role.name) on \(behind): \(contrast)")
      }
    }
  }

  /// The 256 colors of xterm.
  private static func rgb(_ index: Int) -> Int {
    let first = [
      0x00_0000, 0xcd_0000, 0x00_cd00, 0xcd_cd00, 0x00_00ee, 0xcd_00cd, 0x00_cdcd, 0xe5_e5e5,
      0x7f_7f7f, 0xff_0000, 0x00_ff00, 0xff_ff00, 0x5c_5cff, 0xff_00ff, 0x00_ffff, 0xff_ffff,
    ]
    if index < 16 { return first[index] }
    if index >= 232 { return (8 + 10 * (index - 232)) * 0x01_0101 }
    let levels = [0, 0x5f, 0x87, 0xaf, 0xd7, 0xff]
    let cube = index - 16
    return levels[cube / 36] << 16 | levels[cube / 6 % 6] << 8 | levels[cube % 6]
  }

  /// The contrast as WCAG defines it.
  private static func contrast(_ one: Int, _ other: Int) -> Double {
    func luminance(_ color: Int) -> Double {
      func level(_ shift: Int) -> Double {
        let value = Double(color >> shift & 0xff) / 255
        return value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * level(16) + 0.7152 * level(8) + 0.0722 * level(0)
    }
    let both = [luminance(one), luminance(other)].sorted()
    return (both[1] + 0.05) / (both[0] + 0.05)
  }

  @Test(
    "A terminal's or the environment's answer about the background is understood",
    arguments: [
      ("11;rgb:ffff/ffff/ffff", .light), ("11;rgb:1e/1e/1e", .dark),
      ("11;rgba:fdfd/f6f6/e3e3/ffff", .light), ("11;rgb:0/0/f", .dark), ("11;?", nil),
      ("11;rgb:", nil),
      ("11;rgb:gg/00/00", nil), ("10;rgb:ff/ff/ff", nil), ("11;rgb:ff/ff", nil),
      ("11;rgb:fffff/ff/ff", nil),
    ] as [(String, Background?)])
  func answers(text: String, expected: Background?) {
    #expect(Background(answer: Array(text.utf8)) == expected)
    for end in ["\u{7}", "\u{1b}\\"] {
      var decoder = InputDecoder()
      #expect(decoder.feed(Array("\u{1b}]\(text)\(end)x".utf8)) == [.key("x")])
      #expect(decoder.background == expected)
    }
  }

  @Test("COLORFGBG names the background last")
  func variable() {
    #expect(Background(variable: "0;15") == .light)
    #expect(Background(variable: "0;default;7") == .light)
    #expect(Background(variable: "15;0") == .dark)
    #expect(Background(variable: "15;8") == .dark)
    for text in ["", "x", "0;default", "0;99"] { #expect(Background(variable: text) == nil) }
  }
}
