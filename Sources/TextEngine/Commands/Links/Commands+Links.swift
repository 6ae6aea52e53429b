extension CommandID {
  package static let toggleLink: Self = "toggle-link"
}

extension EditCommands {
  static let links: [EditCommand] = [
    EditCommand(.toggleLink, "make a link, or text again", words: ["hyperlink", "url"], toggleLink)
  ]

  private static func toggleLink(_ context: EditContext) -> TextChange? {
    let text = context.text
    let links = context.selections.all.map { TextLink.at($0.range.lowerBound, in: text) }
    let areLinks = zip(links, context.selections.all).allSatisfy { link, selection in
      guard let link, link.kind == .markdown || link.kind == .wiki else { return false }
      return link.range.upperBound >= selection.range.upperBound
    }
    var draft = Draft(context)
    if areLinks {
      draft.replace(
        links.compactMap { $0 }.map { DraftReplacement($0.range, Array($0.words.utf8)) })
      return draft.change()
    }
    var offsets: [Int] = []
    draft.selections = context.selections.map { selection in
      let word = selection.isEmpty ? text.wordOrWordBefore(at: selection.head) : selection.range
      return Selection(anchor: word.lowerBound, head: word.upperBound)
    }
    draft.replaceSelections { _, selection in
      let words = text.bytes(in: selection.range)
      let isAddress = LinkScan.isAddress(words)
      let new =
        isAddress
        ? Array("[](".utf8) + words + Array(")".utf8) : [.openBracket] + words + Array("]()".utf8)
      // The cursor goes to the missing part: the text, or the address.
      offsets.append(words.isEmpty || isAddress ? new.count - 1 : 1)
      return DraftReplacement(selection.range, new)
    }
    let before = draft.selections
    if offsets.count == before.count {
      let cursors = zip(before.all, offsets).map { Selection(at: $0.head - $1) }
      draft.selections = Selections(cursors, main: before.mainIndex) ?? before
    }
    return draft.change()
  }

  /// Makes a link of the selected words and a pasted address; nil if the text is not an address.
  static func linkOverSelection(_ context: EditContext, _ copied: Copied) -> TextChange? {
    let text = context.text
    guard copied.pieces.count == 1, let piece = copied.pieces.first, piece.byteCount <= 4096,
      context.selections.all.allSatisfy({ selection in
        !selection.isEmpty && selection.range.byteCount <= 4096
          && text.line(at: selection.range.lowerBound) == text.line(at: selection.range.upperBound)
          && !context.isCode(selection.range.lowerBound)
      })
    else { return nil }
    let words = context.selections.all.map { text.bytes(in: $0.range) }
    guard LinkScan.isAddress(piece.bytes), !words.contains(where: LinkScan.isAddress) else {
      return nil
    }
    let address = String(decoding: piece.bytes, as: UTF8.self)
    let hasParenthesis = "()".utf8.contains { address.utf8.contains($0) }
    let target = hasParenthesis ? "<\(address)>" : address
    var draft = Draft(context)
    draft.replaceSelections { index, selection in
      DraftReplacement(selection.range, [.openBracket] + words[index] + Array("](\(target))".utf8))
    }
    return draft.change()
  }
}
