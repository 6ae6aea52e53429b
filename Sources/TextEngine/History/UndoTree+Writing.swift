import Bytes

/// A tree as bytes, to be kept from session to session.
///
/// After a mark and a checksum: the text it belongs to, by length and digest, and the states, each
/// after its parent. Numbers take seven bits a byte.
extension UndoTree {
  static let mark: [UInt8] = Array("notes-tui undo 1\n".utf8)

  /// No text is as long; larger numbers in a file are damage.
  static let greatest = 1 << 48

  /// The tree for a text, which must be the one of now. Where it takes more than `limit` bytes its
  /// oldest parts stay out. A digest that the caller has of the text spares a pass over it.
  package func encoded(for text: Rope, digest: UInt64? = nil, limit: Int = .max) -> [UInt8] {
    precondition(text.byteCount == byteCount(of: current), "the tree of another text")
    if cost > limit {
      var smaller = self
      smaller.forgetOldest(downTo: limit, keeping: 0)
      return smaller.encoded(for: text, digest: digest)
    }
    var writer = ByteWriter()
    writer.write(text.byteCount)
    writer.write(fixed: digest ?? text.digest)
    writer.write(root.id.number)
    writer.write(root.byteCount)
    writer.write(fixed: UInt64(bitPattern: root.time))
    writer.write(root.next?.number ?? 0)
    writer.write(lastNumber)
    writer.write(current.number)
    writer.write(saved.map { $0.number + 1 } ?? 0)
    writer.write(nodes.count)
    for (id, node) in nodes.sorted(by: { $0.key < $1.key }) {
      writer.write(id.number)
      writer.write(node)
    }
    var checksum = RunningDigest()
    writer.bytes.withUnsafeBytes { checksum.add($0) }
    var file = ByteWriter()
    file.write(fixed: checksum.value)
    return Self.mark + file.bytes + writer.bytes
  }
}

extension ByteWriter {
  fileprivate mutating func write(_ node: UndoTree.Node) {
    write(node.parent.number)
    write(node.next?.number ?? 0)
    write(Int(node.kind.rawValue))
    write(fixed: UInt64(bitPattern: node.begun))
    write(fixed: UInt64(bitPattern: node.time))
    write(node.before)
    write(node.after)
    write(node.edit)
  }

  private mutating func write(_ selections: Selections) {
    write(selections.count)
    write(selections.mainIndex)
    for selection in selections.all {
      write(selection.anchor.value)
      write(selection.head.value)
      // 0 stands for no goal.
      write(selection.goal.map { max(0, $0.value) + 1 } ?? 0)
    }
  }

  private mutating func write(_ edit: Edit) {
    write(edit.changes.count)
    var end = ByteOffset.zero
    for change in edit.changes {
      write(change.before.lowerBound - end)
      write(change.before.byteCount)
      write(change.after.byteCount)
      end = change.before.upperBound
    }
    write(edit.removed)
    write(edit.inserted)
  }
}
