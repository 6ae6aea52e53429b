import CUnicode

/// The effect of a Unicode scalar on cells. The generated table uses these numbers.
enum ScalarClass: UInt8 {
  /// Unknown to the C library, which would draw nothing: it is escaped.
  case unknown = 0
  case narrow = 1
  case wide = 2
  /// Takes no cell: it is drawn onto the base before it.
  case mark = 3
  /// Takes no cell and has no shape, such as variation selectors and ZWJ. It is not sent to the
  /// terminal, except the one that separates letters (`ClusterDrawing`).
  case joiner = 4
  /// Would control or confuse the terminal, or be invisible: it is escaped.
  case escape = 5
  case narrowPicture = 6
  case widePicture = 7
  case skinTone = 8

  /// The scalar's width in cells according to `wcwidth`.
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
      // Latin-1 has two pictures; everything else in it is narrow.
      self = value == 0xae ? .narrowPicture : .narrow
    case 0x4e00...0x9fff, 0xac00...0xd7a3:
      self = .wide
    case 0xe000...0xf8ff, 0xf_0000...0xf_fffd, 0x10_0000...0x10_fffd:
      // Private use: icons of the user's font, one cell each.
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

/// Common letters beyond ASCII. Two of them in a row are always two glyphs, each with its own
/// width, so most text does not need Unicode's rules.
enum SimpleScalars {
  /// Returns the width of such a scalar, or nil for all others.
  static func width(_ value: UInt32) -> Int? {
    switch value {
    // Latin, Greek, Cyrillic, dashes and quotes. The soft hyphen and two pictures are excluded.
    case 0xaf..<0x300, 0xaa...0xac, 0xa1...0xa8, 0x391...0x3a1, 0x3a3...0x482, 0x48a...0x52f,
      0x2010...0x2027, 0x20ac:
      1
    // Ideographs, kana, Hangul syllables, fullwidth forms. Marks lie between these ranges.
    case 0x4e00...0x9fff, 0x3000...0x3029, 0x3041...0x3096, 0x309b...0x30ff, 0x3400...0x4dbf,
      0xac00...0xd7a3, 0xff01...0xff60:
      2
    default: nil
    }
  }
}

extension Span<UInt8> {
  /// Whether the character at `index` never joins a simple scalar or a letter before it.
  func standsApart(at index: Int) -> Bool {
    if index >= count || self[index] < 0x80 { return true }
    // An invalid byte is always separate.
    guard let (scalar, _) = scalar(at: index) else { return true }
    return SimpleScalars.width(scalar.value) != nil
  }
}

extension Span<UInt8> {
  /// Returns the scalar at `index` and its length, or nil if the bytes are not valid UTF-8.
  ///
  /// Strict: overlong forms, surrogates and values above U+10FFFF are invalid.
  func scalar(at index: Int) -> (scalar: Unicode.Scalar, length: Int)? {
    let lead = self[index]
    if lead < 0x80 { return (Unicode.Scalar(lead), 1) }
    // The range of the second byte excludes overlong forms and surrogates.
    let second: ClosedRange<UInt8>
    let length: Int
    switch lead {
    case 0xc2...0xdf: (length, second) = (2, 0x80...0xbf)
    case 0xe0: (length, second) = (3, 0xa0...0xbf)
    case 0xed: (length, second) = (3, 0x80...0x9f)
    case 0xe1...0xef: (length, second) = (3, 0x80...0xbf)
    case 0xf0: (length, second) = (4, 0x90...0xbf)
    case 0xf4: (length, second) = (4, 0x80...0x8f)
    case 0xf1...0xf3: (length, second) = (4, 0x80...0xbf)
    default: return nil
    }
    guard index + length <= count, second.contains(self[index + 1]) else { return nil }
    var value = UInt32(lead) & (0x7f >> UInt32(length))
    for next in index + 1..<index + length {
      guard self[next] & 0xc0 == 0x80 else { return nil }
      value = value << 6 | UInt32(self[next] & 0x3f)
    }
    guard let scalar = Unicode.Scalar(value) else { return nil }
    return (scalar, length)
  }

  /// Returns the start of the scalar that contains the byte at `index`; `index` for an invalid
  /// byte.
  func startOfScalar(covering index: Int) -> Int {
    for start in stride(from: index, through: Swift.max(0, index - 3), by: -1) {
      if let (_, length) = scalar(at: start), start + length > index { return start }
      if self[start] & 0xc0 != 0x80 { break }
    }
    return index
  }
}
