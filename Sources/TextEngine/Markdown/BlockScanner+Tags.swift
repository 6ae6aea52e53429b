import Bytes
import MarkdownLines

/// Tags, and addresses of the web that stand for themselves.
extension BlockScanner {
  /// Behind `#tag`, or behind the mark where it begins none.
  mutating func readTag(_ index: Int, from start: Int, to stop: Int, isInWord: Bool) -> Int {
    let isFree =
      index == start ? !isInWord : TagName.mayBegin(bytes, at: index, from: start)
    guard index + 1 < stop, isFree else { return index + 1 }
    let name = TagName(bytes, index + 1, stop)
    guard name.hasMore else { return max(index + 1, name.end) }
    let end = TagName.droppingSlashes(bytes, index + 1, name.end)
    if end > index + 1 { canvas.paint(index, end, [.tag]) }
    inline.tagEnd = name.end
    return name.end
  }

  /// `https://…`: its end is where no one would say that it goes on.
  mutating func readAddress(_ index: Int, from start: Int, to stop: Int) -> Int {
    guard canvas.isOn, index >= inline.quietEnd,
      buffer.starts(with: "://", at: index, to: stop)
    else { return index + 1 }
    var first = index
    while first > start, index - first < 8, Byte.isLetter(bytes[first - 1]) { first -= 1 }
    guard first >= inline.tagEnd, index - first > 1, index - first < 8,
      first == start || !Byte.isName(bytes[first - 1])
    else { return index + 1 }
    var end = index + 3
    var depth = 0
    loop: while end < stop {
      switch bytes[end] {
      case 0...0x20, Byte.less, Byte.greater, UInt8(ascii: "\""), Byte.backtick, Byte.bar,
        Byte.closing:
        break loop
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        if depth == 0 { break loop }
        depth -= 1
      default: break
      }
      end += 1
    }
    while end > index + 3, Self.endsSentence(bytes[end - 1]) { end -= 1 }
    if end > index + 3 {
      canvas.paint(first, end, [.link])
      inline.quietEnd = end
    }
    return index + 3
  }

  private static func endsSentence(_ byte: UInt8) -> Bool {
    switch byte {
    case Byte.dot, UInt8(ascii: ","), UInt8(ascii: ";"), Byte.colon, Byte.bang,
      UInt8(ascii: "?"), UInt8(ascii: "'"), Byte.star, Byte.underscore, Byte.tilde:
      true
    default: false
    }
  }
}
