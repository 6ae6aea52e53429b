import Files

/// What is known of the files, in a file of its own beside the index: a command reads it in less time
/// than the index takes to open, and begins to look meanwhile.
///
/// It stands for one state of the index, and whoever opens the index asks whether that is still the
/// one. So nothing needs to be done to keep it right, and what is torn or damaged is as good as none.
extension KnownFiles {
  /// Nil without a file that can be believed.
  static func kept(beside index: IndexFolder) -> KnownFiles? {
    index.keptLook().flatMap { $0.withUnsafeBytes { KnownFiles(file: $0) } }
  }

  func keep(beside index: IndexFolder) {
    if state != nil, notes >= Self.fewNotes { index.keepLook(file) }
  }

  private static let head = Array("notes-tui look 1".utf8)

  var file: [UInt8] {
    let all = [state ?? 0, reconciled, notes, Int64(folderCount), Int64(numbers.count)] + numbers
    let rest = Self.bytes(all) + paths
    return Self.head + Self.bytes([Int64(bitPattern: Digest.of(rest))]) + rest
  }

  private static func bytes(_ numbers: [Int64]) -> [UInt8] {
    numbers.withUnsafeBytes { Array($0) }
  }

  init?(file: UnsafeRawBufferPointer) {
    let heads = Self.head.count + 8
    guard file.count >= heads + 40, file.starts(with: Self.head),
      case let rest = UnsafeRawBufferPointer(rebasing: file[heads...]),
      case let digest = file.loadUnaligned(fromByteOffset: Self.head.count, as: UInt64.self),
      digest == Digest.of(rest),
      case let first = (0..<5).map({ rest.loadUnaligned(fromByteOffset: $0 * 8, as: Int64.self) }),
      let folderCount = Int(exactly: first[3]), let count = Int(exactly: first[4]),
      count >= 0, count <= (rest.count - 40) / 8
    else { return nil }
    let numbers = [Int64](unsafeUninitializedCapacity: count) { buffer, filled in
      UnsafeMutableRawBufferPointer(buffer).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: rest[40..<(40 + count * 8)]))
      filled = count
    }
    self.init(
      numbers: numbers, paths: Array(rest[(40 + count * 8)...]), folderCount: folderCount)
    (state, reconciled, notes) = (first[0], first[1], first[2])
  }
}
