import FakeTerminal
import Terminal
import TestSupport
import Testing

@MainActor
@Suite("Rows that are drawn only if they changed")
struct DrawnRowsTests {
  private func draw(
    _ rows: [String?], bar: ScrollBar?, on canvas: Canvas, _ drawn: inout DrawnRows<String>
  ) -> Int {
    var count = 0
    let lines = drawn.begin(on: canvas, bar: bar)
    for line in 0..<canvas.size.rows {
      drawn.show(rows[line], line: line, on: lines) { text, line in
        count += 1
        line.text(text, row: 0, line.theme[.match])
      }
    }
    return count
  }

  @Test("Every frame looks as if all rows were drawn again", arguments: [1, 2, 3] as [UInt64])
  func same(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let size = Size(columns: 12, rows: 6)
    let driver = FakeDriver(size: size)
    let (window, reference) = (driver.makeWindow(Rect(size)), driver.makeWindow(Rect(size)))
    var drawn = DrawnRows<String>()
    let texts: [String?] = [nil, "a", "long enough to be cut", "日本", "", "é\u{1b}[2J"]
    var rows = [String?](repeating: nil, count: size.rows)
    var bar: ScrollBar?
    for step in 0..<2_000 {
      for _ in 0..<Int.random(in: 0..<3, using: &random) {
        rows[Int.random(in: 0..<size.rows, using: &random)] =
          texts.randomElement(using: &random) ?? nil
      }
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bar = nil
      case 1:
        bar = ScrollBar(first: Int.random(in: 0..<40, using: &random), visible: 6, total: 46)
      default: break
      }
      let isFresh = step == 0 || Int.random(in: 0..<20, using: &random) == 0
      let canvas = Canvas(window, theme: .standard, isFresh: isFresh)
      if isFresh { canvas.erase() }
      _ = draw(rows, bar: bar, on: canvas, &drawn)
      let whole = Canvas(reference, theme: .standard)
      whole.erase()
      var again = DrawnRows<String>()
      _ = draw(rows, bar: bar, on: whole, &again)
      guard Self.looksAlike(window, reference, on: driver) else {
        Issue.record("seed \(seed), step \(step)")
        return
      }
    }
  }

  private static func looksAlike(
    _ window: any Window, _ reference: any Window, on driver: FakeDriver
  ) -> Bool {
    driver.present([window], cursor: nil)
    let seen = driver.frame
    driver.present([reference], cursor: nil)
    return seen == driver.frame
  }

  @Test("An unchanged row is not drawn again")
  func once() {
    let driver = FakeDriver(size: Size(columns: 12, rows: 3))
    let window = driver.makeWindow(Rect(driver.size))
    var drawn = DrawnRows<String>()
    let fresh = Canvas(window, theme: .standard)
    #expect(draw(["a", "b", nil], bar: nil, on: fresh, &drawn) == 2)
    let standing = Canvas(window, theme: .standard, isFresh: false)
    #expect(draw(["a", "b", nil], bar: nil, on: standing, &drawn) == 0)
    #expect(draw(["a", "c", nil], bar: nil, on: standing, &drawn) == 1)
    #expect(draw(["a", "c", nil], bar: nil, on: fresh, &drawn) == 2)
  }

  @Test("A scrolled list looks as if it were drawn again", arguments: [1, 2, 3] as [UInt64])
  func scrolls(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let size = Size(columns: 14, rows: 7)
    let driver = FakeDriver(size: size)
    let (window, reference) = (driver.makeWindow(Rect(size)), driver.makeWindow(Rect(size)))
    var texts = (0..<60).map { $0 % 7 == 3 ? "日本\($0)語日本日本日" : "row \($0)" }
    var (list, drawn) = (ListWidget(), DrawnRows<String>())
    for step in 0..<600 {
      if Int.random(in: 0..<4, using: &random) == 0 {
        texts[Int.random(in: 0..<60, using: &random)] = "new \(step)"
      }
      let count = Int.random(in: 0..<30, using: &random) == 0 ? 3 : 60
      let selected = (list.top + Int.random(in: -3..<10, using: &random)).clamped(to: 0...59)
      list.reveal(
        Int.random(in: 0..<20, using: &random) == 0 ? 59 : selected, count: count, height: 7)
      let draw = { (text: String, line: Canvas) in _ = line.text(text, row: 0) }
      let canvas = Canvas(window, theme: .standard, isFresh: step == 0)
      if step == 0 { canvas.erase() }
      list.draw(on: canvas, count: count, drawn: &drawn, row: { texts[$0] }, draw: draw)
      let whole = Canvas(reference, theme: .standard)
      whole.erase()
      var again = DrawnRows<String>()
      list.draw(on: whole, count: count, drawn: &again, row: { texts[$0] }, draw: draw)
      guard Self.looksAlike(window, reference, on: driver) else {
        Issue.record("seed \(seed), step \(step)")
        return
      }
    }
  }
}

extension Int {
  fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
