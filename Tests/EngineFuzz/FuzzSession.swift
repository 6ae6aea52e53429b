import Cells
import TestSupport
import TextEngine

/// One text in the engine, with all that follows its edits in an editor, beside the same text as an
/// array of bytes.
struct FuzzSession {
  let seed: UInt64
  let setting: FuzzSetting
  var random: SeededRandom

  var text: Rope
  var model: [UInt8] = []
  var selections = Selections(Selection(at: .zero))
  var registers = Registers()
  var history: UndoTree
  /// What each state was.
  var states: [UndoTree.StateID: [UInt8]] = [:]
  var clock: Int64 = 0
  let cache: RowCache
  var folds = Folds()
  var viewport = Viewport(height: 10)
  var highlighter: Highlighter
  var counter: MatchCounter?
  var words: WordCounter?
  /// A snapshot that no later change may reach.
  var snapshot: (rope: Rope, bytes: [UInt8])
  /// What was done last, for a report.
  private(set) var lastStep = ""
  /// What a step found that does not agree.
  var problem: String?

  init(seed: UInt64) {
    self.seed = seed
    setting = FuzzSetting(seed: seed)
    random = SeededRandom(seed: seed)
    let columns = [1, 2, 5, 12, 33, 79].randomElement(using: &random) ?? 79
    let layout = TextLayout(
      columns: columns, wraps: Bool.random(using: &random),
      tabWidth: Int.random(in: 1...8, using: &random))
    cache = RowCache(layout: layout, wrapped: setting.wrapped, sideways: setting.sideways)
    text = Rope([], limits: setting.rope)
    highlighter = Highlighter(for: text, spacing: setting.spacing)
    let limit = Bool.random(using: &random) ? 1 << 30 : 60_000
    history = UndoTree(for: text, at: 0, limit: limit)
    snapshot = (text, [])
    states[history.current] = []
    words = WordCounter(of: text)
  }

  var rows: TextRows { TextRows(text, folds: folds, cache: cache) }

  mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  mutating func anyOffset() -> ByteOffset { ByteOffset(number(0...text.byteCount)) }

  /// Does a step and looks at what came of it; says what is wrong, or nil. A step depends on its
  /// number and the text alone, so that others can be left out.
  mutating func run(step: Int) -> String? {
    var mixed = SeededRandom(seed: seed ^ (UInt64(truncatingIfNeeded: step) << 32))
    random = SeededRandom(seed: mixed.next())
    let action = FuzzAction.any(atStep: step, of: setting, &random)
    lastStep = "\(action)"
    problem = nil
    perform(action, isFirst: step < FuzzAction.fillingSteps)
    return problem ?? disagreement(isThorough: step % setting.thoroughness == 0)
  }

  // MARK: - Changing the text

  /// Does an edit in the engine, tells all that follow it, and keeps it for undoing. The model has
  /// changed already where `isModelDone`; else the edit's own word is taken for what it does.
  mutating func apply(
    _ edit: Edit, kind: UndoTree.Kind, to after: Selections? = nil, isModelDone: Bool = false
  ) {
    let before = selections
    follow(edit, isModelDone: isModelDone)
    selections = after ?? selections.mapped(through: edit)
    history.record(edit, kind: kind, from: before, to: selections, at: clock)
    states[history.current] = model
  }

  mutating func follow(_ edit: Edit, isModelDone: Bool) {
    if !isModelDone {
      guard let changed = Self.applied(edit, to: model) else {
        problem = "an edit that does not fit: \(edit.changes)"
        return
      }
      model = changed
    }
    text.apply(edit)
    cache.apply(edit, after: text)
    folds.apply(edit, after: text)
    highlighter.apply(edit, after: text)
    viewport.apply(edit, in: rows)
    counter?.apply(edit, after: text)
    words?.apply(edit)
  }

  /// The plainest form of an edit; nil where it is not made for these bytes.
  static func applied(_ edit: Edit, to bytes: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(max(0, edit.byteCountAfter))
    let (removed, inserted) = (edit.removed.bytes, edit.inserted.bytes)
    var (offset, taken, put) = (0, 0, 0)
    guard edit.byteCountBefore == bytes.count else { return nil }
    for change in edit.changes {
      let (low, high) = (change.before.lowerBound.value, change.before.upperBound.value)
      guard low >= offset, high <= bytes.count, taken + high - low <= removed.count,
        put + change.after.byteCount <= inserted.count,
        bytes[low..<high] == removed[taken..<taken + high - low],
        change.after.lowerBound.value == result.count + low - offset
      else { return nil }
      result += bytes[offset..<low]
      result += inserted[put..<put + change.after.byteCount]
      (offset, taken, put) = (high, taken + high - low, put + change.after.byteCount)
    }
    if taken != removed.count || put != inserted.count { return nil }
    return result + bytes[offset...]
  }

  /// Goes where undo or redo leads.
  mutating func follow(_ step: UndoTree.Step?) {
    guard let step else { return }
    for edit in step.edits where problem == nil { follow(edit, isModelDone: false) }
    if let selections = step.selections { self.selections = selections }
    if let was = states[history.current], was != model { problem = "undo gives another text" }
  }
}
