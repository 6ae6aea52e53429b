import Bytes
import Entities
import Markdown

/// What all pages of a site have in common.
enum Site {
  static func escaped(_ text: some StringProtocol) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      if let reference = HtmlText.reference(of: scalar) {
        escaped += reference
        continue
      }
      switch scalar {
      case _ where scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value): escaped += " "
      case _ where scalar.value & 0xfffe == 0xfffe: break
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// `top`: the way to the site's top.
  static func head(title: String, top: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'self'; img-src 'self' data:; \
    base-uri 'none'; form-action 'none'" />
    <meta name="referrer" content="no-referrer" />
    <title>\(escaped(title).isEmpty ? "Note" : escaped(title))</title>
    <link rel="stylesheet" href="\(top)style.css" />
    <script src="\(top)site.js" defer="defer"></script>
    </head>
    <body>
    <nav data-top="\(top)"><a href="\(top)index.html">Notes</a> <a href="\(top)tags.html">Tags</a> \
    <a href="\(top)calendar.html">Calendar</a></nav>
    <main>

    """
  }

  static let foot = "</main>\n</body>\n</html>\n"

  /// The folders that a note is in.
  static func crumbs(of path: NotePath, on page: String) -> String {
    let folder = path.folder.text
    if folder.isEmpty { return "" }
    return
      "<p class=\"folder\">\(escaped(folder.split(separator: "/").joined(separator: " › ")))</p>\n"
  }

  /// Where the title ends that a page begins with; 0 without one.
  static func title(of page: [UInt8]) -> Int {
    guard page.starts(with: "<h1".utf8) else { return 0 }
    return page.firstRange(of: Array("</h1>\n".utf8))?.upperBound ?? 0
  }

  /// An address of the web is a link.
  static func html(of value: PropertyValue) -> String {
    switch value {
    case .list(let values): return values.map(html).joined(separator: ", ")
    case .text(let text):
      let isWhole = !text.contains { $0.isWhitespace }
      guard isWhole, text.hasPrefix("http"), case .address(let address)? = PageTarget.outside(text)
      else { return escaped(text) }
      return "<a href=\"\(escaped(address))\">\(escaped(text))</a>"
    default: return escaped(words(of: value))
    }
  }

  static func words(of value: PropertyValue) -> String {
    switch value {
    case .null: ""
    case .checkbox(let value): value ? "yes" : "no"
    case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
    case .text(let text): text
    case .list(let values): values.map(words).joined(separator: ", ")
    case .object(let pairs):
      pairs.map { "\($0.name): \(words(of: $0.value))" }.joined(separator: ", ")
    }
  }

  /// Folders before notes, each from A to Z.
  static func foldersFirst(_ left: NotePath, _ right: NotePath) -> Bool {
    let (first, second) = (
      left.bytes.split(separator: Byte.slash), right.bytes.split(separator: Byte.slash)
    )
    for index in 0..<min(first.count, second.count) where first[index] != second[index] {
      let (isFolder, isOtherFolder) = (index + 1 < first.count, index + 1 < second.count)
      if isFolder != isOtherFolder { return isFolder }
      return first[index].lexicographicallyPrecedes(second[index])
    }
    return first.count > second.count
  }

  /// A month as a table, from Monday to Sunday.
  static func month(_ first: Day, _ address: (Day) -> String?) -> String {
    var text = "<table class=\"month\">\n<caption>\(first.text.prefix(7))</caption>\n<tbody>\n"
    var day = first.startOfWeek(.monday)
    let end = first.advanced(by: first.daysInMonth)
    while day < end {
      text += "<tr>"
      for _ in 0..<7 {
        let number = day < first || day >= end ? "" : "\(day.time.day)"
        let target = number.isEmpty ? nil : address(day)
        text += target.map { "<td><a href=\"\($0)\">\(number)</a></td>" } ?? "<td>\(number)</td>"
        day = day.advanced(by: 1)
      }
      text += "</tr>\n"
    }
    return text + "</tbody>\n</table>\n"
  }
}
