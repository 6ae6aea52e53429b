import Bytes
import NoteSyntax

/// A note with the answers of its query blocks written in as text.
enum AnsweredText {
  static func text(of note: [UInt8], _ embeds: Embeds) -> [UInt8] {
    if embeds.answers.isEmpty { return note }
    let inline = ByteEdit.apply(lines(of: note, embeds), to: note)
    return ByteEdit.apply(fences(of: inline, embeds), to: inline)
  }

  /// Returns edits that replace expressions within lines with their answers.
  private static func lines(of note: [UInt8], _ embeds: Embeds) -> [ByteEdit] {
    InlineQueries.all(in: note, by: embeds.inlineSign).compactMap { query in
      guard let answer = embeds.answers[query.block] else { return nil }
      var text = answer.showsSource ? note[query.range] + [Byte.space] : []
      let markdown = answer.markdown.map { $0 == Byte.lineFeed ? Byte.space : $0 }
      // A backslash keeps an answer at a line's start from opening a fence.
      if let first = markdown.first, "`~".utf8.contains(first) { text.append(Byte.backslash) }
      text += markdown
      return ByteEdit(range: query.range, bytes: Array(text))
    }
  }

  /// Returns edits that replace query fences with answers, or add answers below them.
  private static func fences(of note: [UInt8], _ embeds: Embeds) -> [ByteEdit] {
    QueryFences.all(in: note).compactMap { fence in
      guard let answer = embeds.answers[fence.block] else { return nil }
      var text: [UInt8] = []
      if answer.showsSource {
        text += note[fence.range]
        if text.last != Byte.lineFeed { text.append(Byte.lineFeed) }
      }
      // An empty line separates the answer from the text around it.
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
