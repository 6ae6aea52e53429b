/// `/he`, typed at the start of a line or after a blank, which offers commands.
package struct SlashTyping: Equatable, Sendable {
  /// The text to insert.
  package enum Insertion: Equatable, Sendable {
    /// Marks that replace those of a heading or a list at the start of the line.
    case marks(String)
    /// Separate lines; the cursor goes after `cursor` of their bytes.
    case lines(String, cursor: Int)
    case text(String)
  }

  /// The text after the slash.
  package var typed: String
  /// Includes the slash.
  package var range: Range<ByteOffset>

  package init(typed: String, range: Range<ByteOffset>) {
    (self.typed, self.range) = (typed, range)
  }

  private static let reach = 32

  package static func at(_ offset: ByteOffset, in text: Rope) -> SlashTyping? {
    let line = text.content(at: offset)
    guard offset <= line.upperBound else { return nil }
    let start = max(line.lowerBound, offset - reach)
    let before = text.bytes(in: start..<offset)
    guard let slash = before.lastIndex(of: UInt8(ascii: "/")),
      slash > 0 ? before[slash - 1].isSpaceOrTab : start == line.lowerBound,
      !before[slash...].contains(where: \.isSpaceOrTab), TextLink.at(offset, in: text) == nil
    else { return nil }
    return SlashTyping(
      typed: String(decoding: before[(slash + 1)...], as: UTF8.self),
      range: (offset - (before.count - slash))..<offset)
  }

  /// Replaces the typed text with an insertion.
  package func change(_ insertion: Insertion, in context: EditContext) -> TextChange {
    let text = context.text
    var builder = EditBuilder(text)
    var cursor = range.lowerBound
    switch insertion {
    case .text(let written):
      builder.replace(range, with: Array(written.utf8))
      cursor = cursor + written.utf8.count
    case .marks(let marks):
      let old = marksBefore(in: text)
      builder.replace(old, with: Array(marks.utf8))
      let words = tidied(in: text, from: old.upperBound)
      builder.replace(words, with: [])
      cursor = words.lowerBound + (marks.utf8.count - old.byteCount)
    case .lines(let lines, let offset):
      let (before, after) = ends(in: text, context)
      let words = tidied(in: text, from: text.content(at: cursor).lowerBound)
      let ending = context.ending(at: cursor).bytes
      let new = Array(lines.utf8).flatMap { $0 == .lineFeed ? ending : [$0] }
      builder.replace(words, with: before + new + after)
      let endings = lines.utf8.prefix(offset).count { $0 == .lineFeed }
      cursor = words.lowerBound + (before.count + offset + endings * (ending.count - 1))
    }
    return TextChange(edit: builder.takeEdit(), selections: Selections(Selection(at: cursor)))
  }

  /// Returns the marks of a list, task or heading at the start of the line, after quote marks.
  private func marksBefore(in text: Rope) -> Range<ByteOffset> {
    let line = text.line(at: range.lowerBound)
    let start = text.content(of: line).lowerBound
    let head = LineHead(text, line)
    var end = head.textStart
    let signs = head.bytes[end...].prefix { $0 == .hash }.count
    if (1...6).contains(signs), head.bytes.dropFirst(end + signs).first?.isSpaceOrTab == true {
      end += signs + 1
    }
    let typed = range.lowerBound - start
    return start + min(head.indentEnd, typed)..<start + min(end, typed)
  }

  /// Returns the typed range, with the blank before it if it ends a line that has words.
  private func tidied(in text: Rope, from start: ByteOffset) -> Range<ByteOffset> {
    guard range.lowerBound > start,
      text.content(at: range.upperBound).upperBound == range.upperBound
    else { return range }
    return range.lowerBound - 1..<range.upperBound
  }

  /// Returns the line endings that set inserted lines apart from the text around them.
  private func ends(in text: Rope, _ context: EditContext) -> (before: [UInt8], after: [UInt8]) {
    let content = text.content(at: range.lowerBound)
    let ending = context.ending(at: range.lowerBound).bytes
    var before: [UInt8] = []
    if !text.bytes(in: content.lowerBound..<range.lowerBound).isBlank {
      before = ending + ending
    } else if content.lowerBound > .zero {
      let above = text.content(at: content.lowerBound - 1)
      if !text.bytes(in: above).isBlank { before = ending }
    }
    let isEnd = content.upperBound == range.upperBound
    return (before, isEnd ? [] : ending)
  }
}
