import Testing

@testable import TextEngine

@Suite("The structure of lines, and folding")
struct StructureTests {
  private static let text = """
    ---
    a: b
    ---
    # One
    text
    - item
      - child

      more
    - next
    ## Two ##
    ```swift
    # no heading
    ```
    > [!note] Title
    > words

    Three
    words
    ===
    > # quoted
    """

  @Test("The outline has both kinds of headings, but none from code and quotes")
  func outline() {
    let note = HighlightedText(Self.text)
    let outline = note.highlighter.outline(in: note.text).map {
      "\($0.level) " + String(decoding: note.text.bytes(in: $0.words), as: UTF8.self)
    }
    #expect(outline == ["1 One", "2 Two", "1 Three\nwords"])
  }

  @Test("The outline of a long text is read only where there are headings")
  func longOutline() {
    let part = "# Head\n" + String(repeating: "words and words\n", count: 300)
    let note = HighlightedText(String(repeating: part, count: 40))
    #expect(note.highlighter.outline(in: note.text).count == 40)
    #expect(note.highlighter.outline(in: note.text, most: 7).count == 7)
  }

  @Test("A section extends to the next heading of the same or a higher level")
  func sections() {
    let note = HighlightedText(Self.text)
    #expect(note.section(3) == "3..<17")
    #expect(note.section(10) == "10..<17")
    #expect(note.section(17) == "17..<20")
    #expect(note.section(4) == nil)
    #expect(note.section(12) == nil)
    #expect(note.headingLevel(10) == 2)
    #expect(note.headingLevel(18) == nil)
  }

  @Test("The end of a section far longer than the nearby text is found by the checkpoints")
  func longSection() {
    let body = String(repeating: "words\n### Deep\n", count: 20_000)
    let note = HighlightedText("# A\n" + body + "## B\n" + body + "# C\n")
    #expect(note.section(0) == "0..<80002")
    #expect(note.section(40_001) == "40001..<80002")
    #expect(note.section(40_003) == "40003..<40005")
  }

  @Test("Headings, items, code, properties and callouts can be folded")
  func folds() {
    #expect(
      HighlightedText(Self.text).folds() == [
        "frontMatter 0: 1..<3", "heading(1) 3: 4..<17", "item 5: 6..<9",
        "heading(2) 10: 11..<17", "code 11: 12..<14", "callout 14: 15..<16",
        "heading(1) 17: 20..<20",
      ])
  }

  @Test("A line knows its block, its lists and its quotes")
  func syntax() {
    let note = HighlightedText(Self.text)
    let kinds = [0, 1, 3, 7, 11, 12, 17].map { note.unit($0)?.kind }
    #expect(
      kinds == [
        .frontMatterFence, .frontMatter, .heading(1), .blank, .fence, .code, .heading(1),
      ])
    let child = note.unit(6)
    #expect(child?.itemDepth == 1 && child?.quoteDepth == 0)
    let callout = note.unit(14)
    #expect(callout?.isCallout == true && callout?.quoteDepth == 1)
    #expect(note.unit(15)?.start == callout?.start)
    #expect(note.unit(19)?.start == note.unit(17)?.start)
  }
}
