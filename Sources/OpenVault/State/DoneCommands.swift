import Comparing
package import Entities
package import Services

/// The latest commands that changed notes, oldest first.
package struct DoneCommands: Equatable, Sendable {
  package static let most = 20

  package private(set) var all: [DoneCommand]

  package init(_ all: [DoneCommand] = []) { self.all = Array(all.suffix(Self.most)) }

  /// Records the next steps of `command`.
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

  /// The first later command that changed one of this command's notes.
  package func laterChange(of command: DoneCommand) -> DoneCommand? {
    guard let index = all.lastIndex(where: { $0.number == command.number }) else { return nil }
    let notes = Set(command.steps.flatMap(\.notes))
    return all[(index + 1)...].first { !notes.isDisjoint(with: $0.steps.flatMap(\.notes)) }
  }

  /// Replaces `old` by `new` in the steps, after the note's entry in the trash changed.
  package mutating func follow(_ old: TrashedNote, _ new: TrashedNote) {
    for (index, command) in all.enumerated() {
      for (number, step) in command.steps.enumerated() where step == .trashed(old) {
        all[index].steps[number] = .trashed(new)
      }
    }
  }

  /// Removes steps with readable text of a note that is now locked, under all its earlier names.
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

  /// Removes a command without undoing it.
  package mutating func drop(_ command: DoneCommand) {
    all.removeAll { $0.number == command.number }
  }

  /// Replaces a command's steps by their known results.
  package mutating func settle(_ command: DoneCommand) {
    guard let index = all.lastIndex(where: { $0.number == command.number }) else { return }
    if command.steps.isEmpty { all.remove(at: index) } else { all[index].steps = command.steps }
  }

  /// Removes the last steps of a command, which were undone.
  package mutating func dropLastSteps(_ count: Int = 1, of command: DoneCommand) {
    guard let index = all.lastIndex(where: { $0.number == command.number }) else { return }
    all[index].steps.removeLast(min(count, all[index].steps.count))
    if all[index].steps.isEmpty { all.remove(at: index) }
  }
}

extension DoneCommand.Step {
  /// The names that these notes had before this step.
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

  /// Whether it reveals text of these notes. A digest does, because the text can be guessed.
  fileprivate func holdsText(of names: Set<NoteID>) -> Bool {
    switch self {
    case .made(let note, _, _), .brought(let note, _, _), .restored(let note, _):
      names.contains(note)
    case .trashed(let note): names.contains(note.original)
    case .moved, .rewrote, .merged, .starting: !names.isDisjoint(with: notes)
    case .whole, .ended, .folder, .beyond, .begun: false
    }
  }

  /// The notes that this step changed, under all names that they had in it.
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
