/// The result of a command: one step to undo, the new selections, and any copied text.
package struct TextChange: Equatable, Sendable {
  /// Nil where the text does not change.
  package var edit: Edit?
  package var selections: Selections
  package var kind: UndoTree.Kind
  /// The text for a register and the clipboard.
  package var copied: Copied?
  /// The reason why nothing was done, for a person.
  package var problem: String?

  package init(
    edit: Edit? = nil, selections: Selections, kind: UndoTree.Kind = .other,
    copied: Copied? = nil, problem: String? = nil
  ) {
    self.edit = edit
    self.selections = selections
    self.kind = kind
    self.copied = copied
    self.problem = problem
  }
}

/// Cut or copied text: a piece for each selection.
package struct Copied: Equatable, Sendable {
  package var pieces: [Rope]
  /// Whether the pieces are whole lines, which are pasted above the cursor's line and not into it.
  package var areLines: Bool

  package init(pieces: [Rope], areLines: Bool) {
    self.pieces = pieces
    self.areLines = areLines
  }

  /// All pieces as one text, for the clipboard: each on a line of its own if there are several.
  package var text: Rope {
    if pieces.count == 1, let piece = pieces.first { return piece }
    var builder = RopeBuilder()
    for (index, piece) in pieces.enumerated() {
      if index > 0, !areLines { builder.append([.lineFeed]) }
      builder.append(piece, piece.all)
    }
    return builder.takeRope()
  }
}

/// A change in progress: a command edits the text in steps, and all of them become one edit.
struct Draft {
  /// The text after the steps so far.
  private(set) var text: Rope
  private(set) var edit: Edit?
  /// The selections, which follow each step.
  var selections: Selections
  private let before: Selections

  init(_ context: EditContext) {
    text = context.text
    selections = context.selections
    before = selections
  }

  /// Replaces parts of the current text, in any order; of two that overlap, only the first.
  mutating func replace(_ replacements: [DraftReplacement], bias: Bias = .right) {
    let made = DraftReplacement.edit(replacements, in: text)
    if made.isEmpty { return }
    text.apply(made)
    selections = selections.mapped(through: made, bias: bias)
    edit = edit?.followed(by: made) ?? made
  }

  /// Replaces the selected text and puts the cursors after the new text. Where replacements
  /// overlap, only the first keeps its cursor.
  mutating func replaceSelections(with new: (Int, Selection) -> DraftReplacement) {
    var growth = 0
    var cursors: [Selection] = []
    let replacements = selections.all.enumerated().map { new($0, $1) }
    let done = DraftReplacement.disjoint(replacements)
    for index in done {
      cursors.append(Selection(at: replacements[index].end + growth))
      growth += replacements[index].growth
    }
    let main = done.lastIndex { $0 <= selections.mainIndex } ?? 0
    replace(replacements)
    if let moved = Selections(cursors, main: main) { selections = moved }
  }

  /// Returns the change, or nil if nothing would happen.
  func change(_ kind: UndoTree.Kind = .other, copied: Copied? = nil) -> TextChange? {
    let snapped = selections.snapped(in: text)
    let edit = edit.flatMap { $0.isEmpty ? nil : $0 }
    if edit == nil, snapped == before, copied == nil { return nil }
    return TextChange(edit: edit, selections: snapped, kind: kind, copied: copied)
  }
}

extension EditContext {
  /// Returns the change that makes replacements.
  func replacing(_ replacements: [DraftReplacement]) -> TextChange? {
    var draft = Draft(self)
    draft.replace(replacements)
    return draft.change()
  }
}

/// New text for a range.
package struct DraftReplacement {
  package var range: Range<ByteOffset>
  package var new: Rope

  init(_ range: Range<ByteOffset>, _ bytes: [UInt8]) {
    self.range = range
    new = Rope(bytes)
  }

  init(_ range: Range<ByteOffset>, _ new: Rope) {
    self.range = range
    self.new = new
  }

  init(at offset: ByteOffset, _ bytes: [UInt8]) { self.init(Range(at: offset), bytes) }

  var growth: Int { new.byteCount - range.byteCount }
  /// The end of the new text if this were the only change.
  var end: ByteOffset { range.lowerBound + new.byteCount }

  /// Combines replacements into one edit.
  package static func edit(_ replacements: [DraftReplacement], in text: Rope) -> Edit {
    if replacements.count == 1 {
      return Edit(in: text, replacing: replacements[0].range, with: replacements[0].new)
    }
    var builder = EditBuilder(text)
    for index in disjoint(replacements) {
      let replacement = replacements[index]
      builder.replace(replacement.range, with: replacement.new, replacement.new.all)
    }
    return builder.takeEdit()
  }

  /// Returns the indices of the replacements to make, in order: the first of any that overlap.
  static func disjoint(_ replacements: [DraftReplacement]) -> [Int] {
    var end = ByteOffset.zero
    let sorted = replacements.indices.sorted {
      (replacements[$0].range.lowerBound, $0) < (replacements[$1].range.lowerBound, $1)
    }
    return sorted.filter { index in
      guard replacements[index].range.lowerBound >= end else { return false }
      end = replacements[index].range.upperBound
      return true
    }
  }
}

extension TextChange {
  /// Creates a change with one cursor after an edit.
  init(_ edit: Edit, of text: Rope, cursor: ByteOffset) {
    var after = text
    after.apply(edit)
    self.init(edit: edit, selections: Selections(Selection(at: cursor)).snapped(in: after))
  }
}

extension Selections {
  /// Moves all ends to glyph boundaries: an edit may have joined the text around a cursor.
  func snapped(in text: Rope) -> Selections {
    let clamped = all.allSatisfy { $0.range.upperBound <= text.end }
    let inside = clamped ? self : self.clamped(toByteCount: text.byteCount)
    if inside.all.allSatisfy({ text.isSurelyBoundary($0.anchor) && text.isSurelyBoundary($0.head) })
    {
      return inside
    }
    return inside.map { selection in
      Selection(
        anchor: text.glyphEnd(covering: selection.anchor),
        head: text.glyphEnd(covering: selection.head), goal: selection.goal)
    }
  }
}

extension Rope {
  /// Whether two bytes are enough to know that an offset is a boundary; false if they are not.
  func isSurelyBoundary(_ offset: ByteOffset) -> Bool {
    if offset == .zero || offset == end { return true }
    let next = self[offset]
    return next < 0x80 && next != .lineFeed && self[offset - 1] < 0x80
  }

  /// Returns the offset itself, or the end of the glyph that it is inside.
  func glyphEnd(covering offset: ByteOffset) -> ByteOffset {
    let start = boundary(atOrBefore: offset)
    return start == offset ? offset : boundary(after: start)
  }
}
