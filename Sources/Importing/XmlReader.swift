import CExpat

/// Takes what is in a file of XML.
package protocol XmlHandler: AnyObject {
  func start(_ name: String, _ attributes: [XmlReader.Attribute])
  func end(_ name: String)
  /// A part of a text: where it is cut says nothing.
  func text(_ bytes: [UInt8])
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
  private var mender = XmlMender()

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
      reader.handler.text(Array(UnsafeRawBufferPointer(start: text, count: Int(count))))
    }
    XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in
      XmlReader.of(data)?.refuse("it declares names of its own, which no export needs")
    }
    // One that only a file outside would explain stays as it is written.
    XML_SetSkippedEntityHandler(parser) { data, name, isParameter in
      guard isParameter == 0, let name, let reader = XmlReader.of(data) else { return }
      let written = String(cString: name)
      reader.handler.text(Array((written == "nbsp" ? " " : "&\(written);").utf8))
    }
  }

  deinit { XML_ParserFree(parser) }

  /// Reads on. `bytes` may end anywhere.
  package func add(_ bytes: ArraySlice<UInt8>) throws(Problem) {
    guard !isStopped, let first = bytes.first else { return }
    if isUtf16 == nil { isUtf16 = first >= 0xfe || bytes.dropFirst().first == 0 }
    var rest = isUtf16 == true ? bytes : mender.mended(bytes)[...]
    while !rest.isEmpty {
      // It counts in 32 bits.
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

  /// The file ends here.
  package func finish() throws(Problem) {
    if !isStopped { try parse([], isLast: true) }
  }

  /// To be called by the handler: nothing more is read, and that is no problem.
  package func stop() {
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
