import Bytes

/// HTML that is also valid XML. All of a note's text goes through `add(text:)`, which escapes it.
struct PageText {
  private(set) var bytes: [UInt8] = []

  /// Adds our own markup, unescaped.
  mutating func add(_ markup: String) { bytes += markup.utf8 }

  mutating func add(_ other: PageText) { bytes += other.bytes }

  /// Adds escaped text, or an attribute's value for double quotes.
  mutating func add(text: some Collection<UInt8>) {
    if text.allSatisfy({
      $0 >= 0x20 && $0 < 0x7f && HtmlText.reference(of: Unicode.Scalar($0)) == nil
    }) {
      bytes += text
      return
    }
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if let reference = HtmlText.reference(of: scalar) {
        add(reference)
        continue
      }
      switch scalar {
      case "\n", "\t": bytes.append(UInt8(scalar.value))
      // XML does not allow these characters.
      case _ where scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value): break
      case _ where scalar.value & 0xfffe == 0xfffe || (0xfdd0...0xfdef).contains(scalar.value):
        break
      default: UTF8Scalars.append(scalar, to: &bytes)
      }
    }
  }

  /// Returns the start tag of a link; nil for no target and for a picture.
  static func link(to target: PageTarget) -> PageText? {
    var tag = PageText()
    tag.add("<a")
    switch target {
    case .address(let address): tag.add("href", attribute: address.utf8)
    case .download(let address, let name):
      tag.add("href", attribute: address.utf8)
      tag.add("download", attribute: name.utf8)
    case .picture, .nothing: return nil
    }
    tag.add(">")
    return tag
  }

  mutating func add(_ name: String, attribute value: some Collection<UInt8>) {
    add(" \(name)=\"")
    add(text: value)
    add("\"")
  }
}
