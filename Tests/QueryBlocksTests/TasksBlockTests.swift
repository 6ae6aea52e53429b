import Entities
import Services
import TestSupport
import Testing
import VaultSettings

@testable import QueryBlocks

@Suite("Query blocks: the tasks of all notes")
struct TasksBlockTests {
  private static let tasks = [
    task("- [ ] Buy *paint* #home ⏫ 📅 2026-03-01", in: "a/Plan.md", line: 4, heading: "Shop"),
    task("- [x] Ask [[Ann]] ✅ 2026-02-27", in: "Talk.md", line: 2),
    task("- [/] Write 100%% of it 🔁 every day ⏳ 2026-03-09", in: "Talk.md", line: 9),
    task("- [ ] Wait #home #work", in: "Talk.md", line: 12),
  ]

  /// The Markdown without backslashes that escape note signs.
  private func answer(_ text: String, _ tasks: [ScannedTask] = Self.tasks) async -> [String] {
    await whole(text, tasks).markdown.map { $0.filter { $0 != "\\" } }
  }

  private func whole(_ text: String, _ tasks: [ScannedTask] = Self.tasks) async -> BlockAnswer {
    let store = MemoryNoteStore([
      "Talk.md": "- x\n  - [x] Ask [[Ann]]\n\n\n\n\n\n\n- [/] Write\n\n\n- [ ] Wait\n",
      "a/Plan.md": "\n\n\n- [ ] Buy\n",
    ])
    return await VaultBlocks(
      search: FixedSearch(), tasks: GivenTasks(tasks: tasks), store: store, tables: NoTables(),
      foreign: NoForeignSettings(), files: MemoryFiles(), clock: StillClock()
    ).answer(QueryBlock(.tasks, text), in: NoteID("own.md"))
  }

  @Test("All tasks are shown, the most urgent first, with their signs and a link to their notes")
  func all() async {
    #expect(
      await answer("") == [
        "- [/] Write 100%% of it 🔁 every day ⏳ 2026-03-09 [Talk](Talk.md)",
        "- [ ] Buy *paint* #home ⏫ 📅 2026-03-01 [Plan](a/Plan.md)",
        "- [ ] Wait #home #work [Talk](Talk.md)", "- [x] Ask [[Ann]] ✅ 2026-02-27 [Talk](Talk.md)",
        "", "*4 tasks*",
      ])
  }

  @Test("A row knows its task and its line")
  func origins() async {
    let answer = await whole("done")
    #expect(
      answer.rows[0].origin == RowOrigin(note: NoteID("Talk.md"), line: 2, address: "Talk.md"))
    #expect(answer.rows[0].task == Self.tasks[1].record.facts)
    #expect(answer.rows.last?.origin == nil)
  }

  @Test("Hidden parts are not shown, and short rows have signs only")
  func layout() async {
    #expect(
      await answer("due before today\nhide tags\nhide backlinks\nhide task count\nshow urgency")
        == ["- [ ] Buy *paint* ⏫ 📅 2026-03-01 *15.26*"])
    #expect(
      await answer("is recurring\nshort mode\nhide task count\nhide scheduled date")
        == ["- [/] Write 100%% of it 🔁 [Talk](Talk.md)"])
  }

  @Test("Tasks are in the requested order")
  func sorts() async {
    func words(_ text: String) async -> [String] {
      await answer("hide task count\nhide backlink\n\(text)").map {
        $0.split(separator: " ").dropFirst().first { $0.first?.isLetter == true }.map(String.init)
          ?? ""
      }
    }
    #expect(
      await words("sort by description")
        == ["x]", "Buy", "Wait", "Write"].map { $0 == "x]" ? "Ask" : $0 })
    #expect(await words("sort by description reverse") == ["Write", "Wait", "Buy", "Ask"])
    #expect(await words("sort by path\nsort by description") == ["Buy", "Ask", "Wait", "Write"])
    #expect(await words("sort by due\nsort by description") == ["Buy", "Ask", "Wait", "Write"])
    #expect(await words("sort by tag 2\nsort by description").first == "Wait")
    #expect(await words("sort by status reverse").first == "Ask")
    #expect(await words("sort by priority").first == "Buy")
    #expect(await words("sort by recurring").first == "Write")
    #expect(await words("sort by happens").prefix(2) == ["Buy", "Write"])
  }

  @Test("Ids sort by number with missing ids first, and tasks without tags sort after too few tags")
  func ids() async {
    let tasks = [
      task("- [ ] none", in: "a.md", line: 1),
      task("- [ ] ten #a #b 🆔 a10", in: "a.md", line: 2),
      task("- [ ] two #c 🆔 a2", in: "a.md", line: 3),
    ]
    func words(_ text: String) async -> [Substring] {
      await answer("\(text)\nhide task count\nhide backlink", tasks)
        .compactMap { $0.hasPrefix("- ") ? $0.split(separator: " ")[3] : nil }
    }
    #expect(await words("sort by id") == ["none", "two", "ten"])
    #expect(await words("group by id") == ["none", "two", "ten"])
    #expect(await words("sort by tag 2") == ["ten", "two", "none"])
  }

  @Test("Tasks and searches spend their work from one budget for the page (security 2 N4)")
  func budget() async {
    let condition = "(description includes x) OR (description regex matches /y/)"
    let blocks = VaultBlocks(
      search: FixedSearch(),
      tasks: GivenTasks(tasks: Array(repeating: Self.tasks[0], count: 50_000)),
      store: MemoryNoteStore([:]), tables: NoTables(), foreign: NoForeignSettings(),
      files: MemoryFiles(), clock: StillClock())
    func answer(_ language: QueryBlock.Language, _ text: String) async -> BlockAnswer {
      await blocks.answer(QueryBlock(language, text), in: NoteID("own.md"))
    }
    let cheap = await answer(.tasks, "done")
    #expect(cheap.work > 50_000 && cheap.markdown.contains { $0.contains("0 tasks") })
    let lines = Array(repeating: condition, count: 200).joined(separator: "\n")
    let costly = await answer(
      .tasks, "(\(condition)) OR (\(lines.split(separator: "\n").joined(separator: " OR ")))")
    #expect(costly.markdown[0].contains("All rows together take too many steps"))
    #expect(await answer(.query, "a b").work > 0)
    #expect(await answer(.query, "/a/").work > answer(.query, "a").work)
  }

  @Test("Groups have headings below each other, and a task with two tags is in two groups")
  func groups() async {
    #expect(
      await answer("not done\ngroup by tags\ngroup by status.type\nhide backlink\nhide tags")
        == [
          "**(No tags)**", "", "*IN_PROGRESS*", "- [/] Write 100%% of it 🔁 every day ⏳ 2026-03-09",
          "", "**#home**", "", "*TODO*", "- [ ] Buy *paint* ⏫ 📅 2026-03-01", "- [ ] Wait", "",
          "**#work**", "", "*TODO*", "- [ ] Wait", "", "*3 tasks*",
        ])
    let dates = await answer("group by due\ngroup by heading\nhide backlink").filter {
      $0.hasPrefix("*")
    }
    #expect(
      dates == [
        "**2026-03-01 Sunday**", "*Shop*", "**No due date**", "*(No heading)*", "*4 tasks*",
      ])
    #expect(
      await answer("group by folder reverse\nlimit groups 1").filter { !$0.isEmpty }.map {
        String($0.prefix(9))
      } == ["**a/**", "- [ ] Buy", "**/**", "- [/] Wri", "*2 of 4 t"])
  }

  @Test(
    "Every order and every group can be requested",
    arguments: [
      "due", "done", "scheduled", "start", "created", "cancelled", "happens", "status.name",
      "status.type", "status", "priority", "urgency", "recurring", "path", "filename", "heading",
      "id",
    ])
  func everyKey(_ key: String) async {
    for way in ["sort", "group"] {
      let answer = await whole("\(way) by \(key)\n\(way) by \(key) reverse")
      #expect(!answer.showsSource)
      #expect(answer.rows.count { $0.task != nil } == 4)
    }
  }

  @Test("A limit selects the first tasks, and only some of very many are shown, with a message")
  func limits() async {
    #expect(await answer("limit to 1 tasks").suffix(1) == ["*1 of 4 tasks*"])
    #expect(await answer("limit 0") == ["*0 of 4 tasks*"])
    #expect(await answer("path includes nowhere") == ["*0 tasks*"])
    let many = (1...1_000).map { task("- [ ] t\($0)", in: "Talk.md", line: $0) }
    let shown = await answer("", many)
    #expect(shown.count == 203)
    #expect(shown.suffix(2) == ["*200 of 1000 tasks*", "*No more than 200 are shown.*"])
    #expect(
      await answer("hide task count\ngroup by path", many).suffix(1) == [
        "*No more than 200 are shown.*"
      ])
  }

  @Test("Tasks below other items are excluded according to their notes")
  func subItems() async {
    let shown = await whole("exclude sub-items")
    #expect(shown.rows.compactMap { $0.origin?.line }.sorted() == [4, 9, 12])
    let others = await whole("NOT (exclude sub-items)")
    #expect(others.rows.compactMap { $0.origin?.line } == [2])
  }

  @Test("“explain”, JavaScript and mistakes leave the block's text in view")
  func keepsSource() async {
    #expect(await whole("explain").showsSource)
    let script = await whole("filter by function true")
    #expect(script.showsSource)
    #expect(script.rows.count == 1)
    let group = await whole("group by function task.due")
    #expect(group.showsSource)
    #expect(group.rows.count { $0.task != nil } == 4)
    let mistake = await whole("not done\nfoo")
    #expect(mistake.showsSource)
    #expect(mistake.markdown[0].hasPrefix("⚠ Line 2\\, column 1"))
  }

  @Test("Hostile tasks stay on their lines")
  func hostile() async {
    let nasty = [
      task("- [ ] a\u{0}\u{1B}[31m $$ %% b"), task("- [ ] ```x"), task("- [ ] <script>"),
      task("- [ ] \\"),
    ]
    for line in await whole("", nasty).markdown {
      #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    }
  }
}

struct GivenTasks: TaskScanning {
  let tasks: [ScannedTask]

  func scan(_ scan: TaskScan) async throws(NoteIndexError) -> [ScannedTask] { tasks }
}
