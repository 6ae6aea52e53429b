import Bytes
import CCmark

extension UnitReader {
  /// The embed that is all of a paragraph.
  func soleEmbed(of paragraph: cmark_tree) -> MaskedText.WikiMask? {
    guard let child = cmark_tree_child(paragraph), child.kind == CMARK_KIND_TEXT,
      cmark_tree_next(child) == nil
    else { return nil }
    let number = child.withText { bytes -> Int? in
      guard bytes.first == MaskedText.opening, let mask = MaskedText.number(in: bytes, at: 0),
        mask.end == bytes.count, mask.number < masked.masks.count
      else { return nil }
      return mask.number
    }
    guard let number, case .wiki(let wiki) = masked.masks[number], wiki.isEmbed else { return nil }
    return wiki
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
    unit.links = [RenderedLink(.wiki, embed.target)]
    add(unit, inner)
    inner.isFirst = false
    let note = RenderedNote(text.bytes, embeds: text.embeds)
    for part in note.parts { add(part.units.map(\.embedded), inner, line: line) }
    return true
  }
}

extension RenderedUnit {
  /// Its places are those of another note: a box is shown and cannot be ticked here.
  fileprivate var embedded: RenderedUnit {
    var unit = self
    unit.task?.byte = nil
    unit.headingLevel = headingLevel
    return unit
  }
}
