import Bytes
import Code

/// Fences and what is between them.
extension BlockScanner {
  mutating func openFence(_ start: Int, _ count: Int, _ stop: Int, _ unit: inout ScannedUnit) {
    canvas.paint(start, start + count, [.codeBlock, .marker])
    canvas.paint(start + count, stop, [.codeBlock, .language])
    paintMarks()
    unit.after.language = CodeLanguage.number(of: bytes[(start + count)..<stop])
  }

  /// A line of code; what of it goes on below is in the state behind it.
  mutating func paintCode(_ start: Int, _ stop: Int, _ unit: inout ScannedUnit) {
    canvas.paint(start, stop, [.codeBlock])
    guard unit.before.isInFence,
      let language = CodeLanguage.with(number: unit.before.language),
      canvas.isOn || language.hasLong
    else { return }
    var reader = CodeReader(
      bytes.span, language, inside: unit.before.inside, tellsWords: canvas.isOn)
    reader.read(start, stop) { range, token in
      canvas.paint(range.lowerBound, range.upperBound, token.inks)
    }
    unit.after.inside = reader.inside
  }
}

extension CodeToken {
  var inks: InkSet {
    switch self {
    case .keyword: [.keyword]
    case .string: [.string]
    case .comment: [.codeComment]
    case .number: [.number]
    case .dash: [.listMarker]
    case .name: [.property]
    case .colon: [.marker]
    case .remark: [.comment]
    }
  }
}
