import TextEngine

/// The undo list of Emacs: undoing adds to it too, so that every state can be restored.
struct EmacsUndoState {
  enum Record {
    /// The end of a command.
    case boundary
    /// An earlier point.
    case point(Int)
    case inserted(Range<Int>)
    /// Deleted text and its offset; whether point was after it, and the mark's offset in it.
    case deleted(Rope, at: Int, isPointBehind: Bool, mark: Int)
    /// The cursors before the command, if there were several.
    case cursors(Cursors)
  }

  struct Cursors {
    var point: Int
    var others: [Int]
  }

  var records: [Record] = []
  /// The state of the text before the oldest record; nil if no older one is known.
  var first: UndoTree.StateID?
  var isBegun = false
  /// The number of records that the next undo can still revert; nil if none are left.
  var pending: Int?
  /// The records of the region, if undo is limited to it.
  var regional: [Record]?
  /// The number of records after the last undo, without trailing boundaries.
  var recordCountAfterUndo: Int?
  var pointBefore = 0
  /// The number of typed characters that the last boundary joined; nil if a command made it.
  var joined: Int?
  var isJoining = false
  /// Whether anything was recorded since the last command began.
  var hasChanged = false
  /// The cursors before the command, if there are several.
  var cursors: Cursors?
  /// The records of each undo that can be redone, the latest last.
  var undone: [Range<Int>] = []
  /// Whether undo makes the current changes.
  var isReverting = false

  static let mostRecords = 8_000

  var isAtBoundary: Bool {
    if case .boundary? = records.last { return true }
    return records.isEmpty
  }

  var topWithoutBoundaries: Int {
    var count = records.count
    while count > 0, records[count - 1].isUndoSeparator { count -= 1 }
    return count
  }
}

extension EmacsMachine {
  /// Begins a step before a command.
  mutating func beginUndoStep() {
    text.endStep()
    let isJoining = undo.isJoining
    let hasChanged = undo.hasChanged
    undo.isJoining = false
    undo.hasChanged = false
    // A failed deletion leaves no boundary, as in Emacs.
    if !undo.isAtBoundary, hasChanged || !isJoining {
      endUndoGroup()
      undo.joined = isJoining ? (undo.joined ?? -1) + 1 : nil
    }
    undo.pointBefore = point
    noteCursors()
    forgetOldRecords()
  }

  /// Ends the step: later changes of this command are undone separately.
  mutating func addUndoBoundary() {
    text.endStep()
    if !undo.isAtBoundary { endUndoGroup() }
    undo.pointBefore = point
  }

  /// Joins typed letters and single deletions to the last step, up to 20.
  mutating func joinUndo() {
    undo.isJoining = true
    guard let joined = undo.joined else { return }
    if joined < 20, command.name == command.last {
      if case .boundary? = undo.records.last {
        reopenUndoGroup()
        text.continueStep()
      }
    } else {
      undo.joined = nil
    }
  }

  private mutating func forgetOldRecords() {
    guard undo.records.count > EmacsUndoState.mostRecords else { return }
    let dropped = undo.records.count / 4
    undo.records.removeFirst(dropped)
    undo.undone = []
    undo.first = nil
    if undo.regional == nil { undo.pending = undo.pending.map { max(0, $0 - dropped) } }
    undo.recordCountAfterUndo = undo.recordCountAfterUndo.map { $0 - dropped }
  }

  // MARK: - Recording

  mutating func recordInsertion(_ range: Range<Int>) {
    recordPoint(range.lowerBound)
    if case .inserted(let last)? = undo.records.last, last.upperBound == range.lowerBound {
      undo.records[undo.records.count - 1] = .inserted(last.lowerBound..<range.upperBound)
    } else {
      undo.records.append(.inserted(range))
    }
  }

  mutating func recordDeletion(_ range: Range<Int>, keepsMark: Bool) {
    recordPoint(range.lowerBound)
    var inside = 0
    if keepsMark, let mark = region.mark, range.contains(mark) || mark == range.upperBound {
      inside = mark - range.lowerBound
    }
    // Undo restores point from before the command.
    if point == range.upperBound { recordPoint(point) }
    undo.records.append(
      .deleted(
        part(range), at: range.lowerBound, isPointBehind: point == range.upperBound, mark: inside))
  }

  private mutating func recordPoint(_ start: Int) {
    undo.hasChanged = true
    if !undo.isReverting { undo.undone = [] }
    if undo.isAtBoundary, undo.pointBefore != start {
      undo.records.append(.point(undo.pointBefore))
    }
  }

  /// Records an edit by others as a separate step.
  mutating func recordExternalEdit(_ edit: Edit) {
    if !undo.isAtBoundary { endUndoGroup() }
    undo.records += Self.records(of: edit) + [.boundary]
    undo.undone = []
    undo.joined = nil
  }

  /// Records an edit by another cursor with the same key: it is undone with this cursor's.
  mutating func recordSibling(_ edit: Edit) {
    undo.records += Self.records(of: edit)
    undo.hasChanged = true
  }

  /// Returns records that undo an edit if reverted from last to first.
  private static func records(of edit: Edit) -> [EmacsUndoState.Record] {
    var records: [EmacsUndoState.Record] = []
    var taken = edit.removed.byteCount
    for change in edit.changes.reversed() {
      let start = change.before.lowerBound.value
      let first = taken - change.before.byteCount
      if first < taken {
        let removed = edit.removed[ByteOffset(first)..<ByteOffset(taken)]
        records.append(.deleted(removed, at: start, isPointBehind: false, mark: 0))
      }
      if !change.after.isEmpty {
        records.append(.inserted(start..<start + change.after.byteCount))
      }
      taken = first
    }
    return records
  }

  // MARK: - Undoing

  mutating func undoCommand() throws(EmacsFailure) {
    // The main cursor undoes the changes of all cursors.
    if text.isSecondaryCursor { return }
    command.name = "undo-start"
    undo.isReverting = true
    defer { undo.isReverting = false }
    let goesOn =
      command.last == "undo"
      && (undo.pending == nil || undo.recordCountAfterUndo == undo.topWithoutBoundaries)
    if !goesOn {
      undo.regional = try undoneRegion().map { undo.records(in: $0) }
      undo.pending = (undo.regional ?? undo.records).count
      try undoMore(1)
    }
    command.name = "undo"
    var count = 1
    if case .number(let number) = argument { count = number }
    if case .minus = argument { count = 1 }
    undo.undone.append(undo.records.count..<undo.records.count)
    try undoMore(count)
    undo.recordCountAfterUndo = undo.topWithoutBoundaries
    dropPointRecord()
    undo.recordCountAfterUndo = undo.topWithoutBoundaries
    if let start = undo.undone.popLast()?.lowerBound, start < undo.records.count {
      undo.undone.append(start..<undo.records.count)
    }
    say(undo.regional == nil ? "Undo." : "Undo in the region.")
  }

  /// Returns the range of undo: the active region, or with `C-u` any. Nil for the whole text.
  private func undoneRegion() throws(EmacsFailure) -> Range<Int>? {
    var isAsked = region.isActive
    if case .universal = argument { isAsked = true }
    if !isAsked { return nil }
    let region = try markedRange()
    return region.isEmpty ? nil : region
  }

  /// Handles `C-M-_`: reverts the last undo that was not redone yet.
  mutating func redoCommand() throws(EmacsFailure) {
    if text.isSecondaryCursor { return }
    guard let range = undo.undone.popLast(), range.upperBound <= undo.records.count else {
      throw failure("No undone changes to redo")
    }
    undo.isReverting = true
    defer { undo.isReverting = false }
    var cursors: EmacsUndoState.Cursors?
    for record in undo.records[range].reversed() {
      if case .cursors(let before) = record { cursors = before }
      take(back: record)
    }
    if let cursors { putBack(cursors) }
    undo.pending = nil
    say("Redo.")
  }

  private mutating func undoMore(_ count: Int) throws(EmacsFailure) {
    if undo.pending == nil, undo.regional == nil { addOlderRecords() }
    guard var index = undo.pending else {
      throw failure("Nothing more to undo\(undo.regional == nil ? "" : " in the region").")
    }
    var cursors: EmacsUndoState.Cursors?
    for _ in 0..<max(0, count) {
      cursors = nil
      while index > 0 {
        index -= 1
        let record = undo.regional?[index].atCharacters(of: rope) ?? undo.records[index]
        if record.isBoundary { break }
        if case .cursors(let before) = record { cursors = before }
        take(back: record)
      }
    }
    if let cursors { putBack(cursors) }
    undo.pending = index == 0 ? nil : index
    if undo.pending == nil, undo.regional == nil { addOlderRecords() }
  }

  private mutating func take(back record: EmacsUndoState.Record) {
    switch record {
    case .boundary, .cursors: break
    case .point(let offset): point = min(offset, end)
    case .inserted(let range):
      if range.upperBound > end { return }
      point = range.lowerBound
      if !range.isEmpty { delete(range) }
    case .deleted(let removed, let offset, let isPointBehind, let inside):
      if offset > end { return }
      let isMarkThere = region.mark == offset
      point = offset
      insert(removed)
      if !isPointBehind { point = offset }
      if isMarkThere { region.mark = offset + inside }
    }
  }

  /// Removes a record of point, since undoing an undo goes to the change, not to the old point.
  private mutating func dropPointRecord() {
    var index = undo.records.count - 1
    while index >= 0 {
      switch undo.records[index] {
      case .boundary: return
      case .point:
        undo.records.remove(at: index)
        return
      default: index -= 1
      }
    }
  }

  /// Adds steps of the history before our first: from an earlier run, or made with other keys.
  private mutating func addOlderRecords() {
    guard let first = undo.first else { return }
    var tree = text.history
    guard tree.move(to: first) != nil else {
      undo.first = nil
      return
    }
    var older: [EmacsUndoState.Record] = []
    for _ in 0..<50 {
      guard let step = tree.undo() else { break }
      let group = step.edits.reversed().flatMap { Self.records(of: $0.inverse) }
      older = group + [.boundary] + older
    }
    undo.first = older.isEmpty ? nil : tree.current
    if older.isEmpty { return }
    undo.records = older + undo.records
    undo.undone = undo.undone.map { $0.lowerBound + older.count..<$0.upperBound + older.count }
    // The boundary at their end has already been passed.
    undo.pending = older.count - 1
    undo.recordCountAfterUndo = undo.recordCountAfterUndo.map { $0 + older.count }
  }
}

/// Undo with several cursors restores all of them.
extension EmacsMachine {
  /// Ends the records of a command.
  mutating func endUndoGroup() {
    if let cursors = undo.cursors { undo.records.append(.cursors(cursors)) }
    undo.records.append(.boundary)
  }

  /// Saves the cursors before a command. The changes of the others are undone with those of the
  /// main one.
  mutating func noteCursors() {
    let others = text.isSecondaryCursor ? [] : text.others
    undo.cursors =
      others.isEmpty ? nil : .init(point: point, others: others.map(\.head.value))
  }

  /// Reopens a group, which keeps the cursors from before its first command.
  mutating func reopenUndoGroup() {
    undo.records.removeLast()
    guard case .cursors(let cursors)? = undo.records.last else { return }
    undo.records.removeLast()
    undo.cursors = cursors
  }

  /// Restores the cursors, unless their number has changed.
  mutating func putBack(_ cursors: EmacsUndoState.Cursors) {
    guard cursors.others.count == text.others.count else { return }
    let offsets = cursors.others + [cursors.point]
    let all = Selections(
      offsets.map { Selection(at: ByteOffset(min($0, end))) }, main: offsets.count - 1)
    guard let all, all.count == offsets.count else { return }
    point = all.main.head.value
    text.putBack(all)
  }
}
