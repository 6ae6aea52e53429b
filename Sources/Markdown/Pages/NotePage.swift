import Bytes
import CCmark
import NoteSyntax

/// A note as the inside of a page of the web: what the preview shows, as HTML that is also XML.
///
/// Nothing of a note is markup there: HTML in it is text, and where a link leads its page is asked.
package enum NotePage {
  /// Without front matter; what is embedded and what query blocks come to in their place.
  package static func html(
    of note: [UInt8], embeds: Embeds = Embeds(), _ context: PageContext
  ) -> [UInt8] {
    page(of: note, embeds: embeds, context).bytes
  }

  static func page(
    of note: [UInt8], embeds: Embeds, _ context: PageContext
  ) -> PageText {
    var page = PageText()
    var notes: [PageBlocks.Footnote] = []
    for (part, text) in PartText.all(of: note, embeds) {
      guard let read = text.page(context, firstLine: part.line) else {
        page.add("<pre>")
        page.add(text: note[part.range])
        page.add("</pre>\n")
        continue
      }
      page.add(read.text)
      notes += read.footnotes
    }
    if notes.isEmpty { return page }
    page.add("<section class=\"footnotes\">\n<ol>\n")
    for note in notes {
      page.add("<li")
      page.add("id", attribute: context.footnoteID(note.label).utf8)
      page.add(">")
      page.add(note.text)
      page.add("</li>\n")
    }
    page.add("</ol>\n</section>\n")
    return page
  }

  /// Markdown on one line, with its links; nil where it is more.
  static func line(of markdown: [UInt8], _ context: PageContext) -> PageText? {
    if markdown.count > NoteSplitter.longestLine { return nil }
    let masked = MaskedText(markdown, Definitions())
    guard let tree = MarkdownTree(masked.bytes), let first = cmark_tree_child(tree.document),
      first.kind == CMARK_KIND_PARAGRAPH, cmark_tree_next(first) == nil
    else { return nil }
    return PageInline.text(of: Children(of: first), masked, Embeds(), context.embedded(0, nil))
  }

  /// Its words alone.
  static func words(of markdown: [UInt8]) -> [UInt8] {
    guard case .text(let text)? = RenderedNote(markdown).parts.first?.units.first?.content else {
      return []
    }
    return text.bytes
  }
}
