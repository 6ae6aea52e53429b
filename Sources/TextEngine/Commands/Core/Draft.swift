/// What a command does: one step to undo, what is selected then, and what was copied.
package struct TextChange: Equatable, Sendable {
  /// Nil where the text stays as it is.
  package var edit: Edit?
  package var selections: Selections
  package var kind: UndoTree.Kind
  /// What goes to a register, and to the clipboard.
  package var copied: Copied?
  /// Why nothing was done, for a person.
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

/// What was cut or copied: a piece for each selection.
package struct Copied: Equatable, Sendable {
  package var pieces: [Rope]
  /// Whether these are whole lines, which go in before the cursor's line and not into it.
  package var areLines: Bool

  package init(pieces: [Rope], areLines: Bool) {
    self.pieces = pieces
    self.areLines = areLines
  }

  /// All pieces as one text, for the clipboard: on lines of their own where there are several.
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

/// A change on its way: a command edits the text in steps, and all of them become one edit.
struct Draft {
  /// The text as the steps so far have made it.
  private(set) var text: Rope
  private(set) var edit: Edit?
  /// Where selections are by now; they follow each step.
  var selections: Selections
  private let before: Selections

  init(_ context: EditContext) {
    text = context.text
    selections = context.selections
    before = selections
  }

  /// Does replacements of the text as it is now. They may come in any order; of two that overlap only
  /// the first is done.
  mutating func replace(_ replacements: [DraftReplacement], bias: Bias = .right) {
    let made = DraftReplacement.edit(replacements, in: text)
    if made.isEmpty { return }
    text.apply(made)
    selections = selections.mapped(through: made, bias: bias)
    edit = edit?.followed(by: made) ?? made
  }

  /// Replaces what is selected, and puts the cursors behind what came. Of selections whose replacements
  /// overlap only the first keeps its cursor.
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

  /// The change, or nil where nothing would happen.
  func change(_ kind: UndoTree.Kind = .other, copied: Copied? = nil) -> TextChange? {
    let snapped = selections.snapped(in: text)
    let edit = edit.flatMap { $0.isEmpty ? nil : $0 }
    if edit == nil, snapped == before, copied == nil { return nil }
    return TextChange(edit: edit, selections: snapped, kind: kind, copied: copied)
  }
}

/// What replaces a range.
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
  /// Where the new text ends, were it the only change.
  var end: ByteOffset { range.lowerBound + new.byteCount }

  /// All of them as one edit.
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

  /// The indices of those that are done, in the order of the text: the first of several that overlap.
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
  /// An edit with one cursor after it.
  init(_ edit: Edit, of text: Rope, cursor: ByteOffset) {
    var after = text
    after.apply(edit)
    self.init(edit: edit, selections: Selections(Selection(at: cursor)).snapped(in: after))
  }
}

extension Selections {
  /// With all ends at the borders of what a person sees as characters: an edit may have joined what
  /// was on both sides of a cursor.
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
  /// Whether an offset is a boundary by a look at two bytes; false where that does not tell.
  func isSurelyBoundary(_ offset: ByteOffset) -> Bool {
    if offset == .zero || offset == end { return true }
    let next = self[offset]
    return next < 0x80 && next != .lineFeed && self[offset - 1] < 0x80
  }

  /// The offset itself, or the end of the glyph that it is inside of.
  func glyphEnd(covering offset: ByteOffset) -> ByteOffset {
    let start = boundary(atOrBefore: offset)
    return start == offset ? offset : boundary(after: start)
  }
}
