import Bytes
import NoteSyntax

extension InlineText {
  /// Shows `[name:: value]` and `name:: value` as `name: value`, and `(name:: value)` as its value.
  mutating func showFields(wholeLines: Bool) {
    guard Byte.find("::", in: bytes.span, from: 0, to: bytes.count) != nil else { return }
    let cuts = fields(in: bytes, wholeLines)
    // Text with too many fields, spans or lines stays as it is.
    if cuts.isEmpty || cuts.count > 200 || spans.count > 500 || lines.count > 500 { return }
    let old = self
    self = InlineText(line: old.lines[0].line)
    alignment = old.alignment
    var offset = 0
    for cut in cuts {
      append(old, offset..<cut.range.lowerBound)
      for line in old.lines where (cut.range.lowerBound..<cut.name.lowerBound).contains(line.start)
      {
        if line.start > 0 { beginLine(line.line) }
      }
      append(old, cut.name, adding: .muted)
      if !cut.name.isEmpty { append(": ".utf8, old.style(at: cut.name.lowerBound).union(.muted)) }
      append(old, cut.value)
      offset = cut.range.upperBound
    }
    append(old, offset..<old.bytes.count)
  }

  private struct Cut {
    var range: Range<Int>
    var name: Range<Int>
    var value: Range<Int>
  }

  private func fields(in all: [UInt8], _ wholeLines: Bool) -> [Cut] {
    var ends = lines.dropFirst().map(\.start)
    ends += all.indices.filter { all[$0] == Byte.lineFeed }.map { $0 + 1 }
    ends = Array(Set(ends + [all.count])).sorted()
    var cuts: [Cut] = []
    var start = 0
    for end in ends {
      var stop = end
      while stop > start, Byte.isBlank(all[stop - 1]) || all[stop - 1] == Byte.lineFeed {
        stop -= 1
      }
      for field in InlineFields.all(in: all.span, start, stop, wholeLine: wholeLines) {
        // Code has no fields.
        if style(at: field.name.lowerBound).contains(.code) { continue }
        // A double colon without blanks, as in `std::vector`, makes no field.
        let sign = field.name.upperBound..<field.value.lowerBound
        if !field.hasBrackets, !field.value.isEmpty,
          !sign.contains(where: { Byte.isBlank(all[$0]) })
        {
          continue
        }
        let isShort = field.hasBrackets && all[field.whole.lowerBound] != Byte.opening
        cuts.append(
          Cut(
            range: field.whole,
            name: isShort ? field.name.lowerBound..<field.name.lowerBound : field.name,
            value: field.value))
      }
      start = end
    }
    return cuts
  }

  private func style(at index: Int) -> RunStyle {
    spans.last { $0.start <= index }?.style ?? []
  }

  /// Appends a part of another text, with the lines that begin in it.
  private mutating func append(_ text: InlineText, _ range: Range<Int>, adding style: RunStyle = [])
  {
    var offset = range.lowerBound
    while offset < range.upperBound {
      for line in text.lines where line.start == offset && line.start > 0 { beginLine(line.line) }
      let span = text.spans.last { $0.start <= offset }
      let next = text.spans.first { $0.start > offset }?.start ?? range.upperBound
      let line = text.lines.first { $0.start > offset }?.start ?? range.upperBound
      let end = min(next, line, range.upperBound)
      append(
        text.bytes[offset..<end], (span?.style ?? []).union(style), link: span?.link ?? -1)
      offset = end
    }
  }
}
