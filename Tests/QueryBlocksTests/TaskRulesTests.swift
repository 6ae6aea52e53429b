import Entities
import Services
import TestSupport
import Testing
import VaultSettings

@testable import QueryBlocks

@Suite("Query blocks: tasks by the plugin's settings")
struct TaskRulesTests {
  private struct Settings: ForeignSettings {
    var tasks = PluginSettings(TaskRules())

    func tasksPlugin() -> PluginSettings<TaskRules> { tasks }
    func obsidian() async -> ObsidianSettings { ObsidianSettings() }
    var templateFolder: String? { nil }
  }

  private static let text =
    "- [ ] Party\n    - Plan\n        - [x] Invite ✅ 2026-02-27\n\n\t- [D] Cake ^c\n"
    + "1. [ ] Rest\ntext\n  - [ ] Alone\n"

  private static let tasks = [
    task("- [ ] Party", in: "a/Plan.md", line: 1),
    task("- [x] Invite ✅ 2026-02-27", in: "a/Plan.md", line: 3),
    task("- [D] Cake", in: "a/Plan.md", line: 5), task("- [ ] Rest", in: "a/Plan.md", line: 6),
    task("- [ ] Alone #task", in: "a/Plan.md", line: 8),
  ]

  private func whole(
    _ text: String, _ settings: PluginSettings<TaskRules>, in note: String = "a/own.md"
  ) async -> BlockAnswer {
    await VaultBlocks(
      search: FixedSearch(), tasks: GivenTasks(tasks: Self.tasks),
      store: MemoryNoteStore(["a/Plan.md": Self.text]), tables: NoTables(),
      foreign: Settings(tasks: settings), files: MemoryFiles(), clock: StillClock()
    ).answer(QueryBlock(.tasks, text), in: NoteID(note))
  }

  private func answer(
    _ text: String, in note: String = "a/own.md", _ change: (inout TaskRules) -> Void = { _ in }
  ) async -> [String] {
    var rules = TaskRules()
    rules.statuses.append(TaskStatus("D", "Finished", next: " ", .done))
    change(&rules)
    let answer = await whole("hide backlink\nhide task count\n\(text)", .init(rules), in: note)
    return answer.markdown.map { $0.filter { $0 != "\\" } }
  }

  @Test("Signs follow the settings in filters, orders and groups")
  func statuses() async {
    #expect(await answer("status.name includes finish") == ["- [D] Cake"])
    #expect(
      await answer("status.type is DONE\nsort by status.name") == [
        "- [x] Invite ✅ 2026-02-27", "- [D] Cake",
      ])
    #expect(await answer("not done\nsort by description").count == 3)
    #expect(
      await answer("done\ngroup by status.name").filter { $0.hasPrefix("**") } == [
        "**Done**", "**Finished**",
      ])
    #expect(await answer("not done\ngroup by status.type").first == "**TODO**")
  }

  @Test("An item without the global filter is not a task, and the filter may be hidden")
  func globalFilter() async {
    #expect(await answer("") { $0.globalFilter = "#task" } == ["- [ ] Alone #task"])
    #expect(
      await answer("") { ($0.globalFilter, $0.hidesGlobalFilter) = ("#task", true) }
        == ["- [ ] Alone"])
  }

  @Test("The global query precedes each block that does not ignore it")
  func globalQuery() async {
    let set: (inout TaskRules) -> Void = { $0.globalQuery = "status.name includes fin" }
    #expect(await answer("", set) == ["- [D] Cake"])
    #expect(await answer("description includes a", set) == ["- [D] Cake"])
    #expect(await answer("ignore global query", set).count == 5)
    let wrong = await answer("") { $0.globalQuery = "done\n nonsense" }
    #expect(wrong.first?.hasPrefix("⚠ In the plugin's global query: Line 2, column 2: ") == true)
  }

  @Test("A preset is read at its position, and its own file is the block's file")
  func presets() async {
    #expect(await answer("preset this_folder_only").count == 5)
    #expect(await answer("preset this_folder_only", in: "own.md").isEmpty)
    #expect(await answer("preset this_file", in: "a/Plan.md").count == 5)
    #expect(
      await answer("done\npreset hide_everything").sorted() == ["- [D] Cake", "- [x] Invite"])
    let own: (inout TaskRules) -> Void = { $0.presets = ["x": "done", "y": "is recurring\nfoo"] }
    #expect(await answer("({{preset.x}}) AND (NOT (status.type is TODO))", own).count == 2)
    #expect(
      await answer("done\npreset y", own).first?
        .hasPrefix("⚠ Line 4, column 8: In the preset “y”: Line 2, column 1: “foo”") == true)
    #expect(
      await answer("preset z", own).first?.contains("There is no preset “z”; there are: x, y")
        == true)
  }

  @Test("Presets that name themselves or very many others end and are reported")
  func endlessPresets() async {
    let bombs: (inout TaskRules) -> Void = {
      $0.presets = ["a": "preset b", "b": "preset a", "c": "{{preset.c}}{{preset.c}}"]
      for level in 0..<9 {
        $0.presets["m\(level)"] = Array(repeating: "preset m\(level + 1)", count: 50)
          .joined(separator: "\n")
      }
      $0.presets["m9"] = "done"
    }
    for text in ["preset a", "preset c", "{{preset.c}}", "preset m0"] {
      #expect(await answer(text, bombs).first?.hasPrefix("⚠") == true, "\(text)")
    }
  }

  @Test("“show tree” shows the items below a task, and shows found tasks only there")
  func tree() async {
    #expect(
      await answer("show tree\nsort by description reverse") == [
        "- [ ] Rest", "- [ ] Party", "  - Plan", "    - [x] Invite ✅ 2026-02-27", "  - [D] Cake",
        "- [ ] Alone #task",
      ])
    let party = await whole("show tree\ndescription includes party", .init(TaskRules()))
    #expect(party.rows.map(\.origin?.line) == [1, 2, 3, 5, nil])
    #expect(party.markdown.last == "*1 task*")
    #expect(await whole("show tree", .init(TaskRules())).markdown.last == "*5 tasks*")
    #expect(await answer("show tree\nhide tree\ndone").count == 2)
  }

  @Test("Unreadable settings are reported below the rows")
  func broken() async {
    let answer = await whole("done", .init(nil, problem: "It is broken."))
    #expect(answer.showsSource)
    #expect(answer.markdown.last == "⚠ It is broken\\.")
    #expect(answer.rows[0].origin?.line == 3)
  }
}
