import Cells

/// What may be written to a terminal past the screen, whatever names are in it.
package enum TerminalText {
  /// Lines stay lines; all else that would steer the terminal is spelled out.
  package static func safe(_ text: String) -> String {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { Cells.visible(String(decoding: $0, as: UTF8.self)) }.joined(separator: "\n")
  }
}
