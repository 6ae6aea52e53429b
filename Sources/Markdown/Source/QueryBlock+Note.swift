import Bytes
package import Entities

/// What a note asks of the vault: ` ```query`, `` `= this.x` `` and `![[Books.base]]`.
extension QueryBlock {
  /// The sign that begins an expression in a line, unless Dataview has another one set.
  package static let usualInlineSign = [Byte.equals]

  /// What a note asks, each once, in the order in which it is shown.
  package static func all(
    in note: [UInt8], inlineSign: [UInt8] = usualInlineSign
  ) -> [QueryBlock] {
    guard mayAsk(note, inlineSign) else { return [] }
    var known: Set<QueryBlock> = []
    return PartText.all(of: note, Embeds(inlineSign: inlineSign))
      .filter { mayAsk($0.text.bytes, inlineSign) }
      .flatMap { $0.text.tree?.queries ?? [] }.filter { known.insert($0).inserted }
  }

  /// A block by the words behind its fence, and its text as CommonMark has it.
  init?(fence info: some Sequence<UInt8>, _ code: [UInt8]) {
    guard let language = Self.language(info) else { return nil }
    var lines = code.split(separator: Byte.lineFeed, omittingEmptySubsequences: false).map {
      Self.withoutBlanksAtEnd($0)
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    let text = Array(lines.joined(separator: [Byte.lineFeed]))
    self.init(language, String(decoding: text, as: UTF8.self))
  }

  /// The expression that a span of code is.
  init?(inline code: some Sequence<UInt8>, by sign: [UInt8]) {
    let text = Array(code.drop(while: Byte.isBlank))
    guard text.starts(with: sign) else { return nil }
    let expression = Self.withoutBlanksAtEnd(text.dropFirst(sign.count).drop(while: Byte.isBlank))
    if expression.isEmpty { return nil }
    self.init(.inline, String(decoding: expression, as: UTF8.self))
  }

  /// Whether a span of code is JavaScript of Dataview's.
  static func isScript(_ code: some Sequence<UInt8>) -> Bool {
    code.drop(while: Byte.isBlank).starts(with: "$=".utf8)
  }

  private static func withoutBlanksAtEnd(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    text[..<(text.lastIndex { !Byte.isBlank($0) }.map { $0 + 1 } ?? text.startIndex)]
  }

  private static func language(_ info: some Sequence<UInt8>) -> Language? {
    let word = info.drop(while: Byte.isBlank).prefix { !Byte.isBlank($0) }.map(Byte.lowered)
    return Language(rawValue: String(decoding: word, as: UTF8.self))
  }

  /// Most notes ask nothing, and are not read for it.
  private static func mayAsk(_ note: [UInt8], _ sign: [UInt8]) -> Bool {
    for mark in [Byte.backtick, Byte.tilde] {
      var next = 0
      while let start = Byte.find(mark, in: note.span, from: next, to: note.count) {
        next = start + Byte.run(of: mark, in: note.span, from: start, to: note.count)
        if next - start > 2, language(note[next...].prefix(40)) != nil { return true }
        // A wrapped expression may begin with the line's end, which is blank too.
        if mark == Byte.backtick, note[next...].drop(while: Byte.isBlank).starts(with: sign) {
          return true
        }
      }
    }
    return EmbedNames.all(in: note).contains(where: \.isBase)
  }
}
