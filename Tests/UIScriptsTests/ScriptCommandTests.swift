import FakeTerminal
import Terminal
import Testing
import UIScripts

@MainActor
@Suite("Playing scripts")
struct ScriptCommandTests {
  private let folder = ScriptFolder()

  @Test(
    "True statements pass",
    arguments: [
      "press Up*3\nexpect \"count: 3\"\nrefuse \"count: 4\"",
      "start one \"two three\"\nexpect \"one,two three\"",
      "type \"Tea\\n\"\nmodules \"Counter > Detail\"\npress Esc\nmodules \"Counter\"",
      "paste \"a b\"\nexpect \"[a b]\"",
      "click 2:3\nexpect \"press@1,2;release@1,2;\"",
      "wheel up 1:1\nwheel down 1:2\nexpect \"wheelUp@0,0;wheelDown@0,1;\"",
      "size 12x3\nscreen\n|count: 0    |\n|            |\n|9:0:0       |",
      "size 12x4\nscreen\n|...\n|9:0:0       |\n|...         |",
      "size 12x4\npress a\nsize 10x2\nscreen\n|count: 0  |\n|a         |",
      "type \"é\"\nstyle 2:1 dim fg=green\nstyle 1:1 role=title bold\nstyle 4:1 plain",
      "cursor 2:1\npress Up*9\ncursor hidden",
      "press C-q\nexit 0",
      "press C-x\nexit 3\nstart again\nexpect \"again\"",
      "note a/b.md \"x\\n\"\nfile a/b.md \"x\\n\"\nnofile b.md\nexpect \"count\"",
      "press a\nnote later.md \"y\"\nfile later.md \"y\"",
      "run list tags -> \"list+tags\"\nrun list -> \"list\\n\"\nrun where -> \"in\"",
      "clock 2026-03-02 23:59\nexpect \"23:59:0\"\ntick 90s\nexpect \"0:0:30\"",
      "press C-t\ntick 1s\nrefuse \"ring\"\ntick 1s\nexpect \"ring\"",
      "press a\nclock 2027-01-01 07:08\nexpect \"7:8:0\"",
    ])
  func passes(text: String) async throws {
    let (output, code) = try await folder.play(text)
    #expect(output == "1 passed, 0 failed, 0 skipped\n")
    #expect(code == 0)
  }

  @Test(
    "A false statement fails with its line, its step and the reason",
    arguments: [
      ("expect \"5\"", "toy.script:1: expect \"5\"\n  the text is not on the screen"),
      ("press Up\nrefuse \"count\"", "toy.script:2: refuse \"count\"\n  the text is on the screen"),
      ("cursor hidden", "the cursor is 2:1"), ("cursor 1:1", "the cursor is 2:1"),
      ("style 1:1 dim", "the style at 1:1 is bold fg=231 bg=24"),
      ("style 1:99 dim", "1:99 is outside the screen of 80x24"),
      ("modules \"Other\"", "the module stack is \"Counter\""),
      ("exit 0", "the app still runs"), ("press C-x\nexit 0", "ended with code 3, saying: out of"),
      ("press C-q a", "the app has ended with code 0"),
      ("press C-q\nexpect \"count\"", "the app has ended with code 0"),
      ("start\nstart", "the app runs already"),
      ("file a.md \"\"", "there is no file a.md"),
      ("note a.md \"x\"\nfile a.md \"x\\n\"", "a.md holds \"x\""),
      ("note a.md \"\"\nnofile a.md", "a.md is in the vault"),
      ("run list -> \"\"", "the output differs from its line 1 on:\n  + \"list\""),
      ("vault nowhere", "there is no folder nowhere"),
      ("vault encrypted \"p\"", "this build has no encrypted vaults"),
      ("press C-l", "the end of the script\n  removed modules are still alive: Detail: DetailSc"),
      ("press C-b", "work is still under way"),
      ("size 9x1\nscreen\n|count: 0|", "the row |count: 0| is 8 cells wide, the screen 9"),
      ("size 9x1\nscreen\n|count: 0 |\n|x        |", "the screen has 1 rows, not 2"),
      ("size 9x1\nscreen\n|...\n|x        |\n|...", "expected in it |x        |"),
      ("size 9x1\nscreen\n|count: 1 |", "row 1 of the screen differs, expected |count: 1 |"),
      ("jump", "toy.script:1\n  there is no verb \"jump\""),
    ])
  func fails(text: String, reason: String) async throws {
    let (output, code) = try await folder.play(text)
    #expect(output.contains(reason), "\(output)")
    #expect(output.hasPrefix("FAILED toy.script:"))
    #expect(output.hasSuffix("0 passed, 1 failed, 0 skipped\n"))
    #expect(code == 1)
  }

  @Test("A failure shows the whole frame between bars, and marks the first row that differs")
  func failureText() async throws {
    let (output, _) = try await folder.play(
      "size 10x3\nscreen\n|count: 0  |\n|x         |\n|9:0:0     |")
    #expect(
      output == """
        FAILED toy.script:2: screen
          row 2 of the screen differs, expected |x         |
            |count: 0  |
          > |          |
            |9:0:0     |
        0 passed, 1 failed, 0 skipped

        """)
  }

  @Test("A long output that differs is shown by its changed lines, and its step is shortened")
  func longOutput() async throws {
    let lines = (1...40).map { "line \($0)" }
    let expected = lines.joined(separator: "\\n")
    let printed = lines.joined(separator: "\\n").replacing("line 20\\n", with: "line 20b\\n")
    let (output, code) = try await folder.play("run \"\(printed)\" -> \"\(expected)\"")
    #expect(code == 1)
    let told = output.split(separator: "\n")
    #expect(told[0].count < 140 && told[0].hasSuffix("…"), "\(told[0])")
    #expect(
      told[1...3] == [
        "  the output differs from its line 20 on:", "  - \"line 20\"", "  + \"line 20b\"",
      ])
  }

  @Test(
    "A line of three dots matches any lines of an output, and is not recorded over",
    arguments: [
      ("a\\n...\\nd", true), ("a\\n...", true), ("...\\nd\\n", true), ("...", true),
      ("a\\n...\\nb\\n...\\nc\\nd", true), ("a\\nb\\n...\\nc\\nd\\n...\\n", true),
      ("a\\n...\\nc", false), ("b\\n...", false), ("a\\n...\\nc\\n...\\nb\\n...", false),
      ("a\\n...\\nd\\ne", false), ("a\\nb\\n...\\nb\\nc\\nd", false), ("a\\n..\\nd", false),
    ])
  func gaps(expected: String, fits: Bool) async throws {
    let text = "run \"a\\nb\\nc\\nd\" -> \"\(expected)\""
    for isRecording in [false, true] {
      let (output, code) =
        try await isRecording ? folder.play(text, "--record") : folder.play(text)
      #expect((code == 0) == fits, "\(output)")
      if expected.contains("...") { #expect(try folder.read("toy.script") == text) }
    }
  }

  @Test("Nothing runs if any line is invalid")
  func nothingRuns() async throws {
    let (output, code) = try await folder.play("expect \"not there\"\npress Foo\nsize 1")
    #expect(!output.contains("not on the screen"))
    #expect(output.contains("toy.script:2\n") && output.contains("toy.script:3\n"))
    #expect(output.hasSuffix("0 passed, 1 failed, 0 skipped\n"))
    #expect(code == 1)
  }

  @Test("A fixture folder becomes the vault, and its links may not lead out")
  func vaultFolder() async throws {
    _ = try folder.write("one", to: "fixture/sub/one.md")
    let (output, code) = try await folder.play("vault fixture\nfile sub/one.md \"one\"")
    #expect(output == "1 passed, 0 failed, 0 skipped\n")
    #expect(code == 0)
  }

  @Test("Recording rewrites full screens in place, leaves the rest, and does not pass")
  func recording() async throws {
    let text = """
      # A sentence.
      size 10x3
      screen
      |old|
      press Up
      screen
      |...
      |9:0:0     |
      screen
      |count: 1  |
      |          |
      |9:0:0     |
      # the end, without a newline
      """
    let (output, code) = try await folder.play(text, "--record")
    #expect(code == 1)
    #expect(output.contains("toy.script:3: screen\n  1 recorded"))
    let recorded = text.replacing(
      "|old|", with: "|count: 0  |\n|          |\n|9:0:0     |")
    #expect(try folder.read("toy.script") == recorded)
    let (again, passed) = try await folder.play(recorded, "--record")
    #expect(again == "1 passed, 0 failed, 0 skipped\n")
    #expect(passed == 0)
  }

  @Test("Recording writes a command's output after its arrow")
  func recordingOutputs() async throws {
    let text = "run \"a -> b\" list -> \"one\\n\"\n# the end"
    let (failed, _) = try await folder.play(text)
    #expect(failed.contains("differs from its line 1 on:\n  - \"one\"\n  + \"a -> b+list\""))
    let (_, code) = try await folder.play(text, "--record")
    #expect(code == 1)
    #expect(
      try folder.read("toy.script")
        == "run \"a -> b\" list -> \"a -> b+list\\n\"\n# the end")
  }

  @Test("Recording fills an empty screen, preserves line ends, and stops at a failing step")
  func recordingEmptyScreens() async throws {
    let (_, code) = try await folder.play(
      "size 9x1\r\nscreen\r\nexpect \"5\"\r\nscreen\r\n", "--record")
    #expect(code == 1)
    #expect(
      try folder.read("toy.script")
        == "size 9x1\r\nscreen\r\n|count: 0 |\r\nexpect \"5\"\r\nscreen\r\n")
  }

  @Test("JSON results contain file, line, step, message and frame")
  func json() async throws {
    let (output, code) = try await folder.play("size 9x1\nexpect \"\\u{5}\"", "--json")
    #expect(code == 1)
    #expect(
      output == #"""
        [
          {"file": "toy.script", "ok": false, "line": 2, "step": "expect \"\\u{5}\"", "message": "the text is not on the screen", "frame": ["count: 0 "]}
        ]

        """#)
    let (passed, _) = try await folder.play("expect \"count\"", "--json")
    #expect(passed == "[\n  {\"file\": \"toy.script\", \"ok\": true}\n]\n")
  }

  @Test("A folder's scripts are played in order, and other files are ignored")
  func folders() async throws {
    for name in ["b/two.script", "a.script", "b/notes.txt"] {
      _ = try folder.write("expect \"\(name)\"", to: name)
    }
    let (output, _, code) = await ScriptCommand.run(arguments: [folder.path + "/"], host: .toys())
    #expect(code == 1)
    #expect(output.hasSuffix("0 passed, 2 failed, 0 skipped\n"))
    let first = try #require(output.firstRange(of: "a.script:1"))
    let second = try #require(output.firstRange(of: "b/two.script:1"))
    #expect(first.lowerBound < second.lowerBound)
  }

  @Test(
    "A usage error is printed with the usage on standard error, not among the results",
    arguments: [
      [], ["--fast", "x"], ["--driver"], ["--driver", "tv", "x"], ["/nonexistent.script"],
      ["--slow", "--driver=pty", "/tmp"],
    ])
  func wrongUsage(arguments: [String]) async {
    let (output, problem, code) = await ScriptCommand.run(arguments: arguments, host: .toys())
    #expect(code == 2)
    #expect(output.isEmpty)
    #expect(problem.contains("usage: notes-tui script FILE…"))
  }

  @Test("Playing slowly shows every frame on the person's terminal")
  func slow() async throws {
    let screen = WatchedTerminal(size: Size(columns: 8, rows: 2))
    var host = ScriptHost.toys()
    host.openTerminal = { screen }
    host.pause = { screen.shown.append(screen.fake.frame.rowText(0)) }
    let file = try folder.write("press Up*2\ntype \"ab\"\nexpect \"count: 2\"", to: "toy.script")
    let (_, _, code) = await ScriptCommand.run(arguments: [file, "--slow"], host: host)
    #expect(code == 0)
    #expect(screen.shown == ["count: 0", "count: 1", "count: 2", "count: 2", "count: 2"])
    #expect(screen.hasEnded)
    screen.fake.send(.key("q"))
    let (stopped, _, failed) = await ScriptCommand.run(arguments: [file, "--slow"], host: host)
    #expect(failed == 1)
    #expect(stopped.contains("stopped by hand"))
  }
}

/// A terminal that someone watches.
@MainActor
private final class WatchedTerminal: LiveTerminal {
  let fake: FakeDriver
  var shown: [String] = []
  private(set) var hasEnded = false

  init(size: Size) { fake = FakeDriver(size: size) }

  var inputDescriptor: Int32 { -1 }
  var pendingInputDelay: Duration? { nil }
  var size: Size { fake.size }
  var colors: ColorDepth { fake.colors }
  func suspend() {}
  func resume() {}
  func end() { hasEnded = true }
  func makeWindow(_ frame: Rect) -> any Window { fake.makeWindow(frame) }
  func events() -> [InputEvent] { fake.events() }
  func present(_ windows: [any Window], cursor: Point?) {
    fake.present(windows, cursor: cursor)
  }
  func forgetScreen() {}
  func answerSync(_ number: Int, with report: String) {}
}
