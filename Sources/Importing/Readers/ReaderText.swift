import Bytes
import Html

/// A text that was no Markdown, below its title.
enum PlainTextBody {
  static func markdown(title: String, _ text: String) -> [UInt8] {
    let body = PlainText.markdown(of: text.trimmingLines)
    if title.isEmpty { return body }
    return Array("# ".utf8) + PlainText.inline(title) + Array("\n\n".utf8) + body
  }
}

extension StringProtocol {
  var trimmingBlanks: String {
    var rest = self[...]
    while let first = rest.first, first.isWhitespace { rest = rest.dropFirst() }
    while let last = rest.last, last.isWhitespace { rest = rest.dropLast() }
    return String(rest)
  }

  /// Without empty lines at its start and blanks at its end.
  var trimmingLines: String {
    var rest = self[...]
    while let first = rest.first, first.isNewline { rest = rest.dropFirst() }
    while let last = rest.last, last.isWhitespace { rest = rest.dropLast() }
    return String(rest)
  }

  /// With line feeds alone.
  var withPlainLines: String { String(map { $0.isNewline ? "\n" : $0 }) }
}

extension ImportLink {
  /// The destination without percent signs.
  var path: String { Percent.decodedAsWritten(destination) }

  /// It leads out of every vault, as far as can be told by how it is written.
  var isWeb: Bool {
    guard let colon = destination.firstIndex(of: ":") else { return false }
    // A title may have a colon.
    if isWiki { return destination[colon...].hasPrefix("://") }
    let scheme = destination[..<colon]
    return scheme.count > 1
      && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }
}
