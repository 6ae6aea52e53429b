import Entities
import Services
import TestSupport
import Testing

@testable import SearchIndex

@Suite("Tasks compared with a plain model")
struct TaskModelTests {
  /// A vault of tasks that changes at random.
  private struct Vault {
    let files = MemoryVault()
    var random: SeededRandom
    var seconds: Int64 = 1_000

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
      values[Int.random(in: 0..<values.count, using: &random)]
    }

    mutating func write() -> NoteID {
      seconds += 1
      let path = pick(["", "a/", "a/b/", "ab/"]) + "n\(Int.random(in: 0..<12, using: &random)).md"
      var text = pick(["", "---\ntags: [home]\n---\n", "#home/garden\n\n", "# Title é\n\n"])
      for _ in 0..<Int.random(in: 0..<9, using: &random) {
        text += "- [\(pick([" ", " ", " ", "x", "/", "-"]))] \(pick(["Milk", "Café", "b"]))"
        text += pick(["", " #home", " #work", ""])
        text += pick(["", "", " 🔺", " 🔼", " 🔽"])
        text += pick(["", " 🆔 a1", " ⛔ a1", " ⛔ a1,b2"])
        text += pick(["", " 📅 2026-03-0\(Int.random(in: 1...9, using: &random))"])
        text += pick(["\n", "\n", "\n\ntext\n\n"])
      }
      files.write(path, text, seconds: seconds)
      return NoteID(path)
    }

    mutating func change() -> NoteID {
      guard let old = files.paths.randomElement(using: &random),
        Int.random(in: 0..<5, using: &random) == 0
      else { return write() }
      files.remove(old)
      return NoteID(old)
    }

    mutating func request() -> TaskRequest {
      var request = TaskRequest()
      request.status = pick([.open, .open, .done, .all])
      request.tag = pick([nil, nil, "home", "#Home/Garden", "work"])
      request.folder = pick([nil, nil, NotePath("a"), NotePath("a/b"), NotePath("")])
      request.priority = pick([nil, nil, .highest, .medium, .low])
      request.words = pick(["", "", "", "cafe", "TITLE b"])
      request.leftOut = pick([nil, NotePath("a"), NotePath("a/b"), NotePath("none")])
      request.closedMarks = pick([[], [], ["/"], ["/", "\""]])
      return request
    }

    /// All open tasks except those in a folder.
    mutating func openRequest() -> TaskRequest {
      var request = TaskRequest()
      request.leftOut = pick([NotePath("a"), NotePath("a/b"), NotePath("ab"), NotePath("none")])
      return request
    }
  }

  private func all(_ files: MemoryVault) -> [TaskRecord] {
    var reader = NoteReader(files)
    var all: [TaskRecord] = []
    for note in files.paths.map({ NoteID($0) }) {
      guard let fact = files.facts(of: note), let read = reader.read(note.path, fact) else {
        continue
      }
      all += read.tasks.map {
        TaskRecord(note: note, title: read.title, line: $0.line, facts: $0.facts)
      }
    }
    // The index may not yet know all the changes that block a note's own tasks.
    let open = Set(all.filter(\.facts.isOpen).compactMap(\.facts.id))
    for place in all.indices {
      let facts = all[place].facts
      all[place].isBlocked = facts.isOpen && facts.dependsOn.contains(where: open.contains)
    }
    return all
  }

  private func fits(_ task: TaskRecord, _ request: TaskRequest, noteTags: [String]) -> Bool {
    let isOpen = task.facts.isOpen && !request.closedMarks.contains(task.facts.mark)
    let isStatus =
      switch request.status {
      case .open: isOpen
      case .done: !isOpen
      case .all: true
      }
    let tag = request.tag.map { $0.replacing("#", with: "").lowercased() }
    let tags = (task.facts.tags + noteTags).map { $0.lowercased() }
    let isTagged = tag.map { tag in tags.contains { $0 == tag || $0.hasPrefix(tag + "/") } }
    let folder = request.folder.map(\.text) ?? ""
    let isLeftOut = request.leftOut.map { task.note.path.text.hasPrefix($0.text + "/") } ?? false
    let text = "\(task.facts.words) \(task.title)".lowercased().replacing("é", with: "e")
    return isStatus && !isLeftOut && isTagged ?? true
      && (folder.isEmpty || task.note.path.text.hasPrefix(folder + "/"))
      && request.priority.map { task.facts.priority <= $0 } ?? true
      && request.words.lowercased().split(separator: " ").allSatisfy { text.contains($0) }
  }

  /// The tags of a note that are in its front matter or on a line of their own.
  private func noteTags(_ note: NoteID, _ files: MemoryVault) -> [String] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = bytes.withUnsafeMutableBytes { (try? files.read(note, into: $0)) ?? 0 }
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    return text.hasPrefix("---") ? ["home"] : text.hasPrefix("#home/") ? ["home/garden"] : []
  }

  private func expect(
    _ catalog: any TaskCatalog, equals model: [TaskRecord], _ random: inout SeededRandom,
    _ what: TaskRequest
  ) {
    let model = model.sorted { $0.comesBefore($1) }
    let whole = WholeTaskCatalog(model)
    #expect(catalog.count == model.count, "\(what)")
    #expect(catalog.tasks(in: 0..<1000) == model, "\(what)")
    for _ in 0..<6 {
      let start = Int.random(in: 0...model.count, using: &random)
      let range = start..<min(model.count, start + Int.random(in: 0..<5, using: &random))
      #expect(catalog.tasks(in: range) == Array(model[range]), "\(what) \(range)")
    }
    for day in 0...10 {
      let day = Day(20_512 + day)
      #expect(catalog.position(of: day) == whole.position(of: day))
      let span = DaySpan(day, day.advanced(by: 3))
      #expect(catalog.counts(in: span) == whole.counts(in: span))
    }
    #expect(catalog.position(of: nil) == whole.position(of: nil))
    for task in model.shuffled(using: &random).prefix(5) {
      #expect(catalog.position(of: task) == model.firstIndex(of: task))
      var other = task
      other.line += 1
      #expect(catalog.position(of: other) == whole.position(of: other))
    }
  }

  @Test("Each request finds what a plain search finds, after any change", arguments: 0..<6)
  func agrees(_ seed: Int) async throws {
    var vault = Vault(seed: UInt64(seed))
    let folder = TemporaryFolder()
    let index = VaultIndex(files: vault.files, folder: folder.bytes, clock: UTCClock())
    for _ in 0..<6 { _ = vault.write() }
    if seed != 0 { _ = await index.reconciled() }
    for _ in 0..<25 {
      let changed = (0..<3).map { _ in vault.change() }
      if Bool.random(using: &vault.random) { _ = try await index.refresh(changed) }
      let all = all(vault.files)
      for request in [TaskRequest(), vault.openRequest(), vault.request(), vault.request()] {
        let model = all.filter {
          fits($0, request, noteTags: noteTags($0.note, vault.files))
        }
        expect(try await index.tasks.tasks(request), equals: model, &vault.random, request)
        #expect(try await index.tasks.count(request) == model.count, "\(request)")
      }
    }
    if seed != 0 { #expect(try IndexDump.troubles(index) == []) }
  }

  @Test("A day with many tasks is read correctly from any scroll position")
  func manyOfADay() async throws {
    let files = MemoryVault()
    let text = (0..<400).map { "- [ ] t\($0)\n" }.joined()
    for note in 0..<5 { files.write("n\(note).md", text, seconds: Int64(note)) }
    let folder = TemporaryFolder()
    let index = VaultIndex(files: files, folder: folder.bytes, clock: UTCClock())
    _ = await index.reconciled()
    let catalog = try #require(index.tasks.knownTasks(TaskRequest()))
    #expect(catalog.count == 2000)
    // There, forward, back, to the end, and back by halves.
    for start in [0, 50, 100, 90, 700, 660, 1950, 1900, 1100, 1000, 999, 3, 1999] {
      let range = start..<min(2000, start + 50)
      let lines = catalog.tasks(in: range).map { ($0.note.path.text, $0.line) }
      let expected = range.map { ("n\($0 / 400).md", $0 % 400 + 1) }
      #expect(lines.map(\.0) == expected.map(\.0))
      #expect(lines.map(\.1) == expected.map(\.1))
    }
  }
}
