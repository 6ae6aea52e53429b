extension CommandID {
  package static let toggleEmphasis: Self = "toggle-emphasis"
  package static let toggleStrong: Self = "toggle-strong"
  package static let toggleCode: Self = "toggle-code"
  package static let toggleStrike: Self = "toggle-strike"
  package static let toggleMark: Self = "toggle-mark"
  package static let toggleComment: Self = "toggle-comment"
}

extension EditCommands {
  static let marks: [EditCommand] = [
    EditCommand(.toggleEmphasis, "toggle emphasis (italic)", words: ["italic"]) {
      toggle(.emphasis, $0)
    },
    EditCommand(.toggleStrong, "toggle strong (bold)", words: ["bold"]) { toggle(.strong, $0) },
    EditCommand(.toggleCode, "toggle code", words: ["monospace"]) { toggle(.code, $0) },
    EditCommand(.toggleStrike, "toggle strikethrough", words: ["strikethrough", "cross out"]) {
      toggle(.strike, $0)
    },
    EditCommand(.toggleMark, "toggle highlight", words: ["highlight"]) { toggle(.highlight, $0) },
    EditCommand(.toggleComment, "toggle comment", toggleComment),
  ]

  private static func toggle(_ mark: InlineMark, _ context: EditContext) -> TextChange? {
    let text = context.text
    let pieces = context.selections.all.flatMap { context.pieces(of: $0) }
    let wraps = pieces.map { mark.wrap(around: $0, in: text) }
    let isOn = !pieces.isEmpty && wraps.allSatisfy { $0 != nil }
    var draft = Draft(context)
    var replacements: [DraftReplacement] = []
    for (piece, wrap) in zip(pieces, wraps) {
      if let wrap {
        if isOn {
          replacements += [DraftReplacement(wrap.open, []), DraftReplacement(wrap.close, [])]
        }
        continue
      }
      let isSmall = piece.byteCount <= 1 << 16
      let (open, close) = mark.marks(for: isSmall ? text.bytes(in: piece) : [])
      replacements.append(DraftReplacement(at: piece.lowerBound, open))
      // With no text to wrap, both marks go here, and the cursor between them.
      let both = piece.isEmpty ? open.count : 0
      if both > 0 {
        replacements[replacements.count - 1] = DraftReplacement(at: piece.lowerBound, open + close)
      } else {
        replacements.append(DraftReplacement(at: piece.upperBound, close))
      }
    }
    draft.replace(replacements)
    guard let edit = draft.edit else { return nil }
    draft.selections = context.selections.map { selection in
      guard selection.isEmpty else { return selection.mapped(through: edit) }
      let piece = pieces.first {
        $0.lowerBound <= selection.head && selection.head <= $0.upperBound
      }
      if let piece, piece.isEmpty, !isOn {
        return Selection(at: edit.map(selection.head, bias: .left) + mark.mark.count)
      }
      // A cursor at the end of a word stays in the word.
      let isEnd = piece?.upperBound == selection.head
      return Selection(at: edit.map(selection.head, bias: isEnd ? .left : .right))
    }
    return draft.change()
  }

  private static let comments = [("%%", "%%"), ("<!--", "-->")].map {
    (open: Array($0.0.utf8), close: Array($0.1.utf8))
  }

  private static func toggleComment(_ context: EditContext) -> TextChange? {
    if let mark = context.codeComment(context.selections.main.range.lowerBound) {
      return toggleCodeComment(context, mark)
    }
    let text = context.text
    let ranges = context.selections.all.map { selection in
      let range = selection.isEmpty ? text.content(at: selection.head) : selection.range
      let start = selection.isEmpty ? LineHead(text, text.line(at: range.lowerBound)).textStart : 0
      return text.trimmed(min(range.lowerBound + start, range.upperBound)..<range.upperBound)
    }
    var pieces: [Range<ByteOffset>] = []
    for range in ranges where range.lowerBound >= pieces.last?.upperBound ?? .zero {
      if !range.isEmpty, range != pieces.last { pieces.append(range) }
    }
    let wraps = pieces.map { comment(around: $0, in: text) }
    let isOn = wraps.allSatisfy { $0 != nil }
    return context.replacing(
      zip(pieces, wraps).flatMap { piece, wrap -> [DraftReplacement] in
        if let wrap {
          return isOn ? [DraftReplacement(wrap.open, []), DraftReplacement(wrap.close, [])] : []
        }
        return [
          DraftReplacement(at: piece.lowerBound, comments[0].open + [.space]),
          DraftReplacement(at: piece.upperBound, [.space] + comments[0].close),
        ]
      })
  }

  private static func comment(
    around piece: Range<ByteOffset>, in text: Rope
  ) -> InlineMark.Wrap? {
    for (open, close) in comments where piece.byteCount >= open.count + close.count {
      let head = text.bytes(in: piece.lowerBound..<min(piece.upperBound, piece.lowerBound + 5))
      let tail = text.bytes(in: max(piece.lowerBound, piece.upperBound - 4)..<piece.upperBound)
      guard head.starts(with: open), tail.reversed().starts(with: close.reversed()) else {
        continue
      }
      var low = piece.lowerBound + open.count
      var high = piece.upperBound - close.count
      if low < high, text[low] == .space { low = low + 1 }
      if low < high, text[high - 1] == .space { high = high - 1 }
      return InlineMark.Wrap(open: piece.lowerBound..<low, close: high..<piece.upperBound)
    }
    return nil
  }
}

extension EditContext {
  /// Returns the ranges to wrap: the selected words of each line, or the word at the cursor.
  fileprivate func pieces(of selection: Selection) -> [Range<ByteOffset>] {
    if selection.isEmpty { return [text.wordOrWordBefore(at: selection.head)] }
    let pieces = LineRuns(text, Selections(selection)).lines.map { line in
      let content = text.content(of: line)
      let start = content.lowerBound + LineHead(text, line).textStart
      let low = max(selection.range.lowerBound, min(start, content.upperBound))
      return text.trimmed(low..<max(low, min(selection.range.upperBound, content.upperBound)))
    }
    return pieces.filter { !$0.isEmpty }
  }
}

/// A mark around words, as in `**strong**`.
struct InlineMark: Sendable {
  let mark: [UInt8]
  /// Alternative forms, which are removed too.
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

  /// The marks around a piece of text, next to it or at its ends.
  struct Wrap: Equatable {
    var open: Range<ByteOffset>
    var close: Range<ByteOffset>
  }

  /// Returns the marks around a piece; nil if they are incomplete.
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

  /// Whether a run of marks includes this one: of three stars, one is emphasis and two are strong.
  private func isOn(_ count: Int, _ width: Int) -> Bool {
    guard let byte = mark.first, byte == .star else { return count >= width }
    return width == 1 ? count % 2 == 1 : count >= 2
  }

  /// Returns the marks for a piece; code that contains backticks needs more of them.
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

  fileprivate func count(of byte: UInt8, before offset: ByteOffset, from low: ByteOffset) -> Int {
    let low = max(low, offset - Self.longestRun)
    return low < offset ? bytes(in: low..<offset).reversed().prefix { $0 == byte }.count : 0
  }

  fileprivate func count(of byte: UInt8, after offset: ByteOffset, to high: ByteOffset) -> Int {
    let high = min(high, offset + Self.longestRun)
    return offset < high ? bytes(in: offset..<high).prefix { $0 == byte }.count : 0
  }

  /// Returns a range without the blanks at its ends.
  func trimmed(_ range: Range<ByteOffset>) -> Range<ByteOffset> {
    let head = bytes(in: range.lowerBound..<min(range.upperBound, range.lowerBound + 1024))
    let low = range.lowerBound + head.prefix { $0.isSpaceOrTab }.count
    let tail = bytes(in: max(low, range.upperBound - 1024)..<range.upperBound)
    return low..<range.upperBound - tail.reversed().prefix { $0.isSpaceOrTab }.count
  }
}
