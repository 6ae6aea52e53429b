import TestSupport
import Testing

/// The map states a number only where something is held to it: what can be counted is counted here, of the
/// rest a file says the same.
@Suite("The numbers on the map")
struct MapNumberTests {
  enum Fact: Sendable {
    /// What is counted may be this much off, in hundredths: nobody wants to mend the map for a line.
    case counts(Int, @Sendable () throws -> Int, within: Int = 0)
    case says(String, in: String)
  }

  static let statements: [(phrase: String, fact: Fact)] = [
    ("a whole module in 380 lines", .counts(380, lines(of: "Sources/Modules/Trash"), within: 10)),
    ("Some 185 calls work on unsafe buffers", .counts(185, unsafeCalls, within: 10)),
    (
      "Tour`: four steps",
      .says("/// Four steps", in: "Sources/Modules/Tour/TourWords.swift")
    ),
    (
      "have a limit (16 MB",
      .says("standard: \"16\",", in: "Sources/VaultSettings/SettingName.swift")
    ),
    (
      "in 20 files at\nmost",
      .says(
        "(1...20).contains(files)", in: "Tests/HouseTests/BuildTests+Generating.swift")
    ),
    ("(20 at most)", .says("$0.value > 20 }", in: "Tests/HouseTests/TypeSizeTests.swift")),
    ("asks (25,", .says("requirements > 25 &&", in: "Tests/HouseTests/TypeSizeTests.swift")),
    (
      "their git: 40\n  trials",
      .says("UInt64(1)...40", in: "Tests/GitSyncTests/Trial/TrialTests.swift")
    ),
    ("500 notes by", .says("?? 500", in: "Tests/LinkedTests/LinkedVaultTests.swift")),
    ("5,000 with 100,000 links", .says("5,000 notes with 100,000 links", in: "Makefile")),
    ("500 of each in", .says("rows(500,", in: "Tests/VimTests/BesideVimTests.swift")),
    ("of which five may", .says("At most five", in: "Tests/EmacsTests/BesideEmacsTests.swift")),
    (
      "in four sizes",
      .says(
        "(20, 5), (40, 12), (80, 24), (200, 60)]",
        in: "Tests/TerminalTests/Program/EveryScreenTests.swift")
    ),
    (
      "200 at most",
      .says(
        "mostCursors = 200", in: "Sources/TextEngine/Commands/Keys/KeyMachines.swift")
    ),
    (
      "sixteen bytes at a time", .says("raw + 16", in: "Sources/TextEngine/Search/ByteFinder.swift")
    ),
  ]

  @Test("Each stated number is true")
  func areTrue() throws {
    let map = try House.text("Sources/README.md")
    for (phrase, fact) in Self.statements {
      expectText(map, has: phrase, "the map says it no longer, so take it from here")
      switch fact {
      case .counts(let stated, let count, let hundredths):
        let counted = try count()
        let isNear = abs(counted - stated) * 100 <= stated * hundredths
        #expect(isNear, "the map says “\(phrase)”; there are \(counted)")
      case .says(let text, let path):
        let isThere = try House.text(path).contains(text)
        #expect(isThere, "the map says “\(phrase)”; \(path) does not say “\(text)”")
      }
    }
  }

  @Test("The map has no other numbers")
  func areHeld() throws {
    // What is code, as an example, states nothing; and a list has numbers of its own.
    var rest = try House.text("Sources/README.md").replacing(#/(?m)^\d+\. /#, with: "")
      .replacing(#/(?m)^    .*$/#, with: "")
    for (phrase, _) in Self.statements { rest = rest.replacing(phrase, with: "") }
    rest = rest.replacing(#/`[^`\n]+`/#, with: "")
    let number = #/\b(\d[\d,]*|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty)\b/#
    let lines = rest.split(separator: "\n").filter { $0.contains(number) }
    #expect(lines == [], "state them in MapNumberTests, with what they are counted by")
  }

  private static func lines(of folder: String) -> @Sendable () throws -> Int {
    {
      try House.files(below: folder).map {
        try House.text($0).split(separator: "\n", omittingEmptySubsequences: false).count - 1
      }.reduce(0, +)
    }
  }

  private static func unsafeCalls() throws -> Int {
    try House.grep("\\bwithUnsafe[A-Za-z]+", below: "Sources", in: "*.swift").count
  }
}
