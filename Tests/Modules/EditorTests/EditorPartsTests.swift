import Entities
import OpenVault
import Regex
import Testing
import TextEngine
import Viper

@testable import Editor

/// The parts of the presenter alone, over a fake interactor.
@MainActor
private final class Parts {
  let interactor: FakeInteractor
  let wireframe = FakeWireframe()
  let parent = FakeParent()
  let scene: EditorScene
  let saving: SavingAndLeaving
  private(set) var wasRemoved = false

  init(_ text: String = "", at cursor: Int = 0, isDirty: Bool = false) {
    interactor = FakeInteractor(text, at: cursor)
    interactor.snapshot.note = NoteID("a.md")
    interactor.snapshot.hasUnsavedSteps = isDirty
    scene = EditorScene(interactor: interactor, wireframe: wireframe, isPeek: false)
    saving = SavingAndLeaving(scene, parent: parent)
    let route = RouteHandle(name: "Editor") { [weak self] _ in self?.wasRemoved = true }
    route.move(to: .routed)
    scene.route = route
  }

  var message: String { scene.state.message.text }
  var cursor: Int { scene.selections.main.head.value }
}

@MainActor
@Suite("Parts of the editor's presenter alone: saving and leaving")
struct EditorSavingPartTests {
  @Test("A changed note closes once it is saved, and a clean one at once")
  func closes() {
    let clean = Parts("one")
    clean.saving.close()
    #expect(clean.wasRemoved && clean.interactor.takeStarted() == [])
    let changed = Parts("one", isDirty: true)
    changed.saving.close()
    #expect(!changed.wasRemoved)
    #expect(changed.interactor.takeStarted() == ["save(inPassing: false)"])
    changed.interactor.snapshot.hasUnsavedSteps = false
    changed.saving.textWasSaved(as: NoteID("a.md"))
    #expect(changed.wasRemoved && changed.parent.heard == ["saved a.md"])
  }

  @Test("Text typed during a save is saved before the editor closes")
  func savesAgain() {
    let parts = Parts("one", isDirty: true)
    var wentTo: [String] = []
    parts.saving.leave { wentTo.append("links") }
    parts.saving.textWasSaved(as: NoteID("a.md"))
    #expect(wentTo == [])
    #expect(
      parts.interactor.takeStarted() == ["save(inPassing: false)", "save(inPassing: false)"])
    parts.interactor.snapshot.hasUnsavedSteps = false
    parts.saving.textWasSaved(as: NoteID("a.md"))
    #expect(wentTo == ["links"])
    #expect(parts.interactor.takeStarted() == ["fixName"])
  }

  @Test("A note that can be neither saved nor stored closes only after its loss is accepted")
  func cannotStore() {
    let parts = Parts("one", isDirty: true)
    parts.saving.savingFailed("The disk is full.")
    #expect(parts.interactor.takeStarted() == ["storeDraft"])
    parts.interactor.draftProblem = "The disk is full."
    parts.saving.close()
    #expect(parts.wireframe.asked == ["lose a?"])
    #expect(parts.message == "Unsaved text could not be kept. The disk is full.")
    parts.wireframe.answer(.chosen("leave"))
    #expect(!parts.wasRemoved)
    parts.wireframe.answer(.chosen("lose"))
    #expect(parts.wasRemoved)
  }

  @Test("After a failed save and another change, closing tries to save again before it asks")
  func triesAgain() {
    let parts = Parts("one", isDirty: true)
    parts.saving.savingFailed("The disk is full.")
    parts.saving.textChanged()
    parts.saving.close()
    #expect(parts.wireframe.asked == [])
    #expect(parts.interactor.takeStarted() == ["storeDraft", "save(inPassing: false)"])
  }

  nonisolated private static let conflicts: [(choice: String, started: [String], leaves: Bool)] = [
    ("both", ["saveBeside"], false), ("merge", ["markConflicts"], false), ("show", [], false),
    ("stay", [], false), ("leave", [], true),
  ]

  @Test("A conflict is asked about, and the chosen answer is carried out", arguments: conflicts)
  func conflict(choice: String, started: [String], leaves: Bool) {
    let parts = Parts("one", isDirty: true)
    parts.saving.close()
    parts.saving.noteWasChangedOutside()
    #expect(parts.wireframe.asked == ["conflict a?"])
    #expect(parts.interactor.takeStarted() == ["save(inPassing: false)", "storeDraft"])
    parts.wireframe.answer(.chosen(choice))
    #expect(parts.interactor.takeStarted() == started && parts.wasRemoved == leaves)
    #expect(parts.interactor.asked == (choice == "show" ? ["difference"] : []))
  }

  @Test("A conflict found by an automatic save waits until the person saves")
  func conflictInPassing() {
    let parts = Parts("one", isDirty: true)
    parts.saving.save(inPassing: true)
    parts.saving.noteWasChangedOutside()
    #expect(parts.wireframe.asked == [])
    #expect(parts.message == "Changed by another program; not saved yet. C-s decides.")
  }

  @Test("A rename is reported instead of the change that it makes, and undone at once")
  func renaming() {
    let parts = Parts("# Plan\ntext")
    parts.saving.renamePart()
    parts.wireframe.answer(.typed("Goal"))
    #expect(parts.wireframe.asked == ["part Plan?", "rename a.md#Plan to Goal"])
    parts.wireframe.tellRenaming(.renamed(inNotes: 2))
    let report = "Renamed, with the links in 1 other note. C-z takes it back."
    parts.scene.showMessage("")
    parts.saving.textTookIn(.followed)
    #expect(parts.message == report)
    parts.saving.textTookIn(.followed)
    #expect(parts.message == "Changed outside; this is the new text.")
    parts.saving.takeBack?()
    #expect(parts.wireframe.asked.last == "part's name back")
    parts.saving.textChanged()
    #expect(parts.saving.takeBack == nil)
  }
}

@MainActor
@Suite("Parts of the editor's presenter alone: search and navigation")
struct EditorMovingPartTests {
  typealias Found = Result<TextSearch.Step?, SearchTrouble>

  private func match(_ words: String, in parts: Parts) throws -> Found {
    let search = try TextSearch(Array(words.utf8), TextSearch.Options())
    return .success(
      try search.next(from: .zero, in: parts.scene.text, scope: nil, isCancelled: { false }))
  }

  @Test("An answer selects the match, and a late one after the end of the search moves nothing")
  func search() throws {
    let parts = Parts("one two")
    let search = EditorSearch(parts.scene)
    search.open(replacing: false)
    search.handle(.type("two", in: .find))
    #expect(parts.interactor.asked.map { $0.prefix(10) } == ["match from"])
    #expect(parts.scene.state.isWaiting)
    parts.interactor.answer(try match("two", in: parts))
    #expect(
      parts.scene.selections == Selections(Selection(anchor: ByteOffset(4), head: ByteOffset(7))))
    #expect(!parts.scene.state.isWaiting)
    search.handle(.type("one", in: .find))
    search.stop()
    parts.interactor.answer(try match("one", in: parts))
    #expect(parts.cursor == 7)
    search.handle(.goBack)
    #expect(parts.cursor == 0 && parts.scene.state.bar == nil)
  }

  @Test("The last query is searched again without the find bar, and a message reports no match")
  func again() throws {
    let parts = Parts("one two")
    let search = EditorSearch(parts.scene)
    search.go(.next)
    #expect(parts.message == "Nothing to repeat. C-f starts a search.")
    search.open(replacing: false)
    search.handle(.type("six", in: .find))
    parts.interactor.answer(Found.success(nil))
    search.handle(.stay)
    search.go(.next)
    parts.interactor.answer(Found.success(nil))
    #expect(parts.message == "“six” is not in this note.")
  }

  @Test("The jump history follows edits, and its end leads out of the editor")
  func back() {
    let parts = Parts("one two three", at: 4)
    let navigation = EditorNavigation(parts.scene, parts.saving)
    navigation.jump(to: ByteOffset(8))
    let edit = Edit(in: parts.scene.text, replacing: Range(at: .zero), with: Array("12".utf8))
    parts.scene.perform(edit, then: Selections(Selection(at: ByteOffset(10))))
    navigation.follow(edit)
    navigation.goBack()
    #expect(parts.cursor == 6 && !parts.wasRemoved)
    navigation.goBack()
    #expect(parts.wasRemoved)
  }

  @Test("The cursor goes to a part once it is found, unless the person has moved on")
  func goesToParts() {
    let parts = Parts("# One\n# Two")
    let navigation = EditorNavigation(parts.scene, parts.saving)
    navigation.go(to: .part("Two"))
    parts.interactor.answer(ByteOffset?.some(ByteOffset(6)) as Any)
    #expect(parts.cursor == 6)
    navigation.go(to: .part("One"))
    parts.scene.untilNextKey.forget()
    parts.interactor.answer(ByteOffset?.some(.zero) as Any)
    #expect(parts.cursor == 6)
    navigation.go(to: .part("Six"))
    parts.interactor.answer(ByteOffset?.none as Any)
    #expect(parts.message == "“a” has no heading or block “Six”.")
  }

  nonisolated private static let lefts: [(left: Int, isWhole: Bool, cursor: Int)] = [
    (4, true, 4), (99, true, 7), (99, false, 0), (0, true, 0),
  ]

  @Test("A note opens where it was left, once that position is read", arguments: lefts)
  func opens(left: Int, isWhole: Bool, cursor: Int) {
    let parts = Parts("one two")
    parts.interactor.snapshot.leftAt = NotePosition(cursor: left, top: 0)
    parts.interactor.snapshot.isWhole = isWhole
    EditorNavigation(parts.scene, parts.saving).goWhereItWasLeft()
    #expect(parts.cursor == cursor)
  }
}

@MainActor
@Suite("Parts of the editor's presenter alone: input from elsewhere")
struct EditorTransferPartTests {
  @Test("Pasting uses other programs' text, or the editor's own copy if that is the same text")
  func clipboard() {
    let parts = Parts("one")
    parts.interactor.abilities.readsClipboard = true
    let transfer = TextTransfer(parts.scene)
    transfer.paste(Invocation(.paste))
    #expect(parts.interactor.asked == ["clipboard"] && parts.scene.state.isWaiting)
    parts.interactor.answer([UInt8]?.some(Array("two".utf8)) as Any)
    let copied = Rope(Array("two".utf8))
    #expect(parts.interactor.changes == [.copy(copied), .run(Invocation(.paste))])
    parts.interactor.snapshot.copied = Copied(pieces: [copied], areLines: false)
    transfer.paste(Invocation(.paste))
    parts.interactor.answer([UInt8]?.some(Array("two".utf8)) as Any)
    #expect(parts.interactor.changes.count == 3)
    transfer.paste(Invocation(.paste))
    transfer.stop()
    parts.interactor.answer([UInt8]?.none as Any)
    #expect(parts.interactor.changes.count == 3)
  }

  @Test("A command's output is dropped if the text was changed meanwhile")
  func filter() {
    let parts = Parts("b\na\n")
    parts.interactor.abilities.runsFilters = true
    let shell = ShellCommands(parts.scene)
    for isChanged in [true, false] {
      shell.askForCommand()
      parts.wireframe.answer(.typed("sort"))
      #expect(parts.interactor.asked == ["filtered by sort"])
      if isChanged { parts.interactor.snapshot.revision += 1 }
      parts.interactor.answer(Result<[UInt8], any Error>.success(Array("a\nb\n".utf8)))
      let text = String(decoding: parts.scene.text.bytes, as: UTF8.self)
      #expect(text == (isChanged ? "b\na\n" : "a\nb\n"))
    }
  }
}
