import MarkdownLines

/// Tasks: items with a box.
extension ScanPass {
  /// What the words say is read by who asks for it.
  mutating func add(_ box: TaskBox, _ start: Int, _ stop: Int) {
    guard scan.tasks.count < NoteScan.most else { return }
    let text = start..<LineSigns.endBeforeBlockID(bytes, start, stop)
    scan.tasks.append(NoteScan.Task(status: box.status, text: text, line: line))
  }
}
