/// The pages of the guide, to be read inside the program: with links between them, and an index.
package struct GuideBook: Sendable {
  package let pages: [GuidePage]

  package init(_ pages: [GuidePage] = []) { self.pages = pages }

  /// A line of a page, counted from 0. Without a topic, it is the index.
  package struct Spot: Equatable, Sendable {
    package var topic: String?
    package var line: Int

    package init(topic: String? = nil, line: Int = 0) {
      (self.topic, self.line) = (topic, line)
    }
  }

  package func page(on topic: String) -> GuidePage? { pages.first { $0.topic == topic } }

  /// Returns the title and the Markdown of a page, or of the index; nil if there is no such page.
  package func markdown(on topic: String?) -> (title: String, text: String)? {
    guard let topic else { return (Self.title, index) }
    return page(on: topic).map { ("\(Self.title): \($0.title)", linked($0.text)) }
  }

  /// Returns the spot of a heading; the start of the page if it has no such heading.
  package func spot(of heading: String?, on topic: String) -> Spot {
    let wanted = heading?.lowercased()
    let found = page(on: topic)?.headings.first { $0.title.lowercased() == wanted }
    return Spot(topic: topic, line: found?.line ?? 0)
  }

  private static let title = "Guide"
  package static let address = "notes://guide"

  private var index: String {
    let rows = pages.map { "- [\($0.title)](\(Self.address)/\($0.topic)): \($0.summary)" }
    return "# The guide\n\n\(rows.joined(separator: "\n"))\n"
  }

  /// Turns the names of other pages, as a shell would ask for them, into links. The lines stay the
  /// same.
  private func linked(_ text: String) -> String {
    let pieces = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    var linked = ""
    for (index, piece) in pieces.enumerated() {
      let isCode = !index.isMultiple(of: 2)
      if isCode, let topic = topic(namedBy: piece) {
        linked += "[`\(piece)`](\(Self.address)/\(topic))"
      } else {
        linked += isCode ? "`" + piece + (index + 1 < pieces.count ? "`" : "") : piece
      }
    }
    return linked
  }

  /// Returns the page that `notes-tui help writing` prints.
  private func topic(namedBy code: String) -> String? {
    let words = code.split(whereSeparator: \.isWhitespace)
    guard words.count == 3, words[0] == "notes-tui", words[1] == "help" else { return nil }
    return page(on: String(words[2]))?.topic
  }
}
