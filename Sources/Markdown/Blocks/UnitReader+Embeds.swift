extension UnitReader {
  /// Returns the picture if it is the whole paragraph: `![[a.png|250]]`, `![words|250](a.png)`.
  func picture(_ inlines: [NoteInline]) -> RenderedPicture? {
    if let embed = inlines.singleEmbed {
      return embed.isPicture
        ? RenderedPicture(embed.target, isWiki: true, size: embed.words) : nil
    }
    return inlines.singlePicture.map { RenderedPicture($0.target, isWiki: false, size: $0.size) }
  }

  /// Shows a note, or a part of one, where it is embedded.
  mutating func read(
    _ paragraph: NoteBlock, _ embed: MaskedText.WikiMask, _ content: Embeds.Content,
    _ context: UnitContext
  ) {
    let line = paragraph.line
    switch content {
    case .note(let text) where !embed.isPicture:
      let inner = begin(embed, line: line, context)
      add(text.note(embeds.answers), inner, line: line)
    case .view(let query):
      guard let answer = embeds.answers[query] else { return readParagraph(paragraph, context) }
      let inner = begin(embed, line: line, context)
      add(answer.units, inner, line: line)
    case .note: readParagraph(paragraph, context)
    }
  }

  /// Shows a link to an embed's source above the embed.
  private mutating func begin(
    _ embed: MaskedText.WikiMask, line: Int, _ context: UnitContext
  ) -> UnitContext {
    var inner = context.entering(Self.bar, Self.bar)
    var title = InlineText(line: line)
    title.append(embed.shown.utf8, [.link, .muted], link: 0)
    var unit = RenderedUnit(.text(title), line: line)
    unit.links = [RenderedLink(.wiki, embed.target, isEmbed: true)]
    add(unit, inner)
    inner.isFirst = false
    return inner
  }

  private static let bar = RenderedRow.Run("┆ ", width: 2, .border)

  /// Shows the answer of a query block. Returns false if it is not known.
  mutating func readAnswer(to code: NoteCode, line: Int, _ context: UnitContext) -> Bool {
    guard let answer = embeds.answers[code.query] else { return false }
    var context = context
    if answer.showsSource {
      readSource(of: code, line: line, context)
      context.isFirst = false
    }
    add(
      answer.units, context.entering(Self.bar, Self.bar), line: line, isApart: !answer.showsSource)
    return true
  }

  /// Adds the units of another text.
  private mutating func add(_ note: RenderedNote, _ context: UnitContext, line: Int) {
    var folds: [Folds.Key: Int] = [:]
    for part in note.parts {
      let units = part.units.map { unit in
        var unit = unit.embedded
        unit.forEachFold { fold in
          let key = Folds.Key(line: part.firstLine + fold.line, number: fold.number)
          fold.line = line
          fold.number = folds[key, default: folds.count + 1]
          folds[key] = fold.number
        }
        return unit
      }
      add(units, context, line: line)
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

  /// The unit as part of an embed. Offsets belong to the other note, so boxes cannot be ticked here
  /// and that note's own embeds are not this note's.
  var embedded: RenderedUnit {
    var unit = self
    unit.task?.byte = nil
    unit.picture = nil
    for index in unit.links.indices { unit.links[index].isEmbed = false }
    return unit
  }
}
