/// Fences and what is between them.
extension BlockScanner {
  mutating func openFence(_ start: Int, _ count: Int, _ stop: Int, _ unit: inout ScannedUnit) {
    canvas.paint(start, start + count, [.codeBlock, .marker])
    canvas.paint(start + count, stop, [.codeBlock, .language])
    paintMarks()
  }

  mutating func paintCode(_ start: Int, _ stop: Int, _ unit: inout ScannedUnit) {
    canvas.paint(start, stop, [.codeBlock])
  }
}
