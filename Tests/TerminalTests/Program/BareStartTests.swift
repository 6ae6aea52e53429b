import Glibc
import TestSupport
import Testing

extension ProgramTests {
  @Suite("Starting without a shell's usual environment")
  struct BareStartTests {
    private let home = ProgramHome()

    private func sh(_ line: String, _ environment: [String: String?] = [:]) throws -> PipedCommand {
      try PipedCommand(in: home, environment: environment, shell: line)
    }

    @Test(
      "A closed standard input is an error, and changes nothing (line D2)",
      arguments: ["append plan", "write plan", "new x --body -", "daily -"])
    func closedInput(command: String) throws {
      let run = try sh("exec \"$N\" \(command) <&-")
      #expect(run.ending == .exit(1))
      #expect(run.error == "notes-tui: standard input cannot be read: Bad file descriptor.\n")
      #expect(home.folder.text("home/notes/plan.md") == "# Plan\nthe first line\n")
      #expect(home.folder.names(in: "home/notes") == ["plan.md"])
    }

    @Test(
      "Lost results are reported, with a note that the notes were changed (lines D2 and L7)",
      arguments: [">&-", ">/dev/full"])
    func closedOutput(output: String) throws {
      let run = try sh("exec \"$N\" new X \(output)")
      let reason = output == ">&-" ? "Bad file descriptor" : "No space left on device"
      #expect(run.ending == .exit(1))
      #expect(
        run.error
          == "notes-tui: the results could not be written: \(reason). "
          + "The notes were changed all the same: do not do it again.\n")
      #expect(home.folder.names(in: "home/notes") == ["X.md", "plan.md"])
      #expect(!(try sh("exec \"$N\" list \(output)").error.contains("changed")))
    }

    @Test("Without an absolute HOME the system's home folder is used (line D4)")
    func noHome() throws {
      for value in [nil, "", "relative"] as [String?] {
        let run = try sh("exec \"$N\" config path", ["HOME": value])
        #expect(run.ending == .exit(0))
        #expect(!run.text.hasPrefix("//") && run.text.hasPrefix("/"))
        #expect(run.text.hasSuffix("/.config/notes-tui/config\n"))
      }
    }

    @Test("In a deleted folder and at / paths are printed in full (line N26)")
    func deletedFolder() throws {
      for place in ["mkdir gone; cd gone; rmdir ../gone", "cd /"] {
        let run = try sh("\(place); exec \"$N\" list")
        #expect(run.ending == .exit(0))
        #expect(run.text.hasSuffix("\t\(home.folder.path("home/notes/plan.md"))\n"), "\(run.text)")
      }
    }

    @Test("A missing note is reported before a terminal is required (line N24)")
    func editWithoutTerminal() throws {
      let none: [String: String?] = ["EDITOR": nil, "VISUAL": nil]
      let run = try sh("exec \"$N\" edit nope </dev/null", none)
      #expect(run.ending == .exit(3))
      #expect(run.error.contains("there is no note “nope”") && !run.error.contains("terminal"))
      let other = try sh("exec \"$N\" edit plan </dev/null", none)
      #expect(other.ending == .exit(1) && other.error.contains("terminal"))
    }

    @Test("A file size limit is reported as an error and is not a crash (line L8)")
    func smallFiles() throws {
      let run = try sh("ulimit -f 0; exec \"$N\" append plan x 2>/dev/null")
      #expect(run.ending == .exit(1))
      #expect(home.folder.text("home/notes/plan.md") == "# Plan\nthe first line\n")
      #expect(home.folder.names(in: "home/notes") == ["plan.md"])
    }

    @Test(
      "A property that was not saved is not printed as set, and nothing is suggested (line N7)")
    func unsavedProperty() throws {
      // Output goes through a pipe, because the limit applies to files.
      let run = try sh("said=$(ulimit -f 0; exec \"$N\" prop set plan a b 2>&1); echo \"$? $said\"")
      #expect(run.text.hasPrefix("1 notes-tui: "))
      #expect(run.text.hasSuffix("\nnotes-tui: Could not save plan.md: File too large.\n"))
      #expect(!run.text.contains("->") && !run.text.contains("draft"))
      #expect(home.folder.names(in: "home/notes") == ["plan.md"])
    }

    @Test("Too low a limit of open files is reported (line L9)", arguments: [4, 5, 6, 8, 31])
    func fewFiles(limit: Int) throws {
      for command in ["list", "append plan x"] {
        let run = try sh("ulimit -n \(limit); exec \"$N\" \(command)")
        #expect(run.ending == .exit(1) && run.output.isEmpty)
        #expect(run.error.contains("only \(limit) files may be open at a time"))
      }
      #expect(try sh("ulimit -n 64; exec \"$N\" list").lines.count == 1)
    }

    @Test("A version that cannot be stored is reported with the change (trials T3, line L12)")
    func noVersion() throws {
      for (command, note) in [("append plan x", "plan.md"), ("new X", "X.md")] {
        let run = try sh("exec \"$N\" \(command)", ["XDG_STATE_HOME": "/dev/null"])
        #expect(run.ending == .exit(0))
        // The command may or may not wait for the version.
        let said = run.error.split(separator: "\n").map(String.init).sorted()
        let reason = "Not a directory."
        let lost =
          note == "plan.md" ? "no earlier version was stored" : "no version of it was stored"
        #expect(
          said == [
            "notes-tui: This change cannot be undone: Could not keep what commands did: \(reason)",
            "notes-tui: \(note) was saved, but \(lost): /dev/null/notes-tui/versions: \(reason)",
          ])
      }
    }

    @Test("A reading command makes no vault; a command that makes a note does (line L13)")
    func noVault() throws {
      home.hideVault()
      let environment: [String: String?] = ["NOTES_TUI_VAULT": nil]
      for command in ["list", "search x", "show x", "tags", "tasks", "append x y", "doctor"] {
        let run = try sh("cd /; exec \"$N\" \(command)", environment)
        #expect(run.ending == .exit(1) && run.output.isEmpty)
        #expect(run.error.contains("there is no folder \(home.vault) yet"))
      }
      #expect(home.folder.names(in: "home") == ["elsewhere"])
      for command in [
        "new X --template nope", "new X --folder ../out", "new X --expect 2", "daily --date never",
        "task add x --to nope", "task add x --due never", "write ../out/x y",
        "import markdown nowhere",
      ] {
        let run = try sh("cd /; exec \"$N\" \(command)", environment)
        #expect(run.ending != .exit(0) && run.output.isEmpty, "\(command)")
        #expect(!run.error.contains("\(home.vault) yet"), "\(command): \(run.error)")
        // The index of a vault without notes is only a cache.
        #expect(
          Set(home.folder.names(in: "home")).isSubset(of: [".cache", "elsewhere"]), "\(command)")
      }
      #expect(try sh("cd /; exec \"$N\" daily x --read-only", environment).ending == .exit(1))
      let tried = try sh("cd /; exec \"$N\" new First --dry-run", environment)
      #expect(tried.text.contains("+# First\n"), "\(tried.error)")
      #expect(Set(home.folder.names(in: "home")).isSubset(of: [".cache", "elsewhere"]))
      let made = try sh("cd /; exec \"$N\" new First", environment)
      #expect(made.text == "\(home.vault)/First.md\n")
      #expect(
        home.folder.names(in: "home/notes")
          == [".notes-tui", "A short trip.md", "First.md", "Weekend.md", "Welcome.md"])
    }

    @Test("A vault behind a link is found by a path through the link (line D5)")
    func linkedVault() throws {
      home.folder.link("link", to: home.vault)
      home.folder.write("home/notes/sub/deep.md", "deep\n")
      let environment: [String: String?] = ["NOTES_TUI_VAULT": home.folder.path("link")]
      let link = home.folder.path("link")
      for path in ["\(link)/plan.md", "./link/plan.md", "link/plan.md", "\(home.vault)/plan.md"] {
        let run = try sh("cd '\(home.folder.path)'; exec \"$N\" show '\(path)'", environment)
        #expect(run.text == "# Plan\nthe first line\n", "\(path): \(run.error)")
      }
      #expect(try sh("exec \"$N\" show '\(link)/sub/deep.md'", environment).text == "deep\n")
      #expect(try sh("exec \"$N\" write '\(link)/new/x.md' x", environment).ending == .exit(0))
      #expect(home.folder.text("home/notes/new/x.md") == "x")
      #expect(try sh("exec \"$N\" move plan '\(link)/sub'", environment).text == "sub/plan.md\n")
      let outside = try sh("exec \"$N\" write /dev/x.md x", environment)
      #expect(outside.ending == .exit(1) && outside.error.contains("is outside the vault"))
    }

    @Test("A note is not moved to a folder outside the vault (line L14)")
    func outsideFolder() throws {
      let run = try sh("exec \"$N\" move plan /tmp")
      #expect(run.ending == .exit(1))
      #expect(run.error == "notes-tui: “/tmp” is outside the vault \(home.vault).\n")
      #expect(home.folder.names(in: "home/notes") == ["plan.md"])
    }

    @Test("A vault that cannot be made reports the obstacle (line L11)")
    func noPlace() throws {
      let run = try sh("exec \"$N\" init /proc/x")
      #expect(run.ending == .exit(1))
      #expect(
        run.error
          == "notes-tui: Could not open /proc/x: the system does not allow a folder there.\n")
    }
  }
}
