import Bytes

/// A tree as bytes, to be stored between runs.
///
/// The format: a mark, a checksum, the length and digest of the text, and the states, each after
/// its parent. Numbers use seven bits of each byte.
extension UndoTree {
  static let mark: [UInt8] = Array("notes-tui undo 1\n".utf8)

  /// More than the length of any text; larger numbers in a file are damage.
  static let greatest = 1 << 48

  /// Encodes the tree for its current text. Over `limit` bytes, drops the oldest parts. A known
  /// digest of the text saves a pass over it.
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
      // 0 means no goal.
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

extension UndoTree {
  /// The reason why a stored tree cannot be used. The text is not affected: it only opens without
  /// its history.
  package enum ReadingProblem: Error, Equatable {
    /// Not written by this program, or by a newer version.
    case unknown
    /// Truncated or changed.
    case damaged
    /// The text was changed by something else.
    case otherText
  }

  /// Decodes the tree of a text. Even from damaged bytes, edits fit one another and the text.
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
    // Set last, since appending each child made redo go to it.
    for id in tree.nodes.ids { tree.nodes[id]?.next = nexts[id] }
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

  /// Reads an edit, whose changes must be in order, separate, not empty and inside the text.
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

/// Writes numbers in few bytes.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  /// Uses seven bits of each byte, the lowest first.
  mutating func write(_ number: Int) {
    precondition(number >= 0, "only what counts something is written")
    var rest = UInt64(number)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func write(fixed number: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }

  mutating func write(_ text: Rope) {
    text.forEachChunk(in: text.all) {
      bytes += $0
      return true
    }
  }
}

/// Reads the output of `ByteWriter` without trusting it: nil for missing or too large numbers.
struct ByteReader {
  private let bytes: ArraySlice<UInt8>
  private var offset: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    offset = bytes.startIndex
  }

  var left: Int { bytes.endIndex - offset }

  mutating func number(atMost limit: Int) -> Int? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 63, by: 7) {
      guard offset < bytes.endIndex else { return nil }
      let byte = bytes[offset]
      offset += 1
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return value <= UInt64(limit) ? Int(value) : nil }
    }
    return nil
  }

  mutating func fixed() -> UInt64? {
    guard let eight = take(8) else { return nil }
    return eight.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= left else { return nil }
    defer { offset += count }
    return bytes[offset..<offset + count]
  }
}
