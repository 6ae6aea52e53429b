/// A mark that is written around words: `**strong**`.
struct InlineMark: Sendable {
  let mark: [UInt8]
  /// Other ways to write it, which are taken away too.
  let others: [[UInt8]]

  static let emphasis = InlineMark("*", "_")
  static let strong = InlineMark("**", "__")
  static let code = InlineMark("`")
  static let strike = InlineMark("~~", "~")
  static let highlight = InlineMark("==")

  private init(_ mark: String, _ others: String...) {
    self.mark = Array(mark.utf8)
    self.others = others.map { Array($0.utf8) }
  }

  /// What stands around a piece of text, outside of it or at its ends.
  struct Wrap: Equatable {
    var open: Range<ByteOffset>
    var close: Range<ByteOffset>
  }

  /// The marks around a piece; nil where they are not all there.
  func wrap(around piece: Range<ByteOffset>, in text: Rope) -> Wrap? {
    for mark in [mark] + others {
      guard let byte = mark.first else { continue }
      let line = text.content(at: piece.lowerBound)
      let end = text.content(at: piece.upperBound).upperBound
      let outside = min(
        text.count(of: byte, before: piece.lowerBound, from: line.lowerBound),
        text.count(of: byte, after: piece.upperBound, to: end))
      if isOn(outside, mark.count) {
        return Wrap(
          open: piece.lowerBound - mark.count..<piece.lowerBound,
          close: piece.upperBound..<piece.upperBound + mark.count)
      }
      let inside = min(
        text.count(of: byte, after: piece.lowerBound, to: piece.upperBound),
        text.count(of: byte, before: piece.upperBound, from: piece.lowerBound))
      if isOn(inside, mark.count), piece.byteCount >= 2 * mark.count {
        return Wrap(
          open: piece.lowerBound..<piece.lowerBound + mark.count,
          close: piece.upperBound - mark.count..<piece.upperBound)
      }
    }
    return nil
  }

  /// Of three stars one is emphasis and two are strong.
  private func isOn(_ count: Int, _ width: Int) -> Bool {
    guard let byte = mark.first, byte == .star else { return count >= width }
    return width == 1 ? count % 2 == 1 : count >= 2
  }

  /// What goes before and behind a piece; code with backticks in it needs more of them.
  func marks(for piece: [UInt8]) -> (open: [UInt8], close: [UInt8]) {
    guard mark == [.backtick], piece.contains(.backtick) else { return (mark, mark) }
    let longest = piece.split { $0 != .backtick }.map(\.count).max() ?? 0
    let fence = [UInt8](repeating: .backtick, count: longest + 1)
    let open = piece.first == .backtick ? fence + [.space] : fence
    return (open, piece.last == .backtick ? [.space] + fence : fence)
  }
}

extension Rope {
  private static let longestRun = 64

  fileprivate func count(of byte: UInt8, before place: ByteOffset, from low: ByteOffset) -> Int {
    let low = max(low, place - Self.longestRun)
    return low < place ? bytes(in: low..<place).reversed().prefix { $0 == byte }.count : 0
  }

  fileprivate func count(of byte: UInt8, after place: ByteOffset, to high: ByteOffset) -> Int {
    let high = min(high, place + Self.longestRun)
    return place < high ? bytes(in: place..<high).prefix { $0 == byte }.count : 0
  }

  /// A range without the blanks at its ends.
  func trimmed(_ range: Range<ByteOffset>) -> Range<ByteOffset> {
    let head = bytes(in: range.lowerBound..<min(range.upperBound, range.lowerBound + 1024))
    let low = range.lowerBound + head.prefix { $0.isSpaceOrTab }.count
    let tail = bytes(in: max(low, range.upperBound - 1024)..<range.upperBound)
    return low..<range.upperBound - tail.reversed().prefix { $0.isSpaceOrTab }.count
  }
}
