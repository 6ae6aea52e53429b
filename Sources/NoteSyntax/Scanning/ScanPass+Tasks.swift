import Bytes

/// Tasks: items with a box.
extension ScanPass {
  /// Reads `[x] Words` behind an item's mark; `place` stands behind the box then. What the words say
  /// is read by who asks for it.
  mutating func readTask(_ place: inout LinePlace, _ stop: Int) -> Bool {
    guard let box = TaskBox(bytes, place.index, stop) else { return false }
    place.skip(box.end - place.index)
    place.skipBlanks(bytes, stop)
    guard scan.tasks.count < NoteScan.most else { return true }
    let text = place.index..<TaskLine.end(bytes, place.index, stop)
    scan.tasks.append(NoteScan.Task(status: box.status, text: text, line: line))
    return true
  }
}
