import Entities
import Services
import Viper

/// Holds the tags of the vault, and gives them other names in all notes at once.
@MainActor
final class TagRenamer: TagRenaming {
  weak var output: (any TagRenamingOutput)?
  private(set) var tags: [TagItem] = []

  private let links: any NoteLinks
  private let index: any NoteIndex
  private let changes: any NoteChanges
  private let rewriting: any NoteRewriting
  private let scope: WorkScope
  /// What was found last, and how it is shown.
  private var found: (shown: TagChanges, changes: [NoteChange])?
  /// Tells the last question from those before it.
  private var question = 0
  /// What can be taken back, the last at the end.
  private var done: [(tag: String, receipt: RewriteReceipt)] = []
  private var isLoading = false
  private var mustLoadAgain = false

  init(
    links: any NoteLinks, index: any NoteIndex, changes: any NoteChanges,
    rewriting: any NoteRewriting, work: Work
  ) {
    self.links = links
    self.index = index
    self.changes = changes
    self.rewriting = rewriting
    scope = work.scope()
  }

  /// One asking at a time, and the last one counts.
  func load() {
    if isLoading {
      mustLoadAgain = true
      return
    }
    isLoading = true
    let links = links
    scope.run({ try await links.tagTree() }) { [weak self] result in
      guard let self else { return }
      self.isLoading = false
      if self.mustLoadAgain {
        self.mustLoadAgain = false
        return self.load()
      }
      switch result {
      case .success(let tree):
        self.tags = tree.map { TagItem(name: $0.name, own: $0.own, all: $0.all) }
        self.output?.tagsChanged()
      case .failure(let error): self.fail(error)
      }
    }
  }

  // MARK: - Renaming

  func find(renaming tag: String, to name: String) {
    question += 1
    found = nil
    let key = name.lowercased()
    let merges = key != tag.lowercased() && tags.contains { $0.name.lowercased() == key }
    let (question, changes) = (question, changes)
    scope.run({
      let found = try await changes.renaming(tag: tag, to: name)
      let shown = TagChanges(
        tag: tag, name: name, merges: merges, notes: found.count,
        lines: found.flatMap(Self.lines), moves: found.compactMap(\.move))
      return (shown, found)
    }) { [weak self] result in
      guard let self, question == self.question else { return }
      switch result {
      case .success((let shown, let changes)):
        self.found = (shown, changes)
        self.output?.found(shown)
      case .failure(let error): self.fail(error)
      }
    }
  }

  private nonisolated static func lines(of change: NoteChange) -> [TagChanges.Line] {
    change.pieces.map { piece in
      let context = Array(piece.context.utf8)
      let place = piece.place.clamped(to: context.indices)
      return TagChanges.Line(
        note: change.note, title: change.title, number: piece.line,
        before: String(decoding: context[..<place.lowerBound], as: UTF8.self),
        old: String(decoding: context[place], as: UTF8.self),
        new: String(decoding: piece.new, as: UTF8.self),
        after: String(decoding: context[place.upperBound...], as: UTF8.self))
    } + (change.move.map { [nameLine(of: change, $0)] } ?? [])
  }

  private nonisolated static func nameLine(
    of change: NoteChange, _ move: NoteMove
  ) -> TagChanges.Line {
    let (old, new) = (move.from.path.name.text, move.to.path.name.text)
    let before = zip(old, new).prefix { $0 == $1 }.count
    let most = min(old.count, new.count) - before
    let after = zip(old.reversed(), new.reversed()).prefix(most).prefix { $0 == $1 }.count
    return TagChanges.Line(
      note: change.note, title: change.title, number: nil,
      before: String(old.prefix(before)), old: String(old.dropFirst(before).dropLast(after)),
      new: String(new.dropFirst(before).dropLast(after)), after: String(old.suffix(after)))
  }

  func carryOut() {
    guard let (shown, changes) = found else { return }
    found = nil
    if changes.isEmpty { return }
    let rewriting = rewriting
    scope.run({ try await rewriting.rewrite(changes) }) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let receipt):
        self.done.append((shown.tag, receipt))
        self.refresh(receipt.touched) { $0.renamed(shown, receipt) }
      case .failure(let error): self.fail(error)
      }
    }
  }

  func undo() {
    guard let (tag, receipt) = done.popLast() else {
      output?.nothingToUndo()
      return
    }
    let rewriting = rewriting
    scope.run({ try await rewriting.undo(receipt) }) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let back): self.refresh(back.touched) { $0.tookBack(renamingOf: tag, back) }
      case .failure(let error):
        self.done.append((tag, receipt))
        self.fail(error)
      }
    }
  }

  /// What was done is told once the index knows it.
  private func refresh(
    _ notes: [NoteID], then tell: @escaping @MainActor (any TagRenamingOutput) -> Void
  ) {
    let index = index
    scope.run({ try await index.refresh(notes) }) { [weak self] result in
      guard let self else { return }
      if case .failure(let error) = result { self.fail(error) }
      if let output = self.output { tell(output) }
      self.load()
    }
  }

  private func fail(_ error: any Error) {
    switch error {
    case let error as NoteStoreError: output?.failed(.store(error))
    case let error as NoteIndexError: output?.failed(.index(error))
    default: output?.failed(.index(.refused(TagsWords.failure(error))))
    }
  }

  func stop() { scope.end() }
}
