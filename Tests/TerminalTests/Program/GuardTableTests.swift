import Commands
import Glibc
import TestSupport
import Testing

/// Each command that changes notes, on real files: its dry run must match its changes. `git apply`
/// is the judge.
extension ProgramTests {
  @Suite("Guards of every command that changes notes")
  struct GuardTableTests {
    /// A line of `sh` for each command, in the vault that `home` makes.
    private static let lines: [(command: String, line: String)] = [
      ("new", #""$N" new "Fresh note" --body hello --folder sub"#),
      ("write", #""$N" write a.md "all new""#),
      ("append", #""$N" append b.md more"#),
      ("capture", #""$N" capture "a thought" --attach ../table.csv"#),
      ("clip", #"echo "<h1>Tea</h1><p>is hot" | "$N" clip -"#),
      ("open-uri", #""$N" open-uri --yes "obsidian://new?name=Tea&content=hot""#),
      ("obsidian", #""$N" obsidian rename file=b name=Other"#),
      ("attach", #""$N" attach a.md ../table.csv"#),
      ("daily", #""$N" daily "a line" --clock "2026-03-02 09:00""#),
      ("import", #""$N" import markdown ../in"#),
      ("tags rename", #""$N" tags rename work job"#),
      ("prop set", #""$N" prop set b.md state done"#),
      ("prop unset", #""$N" prop unset b.md state"#),
      ("prop rename", #""$N" prop rename state status --yes"#),
      ("rename", #""$N" rename b.md "Better B""#),
      ("move", #""$N" move b.md sub"#),
      ("join", #""$N" join a.md b.md"#),
      ("trash", #""$N" trash a.md "c d.md""#),
      ("restore", #""$N" restore old.md"#),
      (
        "history restore",
        #""$N" history restore b.md "$("$N" history b.md --fields version | tail -n 1)""#
      ),
      ("undo", #""$N" undo"#),
      ("sync", #""$N" sync"#),
      ("conflicts merge", #""$N" conflicts merge a.md"#),
      ("task add", #""$N" task add "new task" --to a.md"#),
      ("task done", #""$N" task done a.md 3 4"#),
      ("task reschedule", #""$N" task reschedule a.md:3 2026-12-01"#),
      ("run", #""$N" run more"#),
    ]

    private static let notes = [
      "a.md": "# A\nsee [[b]]\n- [ ] pay rent\n- [ ] call Ann\n",
      "b.md": "---\nstate: open\n---\n# B\n#work and no line ending",
      "c d.md": "# C\n[[b|the second]]\n", "old.md": "# Old\nstays in the trash\n",
      "a.sync-conflict-20260302-093612-ABCDEFG.md":
        "# A\nsee [[b]]\n- [ ] pay rent\n- [ ] call Ann\nfrom elsewhere\n",
    ]

    @Test("Every such command is in this test, and has the guards that it supports")
    func all() {
      let changing = CommandTable.all.filter { $0.vault >= .changes }
      #expect(
        Set(changing.map(\.name.rawValue)) == Set(Self.lines.map(\.command) + ["lock", "unlock"]))
      for spec in changing {
        #expect(spec.options.contains(.dryRun), "\(spec.name.rawValue)")
        #expect(spec.options.contains(.expect), "\(spec.name.rawValue)")
        // The edits of a command of one's own name their versions themselves.
        let isOfMany = [
          "sync", "import", "conflicts merge", "join", "attach", "capture", "open-uri", "run",
        ]
        .contains(spec.name.rawValue)
        #expect(spec.options.contains(.expectVersion) != isOfMany, "\(spec.name.rawValue)")
      }
    }

    @Test("A dry run changes no byte, and prints what the command then does", arguments: lines)
    func dryRun(command: String, line: String) throws {
      let home = try Self.home()
      let before = try Self.bytes(of: home)
      let tried = try PipedCommand(in: home, shell: "\(line) --dry-run")
      #expect(tried.error.hasSuffix("notes-tui: dry run: nothing was changed.\n"), "\(tried.error)")
      #expect(try Self.bytes(of: home) == before)
      let name = try #require(CommandName(rawValue: command))
      if CommandTable.spec(of: name).plansItself {
        let done = try PipedCommand(in: home, shell: line)
        #expect(try Self.bytes(of: home) != before, "\(done.error)")
        let lines = Set(done.lines.map { $0.replacing("came", with: "would come") })
        #expect(lines.isSuperset(of: tried.lines), "\(tried.text) \(done.text)")
        return
      }
      try Self.judge(line, tried.output, in: home)
    }

    @Test("The dry run of undo shows all changes of the command to one note, in order")
    func undo() throws {
      let home = try Self.home()
      let done = try PipedCommand(in: home, shell: #""$N" task done a.md 3 4"#)
      #expect(done.ending == .exit(0), "\(done.error)")
      let line = #""$N" undo"#
      let tried = try PipedCommand(in: home, shell: "\(line) --dry-run")
      #expect(tried.text.contains("\n+- [ ] pay rent\n+- [ ] call Ann\n"), "\(tried.text)")
      try Self.judge(line, tried.output, in: home)
    }

    @Test("A dry run of lock and unlock names the files and shows no text; both obey the guards")
    func locks() throws {
      let home = ProgramHome(["b.md": "the text\n", "in the way.md": "x", "in the way.md.age": "y"])
      home.folder.write("home/word", "sesame\n")
      func run(_ line: String) throws -> PipedCommand {
        try PipedCommand(in: home, shell: "\"$N\" \(line) --passphrase-fd 3 3<../word")
      }
      let made = "b.md.age"
      for (command, old, new) in [("lock", "b.md", made), ("unlock", made, "b.md")] {
        // Each passphrase that is tried is counted, whatever the result.
        let bytes = { try Self.bytes(of: home).filter { !$0.contains("/tries/") } }
        let before = try bytes()
        let tried = try run("\(command) \(old) --dry-run")
        #expect(
          tried.text == """
            diff --git a/\(old) b/\(new)
            rename from \(old)
            rename to \(new)
            Binary files a/\(old) and b/\(new) differ

            """)
        #expect(tried.error == "notes-tui: dry run: nothing was changed.\n")
        for refused in ["--expect 2", "--expect-version 0123456789abcdef", "--expect-version none"]
        {
          let tried = try run("\(command) \(old) \(refused)")
          #expect(tried.ending == .exit(6) && tried.output.isEmpty, "\(refused): \(tried.error)")
          #expect(tried.error.hasSuffix("Nothing was written.\n"), "\(tried.error)")
        }
        let blocked = try run("lock 'in the way.md' --dry-run")
        #expect(blocked.ending == .exit(1) && blocked.error.contains("already"))
        #expect(try bytes() == before)
        let version = try run("show \(old) --json")
        let seen = try #require(version.text.firstMatch(of: #/"version":"([0-9a-f]{16})"/#)).1
        let done = try run("\(command) \(old) --expect 1 --expect-version \(seen)")
        #expect(done.ending == .exit(0) && done.text == "\(new)\n", "\(done.error)")
        #expect(home.folder.text("home/notes/\(old)") == nil)
      }
      #expect(home.folder.text("home/notes/b.md") == "the text\n")
    }

    @Test("A locked note that is changed with a guard needs only one passphrase")
    func lockedNote() throws {
      let home = ProgramHome(["b.md": "one\n"])
      let run = try PipedCommand(
        in: home,
        shell: """
          set -e
          echo sesame >../word
          "$N" lock b.md --passphrase-fd 3 3<../word
          "$N" append b.md.age two --expect 1 --passphrase-fd 3 3<../word
          "$N" show b.md.age --passphrase-fd 3 3<../word
          """)
      #expect(run.text == "b.md.age\none\ntwo\n", "\(run.error)")
    }

    /// Whether a line of `sh` changes the vault as `git apply` does with its difference.
    private static func judge(_ line: String, _ difference: [UInt8], in home: ProgramHome) throws {
      home.folder.write("patch", difference)
      let shown = String(decoding: difference, as: UTF8.self)
      let before = try bytes(of: home)
      let judged = try PipedCommand(
        in: home, at: "home",
        shell: "cp -r notes judged && cd judged && rm -rf .git && git apply ../../patch")
      #expect(judged.ending == .exit(0), "\(judged.error)\n\(shown)")
      let done = try PipedCommand(in: home, shell: line)
      #expect(try bytes(of: home) != before, "\(done.error)")
      let differing = try PipedCommand(
        in: home, at: "home", shell: "diff -r -x '.*' notes judged")
      #expect(differing.ending == .exit(0), "\(differing.text)\n\(shown)")
    }

    @Test("An unmet expectation gives exit code 6, and nothing is changed", arguments: lines)
    func expect(command: String, line: String) throws {
      let home = try Self.home()
      let before = try Self.bytes(of: home)
      let run = try PipedCommand(in: home, shell: "\(line) --expect 77")
      #expect(run.ending == .exit(6), "\(run.error)")
      #expect(run.output.isEmpty, "\(run.text)")
      #expect(run.error.hasSuffix("not 77. Nothing was written.\n"), "\(run.error)")
      #expect(try Self.bytes(of: home) == before)
    }

    @Test("A version that no note has gives exit code 6, and nothing is changed", arguments: lines)
    func expectVersion(command: String, line: String) throws {
      let home = try Self.home()
      let before = try Self.bytes(of: home)
      let run = try PipedCommand(in: home, shell: "\(line) --expect-version 0123456789abcdef")
      let name = try #require(CommandName(rawValue: command))
      let takesVersion = CommandTable.spec(of: name).options.contains(.expectVersion)
      #expect(run.ending == .exit(takesVersion ? 6 : 2), "\(run.error)")
      #expect(try Self.bytes(of: home) == before)
    }

    /// A vault with changes on a remote, a note in the trash and a command to undo.
    private static func home() throws -> ProgramHome {
      let home = ProgramHome(notes)
      home.folder.write("home/table.csv", "1,2\n")
      home.folder.write(
        "home/.config/notes-tui/commands",
        """
        name = more
        run = echo '{"note": "b.md", "append": "one more line"}'
        gives = edits

        """)
      home.folder.write("home/in/one.md", "# One\n")
      home.folder.write("home/in/two.md", "# Two\n")
      let run = try PipedCommand(
        in: home,
        shell: """
          set -e
          export GIT_AUTHOR_NAME=Ada GIT_AUTHOR_EMAIL=ada@example.org
          export GIT_COMMITTER_NAME=Ada GIT_COMMITTER_EMAIL=ada@example.org
          git config --global user.name Ada
          git config --global user.email ada@example.org
          "$N" trash old.md
          "$N" append b.md "kept
          " >../out
          git init -q --bare -b main ../remote
          "$N" sync --setup ../remote --yes >../out 2>&1
          git clone -q ../remote ../other
          cd ../other
          printf 'from afar\\n' >far.md
          git add far.md
          git commit -q -m far
          git push -q
          cd ../notes
          "$N" list >../out
          """)
      #expect(run.ending == .exit(0), "\(run.error)")
      return home
    }

    /// All files of the vault and its state outside, except the index and git's data of a fetch.
    private static func bytes(of home: ProgramHome) throws -> [String] {
      try PipedCommand(
        in: home, at: "home",
        shell:
          "find notes ../state -name .git -prune -o -type f -print0 | sort -z | xargs -0 md5sum"
      ).lines
    }
  }
}
