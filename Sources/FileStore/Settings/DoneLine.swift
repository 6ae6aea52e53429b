import Bytes
import Comparing
import Entities
import Services

/// A line of what commands did: a word, and fields in percent with blanks between.
struct DoneLine {
  let word: String
  private var fields: ArraySlice<[UInt8]?>

  init(_ word: String, _ fields: any DoneField...) {
    self.word = word
    self.fields = fields.map(\.field)[...]
  }

  init(_ line: ArraySlice<UInt8>) {
    let words = line.split(separator: Byte.space, omittingEmptySubsequences: false)
    word = String(decoding: words.first ?? [], as: UTF8.self)
    fields = words.dropFirst().map { Percent.decoded($0) }[...]
  }

  var text: [UInt8] {
    fields.reduce(into: Array(word.utf8)) { text, field in
      text += [Byte.space] + Percent.encoded(field ?? [])
    } + [Byte.lineFeed]
  }

  /// Nothing is left of it.
  var isAtEnd: Bool { fields.isEmpty }

  // What is next, and nil where that is something else.

  mutating func bytes() -> [UInt8]? { fields.popFirst() ?? nil }

  mutating func string() -> String? { bytes().flatMap { String(validating: $0, as: UTF8.self) } }

  mutating func note() -> NoteID? {
    guard let bytes = bytes() else { return nil }
    let path = NotePath(bytes: bytes)
    return path.isPlain ? NoteID(path) : nil
  }

  mutating func number() -> Int? {
    string().flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
  }

  mutating func hexadecimal() -> UInt64? { string().flatMap { UInt64($0, radix: 16) } }

  /// The outer nil is no time, the inner one an unknown one.
  mutating func time() -> Timestamp?? {
    guard let text = string() else { return nil }
    if text == "-" { return .some(nil) }
    let parts = text.split(separator: ".")
    guard parts.count == 2, let seconds = Int64(parts[0]), let rest = Int32(parts[1]) else {
      return nil
    }
    return Timestamp(seconds: seconds, nanoseconds: rest)
  }

  mutating func marks() -> [LineMark]? {
    guard let text = string() else { return nil }
    var marks: [LineMark] = []
    for word in text.split(separator: ",") {
      let parts = word.split(separator: ":")
      guard parts.count == 2, let digest = UInt64(parts[0], radix: 16), let count = Int(parts[1])
      else { return nil }
      marks.append(LineMark(digest: digest, byteCount: count))
    }
    return marks
  }
}

/// What can be a field of such a line.
protocol DoneField {
  var field: [UInt8] { get }
}

extension NotePath: DoneField {
  var field: [UInt8] { bytes }
}

extension [UInt8]: DoneField {
  var field: [UInt8] { self }
}

extension String: DoneField {
  var field: [UInt8] { Array(utf8) }
}

extension Int: DoneField {
  var field: [UInt8] { Array("\(self)".utf8) }
}

extension UInt64: DoneField {
  var field: [UInt8] { Array(String(self, radix: 16).utf8) }
}

extension Timestamp: DoneField {
  var field: [UInt8] { Array("\(seconds).\(nanoseconds)".utf8) }
}

extension Timestamp?: DoneField {
  var field: [UInt8] { self?.field ?? [Byte.dash] }
}
