import Bytes
import MarkdownLines

/// Tags in text.
extension ScanPass {
  /// Behind `#tag`, or behind the mark where it begins none.
  mutating func readTag(_ index: Int, from start: Int, to stop: Int) -> Int {
    guard index + 1 < stop, index == start || TagName.mayBegin(bytes, at: index, from: start)
    else { return index + 1 }
    let name = TagName(bytes, index + 1, stop)
    guard name.hasMore else { return max(index + 1, name.end) }
    add(tag: index + 1, name.end)
    return name.end
  }

  private mutating func add(tag start: Int, _ end: Int) {
    let end = TagName.droppingSlashes(bytes, start, end)
    if end == start || scan.tags.count >= NoteScan.most { return }
    let name = String(
      decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
    scan.tags.append(NoteScan.Tag(name: name, line: textLine))
    scan.tagPlaces.append(start..<end)
  }

  /// `:one:two:`, or behind the colon.
  mutating func readColonTags(_ index: Int, from start: Int, to stop: Int) -> Int {
    guard index == start || Byte.isBlank(bytes[index - 1]) else { return index + 1 }
    var names: [Range<Int>] = []
    var next = index + 1
    while next < stop {
      let name = TagName(bytes, next, stop)
      guard name.hasMore, name.end < stop, bytes[name.end] == UInt8(ascii: ":") else { break }
      names.append(next..<name.end)
      next = name.end + 1
    }
    guard !names.isEmpty, next == stop || Byte.isBlank(bytes[next]) else {
      return max(index + 1, next - 1)
    }
    for name in names { add(tag: name.lowerBound, name.upperBound) }
    return next
  }
}
