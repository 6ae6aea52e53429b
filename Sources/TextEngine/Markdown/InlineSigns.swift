import Bytes

/// The bytes in a line's text that may mean more than themselves. Most do not.
enum InlineSigns {
  /// Where the first one stands from `index` on; `stop` or behind it where there is none.
  static func next(from index: Int, to stop: Int, in base: UnsafePointer<UInt8>) -> Int {
    var index = index
    while index < stop, !isSign(base[index]) { index += 1 }
    return index
  }

  private static func isSign(_ byte: UInt8) -> Bool {
    switch byte {
    // # $ % &, < =, [ \ ], _ `
    case Byte.hash...Byte.ampersand, Byte.less...Byte.equals, Byte.opening...Byte.closing,
      Byte.underscore...Byte.backtick, Byte.star, Byte.colon, Byte.tilde:
      true
    default: false
    }
  }
}
