/// What one Unicode scalar does to the cells. The numbers are those of the generated table.
enum ScalarClass: UInt8 {
  /// Unknown to the C library, or private use: U+FFFD stands in for it, in one cell.
  case replaced = 0
  case narrow = 1
  case wide = 2
  /// Takes no cell: drawn onto the base before it.
  case mark = 3
  /// Takes no cell and has no shape (variation selectors, ZWJ): never sent to the terminal.
  case joiner = 4
  /// Would steer or confuse the terminal, or would not be seen: spelled out.
  case escape = 5
  case narrowPicture = 6
  case widePicture = 7
  case skinTone = 8

  /// The cells that wcwidth gives to the scalar, or to U+FFFD in its place.
  var width: Int {
    switch self {
    case .replaced, .narrow, .narrowPicture: 1
    case .wide, .widePicture, .skinTone: 2
    case .mark, .joiner, .escape: 0
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
    default:
      self = Self.searched(value)
    }
  }

  private static func searched(_ value: UInt32) -> ScalarClass {
    let wanted = value << 4 | 0xf
    var low = 0
    var high = runs.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle] <= wanted { low = middle } else { high = middle }
    }
    return ScalarClass(rawValue: UInt8(runs[low] & 0xf)) ?? .replaced
  }
}
