import Entities
import FakeTerminal
import Lists
import OpenVault
import Services
import Terminal
import TestSupport
import Testing
import Viper

@testable import Tags

@MainActor
@Suite("The tags' screen")
struct TagsScreenTests {
  private let work = Work()
  private let links = MemoryLinks(tags: [
    TagCount(name: "idea", notes: 3), TagCount(name: "work", notes: 1),
    TagCount(name: "work/plan/spring", notes: 2), TagCount(name: "work-day", notes: 4),
    TagCount(name: "日本", notes: 1),
  ])
  private let changes = GivenChanges()
  private let rewriting = HeardRewriting()
  private let wireframe = FakeWireframe()
  private let parent = FakeParent()
  private let interactor: TagRenamer
  private let presenter: TagsPresenter
  private let screen: TagsScreen

  init() {
    interactor = TagRenamer(
      cases: TagCases(.inMemory(rewriting: rewriting, links: links, changes: changes)), work: work)
    presenter = TagsPresenter(
      interactor: interactor, wireframe: wireframe, didChange: parent.tagsDidChange)
    screen = TagsScreen(presenter: presenter)
  }

  private func start() async {
    presenter.moduleIsReady(RouteHandle(name: "Tags") { _ in })
    await work.whenIdle()
  }

  private func press(_ keys: Key...) async {
    for key in keys {
      _ = screen.handle(.key(key))
      await work.whenIdle()
    }
  }

  private func type(_ name: String) async {
    wireframe.questions.answer(.typed(name))
    await work.whenIdle()
  }

  /// Without empty lines at the end.
  private func lines(_ columns: Int = 30, _ rows: Int = 8) -> [String] {
    var lines = FakeFrame.drawing(screen, columns: columns, rows: rows).lines
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  private static func change(_ note: String, _ context: String) -> NoteChange {
    let start = context.utf8.distance(
      from: context.startIndex, to: context.firstIndex(of: "w") ?? context.startIndex)
    return NoteChange(
      note: NoteID(note), title: note.uppercased(),
      pieces: [
        NoteChange.Piece(
          range: 0..<4, old: Array("work".utf8), new: Array("job".utf8), line: 1, context: context,
          contextRange: start..<(start + 4))
      ])
  }

  @Test("Tags are below their parents, each with its own count of notes and that of all below")
  func shows() async {
    await start()
    #expect(
      lines() == [
        ">  #idea                    3", " ▾ #work                1 (3)",
        "   ▾ #plan              0 (2)", "       #spring              2",
        "   #work-day                4", "   #日本                    1",
      ])
    #expect(screen.chrome.state == "6 tags")
  }

  @Test("Tab folds the tags below one, z folds all, and both unfold again")
  func folds() async {
    await start()
    await press("j", "Tab")
    #expect(lines()[1] == ">▸ #work                1 (3)")
    #expect(lines()[2] == "   #work-day                4")
    await press("Tab", "j", "z")
    #expect(lines().count == 4)
    await press("z")
    #expect(lines().count == 6)
    await press("g", "Tab")
    #expect(screen.chrome.message == "No tags below this one.")
  }

  @Test("A filter finds tags by any part of their full names; Esc drops it, then goes back")
  func filters() async {
    await start()
    await press("/", "p", "l", "a")
    #expect(
      lines() == ["/pla", ">  #work/plan           0 (2)", "   #work/plan/spring        2"])
    #expect(screen.chrome.state == "2 of 6")
    await press("Tab", "j", "Enter")
    #expect(wireframe.searched == ["work/plan/spring"])
    await press("Esc")
    #expect(lines()[3] == ">      #spring              2")
    await press("/", "x")
    #expect(lines()[1] == "  No tag has this in its")
  }

  @Test("Enter shows the notes that have the tag")
  func opens() async {
    await start()
    await press("j", "j", "Enter")
    #expect(wireframe.searched == ["work/plan"])
  }

  @Test("r shows each change before it is made; Enter makes all of them, and u undoes them")
  func renames() async {
    await start()
    await changes.give([
      Self.change("a.md", "the #work is"), Self.change("b.md", "#work/plan"),
    ])
    await press("j", "r")
    #expect(wireframe.asked == "work")
    await type("#job ")
    #expect(await changes.asked == ["#work to #job"])
    #expect(
      lines(44) == [
        "#work becomes #job: 2 changes in 2 notes", "> A.MD 1", "   the #-work +job is", "  B.MD 1",
        "   #-work +job/plan",
      ])
    #expect(await rewriting.heard.isEmpty)
    await press("Enter")
    #expect(await rewriting.heard == [#"rewrite ["a.md", "b.md"]"#])
    #expect(screen.chrome.message == "#work is #job now, in 2 notes. Press u to undo.")
    #expect(parent.changed == [[NoteID("a.md"), NoteID("b.md")]])
    await press("u")
    #expect(await rewriting.heard.last == #"undo ["a.md", "b.md"]"#)
    #expect(screen.chrome.message == "The tags in 2 notes are as they were.")
    await press("u")
    #expect(screen.chrome.message == "Nothing to undo.")
  }

  @Test("Undo selects the tag with its old name, wherever the cursor was meanwhile")
  func selectsAfterUndo() async {
    await start()
    await changes.give([Self.change("a.md", "the #work is")])
    await press("j", "r")
    await type("job")
    await press("Enter", "g")
    #expect(lines().first?.contains("#idea") == true && lines().first?.hasPrefix(">") == true)
    await press("u")
    #expect(lines().first { $0.hasPrefix(">") }?.contains("#work") == true)
  }

  @Test("Changed file names are listed among the changes and reported")
  func renamesFiles() async {
    await start()
    let (old, new) = ("20230101T101010--x__work.md", "20230101T101010--x__job.md")
    var change = Self.change(old, "the #work is")
    change.newName = NoteID(new)
    await changes.give([change])
    await press("j", "r")
    await type("job")
    #expect(
      lines(60) == [
        "#work becomes #job: 2 changes in 1 note, 1 in a file's name", "> \(old.uppercased()) 2",
        "   the #-work +job is", "   …230101T101010--x__-work +job.md",
      ])
    await press("Enter")
    #expect(
      screen.chrome.message
        == "#work is #job now, in 1 note and 1 file's name. Press u to undo.")
    #expect(parent.changed == [[NoteID(new), NoteID(old)]])
    #expect(parent.moves == [NoteMove(from: NoteID(old), to: NoteID(new))])
  }

  @Test("A merge with an existing tag is announced before it is made")
  func merges() async {
    await start()
    await changes.give([Self.change("a.md", "the #work is")])
    await press("j", "r")
    await type("Idea")
    #expect(lines(60)[1] == "That tag is there already: the two become one.")
    await press("Esc")
    #expect(screen.chrome.message == "Nothing was changed.")
    #expect(await rewriting.heard.isEmpty)
    await press("r")
    await type("Work")
    #expect(lines(60)[1] == "> A.MD 1")
  }

  @Test(
    "An empty or unchanged name changes nothing",
    arguments: [
      ("  #", "A tag needs a name. Press r to type one."), ("work", "#work is already its name."),
    ])
  func refuses(name: String, message: String) async {
    await start()
    await press("j", "r")
    await type(name)
    #expect(screen.chrome.message == message)
    #expect(await changes.asked.isEmpty)
  }

  @Test("A failed change or undo is reported, and undoing can be tried again")
  func fails() async {
    await start()
    await changes.fail(next: .refused("“a b” cannot be a tag."))
    await press("j", "r")
    await type("a b")
    #expect(screen.chrome.message == "“a b” cannot be a tag.")
    await changes.give([Self.change("a.md", "the #work is")])
    await press("r")
    await type("job")
    await rewriting.fail(next: .changedOutside(NotePath("a.md")))
    await press("y")
    #expect(screen.chrome.message.hasPrefix("a.md was changed by another program"))
    await press("r")
    await type("job")
    await press("y")
    await rewriting.fail(next: .noSpace(NotePath("a.md")))
    await press("u", "u")
    #expect(screen.chrome.message == "The tags in 1 note are as they were.")
  }

  @Test("A tag without notes is not renamed")
  func gone() async {
    await start()
    await press("j", "r")
    await type("job")
    #expect(screen.chrome.message == "No note has #work any more: nothing to change.")
  }

  @Test("Outside changes are counted again, and the cursor stays at its tag")
  func follows() async {
    await start()
    await press("j", "j", "j", "j")
    await links.change(tags: [
      TagCount(name: "aaa", notes: 1), TagCount(name: "work-day", notes: 5),
    ])
    interactor.notesChangedOutside([])
    await work.whenIdle()
    #expect(lines() == ["   #aaa                     1", ">  #work-day                5"])
  }

  @Test("A vault without tags says how to write one, and no key does harm")
  func empty() async {
    await links.change(tags: [])
    await start()
    #expect(lines(60)[0] == "  No note has a tag yet.")
    await press("Enter", "r", "Tab", "z", "j", "End", "u")
    #expect(wireframe.searched.isEmpty && wireframe.asked == nil)
  }

  @Test("A failure to count is reported")
  func unreadable() async {
    let error = NoteIndexError.unusable(path: "/x", reason: "broken")
    await links.fail(next: error)
    await start()
    #expect(screen.chrome.message == error.message)
    #expect(screen.chrome.state == "0 tags")
  }

  @Test(
    "The screen draws and handles the mouse in windows of any size", arguments: [1, 3, 10, 20, 200])
  func sizes(columns: Int) async {
    await start()
    for rows in [1, 2, 5] { #expect(lines(columns, rows)[0].hasPrefix(">")) }
    #expect(screen.handle(.mouse(MouseEvent(.press, at: Point(row: 0, column: 0)))))
    #expect(screen.handle(.mouse(MouseEvent(.wheelDown, at: Point(row: 0, column: 0)))))
    await changes.give([Self.change("a.md", "the #work is")])
    await press("g", "j", "r")
    await type("job")
    for rows in [1, 2, 5] { #expect(!lines(columns, rows).isEmpty) }
  }

  @Test("Every part of a dropped tags screen is freed")
  func freed() {
    let probe = LeakProbe()
    do {
      let built = TagsBuilder.make(
        cases: TagCases(.inMemory()), work: Work(), wireframe: FakeWireframe(),
        didChange: { _, _ in })
      probe.watch(built.module)
      #expect(probe.leaks.count == 4)
    }
    #expect(probe.leaks == [])
  }
}

@MainActor
private final class FakeWireframe: TagsWireframe {
  var searched: [String] = []
  var asked: String?
  let questions = AskedQuestions()

  func search(tag: String) { searched.append(tag) }

  func ask(_ question: Question, then answer: @escaping @MainActor (Answer) -> Void) {
    if case .line(let tag) = question.kind { asked = tag }
    questions.take(question, then: answer)
  }
}

@MainActor
private final class FakeParent {
  var changed: [[NoteID]] = []
  var moves: [NoteMove] = []
  func tagsDidChange(_ notes: [NoteID], _ moves: [NoteMove]) {
    changed.append(notes)
    self.moves += moves
  }
}
