import TestSupport
import TextEngine

/// Steps that find and replace.
extension FuzzSession {
  /// Another pattern, which is counted from then on.
  mutating func find() {
    guard let wanted = FuzzText.patterns.randomElement(using: &random) else { return }
    let options = TextSearch.Options(
      letters: SearchCase.allCases.randomElement(using: &random) ?? .exact,
      isWholeWord: chance(4), isExpression: wanted.isExpression)
    let pattern = chance(12) ? [0xff] : Array(wanted.pattern.utf8)
    do throws(SearchTrouble) {
      counter = MatchCounter(
        try TextSearch(pattern, options), in: text, most: 100_000,
        sectionSize: setting.sectionSize)
    } catch {
      if pattern != [0xff] { problem = "\(wanted.pattern) cannot be looked for: \(error)" }
    }
  }

  mutating func stepToMatch() {
    guard let search = counter?.search else { return }
    let offset = anyOffset()
    do throws(SearchTrouble) {
      let isForward = chance(2)
      let step =
        isForward
        ? try search.next(from: offset, in: text) : try search.previous(before: offset, in: text)
      if let step, step.match.range.upperBound > text.end {
        problem = "a match behind the end"
      }
      if let naive = plainMatches(of: search) {
        // Only patterns that may overlap themselves leave a choice.
        let first =
          isForward
          ? naive.first { $0.lowerBound >= offset.value } ?? naive.first
          : naive.last { $0.upperBound <= offset.value } ?? naive.last
        if step?.match.range != first?.offsets {
          problem =
            "from \(offset.value) on \(String(describing: step)), not \(String(describing: first))"
        }
      }
      if let match = step?.match.range {
        selections = Selections(Selection(anchor: match.lowerBound, head: match.upperBound))
          .clamped(toByteCount: text.byteCount)
      }
    } catch {
      checkTrouble(error, search)
    }
  }

  mutating func replaceOne() {
    guard let search = counter?.search, let new = replacement(for: search) else { return }
    do throws(SearchTrouble) {
      guard let step = try search.next(from: anyOffset(), in: text) else { return }
      apply(search.replacing(step.match, in: text, with: new), kind: .other)
    } catch {
      checkTrouble(error, search)
    }
  }

  mutating func replaceAll() {
    guard let search = counter?.search, let new = replacement(for: search) else { return }
    do throws(SearchTrouble) {
      let naive = plainMatches(of: search)
      let done = try search.replacingAll(in: text, with: new)
      if let naive, done.count != naive.count {
        problem = "\(done.count) replaced of \(naive.count)"
        return
      }
      // Text that keeps doubling shows nothing more.
      if done.edit.byteCountAfter > 3 * setting.most { return }
      apply(done.edit, kind: .other)
    } catch {
      checkTrouble(error, search)
    }
  }

  private mutating func replacement(for search: TextSearch) -> Replacement? {
    let template = FuzzText.replacements.randomElement(using: &random) ?? ""
    guard search.options.isExpression else { return Replacement(text: Array(template.utf8)) }
    // A template with a group that the expression lacks is refused.
    return try? Replacement(template: Array(template.utf8), for: search)
  }

  /// What a hard expression says is no fault of the engine; all other troubles are.
  private mutating func checkTrouble(_ trouble: SearchTrouble, _ search: TextSearch) {
    if case .tooHard = trouble { return }
    problem = "\(String(decoding: search.pattern, as: UTF8.self)): \(trouble)"
  }

  /// All matches by the plainest means; nil where that does not tell.
  func plainMatches(of search: TextSearch) -> [Range<Int>]? {
    let options = search.options
    if options.isExpression || options.isWholeWord || search.ignoresCase { return nil }
    let wanted = search.pattern
    var found: [Range<Int>] = []
    var offset = 0
    while offset + wanted.count <= model.count {
      if model[offset] == wanted[0], model[offset..<offset + wanted.count].elementsEqual(wanted) {
        found.append(offset..<offset + wanted.count)
        offset += wanted.count
      } else {
        offset += 1
      }
    }
    return found
  }
}
