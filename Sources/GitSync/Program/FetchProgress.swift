/// What a fetch says of how far it is: `Receiving objects:  45% (9/20), 1.21 GiB | 10.00 MiB/s`.
enum FetchProgress {
  /// How many bytes came by now, as far as git says.
  static func received(_ errors: [UInt8]) -> Int {
    let lines = errors.suffix(longest).split {
      $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n")
    }
    // What the other end says begins otherwise: it cannot say that less came.
    let line = lines.last { $0.starts(with: "Receiving objects:".utf8) }
    guard let line else { return 0 }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard let unit = words.firstIndex(where: { units[$0.prefixWithoutComma] != nil }), unit > 0,
      let size = Double(words[unit - 1]), size >= 0, size < 1e9
    else { return 0 }
    return Int(size * (units[words[unit].prefixWithoutComma] ?? 0))
  }

  /// Of several lines, the last is enough.
  private static let longest = 4096
  private static let units: [Substring: Double] = [
    "bytes": 1, "KiB": 1024, "MiB": 1_048_576, "GiB": 1_073_741_824,
  ]
}

extension Substring {
  fileprivate var prefixWithoutComma: Substring { prefix { $0 != "," } }
}
