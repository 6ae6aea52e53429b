import Bytes

/// The address of a screen, as help, the manual and the shells' completions tell it.
package struct ScreenAddress: Sendable {
  /// `notes://editor/NOTE`
  package let written: String
  package let summary: String

  package static let scheme = "notes://"

  /// `editor/NOTE`
  package var name: Substring { written.dropFirst(Self.scheme.count) }

  package init(_ name: String, _ summary: String) {
    written = Self.scheme + name
    self.summary = summary
  }

  /// The address of a note's editor.
  package static func address(ofNote path: [UInt8]) -> String {
    "\(scheme)editor/\(encoded(path))"
  }

  /// A path within an address. What follows `#` would be a heading.
  package static func encoded(_ path: [UInt8]) -> String {
    Percent.text(of: path) { Percent.isPlain($0) && $0 != UInt8(ascii: "#") }
  }
}
