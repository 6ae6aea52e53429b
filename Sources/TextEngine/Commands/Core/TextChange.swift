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
