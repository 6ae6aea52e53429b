/// How lines end. A lone CR ends no line: it is shown.
package enum LineEnding: String, Hashable, Sendable, CaseIterable {
  case lf = "LF"
  case crlf = "CRLF"

  package var bytes: [UInt8] { self == .lf ? [.lineFeed] : [.carriageReturn, .lineFeed] }
}

extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
}
