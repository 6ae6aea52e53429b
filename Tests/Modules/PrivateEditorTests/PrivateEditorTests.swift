import Entities
import OpenVault
import Services
import Terminal
import TestSupport
import Testing
import UseCases
import VaultLayers
import Viper

@testable import PrivateEditor

@MainActor
@Suite("A note with a lock in the person's own editor")
struct PrivateEditorTests {
  private let work = Work()
  private let store = MemoryNoteStore(["Diary.md": "old"])
  private let journal = MemoryJournal()
  private let parent = Parent()
  private let note = NoteID("Diary.md")

  private func edit(
    in other: (any NoteStore)? = nil, agreeing answer: Answer = .chosen("yes"), swaps: Bool = false
  ) async {
    var vault = VaultServices.inMemory(store)
    (vault.store, vault.journal) = (other ?? store, journal)
    let cases = OwnEditorCases(vault, clock: StillClock())
    let built = PrivateEditorBuilder.make(
      cases: cases, work: work, swapsToDisk: swaps, wireframe: parent, output: parent)
    built.input.edit(note)
    parent.questions.answer(answer)
    await work.whenIdle()
    built.module.lifeCycle.moduleWasRemoved()
  }

  @Test("A question comes first and warns of copies the editor may keep")
  func asks() async {
    await edit(agreeing: .chosen("no"), swaps: true)
    #expect(parent.heard == [])
    #expect(parent.questions.last?.text.contains("the editor may keep copies") == true)
    #expect(parent.questions.last?.text.hasSuffix("swap device, too.") == true)
  }

  @Test(
    "The editor sees a neutral name, its text is saved in the note, and nothing locks meanwhile")
  func saves() async {
    parent.result = .ended(text: Array("new".utf8), problem: nil)
    await edit()
    #expect(parent.heard == ["edit old in note.md", "", "will save", "saved Diary.md"])
    #expect(await store.text(of: note) == "new")
  }

  @Test("An unchanged text is not saved, and a failed editor says why")
  func savesNothing() async {
    parent.result = .ended(text: Array("old".utf8), problem: "it ended with 3")
    await edit()
    parent.result = .failed("no such program")
    await edit()
    #expect(
      parent.heard == [
        "edit old in note.md", "it ended with 3", "edit old in note.md", "no such program",
      ])
  }

  @Test("A note that cannot be read is not passed to the editor")
  func unreadable() async {
    await store.remove(note)
    await edit()
    #expect(parent.heard.count == 1)
    #expect(parent.heard.first?.contains("Diary.md") == true)
  }

  @Test("A text whose note cannot be saved becomes a separate note, and the person hears of it")
  func besides() async {
    parent.result = .ended(text: Array("new".utf8), problem: nil)
    await edit(in: Unsaving(notes: store))
    #expect(await store.text(of: note) == "old")
    let name = "Diary (conflict 2026-03-02 1030).md"
    #expect(await store.text(of: NoteID(name)) == "new")
    #expect(parent.heard.contains { $0.hasSuffix(" Your version was saved as \(name).") })
    #expect(parent.heard.last == "saved Diary.md")
  }
}

/// Another program changes each note just before it is saved.
private struct Unsaving: LayeredStore {
  let notes: MemoryNoteStore

  func save(
    _ text: any ByteSource, to id: NoteID, replacing stamp: NoteStamp
  ) async throws(NoteStoreError) -> NoteStamp {
    throw .changedOutside(id.path)
  }
}

@MainActor
private final class Parent: PrivateEditorWireframe, PrivateEditorOutput {
  let questions = AskedQuestions()
  var result: PrivateEditing?
  private(set) var heard: [String] = []

  func ask(_ question: Question, then answer: @escaping @MainActor (Answer) -> Void) {
    questions.take(question, then: answer)
  }

  func edit(_ text: [UInt8], named name: String) -> PrivateEditing? {
    heard.append("edit \(String(decoding: text, as: UTF8.self)) in \(name)")
    return result
  }

  func showMessage(_ text: String) { heard.append(text) }
  func privateEditorWillSave() { heard.append("will save") }
  func privateEditorDidSave(_ note: NoteID) { heard.append("saved \(note.path.text)") }
}
