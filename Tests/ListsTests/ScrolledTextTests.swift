import FakeTerminal
import Lists
import Terminal
import Testing
import Viper

@MainActor
@Suite("A text that can only be read")
struct ScrolledTextTests {
  private func lines(_ text: ScrolledText, _ count: Int, rows: Int) -> [String] {
    let driver = FakeDriver(size: Size(columns: 6, rows: rows))
    let window = driver.makeWindow(Rect(driver.size))
    let canvas = Canvas(window, theme: .standard)
    text.draw(on: canvas, count: count) { index, row in canvas.text("l\(index)", row: row) }
    driver.present([window], cursor: nil)
    return driver.frame.lines
  }

  @Test("The text shows the lines scrolled to, with a scroll bar, and never past the end")
  func scrolls() {
    var text = ScrolledText()
    #expect(lines(text, 2, rows: 3) == ["l0", "l1", ""])
    text.scroll(.lines(1), count: 5, visible: 2)
    #expect(lines(text, 5, rows: 2) == ["l1   ▐", "l2"])
    #expect(!text.isAtEnd(count: 5, visible: 2))
    text.scroll(.toEnd, count: 5, visible: 2)
    #expect(lines(text, 5, rows: 2) == ["l3", "l4   ▐"])
    #expect(text.isAtEnd(count: 5, visible: 2))
    // A larger window shows more of the end.
    #expect(lines(text, 5, rows: 4).map { $0.prefix(2) } == ["l1", "l2", "l3", "l4"])
  }
}
