import Daily
import Entities
import Services
import Terminal
import TestSupport
import TextEngine
import Testing
import VaultSettings
import Viper

@testable import Editor

@MainActor
@Suite("A planned note that does not exist yet")
struct PlannedNoteTests {
  private static let day = Day(20_514)  // 2026-03-02
  private static let daily = NoteID("Log/2026-03-02.md")

  private func bench(
    _ texts: [String: String] = [:], left: [RecoveredText] = [], template: String? = "Day"
  ) async -> EditorBench {
    var settings: [SettingName: String] = [.dailyFolder: "Log"]
    settings[.dailyTemplate] = template
    let bench = EditorBench(.planned(.daily(Self.day)), texts, left: left, settings: settings)
    await bench.open()
    return bench
  }

  private static let template = ["Templates/Day.md": "# {{title}}\n{{cursor}}\n- end\n"]

  @Test("A daily note begins with its template, and the cursor where the template says")
  func template() async {
    let bench = await bench(Self.template)
    #expect(bench.interactor.text.bytes == Array("# 2026-03-02\n\n- end\n".utf8))
    #expect(bench.presenter.cursor == 13)
    #expect(bench.interactor.snapshot.name == "2026-03-02")
  }

  @Test("Only looking at a planned note creates no file")
  func untouched() async {
    let bench = await bench(Self.template)
    bench.presenter.autosave()
    await bench.settle()
    #expect(bench.presenter.note == nil)
    bench.presenter.handle(.close)
    await bench.settle()
    #expect(bench.wasRemoved)
    #expect(await bench.store.text(of: Self.daily) == nil)
  }

  @Test("The first save creates the note, under the name of its day")
  func saves() async {
    let bench = await bench(Self.template)
    bench.type("rain")
    bench.presenter.autosave()
    await bench.settle()
    #expect(await bench.store.text(of: Self.daily) == "# 2026-03-02\nrain\n- end\n")
    #expect(bench.parent.heard == ["saved Log/2026-03-02.md"])
    #expect(bench.presenter.note == Self.daily)
  }

  @Test("An explicit save of an untouched planned note writes the template's text")
  func savesUntouched() async {
    let bench = await bench(Self.template)
    bench.presenter.saving.save()
    await bench.settle()
    #expect(await bench.store.text(of: Self.daily) == "# 2026-03-02\n\n- end\n")
  }

  @Test("A day that already has a note opens it, without the template")
  func there() async {
    let bench = await bench(Self.template.merging(["Log/2026-03-02.md": "mine\n"]) { $1 })
    #expect(bench.interactor.text.bytes == Array("mine\n".utf8))
    #expect(!bench.interactor.snapshot.isUnwritten)
    #expect(bench.presenter.note == Self.daily)
  }

  @Test("A missing template is reported, and the note begins empty")
  func noTemplate() async {
    let bench = await bench()
    #expect(bench.interactor.text.isEmpty)
    #expect(bench.presenter.scene.state.message.text.contains("Day"))
    #expect(bench.presenter.scene.state.message.isWarning)
    bench.type("x")
    bench.presenter.saving.save()
    await bench.settle()
    #expect(await bench.store.text(of: Self.daily) == "x")
  }

  @Test("A note created by others meanwhile is not overwritten, and both can be merged")
  func conflict() async {
    let bench = await bench(Self.template)
    bench.type("mine")
    await bench.store.change(Self.daily, to: "# 2026-03-02\n\n- end\ntheirs\n")
    bench.presenter.saving.save()
    await bench.settle()
    #expect(bench.wireframe.asked.contains("conflict 2026-03-02?"))
    #expect(await bench.store.text(of: Self.daily) == "# 2026-03-02\n\n- end\ntheirs\n")
    bench.wireframe.answer(.chosen("merge"))
    await bench.settle()
    bench.presenter.saving.save()
    await bench.settle()
    #expect(await bench.store.text(of: Self.daily) == "# 2026-03-02\nmine\n- end\ntheirs\n")
  }

  @Test("Unsaved text of a planned note is fully recovered")
  func recovered() async {
    let kept = RecoveredText(
      note: Self.daily, bytes: Array("# 2026-03-02\nkept\n- end\n".utf8),
      savedAt: Timestamp(seconds: 1))
    let again = await bench(Self.template, left: [kept])
    again.presenter.saving.useRecovered()
    #expect(
      String(decoding: again.interactor.text.bytes, as: UTF8.self) == "# 2026-03-02\nkept\n- end\n")
  }

  @Test("Going to the next or previous day saves the note first")
  func nextDay() async {
    let bench = await bench(Self.template)
    bench.presenter.saving.leaveForDay(1)
    #expect(bench.wireframe.asked.last == "1 days from Log/2026-03-02.md")
    bench.type("x")
    bench.presenter.saving.leaveForDay(-1)
    await bench.settle()
    #expect(bench.wireframe.asked.last == "-1 days from Log/2026-03-02.md")
    #expect(await bench.store.text(of: Self.daily) == "# 2026-03-02\nx\n- end\n")
  }

  @Test("A new note from a template is named after its title, in the given folder")
  func afterTemplate() async {
    let plan = NotePlan.after(
      NoteID("Templates/Day.md"), titled: "Plan: B", folder: NotePath("work"))
    let bench = EditorBench(.planned(plan), Self.template)
    await bench.open()
    #expect(bench.interactor.text.bytes.starts(with: Array("# Plan: B\n".utf8)))
    bench.type("x")
    bench.presenter.saving.save()
    await bench.settle()
    #expect(await bench.store.ids.contains { $0.path.text.hasPrefix("work/Plan") })
  }

  @Test("An inserted template replaces the selection, and one undo removes it")
  func insert() async {
    let bench = await EditorBench.marked("ab|cd\n")
    bench.presenter.transfer.insertTemplate()
    #expect(bench.wireframe.asked.last == "template for a?")
    bench.presenter.transfer.insert(NoteTemplate.Filled(bytes: Array("XY".utf8), cursor: 1))
    #expect(bench.interactor.text.bytes == Array("abXYcd\n".utf8))
    #expect(bench.presenter.cursor == 3)
    bench.presenter.handle(.run(Invocation(.undo)))
    #expect(bench.interactor.text.bytes == Array("abcd\n".utf8))
  }
}
