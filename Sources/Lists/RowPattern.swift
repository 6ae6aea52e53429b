import Folding
import Terminal

/// A pattern for rows. Unless it contains a capital, it ignores case and diacritics.
package struct RowPattern: Equatable {
  package let text: String
  private let mindsCase: Bool
  private var letters: [Character] = []
  /// The pattern's bytes if it is ASCII only, as most rows are.
  private var plain: [UInt8]?

  package init(_ text: String) {
    self.text = text
    mindsCase = text.contains(where: \.isUppercase)
    letters = read(text).letters
    plain = readPlain(text)
  }

  package var isEmpty: Bool { letters.isEmpty }

  /// Returns the matches in a text as byte ranges, from left to right, without overlaps.
  package func matches(in text: String) -> [Range<Int>] {
    if isEmpty { return [] }
    if let plain, let bytes = readPlain(text) {
      return Self.offsets(of: plain, in: bytes).map { $0..<($0 + plain.count) }
    }
    let (read, starts) = read(text)
    return Self.offsets(of: letters, in: read).reduce(into: []) { matches, offset in
      let end = offset + letters.count
      // A letter that folds to several is matched as a whole, and once.
      let next = starts[end...].first { $0 > starts[end - 1] } ?? starts[end]
      if starts[offset] >= matches.last?.upperBound ?? 0 { matches.append(starts[offset]..<next) }
    }
  }

  private static func offsets<Letter: Equatable>(
    of wanted: [Letter], in letters: [Letter]
  ) -> [Int] {
    var (offsets, index) = ([Int](), 0)
    while index + wanted.count <= letters.count {
      if letters[index] == wanted[0], letters[index...].starts(with: wanted) {
        offsets.append(index)
        index += wanted.count
      } else {
        index += 1
      }
    }
    return offsets
  }

  /// Returns the bytes to compare; nil if the text is not ASCII only.
  private func readPlain(_ text: String) -> [UInt8]? {
    var bytes = Array(text.utf8)
    for (index, byte) in bytes.enumerated() {
      if byte >= 0x80 { return nil }
      if !mindsCase, (0x41...0x5a).contains(byte) { bytes[index] = byte | 0x20 }
    }
    return bytes
  }

  /// Returns the letters to compare and the byte at which each begins, followed by the end.
  private func read(_ text: String) -> (letters: [Character], starts: [Int]) {
    var (letters, starts, start) = ([Character](), [Int](), 0)
    for character in text {
      if mindsCase {
        letters.append(character)
      } else {
        for scalar in Self.joined(character) {
          Folding.word(scalar) { letters.append(Character($0)) }
        }
      }
      starts += repeatElement(start, count: letters.count - starts.count)
      start += character.utf8.count
    }
    return (letters, starts + [start])
  }

  private static func joined(_ character: Character) -> [Unicode.Scalar] {
    character.unicodeScalars.reduce(into: []) { scalars, scalar in
      if let last = scalars.last, let whole = Folding.joined(last, scalar) {
        scalars[scalars.count - 1] = whole
      } else {
        scalars.append(scalar)
      }
    }
  }
}

/// The state of finding rows in a list: the pattern, and the field while it is typed.
struct RowFinder {
  /// The most rows searched for one key: a list may have as many as a vault has notes.
  static let mostRows = 10_000

  /// The search field; nil while nothing is typed.
  var field: LabeledField?
  var pattern = RowPattern("")
  /// The row and the pattern before the person began to type.
  var before = (row: 0, pattern: RowPattern(""))
  /// The first row to search for typed text.
  var start = 0
  /// The rows that one key did not reach. The next key continues with them, unless another row was
  /// selected.
  var rest: Rest?

  struct Rest {
    var row: Int
    var count: Int
    var step: Int
    var selected: Int?
  }
}
