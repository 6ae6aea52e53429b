import Bytes
import Entities

/// The style of a link, so that its replacement is written the same way.
struct LinkStyle {
  private let name: LinkName
  private let way: LinkName.Way
  /// Whether letters outside ASCII are percent-encoded.
  private let encodesLetters: Bool
  /// Whether blanks are unencoded, between angle brackets.
  private let keepsBlanks: Bool

  init(_ name: LinkName, written: [UInt8], way: LinkName.Way) {
    self.name = name
    self.way = way
    encodesLetters = written.indices.contains { (Percent.byte(at: written[$0...]) ?? 0) >= 0x80 }
    keepsBlanks = written.contains(0x20)
  }

  /// Returns the texts that could lead to `target`, those most like the old link first.
  func texts(to target: NotePath, from home: NotePath, isUnique: Bool) -> [[UInt8]] {
    let (short, ending) = LinkName.withoutEnding(target.bytes)
    // Tries the link without an extension, if it had none, before the link with one.
    var paths = [short]
    if name.ending != nil || ending == nil || name.isID { paths = [target.bytes] }
    if paths[0] != target.bytes { paths.append(target.bytes) }
    let ways: [(NotePath) -> [UInt8]] =
      if name.kind == .wiki {
        if name.isDotted {
          [{ Self.relative($0, from: home, isDotted: true) }, \.bytes]
        } else if name.isFromRoot {
          [{ [UInt8(ascii: "/")] + $0.bytes }]
        } else {
          name.isBare && isUnique ? [\.name.bytes, \.bytes] : [\.bytes]
        }
      } else if name.isFromRoot {
        [{ [UInt8(ascii: "/")] + $0.bytes }]
      } else {
        switch way {
        case .relative:
          [{ Self.relative($0, from: home, isDotted: name.path.starts(with: [0x2e, 0x2f])) }]
        case .root: [\.bytes, { Self.relative($0, from: home, isDotted: false) }]
        case .name:
          (isUnique ? [\.name.bytes] : []) + [{ Self.relative($0, from: home, isDotted: false) }]
        }
      }
    let plain = paths.flatMap { path in ways.map { $0(NotePath(bytes: path)) } }
    // If nothing shorter is unambiguous, a wiki link begins at the root.
    if name.kind == .wiki { return plain + paths.map { [UInt8(ascii: "/")] + $0 } }
    return plain.map {
      Self.encoded($0, encodesLetters: encodesLetters, keepsBlanks: keepsBlanks)
    }
  }

  /// Whether the text can be in a wiki link, where some characters have a meaning.
  func isSafe(_ text: [UInt8]) -> Bool { name.kind != .wiki || Self.isSafe(text) }

  static func isSafe(_ text: [UInt8]) -> Bool {
    let ends = [text.first, text.last]
    return !text.isEmpty && !ends.contains { $0.map(Byte.isBlank) ?? true }
      && !text.contains { Self.wikiMarks.contains($0) || $0 < 0x20 }
      && text.last != UInt8(ascii: "\\")
  }

  /// Between two backticks, the link would be code.
  private static let wikiMarks = Set("#|[]`".utf8)

  /// Returns the path from the folder of `home` to the file.
  static func relative(_ path: NotePath, from home: NotePath, isDotted: Bool) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    let start = home.folder.bytes.split(separator: slash)
    let goal = path.bytes.split(separator: slash)
    var shared = 0
    while shared < start.count, shared + 1 < goal.count, start[shared] == goal[shared] {
      shared += 1
    }
    let parent: ArraySlice<UInt8> = [0x2e, 0x2e]
    let up = Array(repeating: parent, count: start.count - shared)
    let way = Array((up + goal[shared...]).joined(separator: [slash]))
    // A path with a colon could be read as a web address.
    let needsDot = up.isEmpty && (isDotted || way.contains(UInt8(ascii: ":")))
    return needsDot ? [0x2e, slash] + way : way
  }

  private static let encodedMarks = Set("%#?()<>[]\\\"`|^{}".utf8)

  static func encoded(
    _ path: [UInt8], encodesLetters: Bool, keepsBlanks: Bool
  ) -> [UInt8] {
    var text: [UInt8] = []
    var index = 0
    while index < path.count {
      let (scalar, length) = UTF8Scalars.decode(path.span, at: index)
      for byte in path[index..<(index + length)] {
        let isPlain =
          if byte >= 0x80 { scalar != nil && !encodesLetters } else {
            byte > 0x20 && byte < 0x7f && !encodedMarks.contains(byte)
              || byte == 0x20 && keepsBlanks
          }
        if isPlain { text.append(byte) } else { Percent.append(byte, to: &text) }
      }
      index += length
    }
    return text
  }

  /// Turns a wiki link into a Markdown link, for a file whose name cannot be in a wiki link.
  static func markdown(
    _ link: NoteScan.Link, in bytes: Span<UInt8>, to target: NotePath,
    from home: NotePath
  ) -> [UInt8] {
    var result: [UInt8] = link.isEmbed ? [UInt8(ascii: "!")] : []
    result.append(UInt8(ascii: "["))
    for byte in bytes.copy(link.text ?? link.target) {
      if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]") { result.append(0x5c) }
      result.append(byte)
    }
    result += Array("](".utf8)
    result += encoded(
      relative(target, from: home, isDotted: false), encodesLetters: false, keepsBlanks: false)
    if let part = link.part {
      result.append(UInt8(ascii: "#"))
      // The `#` between steps are not encoded.
      for (index, step) in bytes.copy(part).split(
        separator: UInt8(ascii: "#"), omittingEmptySubsequences: false
      ).enumerated() {
        if index > 0 { result.append(UInt8(ascii: "#")) }
        result += encoded(Array(step), encodesLetters: false, keepsBlanks: false)
      }
    }
    result.append(UInt8(ascii: ")"))
    return result
  }
}
