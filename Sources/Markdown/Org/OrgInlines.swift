import Bytes
import CCmark

/// Reads what is in a paragraph, a heading or a cell as words of Org. Emphasis may be nested by the thousand:
/// the tree is walked without recursion.
struct OrgInlines {
  private let masked: MaskedText
  private let embeds: Embeds
  private let context: PageContext
  private(set) var text = OrgText()
  private var dropped: Int
  /// What closes the nodes that are open.
  private var closers: [Closer] = []
  /// Of a picture only the words are told.
  private var alt: String?
  private var pictures = 0
  private var formula = ""

  private enum Closer { case nothing, mark, link(String), picture(String) }

  static func text(
    of nodes: some Sequence<cmark_tree>, dropping: Int = 0, _ masked: MaskedText, _ embeds: Embeds,
    _ context: PageContext
  ) -> OrgText {
    var reader = OrgInlines(masked, embeds, context, dropping)
    for node in nodes { reader.read(node) }
    return reader.text
  }

  private init(_ masked: MaskedText, _ embeds: Embeds, _ context: PageContext, _ dropping: Int) {
    (self.masked, self.embeds, self.context, dropped) = (masked, embeds, context, dropping)
  }

  private mutating func read(_ top: cmark_tree) {
    guard begin(top) != nil else { return }
    top.walk(&self, enter: { $0.begin($1) }, leave: { reader, _ in reader.leave() })
    leave()
  }

  /// Answers with the first child; a node without one is left again.
  private mutating func begin(_ node: cmark_tree) -> cmark_tree? {
    enter(node)
    let child = cmark_tree_child(node)
    if child == nil { leave() }
    return child
  }

  private mutating func enter(_ node: cmark_tree) {
    var closer = Closer.nothing
    switch node.kind {
    case CMARK_KIND_TEXT: add(text: node.text)
    case CMARK_KIND_CODE: add(code: masked.restored(node.text))
    case CMARK_KIND_HTML: add(html: masked.restored(node.text))
    case CMARK_KIND_SOFT_BREAK: addBreak(isHard: false)
    case CMARK_KIND_LINE_BREAK: addBreak(isHard: true)
    case CMARK_KIND_FOOTNOTE_REFERENCE: put("[" + Self.string(node.text) + "]")
    case CMARK_KIND_EMPHASIS: closer = open("/")
    case CMARK_KIND_STRONG: closer = open("*")
    case CMARK_KIND_STRUCK: closer = open("+")
    case CMARK_KIND_LINK:
      let isInside = closers.contains { if case .link = $0 { true } else { false } }
      if alt == nil, !isInside,
        let address = Self.address(context.target(PageLink(.markdown, target(of: node))))
      {
        text.add(.raw("[[\(address)]["))
        closer = .link(address)
      }
    case CMARK_KIND_IMAGE:
      pictures += 1
      if pictures == 1 { alt = "" }
      closer = .picture(target(of: node))
    default: break
    }
    closers.append(closer)
  }

  private mutating func leave() {
    switch closers.popLast() {
    case .mark?: if alt == nil { text.close() }
    case .link(let address)?: text.endLink(to: address)
    case .picture(let target)?:
      pictures -= 1
      guard pictures == 0, let words = alt else { return }
      alt = nil
      addPicture(PageLink(.markdown, target, isEmbed: true), words)
    case .nothing?, nil: break
    }
  }

  private mutating func open(_ mark: Character) -> Closer {
    if alt != nil { return .nothing }
    text.open(mark)
    return .mark
  }

  /// A footnote's mask right behind an address was taken for a part of it.
  private func target(of node: cmark_tree) -> String {
    let target = Array(node.target.utf8)
    return Self.string(masked.restored(target))
  }

  private static func string(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: Array(bytes), as: UTF8.self)
  }

  /// As it may be between the brackets of a link; nil where it leads nowhere.
  private static func address(_ target: PageTarget) -> String? {
    switch target {
    case .address(let address), .picture(let address), .download(let address, _):
      address.replacing("[", with: "%5B").replacing("]", with: "%5D").replacing("\n", with: "")
    case .nothing: nil
    }
  }

  private mutating func put(_ words: String) {
    if words.isEmpty { return }
    if alt != nil { alt? += words } else { text.add(.text(words)) }
  }

  /// Links and marks are read line by line.
  private mutating func addBreak(isHard: Bool) {
    let isInside = closers.contains { if case .nothing = $0 { false } else { true } }
    if alt != nil || isInside { return put(" ") }
    if !formula.isEmpty { return formula += " " }
    text.add(.lineBreak(isHard: isHard))
  }

  private mutating func addLink(_ link: PageLink, _ words: String, isPicture: Bool = false) {
    guard alt == nil, let address = Self.address(context.target(link)) else { return put(words) }
    // Only without words it is shown.
    if isPicture, words.isEmpty { return text.add(.raw("[[\(address)]]")) }
    text.add(.raw("[[\(address)]["))
    put(words)
    text.add(.raw("]]"))
  }

  /// `p.png|250` says how wide it is.
  private mutating func addPicture(_ link: PageLink, _ words: String) {
    var words = words
    let parts = words.split(separator: "|", omittingEmptySubsequences: false)
    if let last = parts.last, !last.isEmpty, last.allSatisfy({ $0.isNumber || $0 == "x" }) {
      words = parts.dropLast().joined(separator: "|")
    }
    if case .picture = context.target(link) { return addLink(link, words, isPicture: true) }
    addLink(link, words.isEmpty ? link.target : words)
  }

  // MARK: - Text

  private mutating func add(text bytes: [UInt8]) {
    var index = min(dropped, bytes.count)
    dropped -= index
    var start = index
    while index < bytes.count {
      if bytes[index] == MaskedText.opening,
        let mask = MaskedText.number(in: bytes, at: index), mask.number < masked.masks.count
      {
        put(Self.string(bytes[start..<index]))
        add(mask: mask.number)
        (index, start) = (mask.end, mask.end)
      } else {
        index += 1
      }
    }
    put(Self.string(bytes[start..<index]))
  }

  private mutating func add(mask number: Int) {
    let source = Self.string(masked.source(of: number))
    switch masked.masks[number] {
    case .hidden:
      let id = source.drop { $0 == " " || $0 == "\t" }
      if id.first == "^", alt == nil { text.add(.raw(" <<\(id)>>")) }
    case .beginMark: if alt == nil { text.open("_") }
    case .endMark: if alt == nil { text.close() }
    case .beginNote: if alt == nil { text.add(.raw("[fn::")) }
    case .endNote: if alt == nil { text.add(.raw("]")) }
    case .formula, .formulaLine: add(formula: source)
    case .footnote(let label, _):
      if alt == nil {
        text.add(.raw("[fn:\(OrgNote.label(context.prefix + label))]"))
      } else {
        put("[\(label)]")
      }
    case .wiki(let wiki):
      let link = PageLink(.wiki, wiki.target, isEmbed: wiki.isEmbed)
      if wiki.isPicture { return addPicture(link, wiki.words ?? "") }
      addLink(link, wiki.shown)
    }
  }

  /// `$x$` as `\(x\)`; of one that takes several lines each is a mask.
  private mutating func add(formula source: String) {
    formula += source
    let isDouble = formula.hasPrefix("$$")
    let isWhole = formula.count > (isDouble ? 3 : 1) && formula.hasSuffix(isDouble ? "$$" : "$")
    guard isWhole else { return }
    let count = isDouble ? 2 : 1
    let inside = formula.dropFirst(count).dropLast(count)
    let signs = isDouble ? ("\\[", "\\]") : ("\\(", "\\)")
    if alt == nil { text.add(.raw(signs.0 + inside + signs.1)) } else { put(formula) }
    formula = ""
  }

  private mutating func add(code: [UInt8]) {
    let answer = InlineQueries.block(code, by: embeds.inlineSign).flatMap { embeds.answers[$0] }
    if answer?.showsSource ?? true {
      let words = Self.string(code.map { $0 == Byte.lineFeed ? Byte.space : $0 })
      if alt == nil { text.add(.code(words)) } else { put(words) }
    }
    guard let answer else { return }
    put((answer.showsSource ? " " : "") + Self.string(NotePage.words(of: answer.markdown)))
  }

  /// Comments say nothing, and breaks are what they are.
  private mutating func add(html: [UInt8]) {
    if html.starts(with: "<!--".utf8) { return }
    let name = html.dropFirst().prefix { Byte.isLetter($0) }.map(Byte.lowered)
    if name.elementsEqual("br".utf8) { return addBreak(isHard: true) }
    let words = Self.string(html.map { $0 == Byte.lineFeed ? Byte.space : $0 })
    if alt == nil, !words.contains("@@") { text.add(.raw("@@html:\(words)@@")) } else { put(words) }
  }
}
