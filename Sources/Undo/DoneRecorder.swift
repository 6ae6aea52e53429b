import Comparing
import CopyNames
package import Entities
package import OpenVault
package import Services
import Synchronization
import VaultLayers

/// Records the changes of a command as they are made.
package struct DoneRecorder: Sendable {
  private var command: DoneCommand
  private let stored: StoredValue<DoneCommands>
  private let rewriting: any NoteRewriting
  private let tell: @MainActor @Sendable (String) -> Void
  /// The changes of this run, whether or not they could be stored.
  private let log = StoredValue(DoneCommands())
  private let others = StoredValue(0)

  /// `tell` is called if nothing could be stored.
  package init(
    _ command: DoneCommand, in services: VaultServices,
    tell: @escaping @MainActor @Sendable (String) -> Void
  ) {
    self.init(command, in: services.state.done, rewriting: services.moves, tell: tell)
  }

  package init(
    _ command: DoneCommand, in stored: StoredValue<DoneCommands>, rewriting: any NoteRewriting,
    tell: @escaping @MainActor @Sendable (String) -> Void
  ) {
    self.command = command
    self.stored = stored
    self.rewriting = rewriting
    self.tell = tell
  }

  /// The changes of this run so far, without those of an import.
  package var steps: [DoneCommand.Step] { log.value().all.flatMap(\.steps) }

  /// The changes of this run so far, as the command to undo.
  package var done: DoneCommand? { log.value().all.last }

  /// The number of notes changed in this run that `steps` lacks: those that were imported, locked
  /// or unlocked.
  package var otherCount: Int { others.value() }

  /// Counts a change of a note that no step can undo.
  package func countUnrecordedChange() async { _ = try? await others.change { $0 += 1 } }

  /// Records steps. Returns false, and reports it, if nothing could be stored.
  @discardableResult
  func add(_ steps: [DoneCommand.Step]) async -> Bool {
    if steps.isEmpty { return true }
    let command = command
    _ = try? await log.change { $0.add(steps, of: command) }
    return await reportingFailure { () throws(NoteStoreError) in
      try await stored.change { $0.add(steps, of: command) }
    }
  }

  /// Records `steps` before `act` runs, and its result afterward, so that an interrupted change can
  /// be undone.
  func keep<Value>(
    _ steps: [DoneCommand.Step], before act: () async throws(NoteStoreError) -> Value,
    then done: (Value) -> [DoneCommand.Step]
  ) async throws(NoteStoreError) -> Value {
    let isKept = await add(steps)
    do throws(NoteStoreError) {
      let value = try await act()
      if isKept { await replace(steps, by: done(value)) }
      return value
    } catch {
      if isKept { await replace(steps, by: []) }
      throw error
    }
  }

  /// Replaces steps that were recorded before with their results.
  func replace(_ steps: [DoneCommand.Step], by now: [DoneCommand.Step]) async {
    if steps.isEmpty {
      await add(now)
    } else if steps != now {
      await replace(last: steps.count, by: now)
    }
  }

  /// Appends steps that take one line each.
  func grow(_ steps: [DoneCommand.Step]) async throws(NoteStoreError) {
    if steps.isEmpty { return }
    let count = steps.count(where: \.isImportedFile)
    _ = try? await others.change { $0 += count }
    var part = command
    part.steps = steps
    try await stored.add(DoneCommands([part]))
  }

  /// Replaces the last steps, recorded before they were made, with their results.
  func replace(last count: Int, by steps: [DoneCommand.Step]) async {
    let command = command
    let replace: StoredValue<DoneCommands>.Change = {
      $0.dropLastSteps(count, of: command)
      $0.add(steps, of: command)
    }
    _ = try? await log.change(replace)
    _ = try? await stored.change(replace)
  }

  /// Continues the last command if it is the same one, was interrupted, and made some of these
  /// files. Returns the files that it made.
  package func continuing(_ files: Set<NotePath>) async -> (DoneRecorder, earlier: Set<NotePath>) {
    guard let last = await stored.load().all.last, last.name == command.name,
      last.steps.last != .ended
    else { return (self, []) }
    let brought = last.steps.compactMap { step in
      if case .brought(let note, _, _) = step { note.path } else { nil }
    }
    guard brought.contains(where: files.contains) else { return (self, []) }
    var recorder = self
    recorder.command = last.withoutSteps
    return (recorder, Set(brought))
  }

  /// Records the end of an import, unless it made nothing.
  package func end() async {
    guard await stored.load().all.contains(where: { $0.number == command.number }) else { return }
    await reportingFailure { () throws(NoteStoreError) in try await grow([.ended]) }
  }

  @discardableResult
  private func reportingFailure(
    _ store: () async throws(NoteStoreError) -> Void
  ) async -> Bool {
    do throws(NoteStoreError) {
      try await store()
      return true
    } catch {
      await tell("This change cannot be undone: \(error.message)")
      return false
    }
  }
}

extension DoneRecorder {
  /// Records a text that another program, or the store, replaced.
  package func keep(_ note: NoteID, from old: [UInt8], to new: [UInt8]) async {
    await add(steps(note, from: old, to: new))
  }

  func steps(
    _ note: NoteID, from old: [UInt8], to new: [UInt8]
  ) -> [DoneCommand.Step] {
    guard mayKeep(note, max(old.count, new.count)) else { return [.beyond(note)] }
    if old == new { return [] }
    var (start, oldEnd, newEnd) = (0, old.count, new.count)
    while start < oldEnd, start < newEnd, old[start] == new[start] { start += 1 }
    while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
      (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1)
    }
    let piece = NoteChange.Piece(
      range: start..<oldEnd, old: Array(old[start..<oldEnd]), new: Array(new[start..<newEnd]),
      line: 1, context: "", contextRange: 0..<0)
    let change = NoteChange(note: note, title: "", pieces: [piece])
    return [.rewrote(rewriting.receipt(of: change, leaving: new))]
  }
}

extension DoneRecorder {
  /// Returns the store with its changes recorded. With `bringing`, new files are copies from
  /// elsewhere, and undo removes them for good.
  package func recording(_ store: any NoteStore, bringing: Bool = false) -> any NoteStore {
    RecordedStore(store: store, recorder: self, isBringing: bringing)
  }

  package func recording(
    _ moves: any NoteMoves & NoteRewriting
  ) -> any NoteMoves & NoteRewriting {
    let noted = PreRecordedSteps()
    let noting = moves.noting { step in
      let steps = step.asKept
      noted.take(await add(steps) ? steps : [])
    }
    return RecordedMoves(moves: noting ?? moves, recorder: self, noted: noted)
  }
}

/// Imports that can be undone.
package protocol RecordableImports: NoteImports {
  /// Returns the imports with their changes recorded for `undo`.
  func recorded(by recorder: DoneRecorder) -> any NoteImports
}

extension VaultServices {
  /// Returns the services with their changes recorded for `undo`.
  package func recorded(by recorder: DoneRecorder) -> VaultServices {
    var services = self
    services.store = recorder.recording(store)
    services.moves = recorder.recording(moves)
    if let imports = exchange.imports as? any RecordableImports {
      services.exchange.imports = imports.recorded(by: recorder)
    }
    services.conflicts = conflicts.map { conflicts in
      RecordedConflicts(
        conflicts: conflicts.writing(by: services.store, services.moves), recorder: recorder)
    }
    return services
  }
}

/// The recorded steps of a move in progress; empty if they could not be stored, nil if none were
/// reported before the move.
private final class PreRecordedSteps: Sendable {
  private let steps = Mutex<[DoneCommand.Step]?>(nil)

  func take(_ new: [DoneCommand.Step]) { steps.withLock { $0 = new } }

  func giveBack() -> [DoneCommand.Step]? {
    steps.withLock { steps in
      defer { steps = nil }
      return steps
    }
  }
}

/// Moves and rewritings that are recorded.
private struct RecordedMoves: ForwardingMoves {
  let moves: any NoteMoves & NoteRewriting
  let recorder: DoneRecorder
  let noted: PreRecordedSteps

  func move(
    _ moves: [NoteMove], linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    try await recorded(\.steps) { () throws(NoteStoreError) in
      try await self.moves.move(moves, linking: linking)
    }
  }

  func trial(_ trial: MoveTrial) -> any NoteMoves & NoteRewriting {
    recorder.recording(moves.trial(trial))
  }

  func rename(
    _ note: NoteID, to title: String, linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    try await recorded(\.steps) { () throws(NoteStoreError) in
      try await moves.rename(note, to: title, linking: linking)
    }
  }

  func undo(_ receipt: MoveReceipt) async throws(NoteStoreError) -> MoveReceipt {
    try await recorded(\.steps) { () throws(NoteStoreError) in try await moves.undo(receipt) }
  }

  func rewrite(_ changes: [NoteChange]) async throws(NoteStoreError) -> RewriteReceipt {
    try await recorded(\.steps) { () throws(NoteStoreError) in try await moves.rewrite(changes) }
  }

  func undo(_ receipt: RewriteReceipt) async throws(NoteStoreError) -> RewriteReceipt {
    try await recorded(\.steps) { () throws(NoteStoreError) in try await moves.undo(receipt) }
  }

  /// Records a change, unless its steps were already recorded before it began.
  private func recorded<Receipt>(
    _ steps: (Receipt) -> [DoneCommand.Step], _ act: () async throws(NoteStoreError) -> Receipt
  ) async throws(NoteStoreError) -> Receipt {
    do throws(NoteStoreError) {
      let receipt = try await act()
      let before = noted.giveBack()
      if before != [] { await recorder.replace(before ?? [], by: steps(receipt)) }
      return receipt
    } catch {
      if let before = noted.giveBack() { await recorder.replace(before, by: []) }
      throw error
    }
  }
}

extension DoneCommand.Step {
  fileprivate var asKept: [DoneCommand.Step] {
    switch self {
    case .moved(let receipt): receipt.steps
    case .rewrote(let receipt): receipt.steps
    default: [self]
    }
  }
}

extension MoveReceipt {
  /// The steps to store.
  fileprivate var steps: [DoneCommand.Step] {
    if touched.isEmpty { return [] }
    var copy = self
    copy.texts = texts.withoutLocked
    return [.moved(copy)]
  }
}

extension RewriteReceipt {
  /// The steps to store.
  fileprivate var steps: [DoneCommand.Step] {
    if changes.isEmpty { return [] }
    let size = changes.flatMap(\.pieces).reduce(0) { $0 + $1.old.count + $1.new.count }
    let isKept = changes.allSatisfy { $0.pieces.isEmpty || mayKeep($0.note, size) }
    if !isKept { return notes.map { .beyond($0) } }
    var copy = self
    copy.texts = texts.withoutLocked
    return [.rewrote(copy)]
  }
}

extension [RewrittenText] {
  fileprivate var withoutLocked: [RewrittenText] { filter { !$0.note.isLocked } }
}

/// Merged copies. The services that change notes record that themselves, in advance.
private struct RecordedConflicts: NoteConflicts {
  /// These must write through such services.
  let conflicts: any NoteConflicts
  let recorder: DoneRecorder

  func copies() async throws(NoteIndexError) -> [ConflictCopy] { try await conflicts.copies() }

  func marked() async throws(NoteIndexError) -> [MarkedNote] { try await conflicts.marked() }

  func remains() async -> [SyncRemains] { await conflicts.remains() }

  func merged(_ copy: ConflictCopy) async throws(NoteStoreError) -> MergedCopy {
    try await conflicts.merged(copy)
  }

  func merge(
    _ copies: [ConflictCopy], cleanOnly: Bool
  ) async throws(NoteStoreError) -> ConflictReceipt {
    await recorded(try await conflicts.merge(copies, cleanOnly: cleanOnly))
  }

  func keep(
    _ copy: ConflictCopy, as title: String
  ) async throws(NoteStoreError) -> ConflictReceipt {
    await recorded(try await conflicts.keep(copy, as: title))
  }

  func undo(_ receipt: ConflictReceipt) async throws(NoteStoreError) -> [NoteID] {
    try await conflicts.undo(receipt)
  }

  /// Records encrypted copies, which are not notes of the store.
  private func recorded(_ receipt: ConflictReceipt) async -> ConflictReceipt {
    var closed = ConflictReceipt()
    closed.trashed = receipt.trashed.filter { $0.closedName != nil }
    if !closed.trashed.isEmpty { await recorder.add([.merged(closed)]) }
    return receipt
  }
}
