/// A line by its bytes. As strings, lines are also equal that are only spelled alike, and comparing
/// them so takes longer.
struct LineBytes: Hashable {
  let line: String

  static func == (left: LineBytes, right: LineBytes) -> Bool {
    let (bytes, others) = (left.line.utf8Span.span, right.line.utf8Span.span)
    guard bytes.count == others.count else { return false }
    for index in bytes.indices where bytes[index] != others[index] { return false }
    return true
  }

  func hash(into hasher: inout Hasher) {
    let isHashed: Void? = line.utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if isHashed == nil { for byte in line.utf8 { hasher.combine(byte) } }
  }
}
