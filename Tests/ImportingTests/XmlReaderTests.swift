import Testing

@testable import Importing

@Suite("XML read in pieces")
struct XmlReaderTests {
  /// Records what the reader reports.
  final class Log: XmlHandler {
    var lines: [String] = []
    private var text = ""

    func start(_ name: String, _ attributes: [XmlReader.Attribute]) {
      flush()
      lines.append("<\(name)\(attributes.map { " \($0.name)=\($0.value)" }.joined())>")
    }
    func end(_ name: String) {
      flush()
      lines.append("</\(name)>")
    }
    func text(_ bytes: [UInt8]) {
      text += String(decoding: bytes, as: UTF8.self)
    }

    private func flush() {
      if !text.isEmpty { lines.append(text) }
      text = ""
    }
  }

  private static func read(_ xml: [UInt8], pieces: Int) -> ([String], XmlReader.Problem?) {
    let log = Log()
    let reader = XmlReader(log)
    var problem: XmlReader.Problem?
    do throws(XmlReader.Problem) {
      for start in stride(from: 0, to: xml.count, by: pieces) {
        try reader.add(xml[start..<min(start + pieces, xml.count)])
      }
      try reader.finish()
    } catch { problem = error }
    return (log.lines, problem)
  }

  private static let files: [(String, [String])] = [
    ("<a b='c &amp; d'>e<![CDATA[<f>]]>g</a>", ["<a b=c & d>", "e<f>g", "</a>"]),
    (
      "<?xml version='1.0'?><!DOCTYPE a SYSTEM 'http://x/y.dtd'><a><!-- b -->&nbsp;&#233;&odd;</a>",
      ["<a>", " é&odd;", "</a>"]
    ),
    (
      "<a><![CDATA[<b><![CDATA[c<d]]>]]<![CDATA[e]]></b> ]]>\n</a>",
      ["<a>", "<b><![CDATA[c<d]]>]]<![CDATA[e]]></b> \n", "</a>"]
    ),
    (
      "<a><![CDATA[<![CDATA[c]]]]><![CDATA[></b>]]></a><!-- d -->",
      ["<a>", "<![CDATA[c]]></b>", "</a>"]
    ),
    (
      "<a><b><![CDATA[<![CDATA[c]]></b><c>d</c></a>",
      ["<a>", "<b>", "<![CDATA[c", "</b>", "<c>", "d", "</c>", "</a>"]
    ),
    ("<a>b\u{b}c</a>", ["<a>", "b c", "</a>"]),
    (
      "<a b='c&d;e&f=g'>h & i&<j>&k</j><![CDATA[ & &amp; ]] ]]>&#0;&#xfffe;&#xe9;&eacute;&nbsp;</a>",
      ["<a b=c&d;e&f=g>", "h & i&", "<j>", "&k", "</j>", " & &amp; ]]   é&eacute; ", "</a>"]
    ),
  ]

  @Test("The same is read wherever the pieces are cut", arguments: files)
  func readsPieces(xml: String, expected: [String]) {
    for pieces in [1, 2, 3, 7, 1000] {
      let (lines, problem) = Self.read(Array(xml.utf8), pieces: pieces)
      #expect(lines == expected)
      #expect(problem == nil)
    }
  }

  @Test("An error is reported with its line and column")
  func tellsProblem() throws {
    let (lines, problem) = Self.read(Array("<a>\n<b></c></a>".utf8), pieces: 4)
    #expect(lines.first == "<a>")
    let found = try #require(problem)
    #expect(found.message == "line 2, column 6: mismatched tag")
    #expect(found.offset == 9)
    let (_, behind) = Self.read(Array("<a>& & &nbsp;\n<b></c></a>".utf8), pieces: 4)
    #expect(behind?.offset == 19)
  }

  @Test("A file that ends too soon is a problem")
  func tellsEnd() {
    #expect(Self.read(Array("<a><b>".utf8), pieces: 100).1?.reason == "no element found")
    #expect(Self.read([], pieces: 1).1 != nil)
  }

  private static let hostile: [(String, String)] = [
    (
      "<!DOCTYPE a [<!ENTITY b 'lol'><!ENTITY c '&b;&b;&b;'>]><a>&c;</a>",
      "it declares names of its own, which no export needs"
    ),
    (
      "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>",
      "it declares names of its own, which no export needs"
    ),
    (
      "<!DOCTYPE a [<!ENTITY % b SYSTEM 'file:///etc/passwd'> %b;]><a/>",
      "it declares names of its own, which no export needs"
    ),
    (
      String(repeating: "<a>", count: 100_000), "its elements are too deep within one another"
    ),
    ("<a b='" + String(repeating: "x", count: 9 << 20) + "'/>", "a tag is too long"),
  ]

  @Test("No file makes the reader open other files or fill the memory", arguments: hostile)
  func refuses(xml: String, reason: String) {
    let (lines, problem) = Self.read(Array(xml.utf8), pieces: 1 << 16)
    #expect(problem?.reason == reason)
    #expect(!lines.contains { $0.contains("lol") || $0.contains("root") })
  }
}
