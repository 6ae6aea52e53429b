import Entities
import Services
import Terminal
import TestSupport
import Testing

@testable import Links

@MainActor
@Suite("Links that are made")
struct LinksChangingTests {
  private func fixture() -> LinksFixture {
    LinksFixture(
      [
        LinksFixture.record("hub.md", "[[deep/New]]", to: nil, missing: "deep/New.md"),
        LinksFixture.record("hub.md", "[[x.pdf]]", to: nil),
      ],
      mentions: [
        LinksFixture.record("c.md", "Hub", in: "the Hub is", line: 2),
        LinksFixture.record("d.md", "hub", in: "a hub here", line: 4),
      ])
  }

  private static func change(_ note: String) -> NoteChange {
    NoteChange(
      note: NoteID(note), title: note,
      pieces: [
        NoteChange.Piece(
          range: 0..<3, old: Array("Hub".utf8), new: Array("[[Hub]]".utf8), line: 1,
          context: "Hub", contextRange: 0..<3)
      ])
  }

  @Test("c makes the selected mention a link, says whose text changed, and u undoes that")
  func linksOne() async {
    let all = fixture()
    await all.start()
    await all.changes.give([Self.change("d.md")])
    await all.press("]", "]", "j", "j", "c")
    #expect(await all.changes.asked == [#"["hub"] to hub.md"#])
    #expect(await all.rewriting.heard == [#"rewrite ["d.md"]"#])
    #expect(all.screen.chrome.message == "The mention is a link now. Press u to undo.")
    #expect(all.parent.changed == [[NoteID("d.md")]])
    await all.press("u")
    #expect(await all.rewriting.heard.last == #"undo ["d.md"]"#)
    #expect(all.screen.chrome.message == "The text of 1 note is as it was.")
    await all.press("u")
    #expect(all.screen.chrome.message == "Nothing to undo.")
  }

  @Test("C makes links of all mentions in one step, wherever the cursor is")
  func linksAll() async {
    let all = fixture()
    await all.start()
    await all.changes.give([Self.change("c.md"), Self.change("d.md")])
    await all.press("C")
    #expect(await all.changes.asked == [#"["Hub", "hub"] to hub.md"#])
    #expect(await all.rewriting.heard == [#"rewrite ["c.md", "d.md"]"#])
    #expect(
      all.screen.chrome.message == "2 mentions in 2 notes are links now. Press u to undo.")
  }

  @Test("c anywhere else explains its use and asks nothing")
  func linksNothing() async {
    let all = fixture()
    await all.start()
    await all.press("c")
    #expect(all.screen.chrome.message.hasPrefix("Select a mention"))
    #expect(await all.changes.asked.isEmpty)
  }

  @Test("A mention that is gone from the text is not rewritten, and that is reported")
  func saysNoLonger() async {
    let all = fixture()
    await all.start()
    await all.press("C")
    #expect(await all.rewriting.heard.isEmpty)
    #expect(all.screen.chrome.message.hasPrefix("Nothing was changed"))
    await all.press("u")
    #expect(all.screen.chrome.message == "Nothing to undo.")
  }

  @Test("A failed change or undo is reported, and undoing can be tried again")
  func fails() async {
    let all = fixture()
    await all.start()
    await all.changes.give([Self.change("c.md")])
    await all.rewriting.fail(next: .changedOutside(NotePath("c.md")))
    await all.press("C")
    #expect(all.screen.chrome.message.hasPrefix("c.md was changed by another program"))
    #expect(all.parent.changed.isEmpty)
    await all.press("C")
    await all.rewriting.fail(next: .noSpace(NotePath("c.md")))
    await all.press("u")
    #expect(all.screen.chrome.message.hasPrefix("The disk is full"))
    await all.press("u")
    #expect(all.screen.chrome.message == "The text of 1 note is as it was.")
  }

  @Test(
    "n makes the note of a broken link in the folder that the link names, and u trashes the note")
  func makesNote() async {
    let all = fixture()
    await all.start()
    await all.press("]", "]", "]", "j", "n")
    #expect(await all.store.text(of: NoteID("deep/New.md")) == "# New\n")
    #expect(all.screen.chrome.message == "Made deep/New.md. Press u to undo.")
    #expect(all.parent.changed == [[NoteID("deep/New.md")]])
    await all.press("u")
    #expect(await all.store.text(of: NoteID("deep/New.md")) == nil)
    #expect(all.screen.chrome.message == "deep/New.md is in the trash.")
  }

  @Test("A link to a file makes no note, and a note made meanwhile is not overwritten")
  func makesNoNote() async {
    let all = fixture()
    await all.start()
    await all.press("]", "]", "]", "j", "j", "n")
    #expect(all.screen.chrome.message.hasPrefix("“[[x.pdf]]” names nothing"))
    await all.store.change(NoteID("deep/New.md"), to: "theirs")
    await all.press("k", "n")
    #expect(await all.store.text(of: NoteID("deep/New.md")) == "theirs")
    #expect(all.screen.chrome.tone == .warning)
    await all.press("[", "n")
    #expect(all.screen.chrome.message.hasPrefix("Select a link that leads nowhere"))
  }
}
