import Comparing
package import Entities
package import Services

/// The latest commands that changed notes, the last one at the end.
package struct DoneCommands: Equatable, Sendable {
  package static let most = 20

  package private(set) var all: [DoneCommand]

  package init(_ all: [DoneCommand] = []) { self.all = Array(all.suffix(Self.most)) }

  /// Takes note of what `command` did next.
  package mutating func add(_ steps: [DoneCommand.Step], of command: DoneCommand) {
    if steps.isEmpty { return }
    if let index = all.lastIndex(where: { $0.number == command.number }) {
      all[index].steps += steps
    } else {
      var new = command
      new.steps += steps
      self = DoneCommands(all + [new])
    }
  }

  /// The first command after this one that changed a note of it.
  package func laterChange(of command: DoneCommand) -> DoneCommand? {
    guard let index = all.lastIndex(where: { $0.number == command.number }) else { return nil }
    let notes = Set(command.steps.flatMap(\.notes))
    return all[(index + 1)...].first { !notes.isDisjoint(with: $0.steps.flatMap(\.notes)) }
  }

  /// What lies in the trash is this now: of which a command says that it was put there.
  package mutating func follow(_ old: TrashedNote, _ new: TrashedNote) {
    for (index, command) in all.enumerated() {
      for (number, step) in command.steps.enumerated() where step == .trashed(old) {
        all[index].steps[number] = .trashed(new)
      }
    }
  }

  /// Nothing readable is left of a note that is locked now, under none of the names that it had.
  package mutating func forgetTexts(of note: NoteID) {
    var names: Set<NoteID> = [note]
    for index in all.indices.reversed() {
      for number in all[index].steps.indices.reversed() {
        let step = all[index].steps[number]
        names.formUnion(step.earlierNames(of: names))
        if step.holdsText(of: names) { all[index].steps[number] = .beyond(note) }
      }
    }
  }

  /// What a command did stays.
  package mutating func drop(_ command: DoneCommand) {
    all.removeAll { $0.number == command.number }
  }

  /// Replaces a command's steps by their known results.
  package mutating func settle(_ command: DoneCommand) {
    guard let index = all.lastIndex(where: { $0.number == command.number }) else { return }
    if command.steps.isEmpty { all.remove(at: index) } else { all[index].steps = command.steps }
  }

  /// The last steps of a command are taken back.
  package mutating func dropLastSteps(_ count: Int = 1, of command: DoneCommand) {
    guard let index = all.lastIndex(where: { $0.number == command.number }) else { return }
    all[index].steps.removeLast(min(count, all[index].steps.count))
    if all[index].steps.isEmpty { all.remove(at: index) }
  }
}

extension DoneCommand.Step {
  /// What the notes of these names were called before it.
  fileprivate func earlierNames(of names: Set<NoteID>) -> [NoteID] {
    switch self {
    case .moved(let receipt): receipt.moves.filter { names.contains($0.to) }.map(\.from)
    case .rewrote(let receipt): receipt.moves.filter { names.contains($0.to) }.map(\.from)
    case .merged(let receipt):
      ((receipt.renamed?.moves ?? []) + (receipt.rewriting?.moves ?? []))
        .filter { names.contains($0.to) }.map(\.from)
    case .restored(let note, let trashed): names.contains(note) ? [trashed?.original ?? note] : []
    case .made, .brought, .whole, .ended, .folder, .trashed, .beyond, .begun, .starting: []
    }
  }

  /// A digest is enough to guess by, and a title is text.
  fileprivate func holdsText(of names: Set<NoteID>) -> Bool {
    switch self {
    case .made(let note, _, _), .brought(let note, _, _), .restored(let note, _):
      names.contains(note)
    case .trashed(let note): names.contains(note.original)
    case .moved, .rewrote, .merged, .starting: !names.isDisjoint(with: notes)
    case .whole, .ended, .folder, .beyond, .begun: false
    }
  }

  /// The notes that it changed, under all the names that they had by it.
  package var notes: [NoteID] {
    switch self {
    case .made(let note, _, _), .brought(let note, _, _), .beyond(let note): [note]
    case .restored(let note, let trashed): [note] + (trashed.map { [$0.original] } ?? [])
    case .trashed(let note): [note.original]
    case .moved(let receipt): receipt.touched + receipt.texts.map { NoteID($0.note) }
    case .rewrote(let receipt): receipt.touched + receipt.texts.map { NoteID($0.note) }
    case .merged(let receipt):
      (receipt.rewriting?.touched ?? []) + (receipt.renamed?.touched ?? [])
        + receipt.trashed.map(\.original) + (receipt.made.map { [$0] } ?? [])
    case .starting(.trash(let note)): [note]
    case .starting(.restore(let note, _)): [note.original]
    case .whole, .ended, .folder, .begun, .starting(.make): []
    }
  }
}

extension DoneCommands: GrowingValue {
  package mutating func add(_ more: DoneCommands) {
    for command in more.all { add(command.steps, of: command.withoutSteps) }
  }
}
