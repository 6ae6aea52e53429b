import Bytes
import CExpat

/// Takes what is in a file of XML.
package protocol XmlHandler: AnyObject {
  func start(_ name: String, _ attributes: [XmlReader.Attribute])
  func end(_ name: String)
  /// A part of a text: where it is cut says nothing.
  func text(_ bytes: UnsafeBufferPointer<UInt8>)
}

/// Reads XML in pieces, without ever having all of it in memory.
///
/// Nothing outside of the file is read, and no file can say what a name in its text means: a short file
/// could ask for a text that fills the memory.
package final class XmlReader {
  package typealias Attribute = (name: String, value: String)

  /// What is wrong with a file, and where.
  package struct Problem: Error, Equatable, Sendable {
    package let line: Int
    package let column: Int
    /// How many bytes of the file are before it.
    package let offset: Int
    package let reason: String

    /// As `line 3, column 14: mismatched tag`.
    package var message: String { "line \(line), column \(column): \(reason)" }
  }

  /// Elements within one another.
  static let deepest = 1000
  /// A tag that is longer is no tag.
  static let longestTag = 8 << 20

  private let parser: XML_Parser?
  /// Told of what is read; it owns the reader.
  private unowned let handler: any XmlHandler
  private var depth = 0
  /// Bytes that were given since something was read in them.
  private var waiting = 0
  private var refusal: String?
  private var isStopped = false
  private var isUtf16: Bool?
  private var isInCData = false
  /// The end of what was given, where what it begins is not told yet.
  private var held: [UInt8] = []
  /// Bytes that the parser was given, and how many of them the file does not have.
  private var (given, added) = (0, 0)
  /// Where the last ones are longer than the file.
  private var changes: [(end: Int, longer: Int)] = []

  package init(_ handler: any XmlHandler) {
    self.handler = handler
    parser = XML_ParserCreate(nil)
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    // Else it may say only later that something is wrong.
    XML_SetReparseDeferralEnabled(parser, 0)
    XML_SetElementHandler(
      parser,
      { data, name, attributes in XmlReader.of(data)?.start(name, attributes) },
      { data, name in XmlReader.of(data)?.end(name) })
    XML_SetCharacterDataHandler(parser) { data, text, count in
      guard let text, let reader = XmlReader.of(data) else { return }
      reader.waiting = 0
      let raw = UnsafeRawBufferPointer(start: text, count: Int(count))
      reader.handler.text(raw.bindMemory(to: UInt8.self))
    }
    XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in
      XmlReader.of(data)?.refuse("it declares names of its own, which no export needs")
    }
    // One that only a file outside would explain stays as it is written.
    XML_SetSkippedEntityHandler(parser) { data, name, isParameter in
      guard isParameter == 0, let name, let reader = XmlReader.of(data) else { return }
      let written = String(cString: name)
      let text = Array((written == "nbsp" ? " " : "&\(written);").utf8)
      text.withUnsafeBufferPointer { reader.handler.text($0) }
    }
  }

  deinit { XML_ParserFree(parser) }

  /// Reads on. `bytes` may end anywhere.
  package func add(_ bytes: UnsafeRawBufferPointer) throws(Problem) {
    guard !isStopped, let first = bytes.first else { return }
    if isUtf16 == nil { isUtf16 = first >= 0xfe || bytes.count > 1 && bytes[1] == 0 }
    if isUtf16 == true {
      try parse(bytes)
    } else if !held.isEmpty {
      let whole = held + bytes
      held = []
      try add(bytes: whole)
    } else {
      try mend(bytes)
    }
  }

  package func add(bytes: [UInt8]) throws(Problem) { try Self.reading(bytes, add) }

  private static func reading(
    _ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws(Problem) -> Void
  ) throws(Problem) {
    var problem: Problem?
    bytes.withUnsafeBytes { bytes in
      do throws(Problem) { try body(bytes) } catch { problem = error }
    }
    if let problem { throw problem }
  }

  /// The file ends here.
  package func finish() throws(Problem) {
    guard !isStopped else { return }
    if XML_Parse(parser, nil, 0, 1) == XML_STATUS_ERROR { throw problem() }
  }

  /// To be called by the handler: nothing more is read, and that is no problem.
  package func stop() {
    isStopped = true
    XML_StopParser(parser, 0)
  }

  private static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && byte != 0x09 && byte != 0x0a && byte != 0x0d
  }

  private static let cdata = (start: Array("<![CDATA[".utf8), end: Array("]]>".utf8))
  private static let named = ["amp", "lt", "gt", "quot", "apos"].map { Array($0.utf8) }
  private static let longestName = 32

  /// Programs write controls, which may not be there and are blanks, and an `&` as it is, and names that
  /// XML does not have, which are words.
  private func mend(_ bytes: UnsafeRawBufferPointer) throws(Problem) {
    added += changes.reduce(0) { $0 + $1.longer }
    changes = []
    var mended: [UInt8] = []
    var (start, index, end) = (0, 0, bytes.count)
    func replace(_ range: Range<Int>, with other: String) {
      mended += bytes[start..<range.lowerBound]
      mended += other.utf8
      start = range.upperBound
      index = start
      changes.append((given + mended.count, other.utf8.count - range.count))
    }
    while let sign = bytes[index...].firstIndex(where: isSign) {
      let rest = bytes[sign...]
      index = sign + 1
      if Self.isControl(bytes[sign]) {
        replace(sign..<index, with: " ")
        continue
      }
      if bytes[sign] != Byte.ampersand {
        let mark = isInCData ? Self.cdata.end : Self.cdata.start
        if rest.starts(with: mark) {
          isInCData.toggle()
          index = sign + mark.count
        } else if rest.count < mark.count, mark.starts(with: rest) {
          end = sign
          break
        }
        continue
      }
      let name = Array(
        rest.dropFirst().prefix(Self.longestName).prefix { Byte.isName($0) || $0 == Byte.hash })
      let close = index + name.count
      if close == bytes.count {
        end = sign
        break
      }
      if bytes[close] != UInt8(ascii: ";") {
        replace(sign..<index, with: "&amp;")
      } else if name.first == Byte.hash {
        if !Self.isCharacter(name.dropFirst()) { replace(sign..<close + 1, with: " ") }
      } else if name == Array("nbsp".utf8) {
        replace(sign..<close + 1, with: " ")
      } else if !Self.named.contains(name) {
        replace(sign..<index, with: "&amp;")
      }
    }
    held = Array(bytes[end...])
    if mended.isEmpty { return try parse(UnsafeRawBufferPointer(rebasing: bytes[..<end])) }
    mended += bytes[start..<end]
    try Self.reading(mended, parse)
  }

  /// Whether something may begin that is to be looked at.
  private func isSign(_ byte: UInt8) -> Bool {
    if isInCData { return byte == UInt8(ascii: "]") || Self.isControl(byte) }
    return byte == Byte.less || byte == Byte.ampersand || Self.isControl(byte)
  }

  /// Whether XML has a character of the number, written as `233` or `xe9`.
  private static func isCharacter(_ number: ArraySlice<UInt8>) -> Bool {
    let isHex = number.first == UInt8(ascii: "x")
    let digits = String(decoding: isHex ? number.dropFirst() : number, as: UTF8.self)
    guard let value = UInt32(digits, radix: isHex ? 16 : 10), Unicode.Scalar(value) != nil else {
      return false
    }
    return value >= 0x20 ? value & 0xfffe != 0xfffe : [0x09, 0x0a, 0x0d].contains(value)
  }

  private func parse(_ bytes: UnsafeRawBufferPointer) throws(Problem) {
    // It counts in 32 bits.
    for start in stride(from: 0, to: bytes.count, by: 1 << 20) {
      let part = UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + 1 << 20, bytes.count)])
      waiting += part.count
      given += part.count
      let text = part.bindMemory(to: CChar.self).baseAddress
      if XML_Parse(parser, text, Int32(part.count), 0) == XML_STATUS_ERROR {
        if isStopped { return }
        throw problem()
      }
      if waiting > Self.longestTag {
        refuse("a tag is too long")
        throw problem()
      }
    }
  }

  private func problem() -> Problem {
    let reason =
      refusal ?? XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "no XML"
    let index = Int(XML_GetCurrentByteIndex(parser))
    let longer = changes.reduce(added) { $1.end <= index ? $0 + $1.longer : $0 }
    return Problem(
      line: Int(XML_GetCurrentLineNumber(parser)),
      column: Int(XML_GetCurrentColumnNumber(parser)) + 1,
      offset: max(0, index - longer), reason: reason)
  }

  private func refuse(_ reason: String) {
    refusal = reason
    XML_StopParser(parser, 0)
  }

  private static func of(_ data: UnsafeMutableRawPointer?) -> XmlReader? {
    data.map { Unmanaged<XmlReader>.fromOpaque($0).takeUnretainedValue() }
  }

  private func start(
    _ name: UnsafePointer<XML_Char>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    guard let name, refusal == nil, !isStopped else { return }
    waiting = 0
    depth += 1
    if depth > Self.deepest { return refuse("its elements are too deep within one another") }
    var all: [Attribute] = []
    var index = 0
    while let name = attributes?[index], let value = attributes?[index + 1] {
      all.append((String(cString: name), String(cString: value)))
      index += 2
    }
    handler.start(String(cString: name), all)
  }

  private func end(_ name: UnsafePointer<XML_Char>?) {
    guard let name, refusal == nil, !isStopped else { return }
    waiting = 0
    depth -= 1
    handler.end(String(cString: name))
  }
}
