import CUnicode

/// What one Unicode scalar does to the cells. The numbers are those of the generated table.
enum ScalarClass: UInt8 {
  /// Unknown to the C library, which would draw nothing: spelled out.
  case unknown = 0
  case narrow = 1
  case wide = 2
  /// Takes no cell: drawn onto the base before it.
  case mark = 3
  /// Takes no cell and has no shape (variation selectors, ZWJ): not sent to the terminal, but for the
  /// one that keeps letters apart (`ClusterDrawing`).
  case joiner = 4
  /// Would steer or confuse the terminal, or would not be seen: spelled out.
  case escape = 5
  case narrowPicture = 6
  case widePicture = 7
  case skinTone = 8

  /// The cells that wcwidth gives to the scalar.
  var width: Int {
    switch self {
    case .narrow, .narrowPicture: 1
    case .wide, .widePicture, .skinTone: 2
    case .unknown, .mark, .joiner, .escape: 0
    }
  }

  var isPicture: Bool { self == .narrowPicture || self == .widePicture }

  init(of scalar: Unicode.Scalar) {
    let value = scalar.value
    switch value {
    case 0x20..<0x7f, 0xae..<0x300:
      // Two pictures stand in Latin-1, and none of what follows it is anything but narrow.
      self = value == 0xae ? .narrowPicture : .narrow
    case 0x4e00...0x9fff, 0xac00...0xd7a3:
      self = .wide
    case 0xe000...0xf8ff, 0xf_0000...0xf_fffd, 0x10_0000...0x10_fffd:
      // Private use: icons of the person's own font, a cell each.
      self = .narrow
    default:
      self = Self.searched(value)
    }
  }

  private static let runs: [UInt32] = {
    var count = 0
    let start = cunicode_widths(&count)
    return Array(UnsafeBufferPointer(start: start, count: count))
  }()

  private static func searched(_ value: UInt32) -> ScalarClass {
    let wanted = value << 4 | 0xf
    var low = 0
    var high = runs.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle] <= wanted { low = middle } else { high = middle }
    }
    return ScalarClass(rawValue: UInt8(runs[low] & 0xf)) ?? .unknown
  }
}
