import Archives
import Bytes
import CExpat

/// Receives the parts of an XML file.
protocol XmlHandler: AnyObject {
  func start(_ name: String, _ attributes: [XmlReader.Attribute])
  func end(_ name: String)
  /// Receives a part of a text, which may be cut anywhere.
  func text(_ bytes: [UInt8])
}

/// Reads XML in pieces, so that the whole is never in memory.
///
/// Nothing outside the file is read, and files cannot define entities, since a short file could
/// expand to a text that fills the memory.
final class XmlReader {
  typealias Attribute = (name: String, value: String)

  /// A problem in a file, and its position.
  struct Problem: Error, Equatable, Sendable {
    let line: Int
    let column: Int
    /// The number of bytes before it.
    let offset: Int
    let reason: String

    /// The message: `line 3, column 14: mismatched tag`.
    var message: String { "line \(line), column \(column): \(reason)" }
  }

  /// The deepest nesting of elements.
  static let deepest = 1000
  static let longestTag = 8 << 20

  private let parser: XML_Parser?
  /// Receives the parts. The handler owns the reader.
  private unowned let handler: any XmlHandler
  private var depth = 0
  /// The number of bytes since the parser last reported anything.
  private var waiting = 0
  private var refusal: String?
  private var isStopped = false
  private var isUtf16: Bool?
  private var mender = XmlRepair()

  init(_ handler: any XmlHandler) {
    self.handler = handler
    parser = XML_ParserCreate(nil)
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    // With deferral, errors could be reported late.
    XML_SetReparseDeferralEnabled(parser, 0)
    XML_SetElementHandler(
      parser,
      { data, name, attributes in XmlReader.of(data)?.start(name, attributes) },
      { data, name in XmlReader.of(data)?.end(name) })
    XML_SetCharacterDataHandler(parser) { data, text, count in
      guard let text, let reader = XmlReader.of(data) else { return }
      reader.waiting = 0
      reader.handler.text(Array(UnsafeRawBufferPointer(start: text, count: Int(count))))
    }
    XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in
      XmlReader.of(data)?.refuse("it declares names of its own, which no export needs")
    }
    // An entity that only an external file defines stays as it is written.
    XML_SetSkippedEntityHandler(parser) { data, name, isParameter in
      guard isParameter == 0, let name, let reader = XmlReader.of(data) else { return }
      let written = String(cString: name)
      reader.handler.text(Array((written == "nbsp" ? " " : "&\(written);").utf8))
    }
  }

  deinit { XML_ParserFree(parser) }

  /// Reads the next bytes, which may end anywhere.
  func add(_ bytes: ArraySlice<UInt8>) throws(Problem) {
    guard !isStopped, let first = bytes.first else { return }
    if isUtf16 == nil { isUtf16 = first >= 0xfe || bytes.dropFirst().first == 0 }
    var rest = isUtf16 == true ? bytes : mender.mended(bytes)[...]
    while !rest.isEmpty {
      // The parser counts bytes in 32 bits.
      let part = rest.prefix(1 << 20)
      rest = rest.dropFirst(part.count)
      waiting += part.count
      try parse(part)
      if isStopped { return }
      if waiting > Self.longestTag {
        refuse("a tag is too long")
        throw problem()
      }
    }
  }

  func finish() throws(Problem) {
    if !isStopped { try parse([], isLast: true) }
  }

  /// Ends the reading without an error; for the handler to call.
  func stop() {
    isStopped = true
    XML_StopParser(parser, 0)
  }

  private func parse(_ part: ArraySlice<UInt8>, isLast: Bool = false) throws(Problem) {
    let status = part.withUnsafeBytes {
      let text = $0.bindMemory(to: CChar.self)
      return XML_Parse(parser, text.baseAddress, Int32(text.count), isLast ? 1 : 0)
    }
    if status == XML_STATUS_ERROR, !isStopped { throw problem() }
  }

  private func problem() -> Problem {
    let reason =
      refusal ?? XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "no XML"
    let index = Int(XML_GetCurrentByteIndex(parser))
    return Problem(
      line: Int(XML_GetCurrentLineNumber(parser)),
      column: Int(XML_GetCurrentColumnNumber(parser)) + 1,
      offset: isUtf16 == true ? index : mender.offset(index), reason: reason)
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

/// Mends XML errors that programs write, in pieces that may be cut anywhere: control characters
/// become blanks; a bare `&`, HTML's entity names, and CDATA inside CDATA become text.
struct XmlRepair {
  private var isInCData = false
  /// The element that contains the CDATA, and the number of CDATA sections that began inside it.
  private var element: [UInt8] = []
  private var inner = 0
  /// The end of the last piece, if its meaning depends on the next one.
  private var held: [UInt8] = []
  /// The number of bytes passed on, and their difference from the file's bytes up to this piece.
  private var (given, added) = (0, 0)
  /// The positions where this piece differs in length from the file, and by how much.
  private var changes: [(end: Int, longer: Int)] = []

  private static let cdata = (start: Array("<![CDATA[".utf8), end: Array("]]>".utf8))
  private static let named = ["amp", "lt", "gt", "quot", "apos"].map { Array($0.utf8) }
  private static let longestName = 32

  /// Returns the offset in the file of a byte that was passed on.
  func offset(_ index: Int) -> Int {
    max(0, index - changes.reduce(added) { $1.end <= index ? $0 + $1.longer : $0 })
  }

  mutating func mended(_ piece: ArraySlice<UInt8>) -> [UInt8] {
    let bytes = held + piece
    held = []
    added += changes.reduce(0) { $0 + $1.longer }
    changes = []
    var (out, start, index) = ([UInt8](), 0, 0)
    while let sign = bytes[index...].firstIndex(where: isSign) {
      index = sign + 1
      guard let fix = fix(bytes[sign...]) else {
        held = Array(bytes[sign...])
        break
      }
      index = sign + fix.length
      guard let other = fix.other else { continue }
      out += bytes[start..<sign]
      out += other.utf8
      changes.append((given + out.count, other.utf8.count - fix.length))
      start = index
    }
    if changes.isEmpty, held.isEmpty {
      given += bytes.count
      return bytes
    }
    out += bytes[start..<bytes.count - held.count]
    given += out.count
    return out
  }

  /// Whether something that may need a fix begins with this byte.
  private func isSign(_ byte: UInt8) -> Bool {
    if byte == Byte.less || Self.isControl(byte) { return true }
    return byte == (isInCData ? UInt8(ascii: "]") : Byte.ampersand)
  }

  private static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && byte != 0x09 && byte != 0x0a && byte != 0x0d
  }

  /// The number of bytes to replace, and their replacement; nil if the next piece decides.
  private typealias Fix = (length: Int, other: String?)

  private mutating func fix(_ rest: ArraySlice<UInt8>) -> Fix? {
    switch rest[rest.startIndex] {
    case Byte.less: opening(rest)
    case UInt8(ascii: "]"): closing(rest)
    case Byte.ampersand: Self.reference(rest)
    default: (1, " ")
    }
  }

  private mutating func opening(_ rest: ArraySlice<UInt8>) -> Fix? {
    let mark = Self.cdata.start
    if rest.starts(with: mark) {
      if isInCData { inner += 1 }
      isInCData = true
      return (mark.count, nil)
    }
    if rest.count < mark.count, mark.starts(with: rest) { return nil }
    if isInCData { return (1, nil) }
    let name = Array(rest.dropFirst().prefix(Self.longestName).prefix(while: Byte.isName))
    if name.count + 1 == rest.count { return nil }
    if !name.isEmpty { element = name }
    return (1, nil)
  }

  /// Makes the end of an inner CDATA text of the outer one, as it should have been written.
  private mutating func closing(_ rest: ArraySlice<UInt8>) -> Fix? {
    let mark = Self.cdata.end
    guard rest.starts(with: mark) else {
      return rest.count < mark.count && mark.starts(with: rest) ? nil : (1, nil)
    }
    let behind = rest.dropFirst(mark.count)
    if inner == 0 || behind.starts(with: Self.cdata.start) {
      isInCData = false
      return (mark.count, nil)
    }
    let end = [Byte.less, Byte.slash] + element
    let next = behind.drop(while: Byte.isBlank)
    if next.starts(with: end) {
      (isInCData, inner) = (false, 0)
      return (mark.count, nil)
    }
    if end.starts(with: next) || Self.cdata.start.starts(with: behind) { return nil }
    inner -= 1
    return (mark.count, "]]]]><![CDATA[>")
  }

  private static func reference(_ rest: ArraySlice<UInt8>) -> Fix? {
    let name = Array(
      rest.dropFirst().prefix(longestName).prefix { Byte.isName($0) || $0 == Byte.hash })
    if name.count + 1 == rest.count { return nil }
    if rest[rest.startIndex + 1 + name.count] != UInt8(ascii: ";") { return (1, "&amp;") }
    if name.first == Byte.hash {
      return isCharacter(name.dropFirst()) ? (1, nil) : (name.count + 2, " ")
    }
    if name == Array("nbsp".utf8) { return (name.count + 2, " ") }
    return (1, named.contains(name) ? nil : "&amp;")
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
}

/// The libraries used by imports, with their versions. Gumbo and libmd report none.
package enum ImportLibraries {
  package static var versions: [String] {
    // Expat reports `expat_2.5.0`.
    let expat = String(cString: XML_ExpatVersion()).drop { $0 != "_" }.dropFirst()
    return ["expat \(expat)", ArchiveLibrary.version]
  }
}
