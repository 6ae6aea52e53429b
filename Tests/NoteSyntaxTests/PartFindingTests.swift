import Testing

@testable import NoteSyntax

@Suite("Parts of a note that links name")
struct PartFindingTests {
  private static let note = """
    ---
    title: x
    ---
    # One
    ## Same
    text
    # Two
    ## Same
    a paragraph
    of two lines ^block-1

    ### What it's like
    Set|ext [one]
    ---
    ```
    # In code ^no
    ```
    # Same

    """

  @Test(
    "A heading is found by its words, below others, or by its slug, and a block by its id",
    arguments: [
      ("One", 4), ("Same", 5), ("same", 5), ("Two#Same", 8), ("One#Same", 5), ("TWO#same", 8),
      ("Nowhere#Same", 5), ("What it's like", 12), ("what-its-like", 12), ("Set ext one", 13),
      ("Set|ext [one]", 13), ("same-1", 8), ("same-2", 18), ("^block-1", 10), ("^BLOCK-1", 10),
      ("Two#Same#What it's like", 12),
    ])
  func finds(part: String, line: Int) {
    #expect(Self.line(of: part) == line)
    #expect(Self.names.has(Array(part.utf8), of: .wiki))
  }

  @Test(
    "A part that the note lacks is not found",
    arguments: ["", "#", "^", "^no", "In code", "Three", "same-3", "^block", "title"])
  func findsNothing(part: String) {
    #expect(Self.line(of: part) == nil)
    // Without a name a link leads to the whole note.
    let isAll = part.allSatisfy { $0 == "#" }
    #expect(Self.names.has(Array(part.utf8), of: .wiki) == isAll)
  }

  private static let names = PartNames(note.utf8.span)

  private static func line(of part: String) -> Int? {
    PartFinding.line(ofPart: Array(part.utf8), in: note.utf8.span)
  }
}
