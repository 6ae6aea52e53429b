import TestSupport
import Testing

/// Two agents and a person who write the same note at once.
extension ProgramTests {
  @Suite("Agents and a person at once", .thorough)
  struct AgentRoundTests {
    private static let rounds = 200

    /// One agent uses Obsidian's verbs, the other one commands, and the person's program appends to
    /// the file itself. The second agent also replaces the text that it saw, until that is still there.
    private static let round = #"""
      r=$1
      run() { name=$1; shift; "$@" >/dev/null 2>>../errors; echo "$r $name $?" >>../codes; }
      replace() {
        for attempt in $(seq 50); do
          seen=$("$N" show shared.md --json) || return 9
          version=${seen#*\"version\":\"}
          "$N" show shared.md >../seen
          { cat ../seen; echo "replaced $r"; } |
            "$N" write shared.md --expect-version "${version%%\"*}"
          code=$?
          [ $code = 6 ] || return $code
          echo "$r refused 6" >>../codes
        done
        return $code
      }
      run verb "$N" obsidian append file=shared content="verb $r" &
      run property "$N" obsidian property:set file=shared name=round "value=$r" &
      run task "$N" obsidian task "ref=shared.md:$((r + 3))" done &
      run command "$N" append shared.md "command $r" &
      run write replace &
      run prepend "$N" obsidian prepend path=other.md content="prepend $r" &
      run other "$N" obsidian append path=other.md content="other $r" &
      wait
      if [ $((r % 20)) = 0 ]; then
        run mine "$N" obsidian append file=other content="mine $r"
        id=$("$N" undo list --fields run | head -n 1)
        run theirs "$N" append shared.md "theirs $r"
        run undo "$N" undo "$id"
      fi
      """#

    @Test("In 200 rounds nothing is lost, each refusal is an exit 6, and undo leaves others' work")
    func rounds() throws {
      let tasks = (1...Self.rounds).map { "- [ ] task \($0)\n" }.joined()
      let home = ProgramHome([
        "shared.md": "---\nround: 0\n---\n" + tasks, "other.md": "other\n",
      ])
      home.folder.write("home/round", Self.round)
      for number in 1...Self.rounds {
        let run = try PipedCommand(in: home, shell: "sh ../round \(number)")
        #expect(run.ending == .exit(0), "\(run.error)")
      }
      let codes = (home.folder.text("home/codes") ?? "").split(separator: "\n").map {
        $0.split(separator: " ").map(String.init)
      }
      let errors = home.folder.text("home/errors") ?? ""
      let done = codes.filter { $0[1] != "refused" }
      #expect(done.count == Self.rounds * 7 + Self.rounds / 20 * 3)
      #expect(done.count < codes.count, "no write was ever refused")
      for code in done { #expect(["0", "8"].contains(code[2]), "\(code): \(errors.suffix(400))") }
      try check(codes, in: home)
    }

    private func check(_ codes: [[String]], in home: ProgramHome) throws {
      let texts = home.folder.names(in: "home/notes").filter { $0.hasSuffix(".md") }
        .compactMap { home.folder.text("home/notes/\($0)") }
      let lines = texts.flatMap { $0.split(separator: "\n").map(String.init) }
      let shared = try #require(home.folder.text("home/notes/shared.md"))
      let other = try #require(home.folder.text("home/notes/other.md"))
      for code in codes where code[2] == "0" || code[2] == "8" {
        let (round, name) = (code[0], code[1])
        switch name {
        case "verb", "command", "prepend", "other", "theirs":
          #expect(lines.contains("\(name) \(round)"), "\(name) \(round) is lost")
        case "write": #expect(lines.contains("replaced \(round)"), "replaced \(round) is lost")
        case "task":
          #expect(shared.contains("- [x] task \(round)\n"), "task \(round) is not done")
        case "undo": #expect(!other.contains("mine \(round)\n"), "mine \(round) is not undone")
        default: break
        }
      }
      #expect(shared.hasPrefix("---\nround: "))
      #expect(shared.split(separator: "\n").count { $0.hasPrefix("round: ") } == 1)
    }
  }
}
