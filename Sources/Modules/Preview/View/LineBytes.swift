/// A line by its bytes. As strings, lines are also equal that are only spelled alike, and comparing
/// them so takes longer.
struct LineBytes: Hashable {
  let line: String

  static func == (left: LineBytes, right: LineBytes) -> Bool {
    left.line.utf8.count == right.line.utf8.count
      && left.line.utf8.elementsEqual(right.line.utf8)
  }

  func hash(into hasher: inout Hasher) {
    let isHashed: Void? = line.utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if isHashed == nil { for byte in line.utf8 { hasher.combine(byte) } }
  }
}
