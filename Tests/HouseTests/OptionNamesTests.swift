import Testing

/// The options stand in six texts that no compiler holds together.
@Suite("The names of options")
struct OptionNamesTests {
  struct Place: CustomTestStringConvertible {
    let path: String
    let options: @Sendable (String) -> Set<String>

    var testDescription: String { path }
  }

  static let places = [
    Place(path: "Sources/Commands/HelpText.swift") { names(after: #/[\s,]/#, in: $0) },
    Place(path: "Resources/man/notes-tui.1") { text in
      Set(text.matches(of: #/\bFl (-?[A-Za-z][a-z-]*)/#).map { "-\($0.1)" })
    },
    Place(path: "Resources/completions/notes-tui.bash") { text in
      let lists = text.split(separator: "\n").filter { $0.contains("options='-") }
      return names(after: #/[\s']/#, in: lists.joined(separator: "\n"))
    },
    Place(path: "Resources/completions/_notes-tui") { names(after: #/['{(),]/#, in: $0) },
    Place(path: "Resources/completions/notes-tui.fish") { text in
      // `set -l` is another matter.
      let text = text.split(separator: "\n").filter { $0.hasPrefix("complete ") }.joined(
        separator: "\n")
      return Set(text.matches(of: #/\s-l ([a-z-]+)/#).map { "--\($0.1)" })
        .union(text.matches(of: #/\s-s ([A-Za-z])/#).map { "-\($0.1)" })
    },
  ]

  /// What the code compares arguments with.
  private static func understood() throws -> Set<String> {
    let code = try ["Sources/Commands/Invocation.swift", "Sources/UIScripts/ScriptCommand.swift"]
      .map(House.text)
    return Set(code.joined().matches(of: #/"(--?[A-Za-z][a-z-]*)=?"/#).map { String($0.1) })
  }

  @Test("What the program understands is what help, manual and completions name", arguments: places)
  func agree(place: Place) throws {
    let understood = try Self.understood()
    #expect(understood.isSuperset(of: ["-C", "--vault", "-h", "--driver", "--picture"]))
    let named = place.options(try House.text(place.path))
    #expect(
      named == understood,
      """
      missing: \(understood.subtracting(named).sorted()), \
      not there: \(named.subtracting(understood).sorted())
      """)
  }

  private static func names(
    after boundary: some RegexComponent, in text: String
  ) -> Set<String> {
    Set(
      text.split(separator: boundary).filter { $0.hasPrefix("-") }.compactMap {
        $0.prefixMatch(of: #/--?[A-Za-z][a-z-]*/#).map { String($0.output) }
      })
  }
}
