import Glibc
import TestSupport
import Testing

extension ProgramTests {
  @Suite("Commands of the real program")
  struct CommandTests {
    private let home = ProgramHome([
      "plan.md": "# Plan\nthe first line\n", "plan b.md": "second\n", "work/todo.txt": "milk\n",
    ])

    private func run(_ arguments: String..., input: String = "") throws -> PipedCommand {
      try PipedCommand(arguments, in: home, input: Array(input.utf8))
    }

    private static let codes: [([String], Int32)] = [
      (["list"], 0), (["show", "plan.md"], 0), (["completions", "zsh"], 0), (["--version"], 0),
      (["list", "--nope"], 2), (["show"], 2), (["lst"], 2), (["search", "("], 2),
      (["-C", "nowhere/at/all", "list"], 1), (["show", "nowhere"], 3), (["show", "pla"], 4),
      (["rename", "todo", "todo"], 0), (["move", "plan.md", "work"], 0),
      (["rename", "plan.md", "plan b"], 1), (["list", "--help"], 0), (["check"], 0),
    ]

    @Test("The exit code reports the result, and messages go to standard error", arguments: codes)
    func exitCodes(arguments: [String], code: Int32) throws {
      let run = try PipedCommand(arguments, in: home)
      #expect(run.ending == .exit(code))
      #expect((code == 0) == run.error.isEmpty, "\(run.error)")
      if code != 0 { #expect(run.output.isEmpty && run.error.hasPrefix("notes-tui: ")) }
    }

    @Test(
      "A missing view or language is a usage error that names it (line 2 N23)",
      arguments: [["base", "query", "X", "--view", "nope"], ["spell", "plan.md", "--lang", "xx"]])
    func wrongNames(arguments: [String]) throws {
      home.folder.write("home/notes/X.base", "views: [{type: table, name: All}]\n")
      let run = try PipedCommand(arguments, in: home)
      #expect(run.ending == .exit(2) && run.output.isEmpty)
      #expect(run.error.contains("“\(arguments[arguments.count - 1])”"), "\(run.error)")
    }

    @Test(
      "In a locale without letters beyond ASCII, messages and help have none (line L18)",
      arguments: [["lst"], ["show", "pla"], ["--help"], ["config"]])
    func plainWords(arguments: [String]) throws {
      let full = try PipedCommand(arguments, in: home, environment: ["LC_ALL": "C.UTF-8"])
      #expect("\(full.text)\(full.error)".contains("“"))
      for locale in ["C", "POSIX", "en_US.ISO-8859-1"] {
        let plain = try PipedCommand(arguments, in: home, environment: ["LC_ALL": locale])
        #expect(plain.ending == full.ending && plain.lines.count == full.lines.count)
        #expect((plain.output + plain.error.utf8).allSatisfy { $0 < 0x80 }, "\(plain.error)")
        #expect("\(plain.text)\(plain.error)".contains("\""))
      }
      #expect(try PipedCommand(["append", "plan.md", "“é”"], in: home).ending == .exit(0))
      let shown = try PipedCommand(["show", "plan.md"], in: home, environment: ["LC_ALL": "C"])
      #expect(shown.text.contains("“é”"))
    }

    @Test("Any bytes written from standard input are shown unchanged")
    func exactBytes() throws {
      let bytes: [UInt8] = [0, 0x1b, 0x5b, 0xff, 0xfe, 0x0d, 0x0a, 0xc3] + Array("日本".utf8)
      let write = try PipedCommand(["write", "odd", "-"], in: home, input: bytes)
      #expect(write.ending == .exit(0) && write.output.isEmpty && write.error.isEmpty)
      #expect(home.folder.read("home/notes/odd.md") == bytes)
      #expect(try PipedCommand(["show", "odd.md"], in: home).output == bytes)
      #expect(try PipedCommand(["write", "odd.md", "-"], in: home, input: []).ending == .exit(0))
      #expect(home.folder.read("home/notes/odd.md") == [])
    }

    @Test("--version names each library in the program with its version (security L6)")
    func libraries() throws {
      let lines = try run("--version").lines
      #expect(lines.first == "notes-tui 0.1.0")
      let names = [
        "SQLite", "PCRE2", "cmark-gfm", "ncurses", "libsodium", "zstd", "libyaml", "hunspell",
        "expat", "zlib", "libvterm", "glibc",
      ]
      #expect(lines.count == 1 + names.count)
      // The libraries that do not report a version come last: only the build knew it.
      let verbose = try run("--version", "--verbose").lines
      #expect(verbose.starts(with: lines))
      #expect(
        verbose.dropFirst(lines.count).map { $0.split(separator: " ").first }
          == ["gumbo", "libmd", "minizip", "gcc", "Swift"])
      for (line, name) in zip(lines.dropFirst(), names) {
        let version = try #require(line.wholeMatch(of: #/  ([^ ]+) (\d+\.\d+[^ ]*)/#), "\(line)")
        #expect(version.1 == name)
      }
    }

    @Test("The setting version-size limits the size of notes with versions")
    func versionSize() throws {
      func write(_ byte: UInt8) throws -> PipedCommand {
        let bytes = [UInt8](repeating: byte, count: (1 << 20) + 1)
        return try PipedCommand(["write", "large.md", "-"], in: home, input: bytes)
      }
      #expect(try write(0x61).ending == .exit(0))
      #expect(try run("history", "large.md").lines.count == 1)
      #expect(try run("config", "set", "version-size", "1").ending == .exit(0))
      #expect(try write(0x62).ending == .exit(0))
      #expect(try run("history", "large.md").lines.count == 1)
      #expect(try run("config", "set", "version-size", "4").ending == .exit(0))
      #expect(try write(0x63).ending == .exit(0))
      #expect(try run("history", "large.md").lines.count > 1)
    }

    @Test("A note is made, found, appended to, renamed, trashed and restored")
    func oneNote() throws {
      #expect(
        try run("new", "Shopping", "--tag", "home", "--body", "-", input: "bread").text
          == "Shopping.md\n")
      #expect(try run("append", "Shopping", "eggs").output.isEmpty)
      #expect(try run("search", "egg").lines == ["Shopping.md:7: eggs"])
      #expect(try run("search", "tag:home", "--paths").lines == ["Shopping.md"])
      #expect(try run("tags").lines == ["#home\t1"])
      #expect(try run("rename", "Shopping", "Groceries").text == "Groceries.md\n")
      #expect(try run("list", "--tag", "home").lines.count == 1)
      #expect(try run("history", "Groceries.md").lines.count == 3)
      #expect(try run("trash", "Groceries.md").ending == .exit(0))
      #expect(home.folder.text("home/notes/Groceries.md") == nil)
      #expect(try run("restore", "groceries").text == "Groceries.md\n")
      #expect(
        home.folder.text("home/notes/Groceries.md")
          == "---\ntags: [home]\n---\n# Groceries\n\nbread\neggs\n")
    }

    @Test("A command sees what other programs changed since the command before")
    func outside() throws {
      #expect(try run("list").lines.count == 3)
      #expect(try run("doctor", "--repair").ending == .exit(0))
      home.folder.write("home/notes/new/deep.md", "needle\n")
      home.folder.remove("home/notes/plan.md")
      #expect(try run("list").lines.count == 3)
      #expect(try run("search", "needle", "--paths").lines == ["new/deep.md"])
      #expect(try run("show", "plan.md").ending == .exit(3))
      home.folder.write("home/notes/new/deep.md", "other\n")
      #expect(try run("search", "needle", "--paths").lines == [])
      #expect(try run("list", "--folder", "new").lines.count == 1)
    }

    @Test("A full disk behind standard output is reported with exit code 1")
    func fullDisk() throws {
      for arguments in [["list"], ["--help"], ["show", "plan.md"], ["keys"]] {
        let run = try PipedCommand(arguments, in: home, outputPath: "/dev/full")
        #expect(run.ending == .exit(1))
        #expect(run.error.contains("could not be written: No space left on device"))
      }
    }

    @Test("A reader that closes the pipe ends the program quietly")
    func closedPipe() throws {
      let run = try PipedCommand(
        in: home,
        shell: "i=0; while [ $i -lt 50 ]; do \"$N\" keys || exit 9; i=$((i+1)); done"
          + " | head -c 1 >/dev/null")
      #expect(run.error == "")
    }

    @Test("Names of any bytes are listed harmlessly, and found by those bytes")
    func hostileNames() throws {
      let name = Array("a\u{1b}[2J\n".utf8) + [0xff] + Array(".md".utf8)
      home.folder.write(Array("home/notes/".utf8) + name, Array("odd\n".utf8))
      let list = try run("list")
      #expect(!list.output.contains(0x1b) && !list.output.contains(0xff))
      #expect(list.lines.count == 4)
      #expect(list.lines.contains { $0.hasSuffix("\ta^[[2J^J<FF>.md") })
      let json = try run("list", "--json-lines")
      #expect(!json.output.contains(0x1b) && json.lines.count == 4)
      #expect(json.text.contains(#""pathBytes":"a%1B[2J%0A%FF.md""#))
      let show = try PipedCommand(
        in: home, shell: #"name=$(printf 'a\033[2J\n\377.md'); exec "$N" show "$name""#)
      #expect(show.text == "odd\n")
    }

    @Test("--read-only changes nothing in the folder")
    func readOnly() throws {
      for arguments in [
        ["new", "x"], ["write", "plan.md", "x"], ["append", "plan.md", "x"],
        ["rename", "plan.md", "x"], ["trash", "plan.md"],
      ] {
        let run = try PipedCommand(["--read-only"] + arguments, in: home)
        #expect(run.ending == .exit(1) && run.error.contains("--read-only"))
      }
      #expect(home.folder.names(in: "home/notes") == ["plan b.md", "plan.md", "work"])
      #expect(home.folder.text("home/notes/plan.md") == "# Plan\nthe first line\n")
      #expect(try run("--read-only", "search", "milk", "--paths").lines == ["work/todo.txt"])
    }

    @Test("Reading commands write nothing into the folder")
    func looksOnly() throws {
      for arguments in [
        ["list"], ["search", "milk"], ["tags"], ["check"], ["stats"], ["doctor"],
        ["show", "plan.md"], ["links", "plan.md"], ["backlinks", "plan.md"], ["restore"],
      ] {
        #expect(try PipedCommand(arguments, in: home).ending == .exit(0), "\(arguments)")
      }
      #expect(home.folder.names(in: "home/notes") == ["plan b.md", "plan.md", "work"])
    }

    @Test(
      "The vault comes from the option, the variable, the setting or the first vault, in this order"
    )
    func vaultOrder() throws {
      for name in ["option", "variable", "setting"] {
        home.folder.write("\(name)/\(name).md", "x\n")
      }
      home.folder.write(
        "home/.config/notes-tui/config", "# mine\nvault = \(home.folder.path("setting"))\n")
      let variable = ["NOTES_TUI_VAULT": home.folder.path("variable")] as [String: String?]
      let none = ["NOTES_TUI_VAULT": ""] as [String: String?]
      let option = home.folder.path("option")
      func path(_ arguments: [String], _ environment: [String: String?]) throws -> String? {
        let run = try PipedCommand(
          ["list", "--json"] + arguments, in: home, environment: environment)
        return run.text.firstMatch(of: #/"path":"([^"]*)"/#).map { String($0.1) }
      }
      #expect(try path(["-C", option], variable) == "option.md")
      #expect(try path([], variable) == "variable.md")
      #expect(try path([], none) == "setting.md")
      #expect(try path(["--config", "/dev/null", "-C", option], none) == "option.md")
    }

    @Test("On a terminal matches are bold, unless colors are off")
    func colors() throws {
      let program = try ProgramUnderTest(["-C", home.vault, "search", "milk"], in: home)
      try program.waitForEnd()
      #expect(program.wrote("\u{1b}[1mmilk\u{1b}[22m"))
      let plain = try ProgramUnderTest(
        ["-C", home.vault, "search", "milk"], in: home, environment: ["NO_COLOR": "1"])
      try plain.waitForEnd()
      #expect(plain.wrote("milk") && !plain.wrote("\u{1b}[1m"))
    }
  }
}
