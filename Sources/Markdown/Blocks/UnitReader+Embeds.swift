import Bytes
import CCmark
import Entities

extension UnitReader {
  func soleEmbed(of paragraph: cmark_tree) -> MaskedText.WikiMask? {
    masked.soleEmbed(of: paragraph)
  }

  /// The picture that is all of a paragraph: `![[a.png|250]]`, `![words|250](a.png)`.
  func solePicture(of paragraph: cmark_tree) -> RenderedPicture? {
    if let embed = soleEmbed(of: paragraph) {
      return embed.isPicture
        ? RenderedPicture(embed.target, isWiki: true, size: embed.words) : nil
    }
    guard let child = cmark_tree_child(paragraph), child.kind == CMARK_KIND_IMAGE,
      cmark_tree_next(child) == nil
    else { return nil }
    var size: String?
    if let words = cmark_tree_child(child), words.kind == CMARK_KIND_TEXT,
      cmark_tree_next(words) == nil
    {
      let written = String(decoding: masked.restored(words.text), as: UTF8.self)
      size = written.split(separator: "|").last.map(String.init)
    }
    return RenderedPicture(child.target, isWiki: false, size: size)
  }

  /// Shows a note, or a part of it, where it is embedded. False where nobody has its text.
  mutating func readEmbed(
    _ embed: MaskedText.WikiMask, line: Int, _ context: UnitContext
  ) -> Bool {
    guard !embed.isPicture, let text = embeds.texts[embed.target] else { return false }
    let bar = RenderedRow.Run("┆ ", width: 2, .border)
    var inner = context.entering(bar, bar)
    // The link that says where it comes from, and leads there.
    var title = InlineText(line: line)
    title.append(embed.shown.utf8, [.link, .muted], link: 0)
    var unit = RenderedUnit(.text(title), line: line)
    unit.links = [RenderedLink(.wiki, embed.target, isEmbed: true)]
    add(unit, inner)
    inner.isFirst = false
    add(RenderedNote(text.bytes, embeds: text.embeds), inner, line: line)
    return true
  }

  /// Shows what a query block comes to; false where that is not known.
  mutating func readAnswer(to block: cmark_tree, _ code: [UInt8], _ context: UnitContext) -> Bool {
    guard !embeds.answers.isEmpty,
      let answer = QueryFences.block(block.target.utf8, code).flatMap({ embeds.answers[$0] })
    else { return false }
    if answer.showsSource { readSource(of: block, code, context) }
    let bar = RenderedRow.Run("┆ ", width: 2, .border)
    var context = context
    if answer.showsSource { context.isFirst = false }
    add(
      answer.note, context.entering(bar, bar), line: block.line, origins: answer.origins,
      isApart: !answer.showsSource)
    return true
  }

  /// The units of another text. The rows of an answer have `origins`, by their lines.
  private mutating func add(
    _ note: RenderedNote, _ context: UnitContext, line: Int, origins: [RowOrigin?] = [],
    isApart: Bool = false
  ) {
    var context = context
    var folds: [Folds.Place: Int] = [:]
    for (index, part) in note.parts.enumerated() {
      let units = part.units.map { unit in
        var unit = unit.embedded
        let own = part.firstLine + unit.line
        if origins.indices.contains(own) { unit.origin = origins[own] }
        unit.forEachFold { fold in
          let place = Folds.Place(line: part.firstLine + fold.line, number: fold.number)
          fold.line = line
          fold.number = folds[place, default: folds.count + 1]
          folds[place] = fold.number
        }
        return unit
      }
      add(units, context, line: line, isApart: isApart && index == 0)
      if !units.isEmpty { context.isFirst = false }
    }
  }
}

extension RenderedUnit {
  fileprivate mutating func forEachFold(_ change: (inout RenderedFold) -> Void) {
    for index in within.indices { change(&within[index]) }
    if var own = fold {
      change(&own)
      fold = own
    }
  }

  /// Its places are those of another note: a box is shown and cannot be ticked here, and what that
  /// note shows in place is not this one's.
  fileprivate var embedded: RenderedUnit {
    var unit = self
    unit.task?.byte = nil
    unit.picture = nil
    unit.headingLevel = headingLevel
    for index in unit.links.indices { unit.links[index].isEmbed = false }
    return unit
  }
}

extension MaskedText {
  /// The embed that is all of a paragraph.
  func soleEmbed(of paragraph: cmark_tree) -> WikiMask? {
    guard let child = cmark_tree_child(paragraph), child.kind == CMARK_KIND_TEXT,
      cmark_tree_next(child) == nil
    else { return nil }
    let bytes = child.text
    guard bytes.first == MaskedText.opening, let mask = MaskedText.number(in: bytes, at: 0),
      mask.end == bytes.count, mask.number < masks.count,
      case .wiki(let wiki) = masks[mask.number], wiki.isEmbed
    else { return nil }
    return wiki
  }
}
