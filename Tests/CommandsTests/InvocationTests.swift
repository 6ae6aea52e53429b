import Entities
import Services
import Testing

@testable import Commands

/// The arguments as they are read in the folder `/home/ada`.
private func read(_ arguments: [String]) -> Result<Invocation, UsageError> {
  do throws(UsageError) {
    return .success(try Invocation(arguments: arguments, folder: "/home/ada"))
  } catch {
    return .failure(error)
  }
}

private func screen(
  _ operand: String? = nil, _ change: (inout LaunchOptions) -> Void
) -> Invocation {
  var options = LaunchOptions()
  options.operand = operand
  change(&options)
  return .screen(options)
}

private func command(
  _ name: CommandName, _ arguments: RawArgument...,
  change: (inout CommandRequest) -> Void = { _ in }
) -> Invocation {
  var request = CommandRequest(name)
  request.arguments = arguments
  change(&request)
  return .command(request)
}

@Suite("The command line")
struct InvocationTests {
  private static let screens: [([String], Invocation)] = [
    ([], screen { _ in }),
    (["notes"], screen("notes") { $0.vault = NotePath("/home/ada/notes") }),
    (["/srv/notes/"], screen("/srv/notes/") { $0.vault = NotePath("/srv/notes") }),
    (["./a/../b//c"], screen("./a/../b//c") { $0.vault = NotePath("/home/ada/b/c") }),
    (["../../.."], screen("../../..") { $0.vault = NotePath("/") }),
    (["-C", "x"], screen { $0.vault = NotePath("/home/ada/x") }),
    (["-Cx"], screen { $0.vault = NotePath("/home/ada/x") }),
    (["--vault", "/x"], screen { $0.vault = NotePath("/x") }),
    (["--vault=/x"], screen { $0.vault = NotePath("/x") }),
    (["--", "-x"], screen("-x") { $0.vault = NotePath("/home/ada/-x") }),
    (["./list"], screen("./list") { $0.vault = NotePath("/home/ada/list") }),
    (["notes://editor/PLAN"], screen { $0.place = "notes://editor/PLAN" }),
    (
      ["x", "notes://list"],
      screen("x") {
        $0.vault = NotePath("/home/ada/x")
        $0.place = "notes://list"
      }
    ),
    (["--trace-modules"], screen { $0.tracesModules = true }),
    (["--ascii"], screen { $0.isASCII = true }),
    (["--no-color"], screen { $0.noColor = true }),
    (["--read-only"], screen { $0.isReadOnly = true }),
    (["--config", "c"], screen { $0.settings = NotePath("/home/ada/c") }),
    (
      ["--clock", "2026-03-02 09:00"],
      screen { $0.frozenClock = CivilTime(year: 2026, month: 3, day: 2, hour: 9) }
    ),
    (
      ["--clock", "2026-12-31T23:59"],
      screen { $0.frozenClock = CivilTime(year: 2026, month: 12, day: 31, hour: 23, minute: 59) }
    ),
    (
      ["--clock", "2028-02-29T09:00:07"],
      screen { $0.frozenClock = CivilTime(year: 2028, month: 2, day: 29, hour: 9, second: 7) }
    ),
  ]

  @Test("Arguments that name no command open the screen", arguments: screens)
  func opensScreen(arguments: [String], wanted: Invocation) {
    #expect(read(arguments) == .success(wanted))
  }

  private static let commands: [([String], Invocation)] = [
    (["keys"], command("keys")),
    (["tags"], command("tags")),
    (["show", "Plan B"], command("show", "Plan B")),
    (["show", "--", "-x"], command("show", "-x")),
    (["show", "list"], command("show", "list")),
    (["trash", "a", "b"], command("trash", "a", "b")),
    (["append", "Inbox"], command("append", "Inbox")),
    (["append", "Inbox", "-"], command("append", "Inbox", "-")),
    (["history", "a"], command(.history, "a")),
    (["history", "list", "show"], command(.history, "show")),
    (["history", "show", "a", "3f"], command(.historyShow, "a", "3f")),
    (["history", "restore", "a", "3f"], command(.historyRestore, "a", "3f")),
    (["config"], command("config")),
    (["config", "set", "color", ""], command(.configSet, "color", "")),
    (["completions", "fish"], command("completions", "fish")),
    (
      ["-C", "x", "list", "--limit=3"],
      command("list") {
        $0.vault = NotePath("/home/ada/x")
        $0.limit = 3
        $0.options = [.vault: ["x"], .limit: ["3"]]
      }
    ),
    (
      ["list", "--limit", "1", "--limit", "2", "--json"],
      command("list") {
        $0.limit = 2
        $0.options = [.limit: ["1", "2"], .json: [""]]
      }
    ),
    (
      ["new", "--tag", "a", "T", "--tag=b", "--body", "-"],
      command("new", "T") { $0.options = [.tag: ["a", "b"], .body: ["-"]] }
    ),
    (["list", "-h"], .help(.command("list"))),
    (["history", "show", "--help"], .help(.command(.historyShow))),
    (["--help", "list"], .help(.command("list"))),
    (["--help"], .help(.program)), (["-h"], .help(.program)), (["x", "-h"], .help(.program)),
    (["help"], .help(.program)), (["help", "list"], .help(.command("list"))),
    (["help", "history", "show"], .help(.command(.historyShow))),
    (["help", "task"], .help(.family("task"))), (["task", "--help"], .help(.family("task"))),
    (["age", "-h"], .help(.family("age"))), (["help", "help"], .help(.command(.help))),
    (["help", "script"], .help(.command(.script))),
    (["help", "scripts"], .help(Guide.page(on: "scripts").map { .page($0) } ?? .program)),
    (
      ["list", "-0", "--absolute"], command("list") { $0.options = [.null: [""], .absolute: [""]] }
    ),
    (["search", "two", "words"], command("search", "two", "words")),
    (
      ["search", "x", "--paths", "-0"],
      command("search", "x") { $0.options = [.paths: [""], .null: [""]] }
    ),
    (["path"], command("path")), (["path", "a"], command("path", "a")),
    (["edit", "a"], command("edit", "a")),
    (["task", "done", "a.md:7"], command(.taskDone, "a.md:7")),
    (
      ["--theme", "dark", "--ascii", "--keymap=vim", "--verbose", "--trace-modules", "list"],
      command("list") {
        $0.options = [
          .theme: ["dark"], .ascii: [""], .keymap: ["vim"], .verbose: [""], .traceModules: [""],
        ]
      }
    ),
    (["--color=never"], screen { $0.noColor = true }),
    (["--color", "always"], screen { _ in }),
    (["--version"], .version(isVerbose: false, isJSON: false)),
    (["--version", "--verbose"], .version(isVerbose: true, isJSON: false)),
    (["--version", "--json"], .version(isVerbose: false, isJSON: true)),
    (["script", "a.script", "--json"], .script(["a.script", "--json"])), (["script"], .script([])),
  ]

  @Test(
    "A command is read with its arguments and options in any order", arguments: commands)
  func readsCommand(arguments: [String], wanted: Invocation) {
    #expect(read(arguments) == .success(wanted))
  }

  private static let refused: [([String], UsageError)] = [
    (["--nothing"], .unknownOption("--nothing", nearest: nil)),
    (["-x"], .unknownOption("-x", nearest: nil)),
    (["-hx"], .unknownOption("-hx", nearest: nil)),
    (["--vualt", "x"], .unknownOption("--vualt", nearest: "--vault")),
    (["list", "--limt=3"], .unknownOption("--limt", nearest: "--limit")),
    (["lst", "x"], .unknownCommand("lst", nearest: "list")),
    (["help", "lst"], .unknownTopic("lst", nearest: "list")),
    (["help", "qqqq"], .unknownTopic("qqqq", nearest: nil)),
    (["help", "writting"], .unknownTopic("writting", nearest: "writing")),
    (["task"], .incompleteCommand("task", nil)), (["age"], .incompleteCommand("age", nil)),
    (["task", "don", "x"], .incompleteCommand("task", "don")),
    (["show", "a", "--json", "--html"], .twoForms("--json", "--html")),
    (["show", "a", "--html", "--rendered"], .twoForms("--rendered", "--html")),
    (["search", "a", "--json-lines", "--paths"], .twoForms("--json-lines", "--paths")),
    (["list", "--json", "--json-lines"], .twoForms("--json", "--json-lines")),
    (["list", "--json", "-0"], .twoForms("--json", "--null")),
    (["append", "a", "-dash"], .unknownOption("-dash", nearest: nil)),
    (["completions", "for", "csh", "x"], .badValue("SHELL", "csh", wanted: "bash, zsh or fish")),
    (["list", "--body", "x"], .foreignOption("--body", "list")),
    (["--limit", "3"], .foreignOption("--limit", nil)),
    (["list", "--ascii"], .foreignOption("--ascii", "list")),
    (["tags", "--reverse"], .foreignOption("--reverse", "tags")),
    (["-C"], .missingValue("-C")), (["--vault"], .missingValue("--vault")),
    (["--clock"], .missingValue("--clock")),
    (["list", "--json=yes"], .needlessValue("--json")),
    (["list", "--limit", "-3"], .badValue("--limit", "-3", wanted: "a number")),
    (["list", "--limit", "x"], .badValue("--limit", "x", wanted: "a number")),
    (
      ["list", "--sort", "size"],
      .badValue("--sort", "size", wanted: "modified, created, title or name")
    ),
    (["completions", "csh"], .badValue("SHELL", "csh", wanted: "bash, zsh or fish")),
    (["show"], .missingArgument("NOTE", "show")),
    (["export"], .missingArgument("FORMAT", "export")),
    (["rename", "a"], .missingArgument("TITLE", "rename")),
    (["history", "show", "a"], .missingArgument("VERSION", .historyShow)),
    (["keys", "now"], .unexpected("now")), (["rename", "a", "b", "c"], .unexpected("c")),
    (["/a", "/b"], .unexpected("/b")), (["-C", "/a", "/b"], .unexpected("/b")),
    (["--clock", "noon"], .badClock("noon")), (["--clock", ""], .badClock("")),
    (["--clock", "2026-13-02 09:00"], .badClock("2026-13-02 09:00")),
    (["--clock", "2026-03-32 09:00"], .badClock("2026-03-32 09:00")),
    (["--clock", "2026-02-30 10:00"], .badClock("2026-02-30 10:00")),
    (["--clock", "2026-03-02 24:00"], .badClock("2026-03-02 24:00")),
    (["--clock", "2026-03-02 09:00:60"], .badClock("2026-03-02 09:00:60")),
    (["--clock", "2026-03-02 09:60"], .badClock("2026-03-02 09:60")),
    (["--clock", "2026-03-02"], .badClock("2026-03-02")),
  ]

  @Test("An invalid command line is refused with its error", arguments: refused)
  func refuses(arguments: [String], wanted: UsageError) {
    #expect(read(arguments) == .failure(wanted))
    #expect(wanted.message.hasPrefix("notes-tui: "))
    #expect(wanted.message.hasSuffix(".") || wanted.message.hasSuffix("?"))
  }

  private static let advice: [([String], String)] = [
    (["task"], "the command is incomplete. Usage: notes-tui task add|done|reschedule."),
    (["task", "don"], "there is no command “task don”. Did you mean task done?"),
    (["age", "zip"], "there is no command “age zip”. Usage: notes-tui age encrypt|decrypt."),
    (
      ["append", "T", "-dash"],
      "there is no option -dash. If it is text, put -- before it. See notes-tui --help."
    ),
    (
      ["rename", "a", "two", "words"],
      "unexpected argument “words”. Quote arguments that contain spaces, or see notes-tui --help."
    ),
    (["list", "--theme", "dark"], "--theme has no effect on “list”. Leave it out."),
    (
      ["tags", "--limit", "3"], "tags has no option --limit. See notes-tui tags --help."
    ),
    (
      ["list", "--fields", "path,tilte"],
      "invalid --fields “tilte”: use path, pathBytes, title, modified, snippet or obstacle."
    ),
    (
      ["spell", "--add"],
      "there is no option --add. If it is text, put -- before it. See notes-tui --help."
    ),
    (["--keymap", "wordstar"], "invalid --keymap “wordstar”: use default, vim or emacs."),
    (
      ["show", "a", "--json", "--html"],
      "--json and --html cannot be used together. Leave out one of them."
    ),
  ]

  @Test("The error of a refused command line says what to do instead", arguments: advice)
  func advises(arguments: [String], wanted: String) {
    guard case .failure(let error) = read(arguments) else {
      Issue.record("\(arguments) is understood")
      return
    }
    #expect(error.message == "notes-tui: \(wanted)")
  }

  @Test("Arguments that are not UTF-8 keep their bytes")
  func bytes() throws {
    let odd = RawArgument(bytes: [0x61, 0xff, 0x2e, 0x6d, 0x64])
    let read = try Invocation(arguments: ["show", odd], folder: "/")
    #expect(read == command("show", odd))
    guard case .screen(let options) = try Invocation(arguments: [odd], folder: "/x") else {
      Issue.record("a folder opens the screen")
      return
    }
    #expect(options.vault?.bytes == Array("/x/".utf8) + odd.bytes)
  }

  @Test(
    "Every example in the command table is a valid command line",
    arguments: CommandTable.all.map(\.name))
  func examples(name: CommandName) {
    let words = CommandTable.spec(of: name).example.split(separator: "\"")
      .enumerated().flatMap { index, part in
        index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
      }
    let understood = words.prefix { $0 != "<" }
    switch read(Array(understood)) {
    case .success(.command(let request)): #expect(request.name == name)
    case .success(.script): #expect(name == .script)
    case .success(.help): #expect(name == .help)
    case let other: Issue.record("\(understood): \(other)")
    }
  }
}
