/// Cuts a stream of bytes into messages, each after a header with its length. A message over the
/// limit is dropped while it arrives, so that it takes no memory.
package struct LspFrames: Sendable {
  package enum Frame: Equatable, Sendable {
    case whole([UInt8])
    /// A sentence about a message that was dropped.
    case bad(String)
  }

  package static let longest = 32 << 20
  private static let longestHeader = 4096

  private let longest: Int
  private var waiting: [UInt8] = []
  /// The length of the message that begins next; nil while its header is read.
  private var length: Int?
  /// The bytes of a message that is too long, which still come.
  private var dropping = 0

  package init(longest: Int = longest) { self.longest = longest }

  /// Returns the messages that end within these bytes.
  package mutating func add(_ bytes: some Collection<UInt8>) -> [Frame] {
    var frames: [Frame] = []
    let dropped = min(dropping, bytes.count)
    dropping -= dropped
    waiting += bytes.dropFirst(dropped)
    while let frame = next() { frames.append(frame) }
    return frames
  }

  private mutating func next() -> Frame? {
    if length == nil {
      guard let header = takeHeader() else { return nil }
      guard let count = Self.length(in: header) else {
        return .bad("a header without a valid Content-Length")
      }
      if count > longest {
        let here = min(count, waiting.count)
        waiting.removeFirst(here)
        dropping = count - here
        return .bad("a message of \(count) bytes; the most are \(longest)")
      }
      length = count
    }
    guard let count = length, waiting.count >= count else { return nil }
    length = nil
    let body = Array(waiting[..<count])
    waiting.removeFirst(count)
    return .whole(body)
  }

  /// Takes the lines before an empty one. Of lines that are too long, only the last bytes stay, in
  /// which the end may have begun.
  private mutating func takeHeader() -> [UInt8]? {
    let end = Array("\r\n\r\n".utf8)
    guard let found = waiting.firstRange(of: end) else {
      if waiting.count > Self.longestHeader { waiting.removeFirst(waiting.count - 3) }
      return nil
    }
    let header = Array(waiting[..<found.lowerBound])
    waiting.removeFirst(found.upperBound)
    return header
  }

  /// After something that is not a header, the length is that of the last header before the empty
  /// line.
  private static func length(in header: [UInt8]) -> Int? {
    let name = "content-length"
    for line in String(decoding: header, as: UTF8.self).split(separator: "\r\n").reversed() {
      guard let start = line.lowercased().firstRange(of: "\(name):") else { continue }
      let digits = line.lowercased()[start.upperBound...].drop { $0 == " " }
      guard let length = Int(digits), length >= 0 else { return nil }
      return length
    }
    return nil
  }

  /// Returns a message with its header.
  package static func framed(_ text: String) -> String {
    "Content-Length: \(text.utf8.count)\r\n\r\n\(text)"
  }
}
