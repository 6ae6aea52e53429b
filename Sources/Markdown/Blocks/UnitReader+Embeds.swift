import Entities

extension UnitReader {
  /// The picture that is all of a paragraph: `![[a.png|250]]`, `![words|250](a.png)`.
  func picture(_ inlines: [NoteInline]) -> RenderedPicture? {
    if let embed = inlines.singleEmbed {
      return embed.isPicture
        ? RenderedPicture(embed.target, isWiki: true, size: embed.words) : nil
    }
    return inlines.singlePicture.map { RenderedPicture($0.target, isWiki: false, size: $0.size) }
  }

  /// Shows a note, or a part of it, where it is embedded.
  mutating func read(
    _ embed: MaskedText.WikiMask, _ text: Embeds.Text, line: Int, _ context: UnitContext
  ) {
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
  }

  /// Shows what a query block comes to; false where that is not known.
  mutating func readAnswer(to code: NoteCode, line: Int, _ context: UnitContext) -> Bool {
    guard let answer = code.query.flatMap({ embeds.answers[$0] }) else { return false }
    if answer.showsSource { readSource(of: code, line: line, context) }
    let bar = RenderedRow.Run("┆ ", width: 2, .border)
    var context = context
    if answer.showsSource { context.isFirst = false }
    add(
      answer.note, context.entering(bar, bar), line: line, origins: answer.origins,
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
