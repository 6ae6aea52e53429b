/// The first edit of a run has Swift make the kinds of arrays that every edit needs: a quarter of what a
/// first letter takes. Made before, nobody waits for them.
package enum FirstEdit {
  /// Edits a text of its own; again it does nothing.
  package static func prepare() { _ = isPrepared }

  static let isPrepared: Bool = {
    // Deep enough to have branches, with a sign that nothing closes.
    let bytes = Array("a `b *c [d\n\ne\n".utf8)
    var text = Rope(bytes, limits: RopeLimits(leaf: 4, fanout: 4))
    var highlighter = Highlighter(for: text)
    _ = highlighter.show(0..<text.byteCount, in: text)
    var history = UndoTree(for: text, at: 0)
    let place = ByteOffset(1)
    var edits: [Edit] = []
    // One that finds room in its leaf, and one that does not.
    for letters in ["x", "yz"] {
      let edit = Edit(in: text, replacing: place..<place, with: Array(letters.utf8))
      let end = ByteOffset(1 + letters.utf8.count)
      history.recordTyping(
        edit, from: Selections(Selection(at: place)), to: Selections(Selection(at: end)), at: 0)
      edits.append(edit)
      text.apply(edit)
      highlighter.apply(edit, after: text)
    }
    _ = highlighter.show(0..<text.byteCount, in: text)
    return edits.count == 2
  }()
}
