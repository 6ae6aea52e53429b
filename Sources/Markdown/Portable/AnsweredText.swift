import Bytes
import NoteSyntax

/// A note with the answers of its query blocks as text.
enum AnsweredText {
  static func text(of note: [UInt8], _ embeds: Embeds) -> [UInt8] {
    if embeds.answers.isEmpty { return note }
    let inline = ByteEdit.apply(lines(of: note, embeds), to: note)
    return ByteEdit.apply(fences(of: inline, embeds), to: inline)
  }

  /// Answers instead of expressions within lines.
  private static func lines(of note: [UInt8], _ embeds: Embeds) -> [ByteEdit] {
    InlineQueries.all(in: note, by: embeds.inlineSign).compactMap { query in
      guard let answer = embeds.answers[query.block] else { return nil }
      var text = answer.showsSource ? note[query.range] + [Byte.space] : []
      let markdown = answer.markdown.map { $0 == Byte.lineFeed ? Byte.space : $0 }
      // Nothing at a line's start opens a fence.
      if let first = markdown.first, "`~".utf8.contains(first) { text.append(Byte.backslash) }
      text += markdown
      return ByteEdit(range: query.range, bytes: Array(text))
    }
  }

  /// Answers instead of fences, or below them where their text stays.
  private static func fences(of note: [UInt8], _ embeds: Embeds) -> [ByteEdit] {
    QueryFences.all(in: note).compactMap { fence in
      guard let answer = embeds.answers[fence.block] else { return nil }
      var text: [UInt8] = []
      if answer.showsSource {
        text += note[fence.range]
        if text.last != Byte.lineFeed { text.append(Byte.lineFeed) }
      }
      // An empty line parts it from the text around it.
      text += (answer.showsSource ? fence.rest : fence.first) + [Byte.lineFeed]
      for line in answer.markdown.split(separator: Byte.lineFeed, omittingEmptySubsequences: false)
      {
        text += fence.rest + line + [Byte.lineFeed]
      }
      text += fence.rest + [Byte.lineFeed]
      return ByteEdit(range: fence.range, bytes: text)
    }
  }
}
