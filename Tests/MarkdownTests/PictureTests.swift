import Testing

@testable import Markdown

@Suite("Markdown: pictures")
struct PictureTests {
  private func unit(_ text: String) -> RenderedUnit? {
    RenderedNote(Array(text.utf8)).parts.first?.units.first
  }

  @Test(
    "A picture alone in a paragraph can be drawn in its written size",
    arguments: [
      ("![[a.png]]", RenderedPicture("a.png", isWiki: true)),
      ("![[a b.JPG|250]]", RenderedPicture("a b.JPG", isWiki: true, size: "250")),
      ("![[a.png|640x480]]", RenderedPicture("a.png", isWiki: true, size: "640x480")),
      ("![words](img/a.png)", RenderedPicture("img/a.png", isWiki: false)),
      ("![250](a.png)", RenderedPicture("a.png", isWiki: false, size: "250")),
      ("![words|100x50](a.png)", RenderedPicture("a.png", isWiki: false, size: "100x50")),
      ("![](<a b.png>)", RenderedPicture("a b.png", isWiki: false)),
    ])
  func found(text: String, expected: RenderedPicture) {
    #expect(unit(text)?.picture == expected)
    #expect(unit(text)?.words.contains("image") == true)
  }

  @Test(
    "Pictures among words, note links and linked pictures stay words",
    arguments: ["see ![[a.png]]", "![[note]]", "[[a.png]]", "[![x](a.png)](b)", "![a](b) ![c](d)"])
  func words(text: String) { #expect(unit(text)?.picture == nil) }

  @Test(
    "A size is one number or two, and nothing else",
    arguments: [
      ("250", 250, nil), ("64x32", 64, 32), ("x32", nil, nil), ("a", nil, nil), ("-5", nil, nil),
      ("1x2x3", nil, nil), ("0", nil, nil), ("999999999999999999999", nil, nil),
    ] as [(String, Int?, Int?)])
  func sizes(written: String, width: Int?, height: Int?) {
    let picture = RenderedPicture("a", isWiki: true, size: written)
    #expect(picture.width == width && picture.height == height)
  }

  @Test("A picture replaces its words within its container, and is cut at the edge")
  func rows() throws {
    let quoted = try #require(unit("> ![[a.png]]"))
    let runs = [
      RenderedRow.Run("▄▄▄", width: 3, colors: .init(foreground: 1, background: nil)),
      RenderedRow.Run("  ", width: 2, colors: .init(foreground: nil, background: 2)),
    ]
    let wide = quoted.rows(width: 20, picture: [runs, runs])
    #expect(wide.map(\.text) == ["│ ▄▄▄  ", "│ ▄▄▄  "])
    #expect(quoted.pictureRoom(width: 20) == 18)
    #expect(quoted.rows(width: 6, picture: [runs]).map(\.text) == ["│ ▄▄▄ "])
    #expect(quoted.rows(width: 1, picture: [runs]).map(\.width) == [1])
    #expect(quoted.rows(width: 20, picture: []).map(\.text) == ["│ "])
    #expect(
      quoted.rows(width: 60, remark: "is gone").map(\.text) == ["│ [image: a.png] is gone"])
  }
}
