import Markdown

/// A picture's size, read from its first bytes; nil if the format is unknown.
struct PictureSize: Equatable {
  var width: Int?
  var height: Int?

  /// The size of a cell in pixels.
  private static let cell = (width: 8, height: 16)

  init(of bytes: [UInt8]) {
    if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]), bytes.count >= 24 {
      width = Self.number(bytes[16..<20])
      height = Self.number(bytes[20..<24])
    } else if bytes.starts(with: "GIF8".utf8), bytes.count >= 10 {
      width = Self.number(bytes[6..<8].reversed())
      height = Self.number(bytes[8..<10].reversed())
    } else if bytes.starts(with: [0xff, 0xd8]) {
      readJPEG(bytes)
    }
    if width == 0 || height == 0 { (width, height) = (nil, nil) }
  }

  /// Returns the size in cells: the requested size, or else the picture's own, limited to the room.
  func cells(for wish: PictureRequest) -> (columns: Int, rows: Int) {
    let columns = Self.cells(wish.picture.width ?? width, Self.cell.width)
    let rows = Self.cells(
      wish.picture.height ?? (wish.picture.width == nil ? height : nil), Self.cell.height)
    return (min(wish.columns, columns ?? .max), min(wish.rows, rows ?? .max))
  }

  private static func cells(_ pixels: Int?, _ size: Int) -> Int? {
    pixels.map { max(1, ($0 + size - 1) / size) }
  }

  private static func number(_ bytes: some Sequence<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  /// Skips from segment to segment up to the one with the size.
  private mutating func readJPEG(_ bytes: [UInt8]) {
    var offset = 2
    while offset + 9 < bytes.count, bytes[offset] == 0xff {
      let kind = bytes[offset + 1]
      if (0xc0...0xcf).contains(kind), ![0xc4, 0xc8, 0xcc].contains(kind) {
        height = Self.number(bytes[(offset + 5)..<(offset + 7)])
        width = Self.number(bytes[(offset + 7)..<(offset + 9)])
        return
      }
      offset += kind == 0xff ? 1 : 2 + max(2, Self.number(bytes[(offset + 2)..<(offset + 4)]))
    }
  }
}
