import Bytes

/// The tags that begin a block of HTML wherever they stand.
enum HtmlBlocks {
  private static let names: Set<[UInt8]> = Set(
    """
    address article aside base basefont blockquote body caption center col colgroup dd details dialog \
    dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header \
    hr html iframe legend li link main menu menuitem nav noframes ol optgroup option p param section \
    source summary table tbody td tfoot th thead title tr track ul
    """.split(separator: " ").map { Array($0.utf8) })

  static func begins(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ stop: Int) -> Bool {
    var start = index + 1
    if start < stop, bytes[start] == Byte.slash { start += 1 }
    var end = start
    while end < stop, Byte.isLetter(bytes[end]) || Byte.isDigit(bytes[end]), end - start < 12 {
      end += 1
    }
    guard names.contains(bytes[start..<end].map(Byte.lowered)) else { return false }
    return end == stop || Byte.isBlank(bytes[end]) || bytes[end] == Byte.greater
      || Byte.stands("/>", in: bytes, at: end, to: stop)
  }
}
