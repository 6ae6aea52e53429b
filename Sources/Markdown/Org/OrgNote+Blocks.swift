import Bytes

extension OrgNote {
  /// What a paragraph embeds, as a quote below its name.
  mutating func add(
    _ content: Embeds.Content, of paragraph: NoteBlock, _ link: MaskedText.WikiMask
  ) {
    let mark = quoteName("quote")
    let inner: OrgNote
    switch content {
    case .note(let text):
      inner = OrgNote(
        text.bytes, text.embeds, context.embedded(firstLine + paragraph.line, link.target),
        quotes: quotes + [mark])
    case .view(let query):
      guard let answer = embeds.answers[query] else { return add(paragraph.inlines) }
      inner = OrgNote(answer.tree, context)
    }
    let title = words(paragraph.inlines[...])
    put("#+begin_\(mark)")
    put(title.written(in: .title).joined(separator: " "))
    separate()
    for line in inner.text { put(line) }
    put("#+end_\(mark)")
    footnotes += inner.footnotes
  }

  mutating func add(_ code: NoteCode) {
    let answer = embeds.answers[code.query]
    if answer?.showsSource ?? true {
      let language = code.isFenced ? code.info.prefix { $0 != " " && $0 != "\t" } : ""
      add(code: code.bytes, String(language))
    }
    guard let answer else { return }
    separate()
    let inner = OrgNote(answer.tree, context)
    for line in inner.text { put(line) }
  }

  mutating func add(code: [UInt8], _ language: String) {
    language.isEmpty
      ? add(block: "example", "example", code) : add(block: "src \(language)", "src", code)
  }

  /// Adds a block. A comma keeps a line from being read as a headline or as the end of the block.
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
