import Entities
import Markdown
import Services
import TestSupport
import Testing

@testable import Pictures

@Suite("Pictures")
struct PicturePainterTests {
  @Test(
    "A picture is looked up next to the note and from the top, and never outside of the vault",
    arguments: [
      ("a.png", "work/plan.md", ["work/a.png", "a.png"]),
      ("../a.png", "work/plan.md", ["a.png"]),
      ("../../a.png", "work/plan.md", []),
      ("/img/a.png", "work/plan.md", ["img/a.png"]),
      ("./img/b%20c.png#x", "plan.md", ["img/b c.png"]),
      ("https://example.com/a.png", "plan.md", []),
      ("file:///etc/passwd", "plan.md", []),
      (".obsidian/a.png", "plan.md", []),
      ("a/../../../etc/passwd", "plan.md", []),
      ("", "plan.md", []),
    ])
  func places(written: String, note: String, expected: [String]) {
    let name = PictureName(RenderedPicture(written, isWiki: false))
    #expect(name.candidates(from: NoteID(note)).map(\.text) == expected)
  }

  @Test("In a wiki link a percent sign and a colon are literal")
  func wikiNames() {
    let name = PictureName(RenderedPicture("a%20b: c.png", isWiki: true))
    #expect(name.candidates(from: nil).map(\.text) == ["a%20b: c.png"])
  }

  @Test(
    "A picture has the requested size, else its own, and always fits",
    arguments: [
      (nil, nil, 10, 5), (16, nil, 2, 20), (16, 64, 2, 4), (8_000, nil, 40, 20), (1, 1, 1, 1),
    ] as [(Int?, Int?, Int, Int)])
  func sizes(width: Int?, height: Int?, columns: Int, rows: Int) {
    var picture = RenderedPicture("a.png", isWiki: true)
    (picture.width, picture.height) = (width, height)
    // 80 by 80 pixels.
    let png: [UInt8] =
      [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82]
      + [0, 0, 0, 80, 0, 0, 0, 80]
    let wish = PictureRequest(picture: picture, columns: 40, rows: 20)
    let cells = PictureSize(of: png).cells(for: wish)
    #expect(cells.columns == columns && cells.rows == rows)
  }

  @Test(
    "The first bytes give a picture's size, and any bytes are safe",
    arguments: [
      ([0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0x2c, 0x01, 0x0a, 0x00], 300, 10),
      ([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 11, 8, 0, 20, 1, 0, 3], 256, 20),
      ([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 0, 0], nil, nil),
      ([0xff, 0xd8], nil, nil),
      ([0x89, 0x50, 0x4e, 0x47], nil, nil),
      ([], nil, nil),
    ] as [([UInt8], Int?, Int?)])
  func headers(bytes: [UInt8], width: Int?, height: Int?) {
    let size = PictureSize(of: bytes)
    #expect(size.width == width && size.height == height)
  }

  private func wish(_ name: String, columns: Int = 20) -> PictureRequest {
    PictureRequest(
      picture: RenderedPicture(name, isWiki: true), columns: columns, rows: 10)
  }

  @Test("A picture is drawn once per width while its file has the same bytes")
  func kept() async {
    let files = PictureFiles(["img/a.png": [1, 2, 3]])
    let drawing = CountingDrawing()
    let painter = PicturePainter(files: files, drawing: drawing)
    let note = NoteID("plan.md")
    for _ in 0..<3 {
      // Found by name, although it is in another folder.
      guard case .cells = await painter.draw(wish("a.png"), in: note) else {
        return #expect(Bool(false), "not drawn")
      }
    }
    #expect(drawing.asked == ["3 bytes in 20x10"])
    _ = await painter.draw(wish("a.png", columns: 9), in: note)
    files.set("img/a.png", [4])
    _ = await painter.draw(wish("a.png"), in: nil)
    #expect(drawing.asked == ["3 bytes in 20x10", "3 bytes in 9x10", "1 bytes in 20x10"])
  }

  @Test("A missing picture, or one that no program can draw, is reported")
  func problems() async {
    let painter = PicturePainter(
      files: PictureFiles(["bad.png": [0], "empty.png": []]), drawing: CountingDrawing())
    let missing = DrawnPicture.problem("is not in the vault, or cannot be read")
    #expect(await painter.draw(wish("gone.png"), in: nil) == missing)
    #expect(await painter.draw(wish("empty.png"), in: nil) == missing)
    #expect(await painter.draw(wish("../../etc/passwd"), in: nil) == missing)
    #expect(await painter.draw(wish("bad.png"), in: nil) == .problem("cannot be drawn"))
  }
}
