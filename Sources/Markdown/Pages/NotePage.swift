/// A note as the body of a web page: the preview's content as HTML that is also valid XML.
///
/// A note's own HTML is shown as text. The context gives the targets of links.
package enum NotePage {
  /// Returns the page without front matter; with embeds and answers of query blocks inserted.
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
      guard let tree = text.tree else {
        page.add("<pre>")
        page.add(text: note[part.range])
        page.add("</pre>\n")
        continue
      }
      let blocks = PageBlocks(tree, embeds, context, firstLine: part.line)
      page.add(blocks.page)
      notes += blocks.footnotes
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

  /// Returns one line of Markdown with its links; nil for more than a line.
  static func line(of markdown: [UInt8], _ context: PageContext) -> PageText? {
    NoteTree.inlines(ofLine: markdown).map {
      PageInline($0[...], Embeds(), context.embedded(0, nil)).page
    }
  }
}
