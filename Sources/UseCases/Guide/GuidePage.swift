/// One page of the guide, in simple Markdown with 80 columns.
package struct GuidePage: Equatable, Sendable {
  package let topic: String
  package let text: String

  package init(topic: String, text: String) {
    (self.topic, self.text) = (topic, text)
  }

  /// `Writing` of “# Writing: the editor, saving”.
  package var title: String { String(headLine.prefix { $0 != ":" }) }

  /// “the editor, saving”
  package var summary: String { String(headLine.dropFirst(title.count + 2)) }

  private var headLine: Substring {
    text.prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " }
  }

  package var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  /// The headings below the title, with their lines, counted from 0.
  package var headings: [(title: String, line: Int)] {
    lines.enumerated().compactMap { line, text in
      text.hasPrefix("## ") ? (String(text.dropFirst(3)), line) : nil
    }
  }
}
