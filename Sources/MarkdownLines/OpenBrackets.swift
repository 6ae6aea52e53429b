/// Brackets that wait for their partner. Of very many only the latest count.
package struct OpenBrackets {
  package struct Bracket {
    /// Where the bracket stands.
    package let start: Int
    /// A `!` stands before it.
    package let isEmbed: Bool
    /// Of the text, or of whatever is read.
    package let line: Int

    package init(start: Int, isEmbed: Bool, line: Int) {
      self.start = start
      self.isEmbed = isEmbed
      self.line = line
    }

    /// Where all of it begins.
    package var wholeStart: Int { isEmbed ? start - 1 : start }
  }

  private static let most = 64
  private var open: [Bracket] = []

  package init() {}

  package mutating func removeAll() {
    if !open.isEmpty { open.removeAll(keepingCapacity: true) }
  }

  package mutating func append(_ bracket: Bracket) {
    if open.count == Self.most { open.removeFirst(Self.most / 2) }
    open.append(bracket)
  }

  package mutating func popLast() -> Bracket? { open.popLast() }

  /// There are no links within links, but pictures.
  package mutating func keepEmbeds() {
    if !open.isEmpty { open.removeAll { !$0.isEmbed } }
  }
}
