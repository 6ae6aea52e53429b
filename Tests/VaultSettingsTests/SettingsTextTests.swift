import TestSupport
import Testing
import VaultSettings

@Suite("The text of a settings file")
struct SettingsTextTests {
  private static let read: [(String, [SettingName: String], Int)] = [
    ("", [:], 0), ("# only a comment\n\n  # and another", [:], 0),
    ("vault = /n\n", [.vault: "/n"], 0), ("vault=/n", [.vault: "/n"], 0),
    ("  vault\t=  /a b = c  \r\n", [.vault: "/a b = c"], 0),
    ("\u{feff}vault = /n\n", [.vault: "/n"], 0),
    ("vault = /a\nvault = /b\n", [.vault: "/b"], 0),
    ("vault =\n", [:], 0), ("color = never\nascii = yes", [.color: "never", .ascii: "yes"], 0),
    ("color = red\nvault = /n\n", [.vault: "/n"], 1), ("nonsense\n= x\nfoo = 1\n", [:], 3),
    ("Vault = /n\n", [:], 1),
  ]

  @Test("Lines are read as settings, and other lines are counted", arguments: read)
  func reads(text: String, values: [SettingName: String], problems: Int) {
    let settings = SettingsText(Array(text.utf8)).settings(path: "f")
    #expect(settings.values == values)
    #expect(settings.problems.count == problems)
  }

  @Test("A bad line is reported by its number, with the default that is used")
  func namesLine() {
    let settings = SettingsText(Array("\n\ncolor = red\n".utf8)).settings(path: "/c")
    #expect(settings.problems == ["/c, line 3: color cannot be “red”. It may be auto or never."])
    #expect(settings[.color] == "auto")
  }

  @Test("A number must be in its range or the default's word, and the error names the valid values")
  func numbers() {
    for (value, expected) in [
      ("80", "80"), ("020", "20"), ("off", "off"), ("19", nil), ("501", nil), ("-80", nil),
      ("wide", nil), ("8e1", nil), ("99999999999999999999", nil),
    ] as [(String, String?)] {
      #expect(SettingsText.checked(value, for: .wrapWidth) == expected, "\(value)")
    }
    #expect(
      SettingsError.badValue(.wrapWidth, "5").message
        == "wrap-width cannot be “5”. It may be “off” or a number from 20 to 500.")
    #expect(
      SettingsError.badValue(.showBlanks, "x").message
        == "show-blanks cannot be “x”. It may be off or trailing or all.")
  }

  private static let changed: [(String, SettingName, String?, String)] = [
    ("", .vault, "/n", "vault = /n\n"), ("", .vault, nil, ""),
    ("# c\n\nvault = /a # not a comment\n", .vault, "/b", "# c\n\nvault = /b\n"),
    ("vault = /a\nascii = yes", .vault, nil, "ascii = yes"),
    ("ascii = yes", .vault, "/n", "ascii = yes\nvault = /n\n"),
    ("vault = /a\nx\nvault = /b\n", .vault, "/c", "vault = /a\nx\nvault = /c\n"),
    ("vault = /a\nx\nvault = /b\n", .vault, nil, "x\n"),
    ("a\r\nb\r\n", .ascii, "no", "a\r\nb\r\nascii = no\n"),
  ]

  @Test("A change affects the setting's line and no other byte", arguments: changed)
  func sets(text: String, name: SettingName, value: String?, wanted: String) {
    var changed = SettingsText(Array(text.utf8))
    changed.set(name, to: value)
    #expect(String(decoding: changed.bytes, as: UTF8.self) == wanted)
  }

  @Test("Any bytes are read back unchanged and without a crash")
  func anyBytes() {
    var random = SeededRandom(seed: 11)
    let letters = Array("vault=color #\n\r\t\u{0}".utf8) + [0xff, 0xc3, 0xe2]
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        letters.randomElement(using: &random) ?? 0
      }
      let text = SettingsText(bytes)
      #expect(text.bytes == bytes)
      let before = text.settings(path: "f")
      var changed = text
      changed.set(.vault, to: "/x")
      #expect(changed.settings(path: "f").values[.vault] == "/x")
      changed.set(.vault, to: nil)
      var without = before.values
      without[.vault] = nil
      #expect(changed.settings(path: "f").values == without)
    }
  }

  private static let values: [(SettingName, String, String?)] = [
    (.vault, " /n ", "/n"), (.vault, "/a\nb", nil), (.vault, "/a\u{0}", nil),
    (.vault, String(repeating: "x", count: 5000), nil), (.color, "never", "never"),
    (.color, "Never", nil), (.ascii, "", nil), (.versionSize, "64", "64"),
    (.versionSize, "65", nil), (.lockAfter, "0", "0"), (.lockAfter, "-1", nil),
  ]

  @Test("A value must fit on one line and be one of the choices")
  func checks() {
    for (name, value, wanted) in Self.values {
      #expect(SettingsText.checked(value, for: name) == wanted)
    }
  }

  @Test("Every default is one of the choices")
  func defaults() {
    for name in SettingName.allCases {
      if let choices = name.choices { #expect(choices.contains(name.standard ?? "")) }
      #expect(!name.summary.isEmpty)
    }
    var settings = SettingValues()
    #expect(settings.largestVersioned == 16 << 20)
    settings.values[.versionSize] = "1"
    #expect(settings.largestVersioned == 1 << 20)
  }
}
