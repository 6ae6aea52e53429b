import Testing

@testable import TextEngine

@Suite("Lists, tasks and quotes")
struct ListTests {
  @Test(
    "Enter continues the kind of the current line",
    arguments: [
      ("- one|", "- one\n- |"), ("- o|ne", "- o\n- |ne"), ("* one| two", "* one\n* |two"),
      ("1. one|", "1. one\n2. |"), ("9) one|", "9) one\n10) |"),
      ("- [x] one|", "- [x] one\n- [ ] |"),
      ("  - one|", "  - one\n  - |"), ("> one|", "> one\n> |"), ("> - one|", "> - one\n> - |"),
      (">> one|", ">> one\n>> |"), ("    one|", "    one\n    |"), ("\tone|", "\tone\n\t|"),
      ("1. one|\n2. two\n3. three", "1. one\n2. |\n3. two\n4. three"),
      ("1. one|\n\n2. two", "1. one\n2. |\n\n3. two"),
      ("1. one|\n   - sub\n2. two", "1. one\n2. |\n   - sub\n3. two"),
      ("1. one|\n1. two", "1. one\n1. |\n1. two"), ("1. one\n1. two|", "1. one\n1. two\n1. |"),
      ("3. one\n4. two|", "3. one\n4. two\n5. |"),
      // An empty item ends the list.
      ("- one\n- |", "- one\n|"), ("- [ ] |", "|"), ("1. |", "|"), ("> |", "|"), (">> |", "> |"),
      ("> - |", "> |"),
      ("- one\n  - |", "- one\n- |"), ("1. one\n   - |\n2. two", "1. one\n- |\n2. two"),
      ("1. one\n   1. |\n2. two", "1. one\n2. |\n3. two"),
      // Before its text, a line is only split.
      ("|- one", "\n|- one"), ("-| one", "-\n| one"), ("---|", "---\n|"), ("- - -|", "- - -\n|"),
      ("one|", "one\n|"), ("|", "\n|"), ("   |", "\n   |"), ("a|\r\n", "a\r\n|\r\n"),
      ("- one|\r\n- two", "- one\r\n- |\r\n- two"), ("- o«n»e", "- o\n- |e"),
      ("- a|\n- b|", "- a\n- |\n- b\n- |"), ("1. a|\n2. b|", "1. a\n2. |\n3. b\n4. |"),
      ("- 日本|語", "- 日本\n- |語"), ("#|a", "#\n|a"), ("-one|", "-one\n|"), ("1.one|", "1.one\n|"),
    ])
  func newlines(_ before: String, _ after: String) {
    #expect(KeyPlay.result(before, "<Enter>") == after)
  }

  @Test("A list in code is plain text")
  func code() {
    let result = KeyPlay.result("```\n  - one|\n```", "<Enter>") { $0.fences = true }
    #expect(result == "```\n  - one\n  |\n```")
  }

  @Test(
    "Tab and Shift-Tab indent and outdent an item with everything under it",
    arguments: [
      ("- a\n- |b", "<Tab>", "- a\n  - |b"), ("- a\n  - |b", "<S-Tab>", "- a\n- |b"),
      ("1. a\n2. |b\n3. c", "<Tab>", "1. a\n   1. |b\n2. c"),
      ("1. a\n   1. |b\n2. c", "<S-Tab>", "1. a\n2. |b\n3. c"),
      ("- a\n- |b\n  - c\n- d", "<Tab>", "- a\n  - |b\n    - c\n- d"),
      ("- a\n  - |b\n    - c\n- d", "<S-Tab>", "- a\n- |b\n  - c\n- d"),
      ("- |a", "<S-Tab>", "- |a"), ("> - a\n> - |b", "<Tab>", "> - a\n>   - |b"),
      ("a|b", "<Tab>", "a   |b"), ("|", "<Tab>", "    |"), ("    |a", "<S-Tab>", "|a"),
      ("  |a", "<S-Tab>", "|a"),
      ("\t|a", "<S-Tab>", "|a"), ("a|", "<S-Tab>", "a|"),
      ("«a\nb\n»c", "<Tab>", "    «a\n    b\n»c"), ("«a\n\nb»", "<Tab>", "    «a\n\n    b»"),
      ("- a\n«- b\n- c»", "<Tab>", "- a\n  «- b\n  - c»"),
      ("1. a\n2. b\n   1. c\n   2. |d", "<S-Tab>", "1. a\n2. b\n   1. c\n3. |d"),
    ])
  func indents(_ before: String, _ keys: String, _ after: String) {
    #expect(KeyPlay.result(before, keys) == after)
  }

  @Test(
    "Ordered lists are renumbered when their lines move or are removed",
    arguments: [
      ("1. a\n2. |b\n3. c", "<M-Up>", "1. |b\n2. a\n3. c"),
      ("1. a|\n2. b\n3. c", "<M-Down>", "1. b\n2. a|\n3. c"),
      ("1. a\n2. b|\n3. c", "<C-k>", "1. a\n|2. c"),
      ("1. a\n2. b|\n3. c", "<C-d>", "1. a\n2. b\n3. b|\n4. c"),
      ("8. x|\n9. a\n   - b\n10. c", "<C-d>", "8. x\n9. x|\n10. a\n    - b\n11. c"),
      ("8. x|\n9. y\n10. a\n    b\n", "<C-k>", "|8. y\n9. a\n   b\n"),
      ("8. a|\n9. b\n10. c", "<C-d>", "8. a\n9. a|\n10. b\n11. c"),
    ])
  func renumbers(_ before: String, _ keys: String, _ after: String) {
    #expect(KeyPlay.result(before, keys) == after)
  }

  @Test(
    "Tasks are ticked and created",
    arguments: [
      ("- [ ] a|", "- [x] a|"), ("- [x] a|", "- [ ] a|"), ("- [X] a|", "- [ ] a|"),
      ("- [/] a|", "- [x] a|"),
      ("- a|", "- [ ] a|"), ("a|", "- [ ] a|"), ("|", "- [ ] |"), ("1. a|", "1. [ ] a|"),
      ("> - [ ] a|", "> - [x] a|"),
      ("«- [ ] a\n- [x] b»", "«- [x] a\n- [x] b»"), ("«- [x] a\n- [x] b»", "«- [ ] a\n- [ ] b»"),
      ("«a\n- b»\n", "- [ ] «a\n- [ ] b»\n"), ("-|", "- [ ] |"),
      ("- [é] a|", "- [x] a|"), ("- [-] a|", "- [ ] a|"),
      ("«- [ ] a\n- [-] b»", "«- [x] a\n- [-] b»"),
    ])
  func tasks(_ before: String, _ after: String) {
    #expect(KeyPlay.result(before, "<C-t>") == after)
  }

  /// Done lines get a sign at the end and, if they contain `again`, a copy above; lines that contain
  /// `never` are refused, and those that contain `gone` are removed.
  static let toggledTask: TaskToggling = { line in
    let text = String(decoding: line, as: UTF8.self)
    if text.contains("gone") { return .success([]) }
    if text.contains("never") { return .failure(TaskRefusal("Never.")) }
    let end = Array(
      line.reversed().prefix(while: { $0 == .lineFeed || $0 == .carriageReturn }).reversed())
    var done = Array(text.utf8.dropLast(end.count))
    guard let mark = done.firstIndex(of: .openBracket).map({ $0 + 1 }) else {
      return .success(line)
    }
    if done[mark] == UInt8(ascii: "x") {
      done[mark] = .space
      if text.contains(" ✅") { done.removeLast(4) }
      return .success(done + end)
    }
    done[mark] = UInt8(ascii: "x")
    done += Array(" ✅".utf8) + end
    return .success(text.contains("again") ? line + done : done)
  }

  @Test(
    "The text that goes with a ticked task is written around the cursors, as one step",
    arguments: [
      ("- [ ] a|", "- [x] a| ✅"), ("- [x] a ✅|", "- [ ] a|"), ("|- [ ] a", "|- [x] a ✅"),
      ("- [ ] again|", "- [ ] again\n- [x] again| ✅"),
      ("|- [ ] again\r\nb", "- [ ] again\r\n|- [x] again ✅\r\nb"),
      ("«- [ ] again\n- [ ] b»\n", "- [ ] again\n«- [x] again ✅\n- [x] b» ✅\n"),
      ("a\n- [ ] gone|\nb", "a\n|b"), ("- [ ] gone|", "|"), ("a\r\n- [ ] go|ne\r\n", "a\r\n|"),
      ("a\r\n- [ ] gone|", "a\r\n|"), ("«- [ ] gone\n- [ ] gone»", "|"),
      ("«- [ ] a\n- [ ] gone\n- [ ] b»", "«- [x] a ✅\n- [x] b» ✅"),
      ("- [ ] é|é ✄", "- [x] é|é ✄ ✅"), ("- [ ] never|", "- [ ] never|"),
      ("«- [ ] a\n- [ ] never»", "«- [ ] a\n- [ ] never»"),
    ])
  func toggledTasks(_ before: String, _ after: String) {
    #expect(KeyPlay.result(before, "<C-t>") { $0.toggledTask = Self.toggledTask } == after)
    #expect(
      KeyPlay.result(before, "<C-t><C-z>") { $0.toggledTask = Self.toggledTask }
        == (before.contains("never") ? after : before))
  }

  @Test("A task that cannot be ticked reports the reason")
  func refusedTask() {
    var play = KeyPlay("- [ ] never|")
    play.toggledTask = Self.toggledTask
    play.press("<C-t>")
    #expect(play.lastChange?.problem == "Never." && play.lastChange?.edit == nil)
  }

  @Test(
    "Lines become headings, quotes and items, and plain text again",
    arguments: [
      ("a|", "<M-2>", "## a|"), ("## a|", "<M-2>", "a|"), ("# a|", "<M-2>", "## a|"),
      ("|", "<M-1>", "# |"),
      ("«a\n\n# b»", "<M-3>", "### «a\n\n### b»"), ("a|", "<M-+><M-+>", "## a|"),
      ("## a|", "<M-lt><M-lt>", "a|"),
      ("> a|", "<M-1>", "> # a|"), ("###### a|", "<M-+>", "###### a|"),
      ("a|", "<M-q>", "> a|"), ("> a|", "<M-q>", "a|"), ("> > a|", "<M-q>", "> a|"),
      ("«a\n\nb»", "<M-q>", "> «a\n>\n> b»"), ("«> a\n>\n> b»", "<M-q>", "«a\n\nb»"),
      ("a|", "<M-->", "- a|"), ("- a|", "<M-->", "a|"), ("«a\n- b»", "<M-->", "- «a\n- b»"),
    ])
  func blocks(_ before: String, _ keys: String, _ after: String) {
    #expect(KeyPlay.result(before, keys) == after)
  }
}
