import Testing

@testable import Markdown

@Suite("Markdown: folded callouts")
struct FoldTests {
  private func note(_ text: String, embeds: Embeds = Embeds()) -> RenderedNote {
    RenderedNote(Array(text.utf8), embeds: embeds)
  }

  /// The visible rows, down from the first unit or up from the last.
  private func shown(_ note: RenderedNote) -> [String] {
    var down: [UnitIndex] = [note.first]
    while let next = note.index(after: down[down.count - 1]) { down.append(next) }
    var up: [UnitIndex] = [note.last]
    while let before = note.index(before: up[up.count - 1]) { up.append(before) }
    #expect(down == up.reversed())
    return down.flatMap { note.unit(at: $0).rows(width: 40) }.map { row in
      String(row.text.reversed().drop { $0 == " " }.reversed())
    }
  }

  private static let text = """
    > [!faq]- Why *so*?
    > because
    >
    > > [!note]+ Inner
    > > - [ ] x
    >
    > end

    after
    """

  @Test("A callout with a dash starts folded, one with a plus starts open, and others have no sign")
  func atFirst() throws {
    var note = note(Self.text)
    #expect(shown(note) == ["│ ▸ Faq: Why so?", "", "after"])
    note = try #require(note.turning(note.first))
    let open = [
      "│ ▾ Faq: Why so?", "│ because", "│", "│ │ ▾ Note: Inner", "│ │ ☐ x", "│", "│ end", "",
      "after",
    ]
    #expect(shown(note) == open)
    let inner = note.index(ofLine: 3)
    note = try #require(note.turning(inner))
    #expect(
      shown(note)
        == ["│ ▾ Faq: Why so?", "│ because", "│", "│ │ ▸ Note: Inner", "│", "│ end", "", "after"])
    #expect(note.index(ofLine: 4) == inner)
    // The inner one stays as it is while the outer one is folded.
    let folded = try #require(note.turning(note.first))
    #expect(shown(folded) == ["│ ▸ Faq: Why so?", "", "after"])
    #expect(folded.index(ofLine: 4) == folded.first)
    #expect(shown(try #require(folded.showing(line: 4))) == open)
    #expect(folded.showing(line: 0) == nil)
    #expect(note.turning(note.last) == nil)
    #expect(shown(self.note("> [!tip] a\n> b")) == ["│ Tip: a", "│ b"])
  }

  @Test("A note that ends in a folded callout ends with its title")
  func atEnd() {
    let note = note("a\n\n> [!faq]-\n> b\n> c")
    #expect(shown(note) == ["a", "", "│ ▸ Faq"])
    #expect(note.last == note.index(ofLine: 4))
  }

  @Test("The same callouts stay folded in a later version with lines added or removed")
  func later() throws {
    let head = "> [!faq]- A\n> a\n\n"
    let tail = "> [!faq]- B\n> b\n"
    var earlier = note(head + tail)
    earlier = try #require(earlier.turning(earlier.last))
    #expect(shown(earlier) == ["│ ▸ Faq: A", "", "│ ▾ Faq: B", "│ b"])
    #expect(
      shown(note(head + "x\n\n" + tail).folded(as: earlier, sameLines: 3))
        == ["│ ▸ Faq: A", "", "x", "", "│ ▾ Faq: B", "│ b"])
    #expect(shown(note(tail).folded(as: earlier, sameLines: 0)) == ["│ ▾ Faq: B", "│ b"])
    #expect(
      shown(note(head + tail + "\nx\n").folded(as: earlier, sameLines: 5))
        == ["│ ▸ Faq: A", "", "│ ▾ Faq: B", "│ b", "", "x"])
  }

  @Test("Each callout of an embedded note folds by itself")
  func embedded() throws {
    let other = Array("> [!faq]- A\n> a\n\n> [!faq]- B\n> b\n".utf8)
    let embeds = Embeds(["n": .init(other)])
    var note = note("![[n]]\n", embeds: embeds)
    #expect(shown(note) == ["┆ n", "┆ │ ▸ Faq: A", "┆", "┆ │ ▸ Faq: B"])
    note = try #require(note.turning(note.last))
    #expect(shown(note) == ["┆ n", "┆ │ ▸ Faq: A", "┆", "┆ │ ▾ Faq: B", "┆ │ b"])
  }
}
