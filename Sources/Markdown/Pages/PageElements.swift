import Bytes

/// The harmless elements of a note's own HTML, which are copied to its page. If a block has any
/// other element or attribute, all of it is shown as text.
enum PageElements {
  private static let inlines: Set<String> = [
    "b", "cite", "code", "del", "dfn", "em", "i", "ins", "kbd", "mark", "q", "s", "samp", "small",
    "strong", "sub", "sup", "u", "var",
  ]
  /// Blocks that hold only words.
  private static let leaves: Set<String> = [
    "caption", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "p", "pre", "summary",
  ]
  private static let containers: Set<String> = [
    "blockquote", "dd", "details", "div", "dl", "li", "ol", "table", "tbody", "td", "tfoot", "th",
    "thead", "tr", "ul",
  ]
  private static let empty: Set<String> = ["br", "hr", "img"]
  /// The only parents that each of these elements may have.
  private static let homes: [String: Set<String>] = [
    "li": ["ul", "ol"], "dt": ["dl"], "dd": ["dl"], "summary": ["details"], "caption": ["table"],
    "thead": ["table"], "tbody": ["table"], "tfoot": ["table"],
    "tr": ["table", "thead", "tbody", "tfoot"], "td": ["tr"], "th": ["tr"],
  ]
  /// Elements that hold only children listed in `homes`.
  private static let frames: Set<String> = [
    "dl", "ol", "table", "tbody", "tfoot", "thead", "tr", "ul",
  ]

  struct Tag {
    var name: String
    var isEnd = false
    var attributes: [(name: String, value: String)] = []
  }

  /// Reads `<u>` or `</u>` within text.
  static func inline(_ html: [UInt8]) -> Tag? {
    guard let (tag, end) = tag(html[...]), end == html.count, tag.attributes.isEmpty,
      inlines.contains(tag.name)
    else { return nil }
    return tag
  }

  /// Returns a block of HTML; nil if it has anything that pages may not have. A `details` element
  /// may open in one block and close in another, with Markdown between them: `openDetails` counts
  /// the open ones before and after the block.
  static func block(
    _ html: [UInt8], openDetails: Int, _ context: PageContext
  ) -> (text: PageText, openDetails: Int)? {
    var page = PageText()
    var open = [String](repeating: "details", count: openDetails)
    // A link without a target is written as its words.
    var lostLinks = 0
    var rest = html[...]
    while let byte = rest.first {
      guard byte == Byte.less else {
        let words = rest.prefix { $0 != Byte.less }
        guard add(words, in: open.last, to: &page) else { return nil }
        rest = rest[words.endIndex...]
        continue
      }
      if rest.starts(with: "<!--".utf8) {
        guard let end = rest.firstRange(of: Array("-->".utf8)) else { return nil }
        rest = rest[end.upperBound...]
        continue
      }
      guard let (tag, end) = tag(rest) else { return nil }
      rest = rest[end...]
      if tag.isEnd {
        guard open.popLast() == tag.name else { return nil }
        if tag.name == "a", lostLinks > 0 {
          lostLinks = 0
        } else {
          page.add("</\(tag.name)>")
        }
      } else {
        guard fits(tag.name, in: open.last), let start = written(tag, context) else { return nil }
        if tag.name == "a", start.bytes.isEmpty { lostLinks = 1 }
        page.add(start)
        if !empty.contains(tag.name) { open.append(tag.name) }
      }
    }
    guard open.allSatisfy({ $0 == "details" }), open.count < 2 else { return nil }
    return (page, open.count)
  }

  private static func add(
    _ words: ArraySlice<UInt8>, in home: String?, to page: inout PageText
  ) -> Bool {
    if let home, frames.contains(home) {
      page.add(text: words.filter { $0 == Byte.lineFeed })
      return words.allSatisfy { Byte.isBlank($0) || $0 == Byte.lineFeed }
    }
    // Only a few character references are decoded: notes use no others.
    let text = HtmlText.plain(String(decoding: words, as: UTF8.self)).replacing(
      "&nbsp;", with: "\u{a0}")
    page.add(text: Array(text.utf8))
    return true
  }

  private static func fits(_ name: String, in home: String?) -> Bool {
    if let homes = homes[name] { return home.map(homes.contains) ?? false }
    guard let home else { return true }
    if frames.contains(home) { return false }
    if inlines.contains(home) || leaves.contains(home) || home == "a" {
      return inlines.contains(name) || name == "br" || name == "img" || name == "a" && home != "a"
    }
    return true
  }

  /// Writes a tag as our own; nil if it is not allowed.
  private static func written(_ tag: Tag, _ context: PageContext) -> PageText? {
    func value(_ name: String) -> String? { tag.attributes.first { $0.name == name }?.value }
    func numbers(_ names: Set<String>, _ page: inout PageText) -> Bool {
      for (name, value) in tag.attributes {
        guard names.contains(name), let number = Int(value), (0...9999).contains(number) else {
          return false
        }
        page.add(" \(name)=\"\(number)\"")
      }
      return true
    }
    var page = PageText()
    switch tag.name {
    case "a":
      guard tag.attributes.allSatisfy({ $0.name == "href" }), let address = value("href") else {
        return nil
      }
      return PageText.link(to: context.target(PageLink(.markdown, address))) ?? page
    case "img":
      let known = ["src", "alt", "width", "height"]
      guard tag.attributes.allSatisfy({ known.contains($0.name) }), let source = value("src") else {
        return nil
      }
      guard
        case .picture(let address) = context.target(PageLink(.markdown, source, isEmbed: true))
      else {
        page.add(text: (value("alt") ?? "").utf8)
        return page
      }
      page.add("<img")
      page.add("src", attribute: address.utf8)
      page.add("alt", attribute: (value("alt") ?? "").utf8)
      for name in ["width", "height"] {
        if let number = value(name).flatMap({ Int($0) }), (1...9999).contains(number) {
          page.add(" \(name)=\"\(number)\"")
        }
      }
    case "td", "th":
      page.add("<\(tag.name)")
      guard numbers(["colspan", "rowspan"], &page) else { return nil }
    case "ol":
      page.add("<ol")
      guard numbers(["start"], &page) else { return nil }
    default:
      let isKnown =
        inlines.contains(tag.name) || leaves.contains(tag.name) || containers.contains(tag.name)
        || empty.contains(tag.name)
      guard isKnown, tag.attributes.isEmpty else { return nil }
      page.add("<\(tag.name)")
    }
    page.add(empty.contains(tag.name) ? " />" : ">")
    return page
  }

  /// Reads the tag at the start, and its end offset; nil if the tag is written in an unusual way.
  private static func tag(_ html: ArraySlice<UInt8>) -> (tag: Tag, end: Int)? {
    var rest = html.dropFirst()
    let isEnd = rest.first == Byte.slash
    if isEnd { rest = rest.dropFirst() }
    let name = rest.prefix { Byte.isLetter($0) || Byte.isDigit($0) }
    guard let first = name.first, Byte.isLetter(first) else { return nil }
    var tag = Tag(name: String(decoding: name.map(Byte.lowered), as: UTF8.self), isEnd: isEnd)
    rest = rest[name.endIndex...]
    while tag.attributes.count < 8 {
      rest = rest.drop { Byte.isBlank($0) || $0 == Byte.lineFeed }
      if rest.first == Byte.slash, !isEnd { rest = rest.dropFirst() }
      if rest.first == Byte.greater { return (tag, rest.startIndex + 1) }
      let attribute = rest.prefix { Byte.isLetter($0) }
      rest = rest[attribute.endIndex...]
      guard !attribute.isEmpty, !isEnd, rest.starts(with: "=\"".utf8) else { return nil }
      let value = rest.dropFirst(2).prefix { $0 != 0x22 }
      guard value.endIndex < html.endIndex else { return nil }
      rest = rest[(value.endIndex + 1)...]
      tag.attributes.append(
        (
          String(decoding: attribute.map(Byte.lowered), as: UTF8.self),
          HtmlText.plain(String(decoding: value, as: UTF8.self))
        ))
    }
    return nil
  }
}
