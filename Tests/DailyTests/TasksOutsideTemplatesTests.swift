import Daily
import Entities
import Services
import Synchronization
import TestSupport
import Testing
import VaultSettings

@Suite("Tasks outside templates")
struct TasksOutsideTemplatesTests {
  /// Answers with what it was asked to leave out, as the words of a task.
  private struct AskedTasks: TaskIndex {
    private func answer(_ request: TaskRequest) -> any TaskCatalog {
      var facts = TaskFacts()
      facts.words = request.leftOut?.text ?? "nothing"
      return WholeTaskCatalog([TaskRecord(note: NoteID("a.md"), title: "A", line: 1, facts: facts)])
    }

    func tasks(_ request: TaskRequest) async throws(NoteIndexError) -> any TaskCatalog {
      answer(request)
    }

    func knownTasks(_ request: TaskRequest) -> (any TaskCatalog)? { answer(request) }

    func count(_ request: TaskRequest) async throws(NoteIndexError) -> Int {
      request.leftOut == nil ? 2 : 1
    }
  }

  /// Another program's setting, which it may change.
  private final class Foreign: ForeignSettings {
    let folder = Mutex<String?>(nil)
    func obsidian() async -> ObsidianSettings { ObsidianSettings() }
    var templateFolder: String? { folder.withLock { $0 } }
  }

  private let foreign = Foreign()

  private func leftOut(_ set: String?) async throws -> [String] {
    var settings = SettingValues()
    settings.values[.templateFolder] = set
    let tasks = TasksOutsideTemplates(AskedTasks(), foreign: foreign, settings: settings)
    let catalogs = [try await tasks.tasks(TaskRequest()), tasks.knownTasks(TaskRequest())]
    return catalogs.compactMap { $0?.tasks(in: 0..<1).first?.facts.words }
  }

  @Test("The folder is the configured one, else Obsidian's current one, else the default")
  func folders() async throws {
    #expect(try await leftOut(nil) == ["Templates", "Templates"])
    foreign.folder.withLock { $0 = "Forms/all" }
    #expect(try await leftOut(nil) == ["Forms/all", "Forms/all"])
    #expect(try await leftOut("mine/") == ["mine", "mine"])
    foreign.folder.withLock { $0 = "../out" }
    #expect(try await leftOut(nil) == ["Templates", "Templates"])
  }

  @Test("If templates are at the top, all tasks count")
  func top() async throws {
    foreign.folder.withLock { $0 = "/" }
    #expect(try await leftOut(nil) == ["nothing", "nothing"])
    let tasks = TasksOutsideTemplates(AskedTasks(), foreign: foreign, settings: SettingValues())
    #expect(try await tasks.count(TaskRequest()) == 2)
  }
}
