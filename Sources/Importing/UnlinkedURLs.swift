import Bytes

/// Finds addresses in HTML tags of a Markdown text, or bare among its words, but not in code.
enum UnlinkedURLs {
  struct Address: Equatable {
    /// The whole tag, or the bare address with `<` and `>` around it, if any.
    var whole: Range<Int>
    /// The address itself.
    var value: Range<Int>
    var isBare = false
    /// A picture's description; nil for other tags.
    var words: [UInt8]?
    /// A picture's width and height: `300`, or `300x60`.
    var size: [UInt8]?
    /// Whether the tag is within a block of HTML, where nothing is Markdown.
    var isInBlock = false
  }

  static func all(in bytes: [UInt8], from body: Int = 0) -> [Address] {
    let signs: [StaticString] = ["<", "://"]
    if signs.allSatisfy({ Byte.find($0, in: bytes.span, from: body, to: bytes.count) == nil }) {
      return []
    }
    var found: [Address] = []
    var (start, fence): (Int, UInt8?) = (body, nil)
    var (isInBlock, isBehindText) = (false, false)
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: Byte.lineFeed) ?? bytes.count
      let first = Byte.skippingBlanks(in: bytes.span, from: start, to: end)
      defer { start = end + 1 }
      if first == end {
        (isInBlock, isBehindText) = (false, false)
        continue
      }
      let mark = bytes[first]
      if mark == Byte.backtick || mark == Byte.tilde, fence == nil || fence == mark,
        bytes[first..<end].prefix(while: { $0 == mark }).count > 2
      {
        fence = fence == nil ? mark : nil
        continue
      }
      if fence != nil { continue }
      if !isBehindText, !isInBlock, beginsBlock(bytes, first, end) { isInBlock = true }
      isBehindText = true
      addAll(in: bytes, first, isInBlock, to: &found, lineEnd: end)
    }
    return found
  }

  /// Whether the line begins with a tag other than a picture's or a link's.
  private static func beginsBlock(_ bytes: [UInt8], _ first: Int, _ end: Int) -> Bool {
    guard bytes[first] == Byte.less, first + 1 < end, Byte.isLetter(bytes[first + 1]) else {
      return false
    }
    return !isTag("img", bytes, first, end) && !isTag("a", bytes, first, end)
  }

  private static func isTag(_ name: String, _ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
    let behind = start + 1 + name.utf8.count
    guard behind < end, Byte.isBlank(bytes[behind]) else { return false }
    return bytes[(start + 1)..<behind].lazy.map(Byte.lowered).elementsEqual(name.utf8)
  }

  private static func addAll(
    in bytes: [UInt8], _ start: Int, _ isInBlock: Bool,
    to found: inout [Address], lineEnd: Int
  ) {
    var (index, isCode) = (start, false)
    while index < lineEnd {
      if bytes[index] == Byte.backtick, !isInBlock { isCode.toggle() }
      if bytes[index] == Byte.colon, !isCode, !isInBlock,
        let address = bareAddress(bytes, start, index, lineEnd)
      {
        found.append(address)
        index = address.whole.upperBound
        continue
      }
      guard bytes[index] == Byte.less, !isCode, index == 0 || bytes[index - 1] != Byte.backslash
      else {
        index += 1
        continue
      }
      var end = index + 1
      if let address = address(bytes, index, isInBlock, &end) { found.append(address) }
      index = end
    }
  }

  /// Returns the address around the `://` at `colon`, such as `app://note/7`.
  private static func bareAddress(
    _ bytes: [UInt8], _ lineStart: Int, _ colon: Int, _ lineEnd: Int
  ) -> Address? {
    guard bytes[colon..<lineEnd].starts(with: "://".utf8) else { return nil }
    var start = colon
    while start > lineStart, Byte.isName(bytes[start - 1]) { start -= 1 }
    func isOfAddress(_ byte: UInt8) -> Bool { byte > Byte.space && !"<>\"`".utf8.contains(byte) }
    var end = bytes[colon..<lineEnd].firstIndex { !isOfAddress($0) } ?? lineEnd
    if start > lineStart, end < lineEnd, bytes[start - 1] == Byte.less, bytes[end] == Byte.greater {
      return Address(whole: (start - 1)..<(end + 1), value: start..<end, isBare: true)
    }
    // Punctuation after the address belongs to the sentence.
    while end > colon, ".,;:!?'*_~)]".utf8.contains(bytes[end - 1]) { end -= 1 }
    if start == colon || end < colon + 4 { return nil }
    // The address is an attribute's value.
    if start > lineStart, "\"'=".utf8.contains(bytes[start - 1]) { return nil }
    return Address(whole: start..<end, value: start..<end, isBare: true)
  }

  private static let names = ["img": "src", "a": "href", "video": "src", "audio": "src"]
  /// The longest tag that is read; people write shorter ones.
  private static let longest = 32 << 10

  private static func address(
    _ bytes: [UInt8], _ start: Int, _ isInBlock: Bool, _ end: inout Int
  ) -> Address? {
    let limit = min(bytes.count, start + longest)
    guard let name = names.first(where: { isTag($0.key, bytes, start, limit) }) else { return nil }
    var index = start + 1 + name.key.utf8.count
    var value: Range<Int>?
    var words: [UInt8] = []
    var sizes: [[UInt8]] = [[], []]
    while index < limit, bytes[index] != Byte.greater {
      guard Byte.isLetter(bytes[index]) else {
        index += 1
        continue
      }
      let nameStart = index
      while index < limit, Byte.isName(bytes[index]) { index += 1 }
      let attribute = bytes[nameStart..<index].map(Byte.lowered)
      guard let range = self.value(bytes, &index, limit) else { continue }
      if attribute.elementsEqual(name.value.utf8), value == nil { value = range }
      if attribute.elementsEqual("alt".utf8) { words = Array(bytes[range]) }
      for (number, name) in ["width", "height"].enumerated()
      where attribute.elementsEqual(name.utf8) && range.count < 6
        && bytes[range].allSatisfy(Byte.isDigit)
      {
        sizes[number] = Array(bytes[range])
      }
    }
    guard index < limit, let value else { return nil }
    end = index + 1
    let isPicture = name.key == "img"
    var size = isPicture && !sizes[0].isEmpty ? sizes[0] : nil
    if size != nil, !sizes[1].isEmpty { size? += [UInt8(ascii: "x")] + sizes[1] }
    return Address(
      whole: start..<end, value: value, words: isPicture ? words : nil, size: size,
      isInBlock: isInBlock)
  }

  /// Reads `="…"` after an attribute's name. Returns nil if there is no value.
  private static func value(_ bytes: [UInt8], _ index: inout Int, _ limit: Int) -> Range<Int>? {
    guard index < limit, bytes[index] == Byte.equals else { return nil }
    index += 1
    guard index < limit else { return nil }
    let quote = bytes[index]
    guard quote == 0x22 || quote == 0x27 else {
      let start = index
      while index < limit, bytes[index] != Byte.greater, !Byte.isBlank(bytes[index]) { index += 1 }
      return start..<index
    }
    index += 1
    let start = index
    while index < limit, bytes[index] != quote { index += 1 }
    defer { index += 1 }
    return start..<index
  }
}
