import Bytes

extension UndoTree {
  /// Why a kept tree is of no use. The text itself is not in danger: it is only opened without its
  /// history.
  package enum ReadingProblem: Error, Equatable {
    /// Not written by this program, or by a later one.
    case unknown
    /// Cut short or changed.
    case damaged
    /// The text was changed by someone else since.
    case otherText
  }

  /// The tree that was kept for a text. Whatever the bytes are, its edits fit to one another and to
  /// the text.
  package init(
    _ bytes: [UInt8], for text: Rope, limit: Int = UndoTree.usualLimit
  ) throws(ReadingProblem) {
    guard bytes.starts(with: Self.mark) else { throw .unknown }
    var header = ByteReader(bytes[Self.mark.count...])
    guard let checksum = header.fixed(), let payload = header.take(header.left) else {
      throw .damaged
    }
    var digest = RunningDigest()
    payload.withUnsafeBytes { digest.add($0) }
    guard digest.value == checksum else { throw .damaged }
    var reader = ByteReader(payload)
    guard let byteCount = reader.number(atMost: Self.greatest), let written = reader.fixed() else {
      throw .damaged
    }
    guard byteCount == text.byteCount, written == text.digest else { throw .otherText }
    guard let tree = reader.undoTree(limit: limit), reader.left == 0,
      tree.byteCount(of: tree.current) == byteCount, tree.brokenInvariant == nil
    else { throw .damaged }
    self = tree
    if cost > limit { forgetOldest() }
  }
}

extension ByteReader {
  fileprivate mutating func undoTree(limit: Int) -> UndoTree? {
    guard let rootID = id(), let byteCount = number(atMost: UndoTree.greatest), let time = fixed(),
      let rootNext = number(atMost: UndoTree.greatest),
      let last = number(atMost: UndoTree.greatest), let current = id(),
      let saved = number(atMost: UndoTree.greatest), let count = number(atMost: left)
    else { return nil }
    var tree = UndoTree(
      root: UndoTree.Root(id: rootID, byteCount: byteCount, time: Int64(bitPattern: time)),
      limit: limit)
    var nexts: [UndoTree.StateID: UndoTree.StateID] = [:]
    for _ in 0..<count {
      guard let id = id(), tree.nodes[id] == nil, let parent = self.id(), parent < id,
        parent == rootID || tree.nodes[parent] != nil,
        let next = number(atMost: UndoTree.greatest),
        let node = node(of: parent, byteCount: tree.byteCount(of: parent))
      else { return nil }
      tree.nodes[id] = node
      tree.addChild(id, to: parent)
      tree.cost += node.cost
      if next != 0 { nexts[id] = UndoTree.StateID(number: next) }
    }
    // Only now: each child that came said that redo goes to it.
    for id in tree.nodes.keys { tree.nodes[id]?.next = nexts[id] }
    tree.root.next = rootNext == 0 ? nil : UndoTree.StateID(number: rootNext)
    tree.lastNumber = last
    tree.current = current
    tree.saved = saved == 0 ? nil : UndoTree.StateID(number: saved - 1)
    return tree
  }

  private mutating func id() -> UndoTree.StateID? {
    number(atMost: UndoTree.greatest).map { UndoTree.StateID(number: $0) }
  }

  private mutating func node(of parent: UndoTree.StateID, byteCount: Int) -> UndoTree.Node? {
    guard let kind = number(atMost: 0xff).flatMap({ UndoTree.Kind(rawValue: UInt8($0)) }),
      let begun = fixed(), let time = fixed(), let before = selections(), let after = selections(),
      let edit = edit(byteCountBefore: byteCount)
    else { return nil }
    return UndoTree.Node(
      parent: parent, edit: edit, kind: kind, begun: Int64(bitPattern: begun),
      time: Int64(bitPattern: time), before: before.clamped(toByteCount: byteCount),
      after: after.clamped(toByteCount: edit.byteCountAfter))
  }

  private mutating func selections() -> Selections? {
    guard let count = number(atMost: left), let main = number(atMost: left) else { return nil }
    var all: [Selection] = []
    for _ in 0..<count {
      guard let anchor = number(atMost: UndoTree.greatest),
        let head = number(atMost: UndoTree.greatest), let goal = number(atMost: 1 << 31)
      else { return nil }
      all.append(
        Selection(
          anchor: ByteOffset(anchor), head: ByteOffset(head),
          goal: goal == 0 ? nil : Column(goal - 1)))
    }
    return Selections(all, main: main)
  }

  /// An edit whose changes are in order, apart, not empty and inside the text.
  private mutating func edit(byteCountBefore: Int) -> Edit? {
    guard let count = number(atMost: left) else { return nil }
    var changes: [Edit.Change] = []
    var end = ByteOffset.zero
    var (removed, inserted) = (0, 0)
    for index in 0..<count {
      guard let gap = number(atMost: byteCountBefore - end.value),
        let taken = number(atMost: byteCountBefore - end.value - gap),
        let given = number(atMost: left - inserted), gap + (index == 0 ? 1 : 0) > 0,
        taken + given > 0
      else { return nil }
      let start = end + gap
      let after = start + (inserted - removed)
      changes.append(
        Edit.Change(before: start..<start + taken, after: after..<after + given))
      removed += taken
      inserted += given
      end = start + taken
    }
    guard let old = take(removed), let new = take(inserted) else { return nil }
    return Edit(
      changes: changes, removed: Rope(Array(old)), inserted: Rope(Array(new)),
      byteCountBefore: byteCountBefore)
  }
}
