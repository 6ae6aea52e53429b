import Bytes
import Entities

/// Writes the inlines of a paragraph, a heading or a cell as Org text.
struct OrgInlines {
  private let embeds: Embeds
  private let context: PageContext
  private(set) var text = OrgText()
  /// The ends of the open spans.
  private var closers: [Closer] = []
  /// The words of the open picture, whose marks are dropped.
  private var alt: String?
  private var pictures = 0

  private enum Closer { case nothing, mark, link(String), picture }

  init(_ inlines: ArraySlice<NoteInline>, _ embeds: Embeds, _ context: PageContext) {
    (self.embeds, self.context) = (embeds, context)
    for inline in inlines { add(inline) }
  }

  private mutating func add(_ inline: NoteInline) {
    switch inline {
    case .text(let words): put(Self.string(words.bytes))
    case .code(let code, let query): add(code: code, query)
    case .html(let html):
      let words = Self.string(Self.onOneLine(html))
      add(words.contains("@@") ? .text(words) : .raw("@@html:\(words)@@"), orWords: words)
    case .lineBreak(let isHard): addBreak(isHard: isHard)
    case .lineTag: addBreak(isHard: true)
    case .footnote(let label, _):
      add(.raw("[fn:\(OrgNote.label(context.prefix + label))]"), orWords: "[\(label)]")
    case .wiki(let wiki):
      let link = PageLink(.wiki, wiki.target, isEmbed: wiki.isEmbed)
      wiki.isPicture ? addPicture(link, wiki.words ?? "") : addLink(link, wiki.shown)
    case .formula(let source): add(formula: source)
    case .hidden(let source):
      let id = Self.string(source.drop(while: Byte.isBlank))
      if id.first == "^" { add(.raw(" <<\(id)>>")) }
    case .beginMark: if alt == nil { text.open("_") }
    case .endMark: if alt == nil { text.close() }
    case .beginNote: add(.raw("[fn::"))
    case .endNote: add(.raw("]"))
    case .begin(let span, _): closers.append(begin(span))
    case .end(let span): end(span)
    }
  }

  private mutating func begin(_ span: NoteSpan) -> Closer {
    switch span {
    case .emphasis: return open("/")
    case .strong: return open("*")
    case .struck: return open("+")
    case .link(let target):
      let isInside = closers.contains { if case .link = $0 { true } else { false } }
      guard alt == nil, !isInside,
        let address = Self.address(context.target(PageLink(.markdown, target)))
      else { return .nothing }
      text.add(.raw("[[\(address)]["))
      return .link(address)
    case .picture:
      pictures += 1
      if pictures == 1 { alt = "" }
      return .picture
    }
  }

  private mutating func open(_ mark: Character) -> Closer {
    if alt != nil { return .nothing }
    text.open(mark)
    return .mark
  }

  private mutating func end(_ span: NoteSpan) {
    switch closers.popLast() {
    case .mark?: if alt == nil { text.close() }
    case .link(let address)?: text.endLink(to: address)
    case .picture?:
      pictures -= 1
      guard pictures == 0, let words = alt, case .picture(let target) = span else { return }
      alt = nil
      addPicture(PageLink(.markdown, target, isEmbed: true), words)
    case .nothing?, nil: break
    }
  }

  private static func string(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: Array(bytes), as: UTF8.self)
  }

  private static func onOneLine(_ bytes: [UInt8]) -> [UInt8] {
    bytes.map { $0 == Byte.lineFeed ? Byte.space : $0 }
  }

  /// Returns an address that may be within a link's brackets; nil if the link leads nowhere.
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

  /// Adds a piece; within a picture's description, adds only `words`.
  private mutating func add(_ piece: OrgText.Piece, orWords words: String = "") {
    if alt == nil { text.add(piece) } else { put(words) }
  }

  /// Adds a blank instead of a break within links and marks, which Org reads line by line.
  private mutating func addBreak(isHard: Bool) {
    let isInside = closers.contains { if case .nothing = $0 { false } else { true } }
    if alt != nil || isInside { return put(" ") }
    text.add(.lineBreak(isHard: isHard))
  }

  private mutating func addLink(_ link: PageLink, _ words: String, isPicture: Bool = false) {
    guard alt == nil, let address = Self.address(context.target(link)) else { return put(words) }
    // Org shows a picture only if its link has no words.
    if isPicture, words.isEmpty { return text.add(.raw("[[\(address)]]")) }
    text.add(.raw("[[\(address)]["))
    put(words)
    text.add(.raw("]]"))
  }

  /// Adds a picture without the size in its words: `p.png|250`.
  private mutating func addPicture(_ link: PageLink, _ words: String) {
    var words = words
    let parts = words.split(separator: "|", omittingEmptySubsequences: false)
    if let last = parts.last, !last.isEmpty, last.allSatisfy({ $0.isNumber || $0 == "x" }) {
      words = parts.dropLast().joined(separator: "|")
    }
    if case .picture = context.target(link) { return addLink(link, words, isPicture: true) }
    addLink(link, words.isEmpty ? link.target : words)
  }

  /// Writes `$x$` as `\(x\)`.
  private mutating func add(formula written: [UInt8]) {
    let formula = Self.string(Self.onOneLine(written))
    let count = formula.hasPrefix("$$") ? 2 : 1
    let inside = formula.dropFirst(count).dropLast(count)
    add(.raw(count == 2 ? "\\[\(inside)\\]" : "\\(\(inside)\\)"), orWords: formula)
  }

  private mutating func add(code: [UInt8], _ query: QueryBlock?) {
    let answer = embeds.answers[query]
    if answer?.showsSource ?? true {
      let words = Self.string(Self.onOneLine(code))
      add(.code(words), orWords: words)
    }
    guard let answer else { return }
    put((answer.showsSource ? " " : "") + Self.string(answer.words))
  }
}
