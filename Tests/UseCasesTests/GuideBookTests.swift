import Testing
import UseCases

@Suite("The guide inside the program")
struct GuideBookTests {
  private static let book = GuideBook([
    GuidePage(
      topic: "finding",
      text: """
        # Finding: filter and search

        `/` filters the list, `s` searches all notes. See
        `notes-tui help keyboard`, not `notes-tui help nothing`.

        ## Queries

        `tag:work` is a query; `:e NAME` opens a note, as `gq` does. Sorting is by date.
        """),
    GuidePage(
      topic: "keyboard",
      text: """
        # Keyboard: keys

        - `gq` wraps text, `C-w v` splits.
        - `:sort` sorts lines; `G` goes to the end, and `g` alone waits.

        ## Search and replace

        `C-f` finds.

        Like `:ab` it is there.

        `:ab teh the` replaces a word.
        """),
  ])

  @Test(
    "A word leads to the best line: a page, a heading, a key as it is typed, then words",
    arguments: [
      ("", nil, 0), ("keyboard", "keyboard", 0), ("Keyboard", "keyboard", 0),
      ("finding", "finding", 0), ("queries", "finding", 5), ("gq", "keyboard", 2),
      ("G", "keyboard", 3), ("g", "keyboard", 3), ("sort", "keyboard", 3),
      (":sort", "keyboard", 3), (":e", "finding", 7), ("C-w", "keyboard", 2),
      ("CTRL-F", "keyboard", 7), ("i_CTRL-F", "keyboard", 7), (" search ", "finding", 0),
      ("replace", "keyboard", 5), ("ab", "keyboard", 11), ("splits", "keyboard", 2),
      ("sortin", "finding", 7),
    ] as [(String, String?, Int)])
  func finds(word: String, topic: String?, line: Int) {
    #expect(Self.book.spot(about: word) == GuideBook.Spot(topic: topic, line: line))
  }

  @Test("A word that no page has is not found", arguments: ["zz", "nowhere", "C-q", "qu"])
  func findsNothing(word: String) {
    #expect(Self.book.spot(about: word) == nil)
  }

  @Test("The index links to all pages, and a page to the pages that it names")
  func links() {
    #expect(
      Self.book.markdown(on: nil)?.text == """
        # The guide

        - [Finding](notes://guide/finding): filter and search
        - [Keyboard](notes://guide/keyboard): keys

        """)
    let page = Self.book.markdown(on: "finding")
    #expect(page?.title == "Guide: Finding")
    let lines = page?.text.split(separator: "\n", omittingEmptySubsequences: false) ?? []
    #expect(
      lines[3]
        == "[`notes-tui help keyboard`](notes://guide/keyboard), not `notes-tui help nothing`.")
    #expect(lines.count == Self.book.pages[0].lines.count)
    #expect(Self.book.markdown(on: "nothing") == nil)
  }

  @Test("A page without links stays as it is")
  func unchanged() {
    let page = Self.book.pages[1]
    #expect(Self.book.markdown(on: "keyboard")?.text == page.text)
    let odd = GuideBook([GuidePage(topic: "odd", text: "# Odd: `one\n\na ` b")])
    #expect(odd.markdown(on: "odd")?.text == "# Odd: `one\n\na ` b")
  }

  @Test("A heading is found without case; another one is the start of the page")
  func headings() {
    #expect(Self.book.spot(of: "QUERIES", on: "finding").line == 5)
    #expect(Self.book.spot(of: "None", on: "finding").line == 0)
    #expect(Self.book.spot(of: nil, on: "finding") == GuideBook.Spot(topic: "finding"))
  }
}
