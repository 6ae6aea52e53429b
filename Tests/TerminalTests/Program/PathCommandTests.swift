import Terminal
import TestSupport
import Testing

extension ProgramTests {
  @Suite("Paths, editor and settings of the real program")
  struct PathCommandTests {
    private let home = ProgramHome(["plan.md": "# Plan\n", "work/todo.txt": "milk\n"])

    private func run(_ arguments: String..., at place: String? = nil) throws -> PipedCommand {
      try PipedCommand(arguments, in: home, at: place)
    }

    @Test(
      "new prints a path that works from any current folder",
      arguments: ["home/notes", "home/notes/work", "home", "other"])
    func usable(place: String) throws {
      home.folder.makeFolder("other")
      let made = try PipedCommand(
        in: home, at: place,
        shell: #"printf 'more\n' >>"$("$N" new "From here")" && exec "$N" show "From here""#)
      #expect(made.text == "# From here\n\nmore\n" || made.text == "# From here\nmore\n")
      let listed = try PipedCommand(in: home, at: place, shell: #""$N" list -0 | xargs -0 ls -d"#)
      #expect(listed.lines.count == 3 && listed.error.isEmpty)
    }

    @Test("A name of any bytes is opened by path, and by each of its printed forms")
    func anyBytes() throws {
      let name = Array("a\u{1b}[2J\n".utf8) + [0xff] + Array(".md".utf8)
      home.folder.write(Array("home/notes/".utf8) + name, Array("odd\n".utf8))
      for printed in ["a^[[2J^J<FF>.md", "a%1B[2J%0A%FF.md"] {
        #expect(try run("show", printed).text == "odd\n")
        #expect(try run("path", printed).output == Array("\(home.vault)/".utf8) + name + [0x0a])
      }
      #expect(
        try run("list", "--null").output.split(separator: 0).contains { $0.elementsEqual(name) })
    }

    @Test("init makes a vault that is found from its folder and from folders below")
    func initMarks() throws {
      home.folder.makeFolder("projects")
      #expect(try run("init", "proj", at: "projects").ending == .exit(0))
      home.folder.makeFolder("projects/proj/deep/below")
      let none = ["NOTES_TUI_VAULT": ""] as [String: String?]
      for place in ["projects/proj", "projects/proj/deep/below"] {
        let path = try PipedCommand(["path"], in: home, at: place, environment: none)
        #expect(path.text == "\(home.folder.path("projects/proj"))\n")
      }
      let made = try PipedCommand(
        ["new", "Inside"], in: home, at: "projects/proj", environment: none)
      #expect(made.text == "Inside.md\n")
      #expect(home.folder.exists("projects/proj/Inside.md"))
      home.folder.write("old/note.md", "x\n")
      #expect(try run("init", "old", at: ".").ending == .exit(0))
      #expect(home.folder.names(in: "old").sorted() == [".notes-tui", "note.md"])
    }

    @Test("edit gives VISUAL or EDITOR the file, with its arguments and quotes")
    func edit() throws {
      home.folder.write("home/my edit", "#!/bin/sh\nprintf '%s\\n' \"$1\" >>\"$2\"\nexit ${3:-0}\n")
      home.folder.setMode("home/my edit", 0o755)
      let editor = "'\(home.folder.path("home/my edit"))' 'two words'"
      let edited = try PipedCommand(
        ["edit", "plan"], in: home, environment: ["EDITOR": editor, "VISUAL": nil])
      #expect(edited.ending == .exit(0) && edited.error.isEmpty && edited.output.isEmpty)
      #expect(home.folder.text("home/notes/plan.md") == "# Plan\ntwo words\n")
      #expect(try run("search", "two", "words", "--paths").lines == ["plan.md"])
      #expect(try run("history", "plan").lines.count == 2)
      let missing = try PipedCommand(
        ["edit", "plan"], in: home,
        environment: ["EDITOR": "x", "VISUAL": "no-such-editor 2>/dev/null"])
      #expect(missing.ending == .exit(1) && missing.error.contains("was not found"))
    }

    @Test("Without EDITOR the note opens in the program's own editor")
    func editOnScreen() throws {
      let program = try ProgramUnderTest(
        ["-C", home.vault, "edit", "plan"], in: home, environment: ["EDITOR": nil, "VISUAL": nil])
      try program.wait(forText: "# Plan")
      #expect(try program.sync().stack.hasSuffix("Editor"))
    }

    private static let refused: [[String]] = [
      ["foo"], ["lst"], ["./nowhere"], ["nowhere/at/all"], ["version"], ["--", "list"],
      ["task"], ["help", "foo"], ["search", "/[/"], ["show", "plan", "--json", "--html"],
      ["task", "done", "plan"], ["config", "set", "theme", "nope"], ["script", "--fast"],
      ["script", "/nonexistent.script", "--json"],
    ]

    @Test(
      "An invalid command line gives exit code 2, with messages on standard error only",
      arguments: refused)
    func unknown(arguments: [String]) throws {
      let run = try PipedCommand(arguments, in: home)
      #expect(run.ending == .exit(2))
      #expect(run.output.isEmpty && run.error.hasPrefix("notes-tui"))
    }

    @Test("An invalid query is marked at the error, and a missing saved query gives exit code 3")
    func queries() throws {
      #expect(try run("search", "milk /[/").error.hasSuffix("\n  milk /[/\n        ^\n"))
      #expect(try run("search", "@none").ending == .exit(3))
    }

    @Test("A settings file named on the command line must exist, and its errors are reported")
    func settings() throws {
      for arguments in [["new", "Oops"], ["list"], ["path"]] {
        let run = try PipedCommand(["--config", "typo"] + arguments, in: home)
        #expect(run.ending == .exit(1) && run.error.contains("typo cannot be read"))
      }
      #expect(home.folder.names(in: "home/notes") == ["plan.md", "work"])
      home.folder.write("home/.config/notes-tui/config", "broken\nwrap = no\n")
      let run = try run("list", "--paths")
      #expect(run.ending == .exit(0) && run.lines.count == 2)
      #expect(run.error.contains("home/.config/notes-tui/config, line 1"))
      #expect(try self.run("--config", "/dev/null", "list").error.isEmpty)
    }

    @Test("A missing theme is refused with a list of the existing themes")
    func theme() throws {
      home.folder.write("home/.config/notes-tui/themes/mine.theme", "")
      let run = try run("config", "set", "theme", "nope")
      #expect(run.error.contains("There are ") && run.error.contains("mine"))
      #expect(try self.run("config", "set", "theme", "mine").ending == .exit(0))
      #expect(try self.run("config", "get", "theme").text == "mine\n")
    }

    @Test("JSON output has the same form whatever its contents")
    func forms() throws {
      #expect(try run("history", "Nope", "--json").output.isEmpty)
      #expect(try run("trash", "plan").ending == .exit(0))
      #expect(try run("restore", "plan", "--json").text.hasPrefix("{\"path\":\"plan.md\""))
      #expect(try run("restore", "--json").text == "[]\n")
      let check = try run("check", "--json").text
      #expect(check.contains(#""line":null,"link":null,"target":null,"embed":null,"context":null"#))
      let parts = try run("doctor").lines.map { $0.split(separator: "\t")[1] }
      #expect(Set(parts).count == parts.count)
    }

    @Test("task done accepts the location that tasks prints")
    func taskLocation() throws {
      home.folder.write("home/notes/tasks.md", "# Tasks\n- [ ] one\n- [ ] two\n- [ ] three\n")
      let place = try #require(try run("tasks").lines.first { $0.contains("two") })
        .split(separator: "\t").last.map(String.init)
      #expect(place == "tasks.md:3")
      #expect(try run("task", "done", place ?? "").ending == .exit(0))
      #expect(try run("task", "done", "tasks.md:2", "three").ending == .exit(0))
      #expect(try run("tasks").lines.isEmpty)
    }
  }
}
