import Entities
import FileStore
import SearchIndex
import Services
import TestSupport
import Testing
import VaultSettings

@testable import QueryBlocks

@Suite("Query blocks: tasks excluded by the index through their text")
struct TaskTextFilterTests {
  private let folder = TemporaryFolder()

  private func answer(_ text: String, _ tasks: any TaskScanning) async -> [String] {
    let blocks = VaultBlocks(
      search: FixedSearch(), tasks: tasks, store: MemoryNoteStore([:]), tables: NoTables(),
      foreign: NoForeignSettings(), files: MemoryFiles(), clock: StillClock())
    return await blocks.answer(QueryBlock(.tasks, text), in: NoteID("own.md")).markdown
  }

  @Test("No task is missing: the answer equals that of checking every task")
  func same() async throws {
    var random = SeededRandom(seed: 21)
    let letters = ["a", "B", "k", "\u{212a}", "\u{130}", "ß", "/", " ", "é", "e\u{301}", "'", "%"]
    func word(_ most: Int) -> String {
      (0..<Int.random(in: 1...most, using: &random))
        .map { _ in letters.randomElement(using: &random) ?? "" }.joined()
    }
    for number in 0..<30 {
      let path = word(3).split(separator: "/").filter { !$0.allSatisfy { $0 == " " } }
        .map { "x\($0)" }.joined(separator: "/")
      let lines = (0..<4).map { _ in
        "- [ ] \(word(5)) #\(["t", "K", "é/k"].randomElement(using: &random) ?? "")\n"
      }
      folder.write("\(path)\(number).md", lines.joined())
    }
    let index = VaultIndex(
      files: FolderFiles(root: folder.bytes, clock: StillClock()),
      folder: TemporaryFolder().bytes, clock: StillClock())
    for await _ in index.reconcile() {}
    let all = GivenTasks(tasks: try await index.tasks.scan(TaskScan()))
    #expect(all.tasks.count == 120)
    var shown = 0
    for round in 0..<300 {
      let name = ["description", "path", "folder", "filename", "root", "tags"][round % 6]
      let part = round % 6 == 5 && round % 4 > 0 ? "#\(word(2))" : word(2)
      let filter = "\(name) \(round % 5 == 0 ? "does not include" : "includes") \(part)"
      let wanted = await answer(filter, all)
      #expect(await answer(filter, index.tasks) == wanted, "\(filter)")
      if wanted.count > 2 { shown += 1 }
    }
    #expect(shown > 50)
  }
}
