import Bytes

/// Text in addresses, in which `%20` means a blank.
package enum AddressText {
  /// As people write it: a `%` that two digits do not follow is a plain `%`.
  package static func decoded(_ text: String) -> String { Percent.decodedAsWritten(text) }

  /// In an address `#` precedes the part.
  package static func encoded(_ text: String) -> String {
    Percent.text(of: text.utf8) { Percent.isPlain($0) && $0 != Byte.hash }
  }
}
