import Entities
import FakeTerminal
import Lists
import OpenVault
import Services
import Terminal
import TestSupport
import Testing
import UseCases
import VaultSettings
import Viper

@testable import Properties

/// The form over notes in memory.
@MainActor
final class PropertiesBench {
  let work = Work()
  let store: MemoryNoteStore
  let rewriting: MemoryRewriting
  let wireframe = FakeWireframe()
  let interactor: PropertiesInteractor
  let presenter: PropertiesPresenter
  let screen: PropertiesScreen
  private(set) var changed: [[NoteID]] = []

  init(_ texts: [String: String], types: [String: PropertyType] = [:]) {
    store = MemoryNoteStore(texts)
    rewriting = MemoryRewriting(store)
    let links = MemoryLinks(properties: [
      (PropertyCount(name: "status", type: .text, notes: 9), ["open", "done", "on hold"]),
      (PropertyCount(name: "due", type: .date, notes: 5), ["2026-01-01"]),
      (PropertyCount(name: "tags", type: .tags, notes: 7), ["work", "home"]),
      (PropertyCount(name: "draft", type: .checkbox, notes: 1), ["true"]),
    ])
    var vault = VaultServices.inMemory(
      store, rewriting: rewriting, links: links, texts: LineTexts())
    vault.foreign = GivenTypes(types)
    let notes = texts.keys.sorted().map { NoteID($0) }
    var heard: (([NoteID]) -> Void)?
    interactor = PropertiesInteractor(
      of: { notes },
      cases: PropertyEditing(vault, clock: StillClock()), work: work)
    presenter = PropertiesPresenter(interactor: interactor, wireframe: wireframe) { heard?($0) }
    screen = PropertiesScreen(presenter: presenter)
    heard = { [weak self] in self?.changed.append($0) }
  }

  func start() async {
    presenter.moduleIsReady(RouteHandle(name: "Properties") { _ in })
    await work.whenIdle()
  }

  func press(_ keys: Key...) async {
    for key in keys {
      _ = screen.handle(.key(key))
      await work.whenIdle()
    }
  }

  func type(_ text: String) async {
    for character in text { await press(Key(.character(character))) }
  }

  func text(_ note: String = "a.md") async -> String? { await store.text(of: NoteID(note)) }

  /// Without empty lines at the end.
  func lines(_ columns: Int = 50, _ rows: Int = 10) -> [String] {
    var lines = FakeFrame.drawing(screen, columns: columns, rows: rows).lines
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  var message: String { screen.chrome.message }
}

@MainActor
final class FakeWireframe: PropertiesWireframe {
  let questions = AskedQuestions()
  /// Editors cannot be saved.
  var refuses = false
  private(set) var saves = 0

  func saveEditors(then goOn: @escaping @MainActor () -> Void) {
    saves += 1
    if !refuses { goOn() }
  }

  func ask(_ question: Question, then answer: @escaping @MainActor (Answer) -> Void) {
    questions.take(question, then: answer)
  }
}

struct GivenTypes: ForeignSettings {
  private let types: [String: PropertyType]

  init(_ types: [String: PropertyType]) { self.types = types }

  func obsidian() async -> ObsidianSettings {
    var settings = ObsidianSettings()
    settings.propertyTypes = types
    return settings
  }

  var templateFolder: String? { nil }
}
