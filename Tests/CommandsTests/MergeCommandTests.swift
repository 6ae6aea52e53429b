import Commands
import Testing

@Suite("Merging three files")
@MainActor
struct MergeCommandTests {
  private let scene = CommandScene()

  private func put(_ base: String, _ mine: String, _ theirs: String) {
    scene.streams.files = [
      "base": Array(base.utf8), "mine": Array(mine.utf8), "theirs": Array(theirs.utf8),
    ]
  }

  private func text(_ name: String) -> String? {
    scene.streams.files[name].map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("Separate changes are merged into the second file, as git expects")
  func clean() async {
    put("a\nb\nc\nd\n", "A\nb\nc\nd\n", "a\nb\nc\nD\n")
    #expect(await scene.run("merge", "base", "mine", "theirs", "--path", "a.md") == .done)
    #expect(text("mine") == "A\nb\nc\nD\n")
    #expect(scene.messages == [])
  }

  @Test("Conflicts are marked in the output file, and the exit code reports them")
  func conflict() async {
    put("a\n", "one\n", "two\n")
    #expect(
      await scene.run("merge", "base", "mine", "theirs", "-o", "out", "--path", "a.md") == .failed)
    #expect(text("out") == "<<<<<<< mine\none\n=======\ntwo\n>>>>>>> theirs\n")
    #expect(text("mine") == "one\n")
    #expect(scene.messages == ["notes-tui: a.md: one conflict is marked in the text."])
  }

  @Test("--json prints the merged path and the number of conflicts (line 2 N31)")
  func json() async {
    put("a\n", "one\n", "two\n")
    let words = ["merge", "base", "mine", "theirs", "-o", "out", "--path", "a.md"]
    #expect(await scene.run(words + ["--json"]) == .failed)
    #expect(scene.results == "{\"path\":\"a.md\",\"conflicts\":1}\n")
    #expect(text("out")?.contains("=======") == true)
    put("a\n", "a\n", "two\n")
    #expect(await scene.run(words + ["--json"]) == .done)
    #expect(scene.results == "{\"path\":\"a.md\",\"conflicts\":0}\n")
    #expect(await scene.run(words) == .done)
    #expect(scene.results == "")
  }

  @Test("Conflict marks are as long as git asks, but never shorter than 7")
  func longMarks() async {
    for (wanted, length) in [("7", 7), ("3", 7), ("12", 12)] {
      put("a\n", "one\n", "two\n")
      let code = await scene.run(
        "merge", "base", "mine", "theirs", "--path", "a.md", "--marks", wanted)
      #expect(code == .failed)
      func mark(_ sign: String) -> String { String(repeating: sign, count: length) }
      #expect(text("mine") == "\(mark("<")) mine\none\n\(mark("="))\ntwo\n\(mark(">")) theirs\n")
    }
    put("a\n", "one\n", "two\n")
    let code = await scene.run("merge", "base", "mine", "theirs", "--marks", "long")
    #expect(code == .usage && text("mine") == "one\n")
  }

  @Test("--path chooses the kind of merge, such as properties, whatever git names the file")
  func byKind() async {
    put("---\ntags: [a]\n---\n", "---\ntags: [a, b]\n---\n", "---\ntags: [a, c]\n---\n")
    #expect(await scene.run("merge", "base", "mine", "theirs", "--path=x/n.md") == .done)
    #expect(text("mine")?.contains("b") == true && text("mine")?.contains("c") == true)
  }

  @Test("A file that is missing or is not text is reported, and nothing is written")
  func refused() async {
    put("a\n", "one\0\n", "two\0\n")
    #expect(await scene.run("merge", "base", "mine", "theirs", "--path", "p.png") == .failed)
    #expect(text("mine") == "one\0\n")
    #expect(await scene.run("merge", "base", "mine", "nowhere") != .done)
    #expect(text("mine") == "one\0\n")
    #expect(await scene.run("merge", "base", "mine") == .usage)
  }
}
