import Bases
import Entities
import OpenVault
import Pictures
import Services
import TestSupport
import Testing
import UseCases
import VaultSettings
import Viper

@testable import Properties
@testable import Table

/// The same property change in the form, in the table and on the command line.
@MainActor
@Suite("Properties in every interface")
struct PropertyMouthTests {
  private nonisolated static let error = NoteStoreError.notPermitted(
    NotePath("a.md"), action: "read")

  private nonisolated static let troubles: [(TroubledStore.Trouble, String)] = [
    (.reading(error), error.message),
    (.saving(.noSpace(NotePath("a.md"))), NoteStoreError.noSpace(NotePath("a.md")).message),
    (
      .saving(.changedOutside(NotePath("a.md"))),
      NoteStoreError.changedOutside(NotePath("a.md")).message
    ),
    (.readOnly, "a.md was left as it is: the vault was opened with --read-only."),
  ]

  @Test(
    "A note that cannot be changed stays, with the same message in every interface",
    arguments: troubles)
  func refused(trouble: TroubledStore.Trouble, message: String) async {
    for mouth in Mouth.allCases {
      let store = MemoryNoteStore(["a.md": "status: open\n"])
      let said = await mouth.set("status", to: "x", store, TroubledStore(store, trouble))
      #expect(said == message, "\(mouth)")
      #expect(await store.text(of: NoteID("a.md")) == "status: open\n", "\(mouth)")
    }
  }

  @Test("A simultaneous change by another program is preserved with the property change")
  func otherWriter() async {
    for mouth in Mouth.allCases {
      let store = MemoryNoteStore(["a.md": "status: open\n"])
      let said = await mouth.set("status", to: "x", store, TroubledStore(store, .otherWriter))
      #expect(said == nil, "\(mouth)")
      #expect(await store.text(of: NoteID("a.md")) == "status: x\nothers\n", "\(mouth)")
    }
  }
}

private enum Mouth: CaseIterable {
  case form, table, commandLine

  /// Returns the message of a failure.
  @MainActor
  func set(
    _ name: String, to value: String, _ notes: MemoryNoteStore, _ store: TroubledStore
  ) async -> String? {
    var vault = VaultServices.inMemory(notes, texts: LineTexts())
    vault.store = store
    let cases = PropertyEditing(vault, clock: StillClock())
    let (work, listener) = (Work(), Listener())
    switch self {
    case .form:
      let form = PropertiesInteractor(of: { [NoteID("a.md")] }, cases: cases, work: work)
      form.output = listener
      form.load(becauseOfOthers: false)
      await work.whenIdle()
      guard listener.failure == nil else { return listener.failure }
      form.carryOut(.set(name: name, values: [value], type: .text))
      await work.whenIdle()
      return listener.failure
    case .table:
      let bases = BaseCases(vault, clock: StillClock())
      let table = TableInteractor(cases: bases, properties: cases, work: work)
      table.output = listener
      table.edit([NotePath("a.md")], name, to: value)
      await work.whenIdle()
      return listener.failure
    case .commandLine:
      let scene = CommandScene(["a.md": ""])
      (scene.troubled, scene.texts) = (store, LineTexts())
      _ = await scene.run("prop", "set", "a.md", name, value)
      return scene.messages.last.map { $0.replacing("notes-tui: ", with: "") }
    }
  }
}

@MainActor
private final class Listener: PropertiesEditingOutput, TableInteractorOutput {
  private(set) var failure: String?

  func failed(_ failure: PropertyFailure) { self.failure = failure.message }
  func failed(_ reason: String) { failure = reason }

  func propertiesChanged(byOthers: Bool) {}
  func valuesWereFound(_ values: [String], of name: String) {}
  func did(_ deed: PropertyAction, in notes: [NoteID], leaving: String) {}
  func tookBack(in notes: [NoteID]) {}
  func nothingToUndo() {}
  func found(_ bases: [NotePath], wanted: Result<NotePath, BaseFailure>?) {}
  func read(_ base: BaseFile, at path: NotePath) {}
  func workedOut(_ table: BaseTable) {}
  func wrote(_ count: Int, leaving: String, touched: [NoteID]) {}
  func tookBack(_ count: Int, touched: [NoteID]) {}
  func madeBase(_ path: NotePath) {}
  func made(_ note: NoteID) {}
  func drew(_ picture: DrawnPicture, of name: String) {}
  func didAllowPictures() {}
}
