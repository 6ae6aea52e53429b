import Bytes
import CCmark

extension OrgNote {
  /// What a paragraph embeds, as a quote below its name; false where it is no embed that is known.
  mutating func addEmbed(_ paragraph: cmark_tree, _ masked: MaskedText) -> Bool {
    guard let embed = masked.soleEmbed(of: paragraph), let text = embeds.texts[embed.target] else {
      return false
    }
    let title = OrgInlines.text(of: Children(of: paragraph), masked, embeds, context)
    let mark = quoteName("quote")
    put("#+begin_\(mark)")
    put(title.written(in: .title).joined(separator: " "))
    separate()
    let inner = OrgNote(
      text.bytes, text.embeds, context.embedded(firstLine + paragraph.line, embed.target),
      quotes: quotes + [mark])
    for line in inner.text { put(line) }
    put("#+end_\(mark)")
    footnotes += inner.footnotes
    return true
  }

  mutating func addCode(_ node: cmark_tree, _ masked: MaskedText) {
    let code = masked.restored(node.text)
    let isFenced = cmark_tree_is_fenced(node) != 0
    let query = isFenced ? QueryFences.block(node.target.utf8, code) : nil
    let answer = query.flatMap { embeds.answers[$0] }
    if answer?.showsSource ?? true {
      add(code: code, isFenced ? String(node.target.prefix { $0 != " " && $0 != "\t" }) : "")
    }
    guard let answer else { return }
    separate()
    let inner = OrgNote(of: answer.markdown, context)
    for line in inner.text { put(line) }
  }

  mutating func add(code: [UInt8], _ language: String) {
    language.isEmpty
      ? add(block: "example", "example", code) : add(block: "src \(language)", "src", code)
  }

  /// A comma keeps a line from being a headline, or the end of its block.
  mutating func add(block opening: String, _ name: String, _ text: [UInt8]) {
    separate()
    put("#+begin_\(opening)")
    var text = text
    if text.last == Byte.lineFeed { text.removeLast() }
    for line in text.split(separator: Byte.lineFeed, omittingEmptySubsequences: false) {
      let line = String(decoding: line.last == 0x0d ? line.dropLast() : line, as: UTF8.self)
      let rest = line.drop { $0 == "," }
      put((rest.hasPrefix("*") || rest.hasPrefix("#+") ? "," : "") + line)
    }
    put("#+end_\(name)")
  }
}
