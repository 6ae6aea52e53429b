import Entities
import Markdown
import Services
import Synchronization
import TestSupport
import Testing
import Viper

@testable import Preview

@MainActor
@Suite("Preview: query blocks")
struct PreviewAnswersTests {
  private let work = Work()
  private let store = MemoryNoteStore([
    "host.md": "# Host\n\n```query\nfirst\n```\n\n![[other]]\n",
    "other.md": "# Other\n\n- [ ] task\n\n```query\nsecond\n```\n", "plain.md": "plain\n",
    "grows.md": "```query\ngrows\n```\n\nA\n\nB\n\nC\n",
    "empty.md": "tags: `= nothing` end\n", "slow.md": "```query\nslow\n```\n",
    "costly.md": "```query\ncostly 1\n```\n```query\ncostly 2\n```\n```query\ncostly 3\n```\n",
  ])
  private let queries = GivenQueries()
  private let view = FakeView()
  private let wireframe = FakeWireframe()
  private let presenter: PreviewPresenter

  init() {
    let interactor = PreviewInteractor(
      store: store, index: MemoryIndex(store), links: nil,
      tasks: .of(store),
      queries: queries, work: work)
    presenter = PreviewPresenter(
      interactor: interactor, wireframe: wireframe, didChange: wireframe.didChange)
    presenter.view = view
    _ = presenter.handle(.resize(PreviewRoom(rows: 30, columns: 60)))
  }

  private func show(_ note: String = "host.md") async {
    presenter.show(NoteID(note))
    await work.whenIdle()
  }

  private var shown: [String] {
    guard let note = presenter.text?.note else { return [] }
    var words: [String] = []
    var index: UnitIndex? = note.first
    while let here = index {
      words.append(note.unit(at: here).words)
      index = note.index(after: here)
    }
    return words
  }

  @Test("An expression without a result shows nothing (obsidian 2 3)")
  func nothing() async {
    await show("empty.md")
    #expect(queries.asked == ["nothing in empty.md"])
    #expect(shown.count == 1)
    #expect(shown.first?.split(separator: " ") == ["tags:", "end"])
  }

  @Test("The queries of a note stop when the note is left (security 2 N4)")
  func leaving() async {
    presenter.show(NoteID("slow.md"))
    while queries.asked.isEmpty { await Task.yield() }
    // The query ends only when it is canceled.
    await show("plain.md")
    #expect(shown == ["plain"])
  }

  @Test("All blocks of a note share one limit of work (security 2 N4)")
  func together() async {
    await show("costly.md")
    #expect(queries.asked.count == 2)
    #expect(shown.contains { $0.contains("this one is not answered") })
  }

  @Test("A block is shown until its answer is there, even in embedded notes")
  func answers() async {
    await show()
    #expect(shown == ["Host", "1 first", "other", "Other", "task", "1 second"])
    #expect(queries.asked.sorted() == ["first in host.md", "second in other.md"])
    await show("plain.md")
    #expect(shown == ["plain"])
  }

  @Test("A change in the vault asks again, and the old answer is shown until the new one comes")
  func asksAgain() async {
    await show()
    presenter.notesChangedOutside([NoteID("elsewhere.md")])
    #expect(shown.contains("1 first"))
    await work.whenIdle()
    #expect(shown == ["Host", "2 first", "other", "Other", "task", "2 second"])
    #expect(queries.asked.count == 4)
    // A hidden preview asks only after it reappears.
    presenter.moduleDidDisappear()
    presenter.notesChangedOutside([NoteID("elsewhere.md")])
    await work.whenIdle()
    #expect(queries.asked.count == 4)
    presenter.moduleWillAppear()
    await work.whenIdle()
    #expect(shown.contains("3 first"))
  }

  @Test("Answers are put into the shown text without reading it again")
  func readsOnce() async {
    await show("grows.md")
    await store.change(NoteID("grows.md"), to: "other\n")
    presenter.notesChangedOutside([NoteID("elsewhere.md")])
    await work.whenIdle()
    #expect(shown == ["grows 1", "grows 2", "A", "B", "C"])
    presenter.noteDidChange(NoteID("grows.md"))
    await work.whenIdle()
    #expect(shown == ["other"])
  }

  @Test("The visible text does not move when an answer above it gets more rows")
  func scrolled() async throws {
    _ = presenter.handle(.resize(PreviewRoom(rows: 3, columns: 60)))
    await show("grows.md")
    _ = presenter.handle(.toEnd)
    let top = presenter.state.top.index
    #expect(presenter.text?.note.unit(at: top).words == "B")
    presenter.notesChangedOutside([NoteID("elsewhere.md")])
    await work.whenIdle()
    #expect(presenter.state.top.index == UnitIndex(part: 0, unit: top.unit + 1))
    #expect(presenter.text?.note.unit(at: presenter.state.top.index).words == "B")
  }

  @Test("A note without blocks asks nothing")
  func asksNothing() async {
    await show("plain.md")
    presenter.notesChangedOutside([NoteID("elsewhere.md")])
    await work.whenIdle()
    #expect(queries.asked == [])
  }

  @Test("In a text that is being written only new blocks are asked for")
  func typing() async {
    presenter.show(FakeSource("```query\na\n```\n"), from: 0, hiddenBytes: 0)
    await work.whenIdle()
    #expect(shown == ["1 a"])
    presenter.show(FakeSource("x\n\n```query\na\n```\n"), from: 0, hiddenBytes: 0)
    await work.whenIdle()
    #expect(shown == ["x", "1 a"])
    #expect(queries.asked == ["a in draft.md"])
    presenter.show(FakeSource("x\n\n```query\nab\n```\n"), from: 0, hiddenBytes: 0)
    await work.whenIdle()
    #expect(shown == ["x", "1 ab"])
    #expect(queries.asked == ["a in draft.md", "ab in draft.md"])
    presenter.notesChangedOutside([NoteID("elsewhere.md")])
    await work.whenIdle()
    #expect(shown == ["x", "2 ab"])
  }

  @Test("Enter opens a row's note at its line, and x ticks its task in that note")
  func rows() async throws {
    let facts = try #require(BoxTexts().facts(ofLine: Array("- [ ] task".utf8)))
    queries.task = TaskRecord(note: NoteID("other.md"), title: "Other", line: 3, facts: facts)
    await show()
    _ = presenter.handle(.walk(1))
    _ = presenter.handle(.open)
    #expect(wireframe.heard == ["open line 3 of other.md"])
    #expect(presenter.state.selected?.link == PreviewStop.box)
    _ = presenter.handle(.toggle)
    await work.whenIdle()
    #expect(wireframe.changed == ["other.md elsewhere"])
    #expect(await store.text(of: NoteID("other.md"))?.hasPrefix("# Other\n\n- [x] task\n") == true)
    _ = presenter.handle(.takeBack)
    await work.whenIdle()
    #expect(await store.text(of: NoteID("other.md"))?.hasPrefix("# Other\n\n- [ ] task\n") == true)
  }
}

/// Answers with how often it was asked, and with a task where one is given.
private final class GivenQueries: BlockQueries, Sendable {
  private let state = Mutex((asked: [String](), task: TaskRecord?.none))

  var asked: [String] { state.withLock { $0.asked } }
  var task: TaskRecord? {
    get { state.withLock { $0.task } }
    set { state.withLock { $0.task = newValue } }
  }

  func answer(_ block: QueryBlock, in note: NoteID?) async -> BlockAnswer {
    let words = "\(block.text) in \(note?.path.text ?? "nothing")"
    let (count, task) = state.withLock {
      $0.asked.append(words)
      return ($0.asked.count { $0 == words }, $0.task)
    }
    if block.text == "nothing" { return BlockAnswer([AnswerRow([])]) }
    if block.text == "grows" {
      return BlockAnswer((1...count).map { AnswerRow([.text("grows \($0)")]) })
    }
    if block.text.hasPrefix("slow") { while !Task.isCancelled { await Task.yield() } }
    if block.text.hasPrefix("costly") {
      var answer = BlockAnswer([AnswerRow([.text(block.text)])])
      answer.work = 30_000_000
      return answer
    }
    guard let task else { return BlockAnswer([AnswerRow([.text("\(count) \(block.text)")])]) }
    let origin = RowOrigin(note: task.note, line: task.line, address: "other.md")
    let row = AnswerRow(
      [.text("task "), .link("Other", to: "other.md")], .item(depth: 0, box: " "), origin: origin,
      task: task.facts)
    return BlockAnswer([row])
  }
}
