import Regex
import Saving
import Services
import TextEngine
import Viper

/// Where a search goes.
enum EditorSearchWay: Equatable, Sendable {
  case from(ByteOffset)
  case after(Range<ByteOffset>)
  case before(ByteOffset)
}

/// Searches: immediately where that takes little, else off the main thread until the person ends it.
extension EditorInteractor {
  /// Texts up to this are searched on the main actor first, for an instant.
  private static let small = 1 << 20

  // MARK: - Lines and parts

  /// Finds a line or a part, once the text was read to its end. Nil where it has no such part.
  func find(_ target: EditorTarget, then go: @escaping @MainActor (ByteOffset?) -> Void) {
    opening.afterReading { [weak self] in
      guard let self else { return }
      switch target {
      case .part(let part): findPart(part, then: go)
      case .line(let line):
        go(text.start(of: LineNumber(max(0, min(line, text.lineCount) - 1))))
      }
    }
  }

  private func findPart(_ part: String, then go: @escaping @MainActor (ByteOffset?) -> Void) {
    let (text, revision, links) = (text, revision, services.links)
    scope.run(
      { await Self.offset(ofPart: part, in: text, links) },
      then: { [weak self] found in
        guard let self else { return }
        // The part may be elsewhere by now.
        if self.revision != revision { return self.find(.part(part), then: go) }
        go((try? found.get()) ?? nil)
      })
  }

  private nonisolated static func offset(
    ofPart part: String, in text: Rope, _ links: (any NoteLinks)?
  ) async -> ByteOffset? {
    guard let links, text.byteCount <= TextSize.merged else {
      return offset(ofPart: part, in: text)
    }
    guard let line = await links.line(ofPart: part, in: text.bytes), line <= text.lineCount else {
      return nil
    }
    return text.start(of: LineNumber(line - 1))
  }

  /// The same without a copy of a text that is large.
  private nonisolated static func offset(ofPart part: String, in text: Rope) -> ByteOffset? {
    guard part.hasPrefix("^") else {
      return Outline.of(text).heading(named: part).map { text.start(of: $0.line) }
    }
    let marks = LiteralSearch(Array(part.utf8))?.all(in: text, limit: 1000).matches ?? []
    return marks.last { text.content(at: $0.lowerBound).upperBound == $0.upperBound }
      .map { text.content(at: $0.lowerBound).lowerBound }
  }

  // MARK: - On which thread

  func run<Value: Sendable>(
    _ search: TextSearch, within patience: RegexBudget,
    then deliver: @escaping @MainActor (Result<Value, SearchTrouble>) -> Void,
    _ body: @escaping @Sendable (TextSearch) throws(SearchTrouble) -> Value
  ) {
    var search = search
    if text.byteCount <= Self.small {
      let instant = RegexBudget(RegexBudget.instant)
      search.budget = instant
      let result = Result { () throws(SearchTrouble) in try body(search) }
      if !instant.isSpent { return deliver(result) }
    }
    search.budget = patience
    let patient = search
    scope.run(
      { Result { () throws(SearchTrouble) in try body(patient) } },
      then: { result in deliver((try? result.get()) ?? .failure(.cancelled)) })
  }
}
