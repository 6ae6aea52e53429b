import Bytes

/// The address of a screen, for help, the manual and shell completions.
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

  /// Returns the address of a note's editor.
  package static func address(ofNote path: [UInt8]) -> String {
    "\(scheme)editor/\(encoded(path))"
  }

  /// Encodes a path for an address. `#` is encoded, because it begins a heading.
  package static func encoded(_ path: [UInt8]) -> String {
    Percent.text(of: path) { Percent.isPlain($0) && $0 != UInt8(ascii: "#") }
  }
}
