import App
import Entities
import Testing

@testable import Commands

/// What the arguments are read as, in the folder `/home/ada`; an error as its text.
private func read(_ arguments: [String]) -> Result<Invocation, UsageError> {
  do throws(UsageError) {
    return .success(try Invocation(arguments: arguments, folder: "/home/ada"))
  } catch {
    return .failure(error)
  }
}

private func screen(_ change: (inout LaunchOptions) -> Void) -> Invocation {
  var options = LaunchOptions()
  change(&options)
  return .screen(options)
}

@Suite("The command line")
struct InvocationTests {
  private static let accepted: [([String], Invocation)] = [
    ([], screen { _ in }),
    (["notes"], screen { $0.vault = NotePath("/home/ada/notes") }),
    (["/srv/notes/"], screen { $0.vault = NotePath("/srv/notes") }),
    (["./a/../b//c"], screen { $0.vault = NotePath("/home/ada/b/c") }),
    (["../../.."], screen { $0.vault = NotePath("/") }),
    (["-C", "x"], screen { $0.vault = NotePath("/home/ada/x") }),
    (["--vault", "/x"], screen { $0.vault = NotePath("/x") }),
    (["notes://editor/PLAN"], screen { $0.place = "notes://editor/PLAN" }),
    (
      ["x", "notes://list"],
      screen {
        $0.vault = NotePath("/home/ada/x")
        $0.place = "notes://list"
      }
    ),
    (["--trace-modules"], screen { $0.tracesModules = true }),
    (["--ascii"], screen { $0.isASCII = true }),
    (["--no-color"], screen { $0.noColour = true }),
    (
      ["--clock", "2026-03-02 09:00"],
      screen { $0.frozenClock = CivilTime(year: 2026, month: 3, day: 2, hour: 9) }
    ),
    (["--help"], .help), (["-h"], .help), (["x", "-h"], .help), (["--version"], .version),
    (["keys"], .keys),
    (["script", "a.script", "--json"], .script(["a.script", "--json"])), (["script"], .script([])),
  ]

  @Test("A command line is read as what it asks for", arguments: accepted)
  func accepts(arguments: [String], wanted: Invocation) {
    #expect(read(arguments) == .success(wanted))
  }

  private static let refused: [([String], UsageError)] = [
    (["--nope"], .unknownOption("--nope")), (["-x"], .unknownOption("-x")),
    (["-C"], .missingValue("-C")), (["--vault"], .missingValue("--vault")),
    (["--clock"], .missingValue("--clock")), (["a", "b"], .unexpected("b")),
    (["-C", "a", "b"], .unexpected("b")), (["keys", "now"], .unexpected("now")),
    (["--clock", "noon"], .badClock("noon")), (["--clock", ""], .badClock("")),
    (["--clock", "2026-13-02 09:00"], .badClock("2026-13-02 09:00")),
    (["--clock", "2026-03-32 09:00"], .badClock("2026-03-32 09:00")),
    (["--clock", "2026-03-02 24:00"], .badClock("2026-03-02 24:00")),
    (["--clock", "2026-03-02 09:60"], .badClock("2026-03-02 09:60")),
    (["--clock", "2026-03-02"], .badClock("2026-03-02")),
  ]

  @Test("A command line that means nothing is refused with what is wrong", arguments: refused)
  func refuses(arguments: [String], wanted: UsageError) {
    #expect(read(arguments) == .failure(wanted))
    #expect(wanted.message.hasPrefix("notes-tui: ") && wanted.message.hasSuffix("."))
  }

  /// Options as the help's own part lists them.
  private static var optionsInHelp: [String] {
    let text = HelpText.help
    guard let start = text.firstRange(of: "Options\n"),
      let end = text.firstRange(of: "\n\nScripts")
    else { return [] }
    return text[start.upperBound..<end.lowerBound].split(separator: "\n").flatMap { line in
      line.split(separator: "  ").first.map { first in
        first.split { " ,".contains($0) }.map(String.init).filter { $0.hasPrefix("-") }
      } ?? []
    }
  }

  @Test("The help names every option that is read, and each that it names is read")
  func helpIsTrue() {
    let known =
      ["-C", "--vault", "--clock", "--ascii", "--no-color", "--trace-modules"]
      + ["--version", "-h", "--help"]
    #expect(Self.optionsInHelp.sorted() == known.sorted())
    for option in Self.optionsInHelp {
      if case .failure(.unknownOption) = read([option, "2026-03-02 09:00"]) {
        Issue.record("the help names \(option), which is refused")
      }
    }
  }

  @Test("The help lists the commands, the places and the exit codes")
  func helpIsWhole() {
    for word in [
      "notes-tui keys", "notes-tui script", "notes://list", "notes://editor/", "notes://login",
      "notes://help", "Exit codes", "130",
    ] {
      #expect(HelpText.help.contains(word))
    }
    #expect(HelpText.help.split(separator: "\n").allSatisfy { $0.count <= 90 })
    #expect(HelpText.help.hasSuffix("\n") && HelpText.version.hasPrefix("notes-tui "))
  }
}
