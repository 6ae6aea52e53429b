import Commands
import Entities
import Lists
import OpenVault
import Services
import TestSupport
import Testing
import UseCases
import Viper

@testable import Table

/// A base and one of its views, on the table screen and on the command line.
@MainActor
@Suite("Bases in every interface")
struct BaseMouthTests {
  private nonisolated static let path = NotePath("B.base")
  private nonisolated static let unreadable = NoteStoreError.notPermitted(path, action: "read")

  private nonisolated static let rows:
    [(String, view: String?, TroubledStore.Trouble?, hasTables: Bool, String)] = [
      ("B", nil, .reading(unreadable), true, unreadable.message),
      ("Gone", nil, nil, true, "There is no base “Gone”."),
      ("Twin", nil, nil, true, "“Twin” fits 2 bases. Choose one by its path."),
      ("B", "No", nil, true, "B.base has no view “No”."),
      ("Bad", nil, nil, true, "Bad.base cannot be read: 2:1: did not find expected node content."),
      ("B", nil, nil, false, "This vault has nothing to make tables of."),
    ]

  @Test("A base that cannot be shown gives the same message in every interface", arguments: rows)
  func refused(
    base: String, view: String?, trouble: TroubledStore.Trouble?, hasTables: Bool, message: String
  ) async {
    for mouth in Mouth.allCases {
      let vault = BaseVault(trouble, hasTables: hasTables)
      #expect(await mouth.show(base, view, of: vault) == message, "\(mouth)")
      #expect(await vault.notes.text(of: NoteID(Self.path)) == BaseVault.texts["B.base"])
    }
  }

  @Test("A damaged or cancelled index gives the same message in every interface")
  func unindexed() async {
    for error in [NoteIndexError.unusable(path: "/index", reason: "it is damaged"), .cancelled] {
      for mouth in Mouth.allCases {
        let vault = BaseVault(nil, hasTables: true, failing: error)
        #expect(await mouth.show("B", nil, of: vault) == error.message, "\(mouth)")
      }
    }
  }

  @Test("A valid base is shown without a message in every interface")
  func done() async {
    for mouth in Mouth.allCases {
      let vault = BaseVault(nil, hasTables: true)
      #expect(await mouth.show("B", "All", of: vault) == nil, "\(mouth)")
    }
  }
}

@MainActor
private struct BaseVault {
  nonisolated static let texts = [
    "B.base": "views: [{type: table, name: All, order: [file.name]}]\n", "Bad.base": "views: [\n",
    "A/Twin.base": "", "C/Twin.base": "",
  ]

  let notes = MemoryNoteStore(texts)
  let services: VaultServices

  init(_ trouble: TroubledStore.Trouble?, hasTables: Bool, failing error: NoteIndexError? = nil) {
    var services = VaultServices.inMemory(notes)
    services.files = MemoryFiles(others: Self.texts.keys.sorted().map { NotePath($0) })
    if let trouble { services.store = TroubledStore(notes, trouble) }
    if hasTables { services.queries.tables = OneRow(error: error) }
    self.services = services
  }
}

private enum Mouth: CaseIterable {
  case screen, commandLine

  /// Returns the message that the interface shows, if any.
  @MainActor
  func show(_ base: String, _ view: String?, of vault: BaseVault) async -> String? {
    switch self {
    case .screen:
      let (work, wireframe) = (Work(), Nowhere())
      let built = TableBuilder.make(
        cases: BaseCases(vault.services, clock: StillClock()),
        properties: PropertyEditing(vault.services, clock: StillClock()),
        files: vault.services.files, work: work, at: TableStart(base: base, view: view),
        wireframe: wireframe, didChange: { _ in })
      built.module.lifeCycle.moduleIsReady(RouteHandle(name: "Table") { _ in })
      built.module.lifeCycle.moduleWillAppear()
      await work.whenIdle()
      let message = (built.module.view as? TableScreen)?.state.message.text
      return message == "" ? nil : message
    case .commandLine:
      let scene = CommandScene(vault.notes)
      scene.parts = {
        ($0.store, $0.files) = (vault.services.store, vault.services.files)
        $0.queries.tables = vault.services.queries.tables
      }
      let code = await scene.run(["base", "query", base] + (view.map { ["--view", $0] } ?? []))
      let said = scene.messages.first { $0.hasPrefix("notes-tui: ") }
      return code == .done ? nil : said?.replacing("notes-tui: ", with: "")
    }
  }
}

private struct OneRow: FileTables, FileTable {
  let error: NoteIndexError?
  let rows = [FileRow(path: NotePath("a.md"))]

  func table(_ request: FileTableRequest) async throws(NoteIndexError) -> any FileTable {
    if let error { throw error }
    return self
  }

  func row(at path: NotePath) -> FileRow? { rows.first { $0.path == path } }
  func path(named target: String, from source: NotePath) -> NotePath? { nil }
  func links(of path: NotePath) -> [FileLink] { [] }
  func sources(ofLinksTo path: NotePath) -> [NotePath] { [] }
}

private final class Nowhere: TableWireframe {
  func open(_ note: NoteID) {}
  func open(file: NotePath) {}
  func ask(_ question: Question, then answer: @escaping @MainActor (Answer) -> Void) {}
}
