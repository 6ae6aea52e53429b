import TestSupport
import TextEngine

/// Steps that change the text.
extension FuzzSession {
  /// Some replacements, often near one another, touching, or empty; now and then very many.
  mutating func replace() {
    var builder = EditBuilder(text)
    var wanted: [UInt8] = []
    var done = 0
    let isWide = chance(15)
    var offset = isWide ? 0 : number(0...model.count)
    for _ in 0..<(isWide ? 90 : number(1...5)) {
      let longest = chance(20) ? 300 : 6
      let high = min(model.count, offset + number(0...longest))
      let new = FuzzText.pieces(number(0...(chance(10) ? 12 : 2)), &random)
      builder.replace((offset..<high).offsets, with: new)
      wanted += model[done..<offset] + new
      done = high
      offset = min(model.count, high + number(0...(isWide ? model.count / 60 + 1 : 9)))
    }
    wanted += model[done...]
    let edit = builder.takeEdit()
    if edit.inverse.inverse != edit { problem = "an inverse's inverse is another edit" }
    model = wanted
    apply(edit, kind: .other, isModelDone: true)
  }

  mutating func paste(isLong: Bool) {
    let offset = number(0...model.count)
    let longest = setting.most / 4
    let bytes =
      !isLong
      ? FuzzText.pieces(number(1...20), &random)
      : chance(2)
        ? FuzzText.run(ofAbout: number(0...longest), &random)
        : FuzzText.pieces(number(1...(setting.size == .small ? 30 : 900)), &random)
    let edit = Edit(in: text, replacing: (offset..<offset).offsets, with: bytes)
    model.insert(contentsOf: bytes, at: offset)
    apply(edit, kind: .other, isModelDone: true)
  }

  mutating func deleteMuch() {
    let low = number(0...model.count)
    let high = number(low...model.count)
    let edit = Edit(in: text, replacing: (low..<high).offsets, with: [])
    model.removeSubrange(low..<high)
    apply(edit, kind: .other, isModelDone: true)
  }

  /// Some letters as keys type them, which undo takes back by words.
  mutating func type() {
    let isDeleting = chance(3)
    for _ in 0..<number(1...8) where problem == nil {
      clock += Int64(number(10...400))
      run(
        isDeleting
          ? Invocation(.deleteLeft) : Invocation(.type, argument: any(of: FuzzText.arguments)))
    }
  }

  mutating func command() {
    let ids = EditCommands.all.map(\.id) + Motion.all.map(\.id)
    guard let id = ids.randomElement(using: &random) else { return }
    run(
      Invocation(
        id, count: chance(4) ? number(1...4) : nil, argument: any(of: FuzzText.arguments),
        extends: chance(2)))
  }

  private mutating func any(of texts: [String]) -> String {
    texts.randomElement(using: &random) ?? ""
  }

  private mutating func run(_ invocation: Invocation) {
    let change = EditCommands.run(invocation, in: context)
    registers.note(invocation, change)
    guard let change else { return }
    if let edit = change.edit {
      apply(edit, kind: change.kind, to: change.selections)
    } else {
      selections = change.selections
    }
    for selection in selections.all {
      for offset in [selection.anchor, selection.head] {
        if offset < .zero || offset > text.end {
          problem = "\(invocation.command) goes to \(offset.value), outside of the text"
        } else if isInsideOfGlyph(offset) {
          problem = "\(invocation.command) goes to \(offset.value), inside of a glyph"
        }
      }
    }
  }

  /// Flags and marks that go on for longer than anybody looks back begin where the looking began.
  private func isInsideOfGlyph(_ offset: ByteOffset) -> Bool {
    if text.boundary(atOrBefore: offset) == offset { return false }
    let low = max(0, offset.value - GlyphWalker.farthest + 64)
    return low == 0 || model[low..<offset.value].contains { $0 < 0x80 }
  }

  private var context: EditContext {
    return EditContext(
      text: text, selections: selections, rows: .shown(rows, height: viewport.height),
      registers: registers,
      toggledTask: { line in .success(Array("above\n".utf8) + line) })
  }

  /// Bytes that are read behind while somebody types.
  mutating func grow() {
    let bytes = FuzzText.pieces(number(0...10), &random)
    let (end, edit) = (text.end, Edit(in: text, replacing: Range(at: text.end), with: bytes))
    text.append(Rope(bytes, limits: setting.rope))
    model += bytes
    for id in states.keys { states[id]? += bytes }
    history.textGrew(by: bytes.count)
    cache.textGrew(to: text)
    folds.textGrew(to: text)
    highlighter.extend(from: end, to: text)
    viewport.textGrew(in: rows)
    counter?.apply(edit, after: text)
    words = WordCounter(of: text)
  }

  // MARK: - Undoing

  mutating func wander() {
    let states = history.states
    let current = states.firstIndex(where: \.isCurrent) ?? 0
    let near = states[max(0, current - 1)..<min(states.count, current + 2)]
    let target =
      number(0...1) == 0 ? near.randomElement(using: &random) : states.randomElement(using: &random)
    if let target { follow(history.move(to: target.id)) }
  }

  /// From session to session.
  mutating func reopenHistory() {
    let bytes = history.encoded(for: text)
    guard let read = try? UndoTree(bytes, for: text, limit: history.limit) else {
      problem = "its own history is refused"
      return
    }
    if history.cost <= history.limit, read.states != history.states {
      problem = "the history is another one once it is read"
    }
    history = read
  }
}
