/// Holds the program's reading of a note against cmark-gfm's.
///
/// What differs on purpose, because Obsidian has it so:
/// - Right below a line of a list a mark begins an item however far to the right it stands, as people
///   indent by tabs (`OpenBlocks.Line.isDeepItem`). Such a note is compared up to there.
/// - `%%comments%%`, `$formulas$`, callouts, front matter and ids of blocks: none are made here.
/// - `[[wiki links]]` and `#tags` are text to CommonMark: they must count where it has them as text.
///
/// - To cmark 0.29 a lone tag begins a block of HTML where it goes on with the paragraph of an item or a
///   quote without their signs; to the standard it is text, as it is with them. The tree gets the signs.
///
/// What differs for the plainness of the code, and is not made here: a definition, the target of a
/// link and a tag of HTML that go over lines, and instructions and declarations in the middle of text.
package enum SyntaxCheck {
  /// A note that is read differently, as small as it could be made.
  package struct Failure: CustomStringConvertible {
    package var seed: UInt64
    package var text: String
    package var differences: [String]

    package var description: String {
      """
      seed \(seed) is read differently:
      \(String(reflecting: text))
      \(differences.joined(separator: "\n"))
      """
    }
  }

  /// Checks the note that a seed makes.
  package static func failure(seed: UInt64) -> Failure? {
    var note = RandomNote(seed: seed)
    let text = note.text()
    guard let difference = differences(in: text).first else { return nil }
    let least = shrunk(text, keeping: difference)
    return Failure(seed: seed, text: least, differences: differences(in: least))
  }

  /// What only one of the two says.
  static func differences(in text: String) -> [String] {
    // Every footnote gets a reference, because cmark leaves out unused ones.
    let footnotes = text.split(separator: "[^f", omittingEmptySubsequences: false).dropFirst()
      .map { "[^f\($0.prefix(while: \.isNumber))]" }
    var text = (["w0"] + footnotes).joined(separator: " ") + "\n\n" + text
    var ours = ScanFacts(text)
    if let first = ours.firstDeviation {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      text = lines[..<first].joined(separator: "\n")
      ours = ScanFacts(text)
    }
    let tree = TreeFacts(ours.withSigns(text)).facts
    // The tree lacks titles of links and cells of a row beyond the head's.
    let words = Set(tree.flatMap { $0.split(separator: " ") })
    let extra = ours.facts.subtracting(tree).filter { fact in
      fact.split(separator: " ").allSatisfy { !Words.isNumbered($0, "w") || words.contains($0) }
    }
    return extra.sorted().map { "only here: \($0)" }
      + tree.subtracting(ours.facts).sorted().map { "only in the tree: \($0)" }
  }

  /// Without what the difference does not need: lines, then words, then the first signs of lines.
  private static func shrunk(_ text: String, keeping difference: String) -> String {
    var least = text
    var before: String
    repeat {
      before = least
      least = shrunk(least, between: "\n", keeping: difference)
      let lines = least.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      for number in lines.indices {
        var lines = least.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard number < lines.count else { break }
        func with(_ line: String) -> String {
          lines[number] = line
          return lines.joined(separator: "\n")
        }
        var line = lines[number]
        var words = line.split(separator: " ", omittingEmptySubsequences: false)
        for index in words.indices.reversed() {
          let word = words.remove(at: index)
          let candidate = words.joined(separator: " ")
          if differs(with(candidate), by: difference) {
            line = candidate
          } else {
            words.insert(word, at: index)
          }
        }
        while let first = line.first, !first.isLetter,
          differs(with(String(line.dropFirst())), by: difference)
        {
          line.removeFirst()
        }
        least = with(line)
      }
    } while least != before
    return least
  }

  private static func shrunk(
    _ text: String, between separator: Character, keeping difference: String
  ) -> String {
    var parts = text.split(separator: separator, omittingEmptySubsequences: false)
    for index in parts.indices.reversed() {
      let part = parts.remove(at: index)
      if !differs(parts.joined(separator: String(separator)), by: difference) {
        parts.insert(part, at: index)
      }
    }
    return parts.joined(separator: String(separator))
  }

  /// Whether the note is one of those that are made, and still read differently.
  private static func differs(_ text: String, by difference: String) -> Bool {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return RandomNote.isMade(lines) && differences(in: text).contains(difference)
  }
}
