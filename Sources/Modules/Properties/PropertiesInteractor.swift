import Entities
import Services
import VaultSettings
import Viper

/// Reads the properties of some notes, and changes one of them in all of these.
@MainActor
final class PropertiesInteractor: PropertiesEditing {
  weak var output: (any PropertiesEditingOutput)?
  private(set) var shared = SharedProperties()
  private(set) var names: [String] = []

  private let notes: @Sendable () -> [NoteID]
  private let services: PropertiesServices
  private let scope: WorkScope
  /// What front matter said of each note when it was read.
  private var sheets: [NoteID: Int] = [:]
  /// Names are in lower case.
  private var declared: [String: PropertyType] = [:]
  private var known: [String: PropertyType] = [:]
  /// What can be taken back, the last at the end.
  private var done: [RewriteReceipt] = []
  private let latest = Latest()
  /// A change of this screen's own: what is read meanwhile is other than it was because of that.
  private var own = OwnChange.none

  private enum OwnChange { case none, underWay, written }

  init(
    of notes: @escaping @Sendable () -> [NoteID], services: PropertiesServices, work: Work
  ) {
    self.notes = notes
    self.services = services
    scope = work.scope()
  }

  var canUndo: Bool { !done.isEmpty }

  // MARK: - Reading

  func load(becauseOfOthers: Bool) {
    scope.run(
      { [notes, services] in
        let declared = await services.foreign.obsidian().propertyTypes
        return try await PropertyReading(of: notes(), services, declared: declared)
      },
      then: latest.only { [weak self] result in
        guard let self else { return }
        switch result {
        case .success(let read):
          let isOther = becauseOfOthers && own == .none && read.shared != shared
          if own == .written { own = .none }
          (shared, sheets, declared) = (read.shared, read.sheets, read.declared)
          output?.propertiesChanged(byOthers: isOther)
        case .failure(let error): fail(error)
        }
      })
    if names.isEmpty { findNames() }
  }

  private func findNames() {
    let links = services.links
    scope.run({ try await links.properties() }) { [weak self] result in
      guard let self, case .success(let counts) = result else { return }
      names = counts.sorted { ($1.notes, $0.name) < ($0.notes, $1.name) }.map(\.name)
      for count in counts { known[count.name.lowercased()] = count.type }
    }
  }

  func findValues(of name: String) {
    let links = services.links
    scope.run({ try await links.values(ofProperty: name, atMost: 500) }) { [weak self] result in
      if case .success(let values) = result { self?.output?.valuesWereFound(values, of: name) }
    }
  }

  // MARK: - What is meant

  func type(of name: String) -> PropertyType? {
    let key = name.lowercased()
    return declared[key] ?? shared[name]?.type ?? known[key]
  }

  func meaning(of words: String, for name: String, as type: PropertyType?) -> PropertyMeaning {
    let type = PropertyWords.type(
      of: name, declared: type ?? declared[name.lowercased()], own: shared[name]?.own,
      known: self.type(of: name), written: [words])
    if words.allSatisfy(\.isWhitespace) {
      return PropertyMeaning(type: type, value: "", reading: PropertiesWords.empty)
    }
    let clock = services.clock
    let meant = PropertyWords(services.tasks, today: Day(clock.civil(clock.now)))
    do throws(NoteTextProblem) {
      let value = try meant.value(words, of: name, as: type)
      return PropertyMeaning(
        type: type, value: value, reading: PropertiesWords.reading(value, as: type))
    } catch {
      return PropertyMeaning(type: type, value: nil, reading: error.message)
    }
  }

  // MARK: - Changing

  func carryOut(_ deed: PropertyDeed) {
    let (sheets, services) = (sheets, services)
    own = .underWay
    scope.run({ () async throws -> (RewriteReceipt, [PropertyChanges.Left]) in
      let plan = try await PropertyPlan(deed, in: sheets, services)
      if plan.changes.isEmpty { return (RewriteReceipt(changes: []), plan.left) }
      return (try await services.rewriting.rewrite(plan.changes), plan.left)
    }) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success((let receipt, let left)):
        if receipt.changes.isEmpty, let first = left.first {
          own = .none
          return fail(PropertiesFailure.refused(first.reason))
        }
        if !receipt.changes.isEmpty { done.append(receipt) }
        refresh(receipt.touched) { $0.did(deed, in: receipt.notes, leaving: left) }
      case .failure(let error):
        own = .none
        fail(error)
        // What was read is not what there is.
        load(becauseOfOthers: true)
      }
    }
  }

  func undo() {
    guard let receipt = done.popLast() else {
      output?.nothingToUndo()
      return
    }
    let rewriting = services.rewriting
    own = .underWay
    scope.run({ try await rewriting.undo(receipt) }) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let back): refresh(back.touched) { $0.tookBack(in: back.notes) }
      case .failure(let error):
        own = .none
        done.append(receipt)
        fail(error)
      }
    }
  }

  /// What was done is told once the index knows it.
  private func refresh(
    _ notes: [NoteID], then tell: @escaping @MainActor (any PropertiesEditingOutput) -> Void
  ) {
    let index = services.index
    scope.run({ try await index.refresh(notes) }) { [weak self] result in
      guard let self else { return }
      if case .failure(let error) = result { fail(error) }
      own = .written
      if let output { tell(output) }
      load(becauseOfOthers: false)
    }
  }

  private func fail(_ error: any Error) {
    switch error {
    case let error as NoteStoreError: output?.failed(.store(error))
    case let error as NoteIndexError: output?.failed(.index(error))
    case let error as PropertiesFailure: output?.failed(error)
    default: output?.failed(.refused("\(error)"))
    }
  }

  func stop() { scope.end() }
}
