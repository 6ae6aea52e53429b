import Bytes
import Expressions

/// The rows of a CSV file. Its first line has the names of columns; `#` begins a comment.
struct DataCSV {
  private(set) var rows: [[DataField]] = []
  /// Whether there are more rows than are read.
  private(set) var isCut = false

  private static let mostRows = 100_000
  private static let mostColumns = 500

  /// `page`: the record from which links are resolved.
  init(_ bytes: [UInt8], in page: Int?) {
    let start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    let text = bytes[start...]
    var reader = Reader(bytes: text, separator: Self.separator(text))
    guard let names = reader.next() else { return }
    let titles = names.prefix(Self.mostColumns).map { FieldName($0.trimmed) }
    while let cells = reader.next() {
      guard rows.count < Self.mostRows else {
        isCut = true
        return
      }
      rows.append(
        zip(titles, cells).map {
          DataField(name: $0, value: Self.value($1.trimmed, page))
        })
    }
  }

  private static func value(_ text: String, _ page: Int?) -> Value {
    text.isEmpty ? .null : DataText.atom(text, of: page) ?? .string(text)
  }

  /// Returns the separator that is most frequent in the first line.
  private static func separator(_ text: ArraySlice<UInt8>) -> UInt8 {
    let line = text.prefix { $0 != Byte.lineFeed }
    let signs = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, Byte.bar]
    let counts = signs.map { sign in line.count { $0 == sign } }
    let most = counts.max() ?? 0
    return signs[counts.firstIndex(of: most) ?? 0]
  }

  private struct Reader {
    let bytes: ArraySlice<UInt8>
    let separator: UInt8
    private var index: Int

    init(bytes: ArraySlice<UInt8>, separator: UInt8) {
      (self.bytes, self.separator, index) = (bytes, separator, bytes.startIndex)
    }

    /// Reads the cells of the next line that is not empty.
    mutating func next() -> [String]? {
      while index < bytes.endIndex {
        if bytes[index] == Byte.hash {
          index = bytes[index...].firstIndex(of: Byte.lineFeed) ?? bytes.endIndex
        }
        let cells = line()
        if cells.contains(where: { !$0.isEmpty }) { return cells }
      }
      return nil
    }

    private mutating func line() -> [String] {
      var cells: [String] = []
      while true {
        cells.append(cell())
        guard index < bytes.endIndex else { return cells }
        let end = bytes[index]
        index += 1
        if end == Byte.lineFeed { return cells }
      }
    }

    /// Reads a cell, which ends at the separator or the line's end. In quotes both are text, and two quotes
    /// are one.
    private mutating func cell() -> String {
      var cell: [UInt8] = []
      let quote = UInt8(ascii: "\"")
      if index < bytes.endIndex, bytes[index] == quote {
        index += 1
        while index < bytes.endIndex {
          if bytes[index] == quote {
            index += 1
            if index == bytes.endIndex || bytes[index] != quote { break }
          }
          cell.append(bytes[index])
          index += 1
        }
      }
      let rest = bytes[index...].prefix { $0 != separator && $0 != Byte.lineFeed }
      index = rest.endIndex
      cell += rest.last == 0x0d ? rest.dropLast() : rest
      return String(decoding: cell, as: UTF8.self)
    }
  }
}
