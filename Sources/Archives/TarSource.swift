import Entities
import Files

/// The files of a POSIX or GNU tar, read without unpacking it.
final class TarSource: SourceContainer {
  private(set) var files: [SourceFile] = []
  private(set) var problems: [SourceFailure] = []
  private let file: Descriptor
  private let name: String
  private var offsets: [Int] = []

  static let block = 512
  /// No real name is longer.
  private static let longestName = 1 << 16

  static func begins(_ head: [UInt8]) -> Bool {
    head.count == block && TarHeader(head) != nil
  }

  init(_ file: consuming Descriptor, named name: String) {
    self.file = file
    self.name = name
    do throws(SystemError) {
      try readHeaders()
    } catch {
      problems.append(.unreadable(name, reason: error.reason))
    }
  }

  private func readHeaders() throws(SystemError) {
    let size = try Posix.facts(of: file.raw).size
    var offset = 0
    var given = GivenFacts()
    while offset + Self.block <= size {
      let bytes = try Posix.read(file.raw, from: offset, atMost: Self.block)
      if bytes.allSatisfy({ $0 == 0 }) { return }
      guard let header = TarHeader(bytes) else {
        problems.append(.malformed(name, reason: "what is at byte \(offset) is not a tar entry"))
        return
      }
      offset += Self.block
      let count = given.size ?? header.size
      guard count <= size - offset else {
        problems.append(.malformed(name, reason: "it ends within \(header.path)"))
        return
      }
      switch header.kind {
      case "L": given.path = try text(at: offset, count: count)
      case "x":
        given.read(try Posix.read(file.raw, from: offset, atMost: min(count, Self.longestName)))
      case "0", "\0", "7":
        let path = given.path ?? header.path
        // In old archives, a folder is a file with a slash at the end of its name.
        if !path.hasSuffix("/") {
          if files.count > SourceTree.mostEntries { return }
          offsets.append(offset)
          files.append(
            SourceFile(path: path, size: count, modified: given.modified ?? header.modified))
        }
        given = GivenFacts()
      case "1", "2":
        let path = given.path ?? header.path
        offsets.append(offset)
        // The target of a hard link is relative to the top.
        files.append(
          SourceFile(
            path: path, size: 0, failure: .refused(path, reason: "it is a link"),
            link: header.kind == "2" ? given.link ?? header.link : nil))
        given = GivenFacts()
      case "g": break
      default: given = GivenFacts()
      }
      offset += (count + Self.block - 1) / Self.block * Self.block
    }
  }

  private func text(at offset: Int, count: Int) throws(SystemError) -> String {
    let bytes = try Posix.read(file.raw, from: offset, atMost: min(count, Self.longestName))
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  func stream(
    _ index: Int, _ body: (UnsafeRawBufferPointer) throws(SourceFailure) -> Void
  ) throws(SourceFailure) {
    try FilePart(file: file.raw, offset: offsets[index], count: files[index].size)
      .stream(named: files[index].path, body)
  }

  /// Facts about the next file, from an entry of their own.
  private struct GivenFacts {
    var path: String?
    var link: String?
    var size: Int?
    var modified: Timestamp?

    /// Reads lines of `LENGTH name=value`, where the length counts the whole line.
    mutating func read(_ bytes: [UInt8]) {
      var start = 0
      while start < bytes.count, let blank = bytes[start...].firstIndex(of: 0x20),
        let length = Int(String(decoding: bytes[start..<blank], as: UTF8.self)),
        length > blank - start + 1, length <= bytes.count - start
      {
        let pair = bytes[(blank + 1)..<(start + length - 1)]
        if let sign = pair.firstIndex(of: UInt8(ascii: "=")) {
          let value = String(decoding: pair[(sign + 1)...], as: UTF8.self)
          switch String(decoding: pair[..<sign], as: UTF8.self) {
          case "path": path = value
          case "linkpath": link = value
          case "size": size = Int(value).flatMap { $0 >= 0 ? $0 : nil }
          case "mtime":
            modified = value.split(separator: ".").first.flatMap { Int64($0) }
              .map { Timestamp(seconds: $0) }
          default: break
          }
        }
        start += length
      }
    }
  }
}

/// The header block of a file.
private struct TarHeader {
  let path: String
  let link: String
  let kind: Character
  let size: Int
  let modified: Timestamp?

  /// Nil if the block's checksum is wrong.
  init?(_ bytes: [UInt8]) {
    func field(_ range: Range<Int>) -> ArraySlice<UInt8> { bytes[range].prefix { $0 != 0 } }
    guard bytes.count == 512, let sum = Self.number(bytes[148..<156]),
      let size = Self.number(bytes[124..<136])
    else { return nil }
    let blanks = 8 * 0x20
    let own = bytes[148..<156].reduce(0) { $0 + Int($1) }
    guard bytes.reduce(0, { $0 + Int($1) }) - own + blanks == sum else { return nil }
    self.size = size
    kind = Character(Unicode.Scalar(bytes[156]))
    modified = Self.number(bytes[136..<148]).flatMap {
      $0 > 0 ? Timestamp(seconds: Int64($0)) : nil
    }
    let name = String(decoding: field(0..<100), as: UTF8.self)
    link = String(decoding: field(157..<257), as: UTF8.self)
    let isPosix = bytes[257..<263].elementsEqual("ustar\0".utf8)
    let prefix = isPosix ? String(decoding: field(345..<500), as: UTF8.self) : ""
    path = prefix.isEmpty ? name : "\(prefix)/\(name)"
  }

  /// Reads octal digits, or GNU's binary form for numbers that are too large for them.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    if bytes.first == 0x80 {
      let value = bytes.dropFirst().reduce(into: UInt64(0)) { $0 = $0 << 8 | UInt64($1) }
      return Int(exactly: value)
    }
    let digits = bytes.drop { $0 == 0x20 }.prefix { (0x30...0x37).contains($0) }
    return digits.isEmpty ? nil : digits.reduce(0) { $0 << 3 | Int($1 - 0x30) }
  }
}
