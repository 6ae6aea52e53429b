import Commands
import CopyNames
import Entities
import OpenVault
import Services
import TestSupport
import Testing
import VaultLayers
import Viper

@testable import Conflicts
@testable import NoteList
@testable import Tags

/// Changes of several notes at once, on the screens and on the command line: renaming a tag,
/// joining notes, and merging a conflict copy.
@MainActor
@Suite("Changes of several notes in every interface")
struct ManyMouthTests {
  private nonisolated static let path = NotePath("a.md")

  private nonisolated static let troubles: [NoteStoreError] = [
    .notPermitted(path, action: "write"), .noSpace(path), .changedOutside(path), .readOnly(path),
    .failed(path, action: "write", reason: "no reason"),
  ]

  @Test(
    "If one note cannot be changed, none is, with the same message in every interface",
    arguments: Many.allCases,
    troubles)
  func refused(act: Many, error: NoteStoreError) async {
    for mouth in Mouth.allCases {
      let vault = await ManyVault(act)
      #expect(await mouth.carryOut(act, vault, failing: error) == error.message, "\(mouth)")
      #expect(await vault.texts == ManyVault.before, "\(mouth)")
    }
  }

  @Test(
    "A change without obstacles is complete in every interface, without a message",
    arguments: Many.allCases)
  func done(act: Many) async {
    for mouth in Mouth.allCases {
      let vault = await ManyVault(act)
      #expect(await mouth.carryOut(act, vault) == nil, "\(mouth)")
      #expect(await vault.texts == act.after, "\(mouth)")
      #expect(vault.conflicts.requests.count == (act == .merge ? 1 : 0), "\(mouth)")
    }
  }

  @Test("If a joined note cannot be trashed, every interface says so")
  func half() async {
    let error = NoteStoreError.noSpace(NotePath("b.md"))
    for mouth in Mouth.allCases {
      let vault = await ManyVault(.join)
      let said = await mouth.carryOut(.join, vault, failing: error, trashing: true)
      #expect(said == error.message, "\(mouth)")
      var left = Many.join.after
      left["b.md"] = "#work/plan"
      #expect(await vault.texts == left, "\(mouth)")
    }
  }

  @Test(
    "A merge of clean copies only leaves a conflicting copy and its note unchanged"
  )
  func left() async throws {
    for mouth in Mouth.allCases {
      let vault = await ManyVault(.merge, conflicts: 1)
      _ = await mouth.carryOut(.merge, vault, cleanOnly: true)
      #expect(await vault.texts == ManyVault.before, "\(mouth)")
      #expect(try await vault.conflicts.copies() == [ManyVault.copy], "\(mouth)")
    }
  }
}

enum Many: CaseIterable {
  case tag, join, merge

  var after: [String: String] {
    switch self {
    case .tag: ["a.md": "the #job here", "b.md": "#job/plan"]
    case .join: ["a.md": "the #work here\n#work/plan"]
    case .merge: ManyVault.before
    }
  }
}

@MainActor
private struct ManyVault {
  nonisolated static let before = ["a.md": "the #work here", "b.md": "#work/plan"]
  nonisolated static let copy = ConflictCopy(
    copy: NoteID("a.sync-conflict-20260101-101010-ABCDEFG.md"), note: NoteID("a.md"),
    program: .syncthing)

  let notes = MemoryNoteStore(before)
  let conflicts = GivenConflicts()
  let links = MemoryLinks(tags: [TagCount(name: "work", notes: 2)])
  let changes = GivenChanges()

  init(_ act: Many, conflicts count: Int = 0) async {
    if act == .tag { await changes.give(Self.before.keys.sorted().map(Self.renamed)) }
    if act == .join { await changes.give([Self.joined]) }
    await changes.give(joined: Self.before)
    conflicts.add(
      Self.copy,
      MergedCopy(before: [1], after: [1, 2], conflicts: count, hasBase: true))
  }

  /// The other note's text follows the text of the remaining note.
  private static var joined: NoteChange {
    let end = before["a.md"]?.utf8.count ?? 0
    return NoteChange(
      note: NoteID("a.md"), title: "a",
      pieces: [
        NoteChange.Piece(
          range: end..<end, old: [], new: Array("\n#work/plan".utf8), line: 1, context: "",
          contextRange: 0..<0)
      ])
  }

  private static func renamed(_ note: String) -> NoteChange {
    let bytes = Array((before[note] ?? "").utf8)
    let start = bytes.firstIndex(of: UInt8(ascii: "#")).map { $0 + 1 } ?? 0
    let place = start..<(start + 4)
    return NoteChange(
      note: NoteID(NotePath(note)), title: note,
      pieces: [
        NoteChange.Piece(
          range: place, old: Array(bytes[place]), new: Array("job".utf8), line: 1,
          context: before[note] ?? "", contextRange: place)
      ])
  }

  var texts: [String: String] {
    get async {
      var texts: [String: String] = [:]
      for note in await notes.ids { texts[note.path.text] = await notes.text(of: note) }
      return texts
    }
  }

  /// `trashing`: only moving to the trash fails.
  func services(failing error: NoteStoreError?, trashing: Bool) -> VaultServices {
    var vault = VaultServices.inMemory(notes, links: links, changes: changes)
    vault.conflicts = conflicts
    guard let error else { return vault }
    vault.store = TroubledStore(notes, .saving(error))
    if !trashing {
      vault.moves = FailingMoves(error)
      conflicts.fail(next: error)
    }
    return vault
  }
}

private enum Mouth: CaseIterable {
  case screen, commandLine

  /// Returns the message of a failure.
  @MainActor
  func carryOut(
    _ act: Many, _ vault: ManyVault, failing error: NoteStoreError? = nil, trashing: Bool = false,
    cleanOnly: Bool = false
  ) async -> String? {
    let services = vault.services(failing: error, trashing: trashing)
    switch self {
    case .screen: return await Screens(services).carryOut(act, cleanOnly: cleanOnly)
    case .commandLine:
      let scene = CommandScene(vault.notes)
      (scene.links, scene.changes) = (vault.links, vault.changes)
      scene.parts = {
        ($0.store, $0.moves, $0.conflicts) = (services.store, services.moves, services.conflicts)
      }
      let words: [String]
      switch act {
      case .tag: words = ["tags", "rename", "work", "job"]
      case .join: words = ["join", "a.md", "b.md"]
      case .merge:
        words = ["conflicts", "merge", cleanOnly ? "--all" : "a.md"]
      }
      let code = await scene.run(words)
      let said = scene.messages.last { $0.hasPrefix("notes-tui: ") }
      return code == .done ? nil : said?.replacing("notes-tui: ", with: "")
    }
  }
}

/// A view of the screens that records their messages.
@MainActor
private final class Screens: TagRenamingOutput, NoteListInteractorOutput, ConflictsInteractorOutput
{
  private let services: VaultServices
  private let work = Work()
  private var failure: String?

  init(_ services: VaultServices) { self.services = services }

  func carryOut(_ act: Many, cleanOnly: Bool) async -> String? {
    switch act {
    case .tag:
      let tags = TagRenamer(cases: TagCases(services), work: work)
      tags.output = self
      tags.find(renaming: "work", to: "job")
      await work.whenIdle()
      tags.carryOut()
      await work.whenIdle()
    case .join:
      let list = NoteListInteractor(
        NoteListCases(services), journal: services.journal, tasks: .of(MemoryNoteStore()),
        work: work, hearing: {})
      list.output = self
      list.joining.join([NoteID("b.md")], into: NoteID("a.md"))
      await work.whenIdle()
    case .merge:
      let conflicts = ConflictsInteractor(
        cases: ConflictCases(services.conflicts ?? GivenConflicts()), work: work)
      conflicts.add(self)
      conflicts.load()
      await work.whenIdle()
      if cleanOnly { conflicts.mergeClean() } else { conflicts.merge(ManyVault.copy.copy) }
      await work.whenIdle()
    }
    return failure
  }

  func failed(_ message: String) { failure = message }
  func failed(_ failure: NoteListFailure) { self.failure = failure.message }
  func conflictsFailed(_ message: String) { failure = message }

  func tagsChanged() {}
  func found(_ changes: TagChanges) {}
  func renamed(_ changes: TagChanges, _ rewritten: TagsRewritten) {}
  func tookBack(renamingOf tag: String, _ rewritten: TagsRewritten) {}
  func nothingToUndo() {}
  func notesChanged() {}
  func did(_ deed: NoteListOutcome) {}
  func conflictsChanged() {}
}
