import Entities
import Services
import UseCases
import Viper

/// Reads the properties of some notes and changes one property in all of them.
@MainActor
final class PropertiesInteractor {
  /// Weak: the presenter holds its interactor.
  weak var output: (any PropertiesEditingOutput)?
  /// The properties as last read.
  private(set) var shared = SharedProperties()
  /// All property names of the vault, the most frequent first.
  private(set) var names: [String] = []

  private let notes: @Sendable () -> [NoteID]
  private let cases: PropertyEditing
  private let scope: WorkScope
  /// A hash of each note's front matter when it was read.
  private var sheets: [NoteID: Int] = [:]
  /// The declared types, by lowercase name.
  private var declared: [String: PropertyType] = [:]
  private var known: [String: PropertyType] = [:]
  /// The steps that can be undone, the last at the end.
  private var done: [RewriteReceipt] = []
  private let latest = Latest()
  /// Whether the notes were read once. Before that, nothing can count as changed by others.
  private var hasRead = false
  /// The state of this screen's own change, which explains a difference in what is read.
  private var own = OwnChange.none

  private enum OwnChange { case none, underWay, written }

  init(
    of notes: @escaping @Sendable () -> [NoteID], cases: PropertyEditing, work: Work
  ) {
    self.notes = notes
    self.cases = cases
    scope = work.scope()
  }

  // MARK: - Reading

  func load(becauseOfOthers: Bool) {
    scope.run(
      { [notes, cases] in try await cases.read(notes()) },
      done: latest.only { [weak self] read in
        guard let self else { return }
        let isOther = becauseOfOthers && hasRead && own == .none && read.shared != shared
        hasRead = true
        if own == .written { own = .none }
        (shared, sheets, declared) = (read.shared, read.sheets, read.declared)
        output?.propertiesChanged(byOthers: isOther)
      },
      failed: latest.still { [weak self] in self?.fail($0) })
    if names.isEmpty { findNames() }
  }

  private func findNames() {
    scope.run({ [cases] in try await cases.counts() }) { [weak self] result in
      guard let self, case .success(let counts) = result else { return }
      names = counts.sorted { ($1.notes, $0.name) < ($0.notes, $1.name) }.map(\.name)
      for count in counts { known[count.name.lowercased()] = count.type }
    }
  }

  /// Finds the values of a property in the vault's notes; reports them by `valuesWereFound`.
  func findValues(of name: String) {
    scope.run({ [cases] in try await cases.values(of: name) }) { [weak self] result in
      if case .success(let values) = result { self?.output?.valuesWereFound(values, of: name) }
    }
  }

  // MARK: - Types and values

  func type(of name: String) -> PropertyType? {
    let key = name.lowercased()
    return declared[key] ?? shared[name]?.type ?? known[key]
  }

  /// Returns the meaning of typed words for a property; `type` is the type that the person chose.
  func meaning(of words: String, for name: String, as type: PropertyType?) -> PropertyMeaning {
    if type == nil, self.type(of: name) == nil, shared[name]?.own == nil,
      let guess = cases.words.guess(words, of: name)
    {
      return PropertyMeaning(
        type: guess.type, value: guess.values.joined(separator: ", "),
        reading: PropertiesWords.guessed(guess.values, as: guess.type),
        items: guess.type == .multitext ? guess.values : nil, isGuessed: true)
    }
    let type = PropertyWords.type(
      of: name, declared: type ?? declared[name.lowercased()], own: shared[name]?.own,
      known: self.type(of: name), written: [words])
    if words.allSatisfy(\.isWhitespace) {
      return PropertyMeaning(type: type, value: "", reading: PropertiesWords.empty)
    }
    do throws(NoteTextProblem) {
      let value = try cases.words.value(words, of: name, as: type)
      return PropertyMeaning(
        type: type, value: value, reading: PropertiesWords.reading(value, as: type))
    } catch {
      return PropertyMeaning(type: type, value: nil, reading: error.message)
    }
  }

  // MARK: - Changes

  /// Changes all the notes in one step. If another program changed one since it was read, nothing
  /// is written, and the failure is reported.
  func carryOut(_ action: PropertyAction) {
    let (sheets, cases) = (sheets, cases)
    own = .underWay
    scope.run({ try await cases.carryOut(action, in: sheets) }) { [weak self] outcome in
      guard let self else { return }
      if outcome.receipt == nil, let first = outcome.left.first {
        own = .none
        return fail(PropertyFailure.leftAlone(first.note, reason: first.reason))
      }
      if let receipt = outcome.receipt { done.append(receipt) }
      own = .written
      output?.did(action, in: outcome.receipt?.notes ?? [], leaving: outcome.leaving)
      load(becauseOfOthers: false)
    } failed: { [weak self] error in
      guard let self else { return }
      own = .none
      fail(error)
      // The notes have changed since they were read.
      load(becauseOfOthers: true)
    }
  }

  func undo() {
    guard let receipt = done.popLast() else {
      output?.nothingToUndo()
      return
    }
    own = .underWay
    scope.run({ [cases] in try await cases.undo(receipt) }) { [weak self] back in
      guard let self else { return }
      own = .written
      output?.tookBack(in: back.notes)
      load(becauseOfOthers: false)
    } failed: { [weak self] error in
      guard let self else { return }
      own = .none
      done.append(receipt)
      fail(error)
    }
  }

  private func fail(_ error: any Error) {
    output?.failed(error as? PropertyFailure ?? .index(.cancelled))
  }

  func stop() { scope.end() }
}

extension PropertiesInteractor: VaultListener {
  func notesChangedOutside(_ notes: Set<NoteID>) {
    load(becauseOfOthers: true)
  }
}
