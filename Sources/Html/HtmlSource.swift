import Bytes

/// Prepares the bytes of a page for the HTML library.
enum HtmlSource {
  /// The deepest nesting of elements; of deeper ones only the words are read.
  static let deepest = 150
  /// The most open style elements, since the library reopens each one in every paragraph.
  static let mostStyles = 24

  // MARK: Characters

  /// Decodes to UTF-8 by the byte order mark, the declared character set, or the bytes themselves.
  static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { return Array(bytes.dropFirst(3)) }
    if bytes.starts(with: [0xff, 0xfe]) { return utf16(bytes, high: 1) }
    if bytes.starts(with: [0xfe, 0xff]) { return utf16(bytes, high: 0) }
    // Most pages are UTF-8; browsers read other Latin character sets as Windows-1252.
    if String(validating: bytes, as: UTF8.self) != nil { return bytes }
    let named = charset(bytes)
    return named == nil || named == "windows-1252" ? windows1252(bytes) : repaired(bytes)
  }

  private static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    Array(String(decoding: bytes, as: UTF8.self).utf8)
  }

  /// Returns the declared character set; for Latin sets, the one that contains them.
  private static func charset(_ bytes: [UInt8]) -> String? {
    let head = String(decoding: bytes.prefix(1024), as: UTF8.self).lowercased()
    guard
      let range = head.utf8.indices.first(where: { head.utf8[$0...].starts(with: "charset=".utf8) })
    else { return nil }
    let name = head.utf8[range...].dropFirst(8).drop { $0 == 0x22 || $0 == 0x27 }
      .prefix { Byte.isName($0) || $0 == Byte.underscore }
    let text = String(decoding: Array(name), as: UTF8.self)
    return ["iso-8859-1", "latin1", "us-ascii", "cp1252", "iso-8859-15"].contains(text)
      ? "windows-1252" : text
  }

  private static func utf16(_ bytes: [UInt8], high: Int) -> [UInt8] {
    var units: [UInt16] = []
    for index in stride(from: 2, to: bytes.count - 1, by: 2) {
      units.append(UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + 1 - high]))
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private static func windows1252(_ bytes: [UInt8]) -> [UInt8] {
    let high: [UInt32] = [
      0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039,
      0x152, 0x8d, 0x17d, 0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
      0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0x9d, 0x17e, 0x178,
    ]
    var text: [UInt8] = []
    for byte in bytes {
      let value = (0x80..<0xa0).contains(byte) ? high[Int(byte) - 0x80] : UInt32(byte)
      if let scalar = Unicode.Scalar(value) { UTF8Scalars.append(scalar, to: &text) }
    }
    return text
  }

  // MARK: Depth

  /// Removes elements that are nested too deeply, which would make the library slow. In XML, closes
  /// each empty element in the way of HTML.
  static func prepared(_ bytes: [UInt8], isXml: Bool) -> [UInt8] {
    var tags = TagCounter(isXml: isXml)
    return tags.prepared(bytes) ?? bytes
  }
}

/// Reads the tags of a page in order.
private struct TagCounter {
  private static let void: Set<String> = [
    "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "image", "img",
    "input", "keygen", "link", "meta", "param", "source", "track", "wbr",
  ]
  /// Elements that the next one of the same kind closes.
  private static let unclosed: Set<String> = [
    "a", "body", "caption", "colgroup", "dd", "dt", "head", "html", "li", "optgroup", "option", "p",
    "rp", "rt", "tbody", "td", "tfoot", "th", "thead", "tr",
  ]
  private static let styles: Set<String> = [
    "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
  ]
  private static let plain: Set<String> = [
    "iframe", "noembed", "noframes", "script", "style", "textarea", "title", "xmp",
  ]

  /// Elements that end a drawing or a formula.
  private static let outside: Set<String> = [
    "article", "blockquote", "body", "center", "dd", "div", "dl", "dt", "h1", "h2", "h3", "h4",
    "h5", "h6", "hr", "li", "ol", "p", "pre", "section", "table", "tbody", "td", "tfoot", "th",
    "thead", "tr", "ul",
  ]
  private static let noFormula: Set<String> = [
    "main", "maction", "malignmark", "map", "mark", "marquee", "menu", "menuitem", "meta", "meter",
    "mglyph", "multicol",
  ]

  let isXml: Bool
  /// The drawing or formula around the current tag. The library aborts on some elements within one.
  private var foreign: String?
  private var open: [String] = []
  private var openStyles: [String: Int] = [:]
  private var styleCount = 0
  private var dropped: [String: Int] = [:]
  private var out: [UInt8] = []
  private var copied = 0

  init(isXml: Bool) { self.isXml = isXml }

  /// Returns nil if nothing changes.
  mutating func prepared(_ bytes: [UInt8]) -> [UInt8]? {
    var index = 0
    while let start = Byte.find(Byte.less, in: bytes.span, from: index, to: bytes.count) {
      index = start + 1
      guard index < bytes.count else { break }
      if Byte.matches("<!--", in: bytes.span, at: start, to: bytes.count) {
        index = Self.end(ofComment: start, in: bytes)
        continue
      }
      if isXml, Byte.matches("<![CDATA[", in: bytes.span, at: start, to: bytes.count),
        let end = Byte.find("]]>", in: bytes.span, from: start, to: bytes.count)
      {
        copy(bytes, to: start)
        addWords(bytes[start + 9..<end])
        (copied, index) = (end + 3, end + 3)
        continue
      }
      let isEnd = bytes[index] == Byte.slash
      if isEnd { index += 1 }
      guard index < bytes.count, Byte.isLetter(bytes[index]) else { continue }
      let nameStart = index
      let name = name(bytes, &index)
      let stop = min(TagAttributes.tag(bytes.span, from: nameStart).end + 1, bytes.count)
      let isEmpty = stop - 2 > start && bytes[stop - 2] == Byte.slash
      index = stop
      if let end = readForeign(name, isEnd: isEnd, isEmpty: isEmpty, in: bytes, start..<stop) {
        copy(bytes, to: start)
        copied = end
        index = end
        continue
      }
      if isEnd ? !keepsEnd(name) : !keepsStart(name, isEmpty: isEmpty) {
        copy(bytes, to: start)
        copied = stop
      } else if isXml, isEmpty, !isEnd, !Self.void.contains(name) {
        copy(bytes, to: stop - 2)
        out += "></\(name)>".utf8
        copied = stop
      } else if !isEnd, Self.plain.contains(name), !(isXml && isEmpty) {
        let end = Self.end(ofPlain: name, in: bytes, from: stop)
        copy(bytes, to: name == "xmp" ? start : stop)
        addPlain(name, bytes[stop..<end], tag: bytes[start..<stop])
        (copied, index) = (end, end)
        if name == "xmp" {
          _ = keepsEnd(name)
          copied = min(
            TagAttributes.tag(bytes.span, from: min(end + 2, bytes.count)).end + 1, bytes.count)
          index = copied
        }
      }
    }
    if copied == 0 { return nil }
    copy(bytes, to: bytes.count)
    return out
  }

  /// Returns the offset after a tag that is left out. Of drawings only the text stays; of formulas
  /// also their own elements.
  private mutating func readForeign(
    _ name: String, isEnd: Bool, isEmpty: Bool, in bytes: [UInt8],
    _ tag: Range<Int>
  ) -> Int? {
    if name == "svg" {
      if foreign != "math" { foreign = isEnd || isEmpty ? nil : name }
      return tag.upperBound
    }
    if name == "math" {
      if foreign == "svg" { return tag.upperBound }
      foreign = isEnd || isEmpty ? nil : name
      return nil
    }
    guard let within = foreign else { return nil }
    if Self.outside.contains(name) {
      if within == "math" {
        copy(bytes, to: tag.lowerBound)
        copied = tag.lowerBound
        out += "</math>".utf8
        _ = keepsEnd("math")
      }
      foreign = nil
      return nil
    }
    if !isEnd, !isEmpty, Self.plain.contains(name) {
      return Self.end(ofPlain: name, in: bytes, from: tag.upperBound)
    }
    let isFormula =
      within == "math"
      && (name.hasPrefix("m") && !Self.noFormula.contains(name) || name == "semantics"
        || name == "annotation")
    return isFormula ? nil : tag.upperBound
  }

  /// Adds the content of a text-only element, so that no sign in it can be read as a tag, however
  /// the library treats the element.
  private mutating func addPlain(
    _ name: String, _ bytes: ArraySlice<UInt8>,
    tag: ArraySlice<UInt8>
  ) {
    switch name {
    case "textarea", "title":
      for byte in bytes {
        if byte == Byte.less { out += "&lt;".utf8 } else { out.append(byte) }
      }
    case "xmp":
      out += "<pre>".utf8
      addWords(bytes)
      out += "</pre>".utf8
    case "script" where tag.map(Byte.lowered).firstRange(of: Array("math/tex".utf8)) != nil:
      for byte in bytes {
        if byte == Byte.less { out += "\\lt ".utf8 } else { out.append(byte) }
      }
    default: break
    }
  }

  /// Adds bytes as escaped text.
  private mutating func addWords(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes {
      switch byte {
      case Byte.less: out += "&lt;".utf8
      case Byte.ampersand: out += "&amp;".utf8
      default: out.append(byte)
      }
    }
  }

  private mutating func copy(_ bytes: [UInt8], to end: Int) {
    if end > copied { out += bytes[copied..<end] }
  }

  private func name(_ bytes: [UInt8], _ index: inout Int) -> String {
    let start = index
    while index < bytes.count, !Byte.isBlank(bytes[index]), bytes[index] != Byte.slash,
      bytes[index] != Byte.greater
    {
      index += 1
    }
    // No known name is longer.
    let name = bytes[start..<min(index, start + 40)].map(Byte.lowered)
    return String(decoding: name, as: UTF8.self)
  }

  /// Returns the end of a comment. `<!-->` and `<!--->` are complete, and `--!>` ends one too.
  private static func end(ofComment start: Int, in bytes: [UInt8]) -> Int {
    let plain = Byte.find("-->", in: bytes.span, from: start + 2, to: bytes.count).map { $0 + 3 }
    let bang = Byte.find("--!>", in: bytes.span, from: start + 4, to: plain ?? bytes.count).map {
      $0 + 4
    }
    return bang ?? plain ?? bytes.count
  }

  private static func end(ofPlain name: String, in bytes: [UInt8], from start: Int) -> Int {
    var index = start
    while let found = Byte.find("</", in: bytes.span, from: index, to: bytes.count) {
      if bytes[(found + 2)...].prefix(name.utf8.count).map(Byte.lowered).elementsEqual(name.utf8) {
        return found
      }
      index = found + 2
    }
    return bytes.count
  }

  private mutating func keepsStart(_ name: String, isEmpty: Bool) -> Bool {
    if Self.void.contains(name) || Self.unclosed.contains(name) { return true }
    if isEmpty, isXml || open.contains("svg") || open.contains("math") { return true }
    if Self.styles.contains(name) {
      guard styleCount < HtmlSource.mostStyles else {
        dropped[name, default: 0] += 1
        return false
      }
      openStyles[name, default: 0] += 1
      styleCount += 1
      return true
    }
    guard open.count < HtmlSource.deepest else {
      dropped[name, default: 0] += 1
      return false
    }
    open.append(name)
    return true
  }

  private mutating func keepsEnd(_ name: String) -> Bool {
    // In XML, `<br></br>` is a single line break.
    if isXml, Self.void.contains(name) { return false }
    if let count = dropped[name], count > 0 {
      dropped[name] = count - 1
      return false
    }
    if let count = openStyles[name], count > 0 {
      openStyles[name] = count - 1
      styleCount -= 1
    } else if let last = open.lastIndex(of: name) {
      open.removeSubrange(last...)
    }
    return true
  }
}
