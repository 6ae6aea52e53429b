import App
import Cells
import Glibc
import Terminal
import TestSupport
import Testing
import UseCases

@testable import Commands

/// A file of the package, by its path in it.
func resource(_ path: String) -> String {
  "\(#filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined())/Resources/\(path)"
}

func text(at path: String) throws -> String {
  let file = try #require(fopen(path, "r"), "\(path) is not there")
  defer { fclose(file) }
  var bytes: [UInt8] = []
  while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(byte)) }
  return String(decoding: bytes, as: UTF8.self)
}

/// Compares a text with a file. With NOTES_TUI_RECORD=1 a different file is rewritten, and the test
/// still fails.
func expect(_ wanted: String, at path: String) throws {
  let there = try text(at: path)
  if there != wanted, getenv("NOTES_TUI_RECORD") != nil, let file = fopen(path, "w") {
    fputs(wanted, file)
    fclose(file)
  }
  expectSame(
    there, wanted,
    "\(path) is not what the table of commands says; NOTES_TUI_RECORD=1 writes it again")
}

@MainActor
@Suite("Help, manual and completions")
struct HelpTests {
  @Test("Every command is in the table once")
  func table() {
    #expect(Set(CommandTable.all.map(\.name)).count == CommandTable.all.count)
    #expect(CommandTable.all.count > 40)
  }

  @Test("Every command's optional arguments come last, and only the last repeats")
  func arguments() {
    for spec in CommandTable.all {
      let optional = spec.arguments.drop { !$0.isOptional }
      #expect(optional.allSatisfy { $0.isOptional }, "\(spec.name.rawValue)")
      #expect(spec.arguments.dropLast().allSatisfy { !$0.repeats }, "\(spec.name.rawValue)")
    }
  }

  @Test("The help lists every command, the global options, the screen addresses and the exit codes")
  func overview() {
    let help = HelpText.overview(Screens.addresses)
    for spec in CommandTable.all {
      #expect(help.contains("\n  \(spec.usage)"), "\(spec.name.rawValue)")
      #expect(help.contains(spec.summary))
    }
    for name in CommandTable.everywhere + CommandTable.onScreen {
      #expect(help.contains(CommandTable.option(name).written))
    }
    for place in Screens.addresses { #expect(help.contains("\n  \(place.written) ")) }
    for word in ["Exit codes", "130"] { #expect(help.contains(word)) }
    #expect(help.hasSuffix("\n"))
  }

  @Test("The version is printed as text and as JSON, with the version of each library (line 2 N31)")
  func version() {
    let libraries = ["SQLite 3.40.1", "two words 1.0"]
    #expect(
      HelpText.version(libraries: libraries, asJSON: false)
        == "notes-tui 0.1.0\n  SQLite 3.40.1\n  two words 1.0\n")
    #expect(
      HelpText.version(libraries: libraries, asJSON: true)
        == #"{"version":"0.1.0","libraries":[{"name":"SQLite","version":"3.40.1"},"#
        + #"{"name":"two words","version":"1.0"}]}"# + "\n")
  }

  private static func help(on topic: HelpTopic) -> String {
    HelpText.help(on: topic, addresses: Screens.addresses)
  }

  nonisolated private static let topics: [HelpTopic] =
    [.program, .family("task"), .family("age"), .family("export")]
    + CommandTable.all.map { .command($0.name) } + Guide.pages.map { .page($0) }

  @Test("The help on a command family contains the help on its commands")
  func family() {
    let help = Self.help(on: .family("task"))
    for name in ["task add", .taskDone, "task reschedule"] as [CommandName] {
      #expect(help.contains(Self.help(on: .command(name))))
    }
  }

  @Test("No help line is wider than 90 cells", arguments: topics)
  func width(topic: HelpTopic) {
    let help = Self.help(on: topic)
    for line in help.split(separator: "\n") { #expect(Cells.width(of: String(line)) <= 90) }
    #expect(help.hasSuffix("\n") && !help.hasSuffix("\n\n"))
  }

  @Test("A command's help names its arguments, options, fields and an example")
  func ofCommand() {
    for spec in CommandTable.all {
      let help = Self.help(on: .command(spec.name))
      for argument in spec.arguments { #expect(help.contains(argument.written)) }
      for option in spec.options { #expect(help.contains("--\(option.rawValue)")) }
      for field in spec.answer.fields { #expect(help.contains("\n  \(field.name)")) }
      #expect(help.contains("\n  notes-tui \(spec.example)\n"))
    }
  }

  @Test(
    "The completion files in Resources match the program's output",
    arguments: [
      (Shell.bash, "notes-tui.bash"), (.zsh, "_notes-tui"), (.fish, "notes-tui.fish"),
    ])
  func completions(shell: Shell, name: String) throws {
    try expect(shell.completions, at: resource("completions/\(name)"))
  }

  @Test("The manual page contains the command tables and the guide")
  func manual() throws {
    let path = resource("man/notes-tui.1")
    let page = try text(at: path)
    var wanted = page
    for (start, made, end) in [
      (ManualPage.start, ManualPage.commands, ManualPage.end),
      (ManualPage.placesStart, ManualPage.places(Screens.addresses), ManualPage.placesEnd),
      (ManualPage.guideStart, ManualPage.guide, ManualPage.guideEnd),
    ] {
      let first = try #require(wanted.firstRange(of: start))
      let last = try #require(wanted.firstRange(of: end + "\n"))
      wanted.replaceSubrange(first.lowerBound..<last.upperBound, with: made)
    }
    try expect(wanted, at: path)
  }

  @Test("The manual page is ASCII with short lines, and names every environment variable")
  func manualForm() throws {
    let page = try text(at: resource("man/notes-tui.1"))
    #expect(page.utf8.allSatisfy { $0 < 0x80 })
    // The heading of a command with many arguments is one roff request, and cannot be broken.
    for line in page.split(separator: "\n") where !line.hasPrefix(".") {
      #expect(line.utf8.count <= 80, "\(line)")
    }
    for name in [
      "VISUAL", "EDITOR", "HOME", "LC_ALL", "LC_TIME", "LANG", "NOTES_TUI_VAULT", "NO_COLOR",
      "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "TERM", "ESCDELAY",
      "LC_MESSAGES", "DICPATH", "COLORFGBG", "BROWSER", "TZ",
    ] { #expect(page.contains(".It Ev \(name)") || page.contains(" , \(name)"), "\(name)") }
    for section in ["SEE ALSO", "AUTHORS", "BUGS"] {
      #expect(page.contains("\n.Sh \(section)\n"), "\(section)")
    }
  }

  @Test(
    "Neither the guide nor the manual calls an existing feature missing (line 2 N30)")
  func nothingOld() throws {
    let pages = Guide.pages.map { ($0.topic, $0.text) }
    for (name, text) in pages + [("manual", try text(at: resource("man/notes-tui.1")))] {
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      for claim in ["There is no sync", "there are no vim", "no vim or emacs keys"] {
        #expect(!words.contains(claim), "\(name): \(claim)")
      }
    }
  }
}
