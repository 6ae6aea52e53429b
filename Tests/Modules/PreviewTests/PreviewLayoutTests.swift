import Markdown
import Pictures
import Testing

@testable import Preview

@MainActor
@Suite("Preview: a text laid out in a window")
struct PreviewLayoutTests {
  private func layout(_ text: String, columns: Int = 20, height: Int = 4) -> PreviewLayout {
    PreviewLayout(PreviewText(text), columns: columns, height: height)
  }

  private func inSight(_ layout: PreviewLayout, _ unit: Int = 0, _ row: Int = 0) -> [String] {
    layout.rowsInSight(from: PreviewPosition(index: .init(part: 0, unit: unit), row: row))
      .map(\.row.text)
  }

  @Test("The layout gives the visible rows from a position, wrapped to its width")
  func rows() {
    let text = "one two three\n\nfour\n\nfive\n"
    #expect(inSight(layout(text)) == ["one two three", "", "four", ""])
    #expect(inSight(layout(text, columns: 8), 0, 1) == ["three", "", "four", ""])
    let narrow = layout(text, columns: 8)
    #expect(inSight(narrow.resized(columns: 20, height: 2)) == ["one two three", ""])
    // The text had a second row in the narrow layout.
    #expect(inSight(narrow.resized(columns: 20, height: 2), 0, 1) == ["one two three", ""])
  }

  @Test("The layout knows the link or box of each cell, and the row of each")
  func stops() throws {
    let layout = layout("words\n\n- [ ] a [[Note]]\n")
    let rows = layout.rowsInSight(from: PreviewPosition())
    let item = UnitIndex(part: 0, unit: 1)
    let box = PreviewStop(index: item, link: PreviewStop.box)
    let link = PreviewStop(index: item, link: 0)
    let row = try #require(rows.first { $0.row.text.contains("Note") })
    let column = try #require(row.row.text.firstRange(of: "Note")).lowerBound
    let cell = row.row.text.distance(from: row.row.text.startIndex, to: column)
    #expect(layout.stop(in: row, column: cell) == link)
    #expect(layout.stop(in: row, column: 0) == box)
    #expect(layout.stop(in: rows[0], column: 0) == nil)
    #expect(layout.position(of: link) == row.position)
    #expect(layout.stop(1, from: box) == link && layout.stop(-1, from: link) == box)
    #expect(layout.stop(1, fromEdgeAt: PreviewPosition()) == box)
    #expect(layout.firstInSight(from: PreviewPosition()) { $0.link == 0 } == link)
    #expect(layout.has(box) && !layout.has(PreviewStop(index: item, link: 1)))
  }

  @Test("A picture is as large as the window allows, and replaces its words once it is drawn")
  func pictures() throws {
    var layout = layout("![[a.png]]\n", columns: 30, height: 9)
    let wish = try #require(layout.pictureWishes(from: PreviewPosition()).first)
    #expect(wish.columns == 30 && wish.rows == 8)
    layout.pictures[wish] = .cells([[.init("▄", width: 1)]])
    #expect(inSight(layout) == ["▄"])
  }
}
