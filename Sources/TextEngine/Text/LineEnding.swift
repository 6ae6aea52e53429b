/// How lines end. A lone CR ends no line: it is shown.
package enum LineEnding: String, Hashable, Sendable, CaseIterable {
  case lf = "LF"
  case crlf = "CRLF"

  package var bytes: [UInt8] { self == .lf ? [.lineFeed] : [.carriageReturn, .lineFeed] }
}
