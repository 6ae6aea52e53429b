import Glibc
import Testing

@testable import Terminal

@Suite("Themes as files")
struct ThemeTextTests {
  private func read(_ text: String) -> (theme: Theme, problems: [String]) {
    ThemeText.theme(named: "mine", from: Array(text.utf8), place: "mine.theme")
  }

  @Test(
    "A line says how a role looks, and the others stay as they are",
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
    "A line that cannot be read says which and what is allowed, and the standard look stays",
    arguments: [
      ("# mine\ntitle = purple", "mine.theme, line 2: “purple” is no look"),
      ("title = 256", "line 1"), ("title = -1", "line 1"), ("title = +1", "line 1"),
      ("title = red on", "line 1"), ("title = red on bold", "line 1"),
      ("title red", "no “role = colour, attributes”"), ("titel = red", "There are text, muted"),
      ("a b = red", "line 1"), ("title = bright-grey", "bright- before"),
    ])
  func problems(text: String, part: String) {
    let (theme, problems) = read(text)
    #expect(problems.count == 1)
    #expect(problems.first?.contains(part) == true)
    #expect(theme[.title] == Theme.standard[.title])
  }

  @Test("Bytes that are no text are told by their line and harm nothing")
  func hostile() {
    let bytes: [UInt8] = [0xff, 0xfe, 10, 0, 10] + Array("key = green".utf8)
    let (theme, problems) = ThemeText.theme(named: "x", from: bytes, place: "x")
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
    "Each theme of the program can be read whole, and names every role",
    arguments: ["standard", "light", "dark", "high-contrast", "mono"])
  func ours(name: String) throws {
    let bytes = try file(name)
    let (theme, problems) = ThemeText.theme(named: name, from: bytes, place: name)
    #expect(problems == [])
    let text = String(decoding: bytes, as: UTF8.self)
    for role in Role.allCases {
      #expect(text.contains("\n\(role.name) = "), "\(name) does not say how \(role.name) looks")
      if name == "standard" { #expect(theme[role] == Theme.standard[role], "\(role.name)") }
      if name == "mono" {
        #expect(theme[role].foreground == .standard && theme[role].background == .standard)
      }
    }
    // Nothing that has a meaning is told by colour alone.
    let bare = theme.withoutColour
    for role in [Role.selection, .match, .warning, .heading, .key, .title, .link, .field] {
      #expect(bare[role] != bare[.text], "\(name): \(role.name) is not seen without colour")
    }
  }
}
