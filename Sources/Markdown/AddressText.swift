import Bytes

/// Percent-encoded text in addresses, where `%20` means a space.
package enum AddressText {
  /// Decodes an address leniently: a `%` without two hexadecimal digits is a plain `%`.
  package static func decoded(_ text: String) -> String { Percent.decodedAsWritten(text) }

  /// Encodes `#` too, since it precedes the part in an address.
  package static func encoded(_ text: String) -> String {
    Percent.text(of: text.utf8) { Percent.isPlain($0) && $0 != Byte.hash }
  }
}
