import TestSupport
import Testing

extension ProgramTests {
  @Suite("Exports by the real program")
  struct ExportRunTests {
    private let home = ProgramHome([
      "Plan.md": "[[Diary]] and\n\n![[Diary]]\n\n```dataview\nLIST\n```\n",
      "Diary.md": "---\ntags: [frotz]\n---\nxyzzy [[Plan]]\n\n- [ ] plugh\n",
      "Secret.md": "---\npublish: false\n---\nplover\n",
    ])

    private func run(_ line: String) throws -> PipedCommand {
      try PipedCommand(in: home, shell: line)
    }

    private func names() -> [String] { home.folder.names(in: "home").filter { $0.hasPrefix("x") } }

    @Test("--watch exports a site again after each change, also after a failed export")
    func watch() throws {
      let line = """
        until_there() { until grep -q "$1" ../log; do sleep 0.05; done; }
        "$N" export html ../x --watch 2>../log & P=$!
        until_there 'HTML: 3 notes'; mkdir ../away; mv Diary.md Secret.md Plan.md ../away
        until_there 'No note fits'; printf 'plugh' > New.md
        until_there 'HTML: 1 note'; mv New.md 'Re named.md'
        until [ -e '../x/notes/Re named.html' ]; do sleep 0.05; done; kill -KILL $P; wait $P
        """
      home.folder.write("home/notes/Secret.md", "no secret\n")
      _ = try run(line)
      #expect(home.folder.names(in: "home/x/notes") == ["Re named.html"])
      #expect(home.folder.text("home/x/notes/Re named.html")?.contains("plugh") == true)
    }

    @Test(
      "Locked notes are exported only on request, with the right passphrase and after a yes")
    func all() throws {
      home.folder.write("home/passphrase", "lantern\nlantern\n")
      home.folder.write("home/wrong", "lamp\nlamp\n")
      for note in ["Diary", "Secret"] {
        #expect(
          try run("\"$N\" lock \(note) --passphrase-fd 3 3<../passphrase").ending == .exit(0))
      }
      let without = try run("\"$N\" export json ../x1.json")
      #expect(without.ending == .exit(0))
      #expect(without.error.contains("; 2 notes left out, 2 of them locked."), "\(without.error)")
      #expect(without.text.contains("left-out Diary.md.age: It is locked. “--locked” asks"))
      #expect(home.folder.text("home/x1.json")?.contains("xyzzy") == false)

      let unasked = try run(
        "\"$N\" export json ../x2.json --locked --passphrase-fd 3 3<../passphrase")
      #expect(unasked.ending == .exit(1))
      #expect(
        unasked.error.contains("1 note leaves the lock: what is written can be read without a")
          && unasked.error.contains("To agree, add --yes."), "\(unasked.error)")
      #expect(names() == ["x1.json"])

      let asked = "--locked --yes --passphrase-fd 3 3<../passphrase"
      let json = try run("\"$N\" export json ../x3.json \(asked)")
      #expect(json.ending == .exit(0), "\(json.error)")
      // A locked note that says “publish: false” is not exported.
      #expect(json.text.contains("left-out Secret.md: It says “publish: false”."), "\(json.text)")
      let text = try #require(home.folder.text("home/x3.json"))
      for part in [
        #""path":"Diary.md","title":"Diary""#, #""tags":["frotz"]"#, #""target":"Diary.md""#,
        #""tasks":[{"line":6,"text":"plugh""#, #""backlinks":[{"path":"Diary.md","line":4}]"#,
      ] { #expect(text.contains(part), "\(part) in \(text)") }
      #expect(!text.contains("plover"))

      #expect(try run("\"$N\" export html ../x4 \(asked)").ending == .exit(0))
      let page = try #require(home.folder.text("home/x4/notes/Plan.html"))
      #expect(page.contains("<a href=\"../notes/Diary.html\">Diary</a>"))
      #expect(page.contains("xyzzy <a href=\"../notes/Plan.html\">Plan</a>"))
      #expect(home.folder.text("home/x4/notes/Diary.html")?.contains("xyzzy") == true)
      // The notes are still locked.
      #expect(home.folder.names(in: "home/notes").filter { $0.hasSuffix(".age") }.count == 2)
      #expect(try run("grep -rl -e xyzzy -e plover . || true").text.isEmpty)

      // Last, because a wrong passphrase delays the next try.
      let wrong = try run(
        "\"$N\" export json ../x2.json --locked --yes --passphrase-fd 3 3<../wrong")
      #expect(wrong.ending == .exit(5), "\(wrong.error)")
      #expect(!names().contains("x2.json"))
    }
  }
}
