import Bytes

/// Fences and what is between them.
extension BlockScanner {
  mutating func openFence(_ start: Int, _ count: Int, _ stop: Int, _ unit: inout ScannedUnit) {
    canvas.paint(start, start + count, [.codeBlock, .marker])
    canvas.paint(start + count, stop, [.codeBlock, .language])
    paintMarks()
    var low = start + count
    while low < stop, Byte.isBlank(bytes[low]) || bytes[low] == UInt8(ascii: "{") { low += 1 }
    var high = low
    while high < min(stop, low + 16), Byte.isName(bytes[high]) || bytes[high] == Byte.plus {
      high += 1
    }
    unit.after.fence.language =
      high > low ? CodeLanguage.number(of: word(low, high, lowered: true)) : 0
  }

  private func word(_ low: Int, _ high: Int, lowered: Bool) -> String {
    let part = bytes[low..<high]
    return lowered
      ? String(decoding: part.map(Byte.lowered), as: UTF8.self)
      : String(decoding: part, as: UTF8.self)
  }

  /// A line of code; what of it goes on below is in the state behind it.
  mutating func paintCode(_ start: Int, _ stop: Int, _ unit: inout ScannedUnit) {
    canvas.paint(start, stop, [.codeBlock])
    guard unit.before.mode == .fence,
      let language = CodeLanguage.with(number: unit.before.fence.language)
    else { return }
    if language.isProperties {
      paintProperty(start, stop)
      return
    }
    if !canvas.isOn, language.long.isEmpty { return }
    unit.after.fence.inside = readCode(start, stop, language, inside: unit.before.fence.inside)
  }

  private mutating func readCode(
    _ start: Int, _ stop: Int, _ language: CodeLanguage, inside: UInt8
  ) -> UInt8 {
    var index = start
    var inside = inside
    while index < stop {
      if inside > 0 {
        let long = language.long[Int(inside) - 1]
        guard let close = find(long.close, from: index, to: stop) else {
          canvas.paint(index, stop, InkSet(long.ink))
          return inside
        }
        let end = close + long.close.utf8CodeUnitCount
        canvas.paint(index, end, InkSet(long.ink))
        index = end
        inside = 0
        continue
      }
      let byte = bytes[index]
      if byte == Byte.space {
        index += 1
      } else if Byte.isName(byte) && byte != Byte.dash || byte == Byte.underscore {
        index = readWord(index, from: start, to: stop, language)
      } else if let number = language.long.firstIndex(where: {
        buffer.starts(with: $0.open, at: index, to: stop)
      }) {
        let end = index + language.long[number].open.utf8CodeUnitCount
        canvas.paint(index, end, InkSet(language.long[number].ink))
        inside = UInt8(number + 1)
        index = end
      } else if beginsComment(index, from: start, to: stop, language) {
        canvas.paint(index, stop, [.codeComment])
        return 0
      } else if language.quotes.contains(byte),
        !language.isMarkup || index > start && bytes[index - 1] == Byte.equals
      {
        index = readString(index, stop)
      } else {
        index += 1
      }
    }
    return inside
  }

  private func beginsComment(
    _ index: Int, from start: Int, to stop: Int, _ language: CodeLanguage
  ) -> Bool {
    language.lineComments.contains { buffer.starts(with: $0, at: index, to: stop) }
      && (!language.commentsStandApart || index == start || Byte.isBlank(bytes[index - 1]))
  }

  /// Behind the string, or at the line's end.
  private mutating func readString(_ start: Int, _ stop: Int) -> Int {
    var index = start + 1
    while index < stop, bytes[index] != bytes[start] {
      index += bytes[index] == Byte.backslash ? 2 : 1
    }
    let end = min(stop, index + 1)
    canvas.paint(start, end, [.string])
    return end
  }

  /// Behind a word or a number.
  private mutating func readWord(
    _ start: Int, from lineStart: Int, to stop: Int, _ language: CodeLanguage
  ) -> Int {
    let isNumber = Byte.isDigit(bytes[start])
    var index = start + 1
    while index < stop,
      Byte.isName(bytes[index]) && bytes[index] != Byte.dash
        || bytes[index] == Byte.underscore || isNumber && bytes[index] == Byte.dot
    {
      index += 1
    }
    guard canvas.isOn else { return index }
    if isNumber {
      canvas.paint(start, index, [.number])
    } else if language.isMarkup {
      let before = start > lineStart ? bytes[start - 1] : 0
      if before == Byte.less || before == Byte.slash, index > start {
        canvas.paint(start, index, [.keyword])
      }
    } else if index - start < 16,
      language.keywords.contains(word(start, index, lowered: language.ignoresCase))
    {
      canvas.paint(start, index, [.keyword])
    }
    return index
  }
}
