import Services
import TextEngine
import Viper

/// Where the lines and the parts of this text begin that are named from outside.
extension EditorInteractor {
  /// Looks for a place, once the text was read to its end. Nil where this text has no such part.
  func find(_ place: EditorTarget, then go: @escaping @MainActor (ByteOffset?) -> Void) {
    if loading != nil {
      onceWhole = { [weak self] in self?.find(place, then: go) }
      return
    }
    switch place {
    case .part(let part): findPart(part, then: go)
    case .line(let line):
      go(text.start(of: LineNumber(max(0, min(line, text.lineCount) - 1))))
    }
  }

  private func findPart(_ part: String, then go: @escaping @MainActor (ByteOffset?) -> Void) {
    let (text, revision, links) = (text, revision, services.links)
    scope.run(
      { await Self.place(ofPart: part, in: text, links) },
      then: { [weak self] found in
        guard let self else { return }
        // The text of now may have it elsewhere.
        if self.revision != revision { return self.find(.part(part), then: go) }
        go((try? found.get()) ?? nil)
      })
  }

  private nonisolated static func place(
    ofPart part: String, in text: Rope, _ links: (any NoteLinks)?
  ) async -> ByteOffset? {
    guard let links, text.byteCount <= TextSize.merged else { return place(ofPart: part, in: text) }
    guard let line = await links.line(ofPart: part, in: text.bytes), line <= text.lineCount else {
      return nil
    }
    return text.start(of: LineNumber(line - 1))
  }

  /// The same without a copy of a text that is large.
  private nonisolated static func place(ofPart part: String, in text: Rope) -> ByteOffset? {
    guard part.hasPrefix("^") else {
      return Outline.of(text).heading(named: part).map { text.start(of: $0.line) }
    }
    let marks = LiteralSearch(Array(part.utf8))?.all(in: text, limit: 1000).matches ?? []
    return marks.last { text.content(at: $0.lowerBound).upperBound == $0.upperBound }
      .map { text.content(at: $0.lowerBound).lowerBound }
  }
}
