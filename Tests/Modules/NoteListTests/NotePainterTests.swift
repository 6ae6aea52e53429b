import FakeTerminal
import Terminal
import TestSupport
import Testing
import Viper

@testable import NoteList

@MainActor
@Suite("The note painter skips lines that are already on the screen")
struct NotePainterTests {
  @Test("Each frame looks the same as a full redraw", arguments: 1...6)
  func same(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let size = Size(columns: [20, 40, 66, 110, 31, 64][Int(seed) - 1], rows: 7)
    let driver = FakeDriver(size: size)
    let (window, reference) = (driver.makeWindow(Rect(size)), driver.makeWindow(Rect(size)))
    let source = ChangingRows()
    var (list, drawn) = (ListWidget(), DrawnRows<ShownLine>())
    var painter = NotePainter(of: source)
    var (edition, selected, count) = (0, 0, 30)

    func draw(
      _ window: any Window, isFresh: Bool, _ drawn: inout DrawnRows<ShownLine>,
      _ painter: inout NotePainter
    ) {
      let canvas = Canvas(window, theme: .standard, isFresh: isFresh)
      if isFresh { canvas.erase() }
      painter.begin()
      list.draw(on: canvas, count: count, drawn: &drawn) { index in
        source.heading(at: index).map { .heading($0) }
      } row: { index in
        .note(index: index, edition: edition, isSelected: index == selected)
      } draw: {
        painter.draw($0, besidePreview: false, on: $1)
      }
    }

    func changeRows() {
      edition += 1
      painter.forgetTags()
    }

    for step in 0..<(Thorough.isAsked ? 1_500 : 300) {
      switch Int.random(in: 0..<7, using: &random) {
      case 0..<4:
        source.marking = MatchMarking(filter: ChangingRows.filter(&random))
        if Int.random(in: 0..<3, using: &random) == 0 { source.change(&random) }
        changeRows()
      case 4: selected = min(count - 1, max(0, selected + Int.random(in: -2...2, using: &random)))
      case 5: selected = Int.random(in: 0..<count, using: &random)
      default:
        count = Int.random(in: 0..<6, using: &random) == 0 ? 4 : 30
        selected = min(selected, count - 1)
        changeRows()
      }
      list.reveal(
        selected, count: count, height: size.rows, hasHeading: { source.heading(at: $0) != nil })
      draw(
        window, isFresh: step == 0 || Int.random(in: 0..<30, using: &random) == 0, &drawn, &painter)
      var (drawnAnew, again) = (DrawnRows<ShownLine>(), NotePainter(of: source))
      draw(reference, isFresh: true, &drawnAnew, &again)
      driver.present([window], cursor: nil)
      let seen = driver.frame
      driver.present([reference], cursor: nil)
      guard seen == driver.frame else {
        Issue.record("seed \(seed), step \(step)")
        return
      }
    }
  }
}

@MainActor
private final class ChangingRows: NoteListPresenting {
  weak var view: (any NoteListView)?
  func handle(_ command: NoteListCommand) {}
  func showMessage(_ text: String, isWarning: Bool) {}
  var leavesUndoToShell: Bool { false }
  var isReadOnly: Bool { false }
  var isUndoing: Bool { false }
  var marking = MatchMarking([])
  private var rows = (0..<30).map {
    NoteListRow(
      title: $0 % 5 == 2 ? "日本語 rows \($0)" : "row number \($0)",
      name: $0 % 3 == 0 ? "" : $0 % 7 == 1 ? "本 \u{1b}row of words that is cut" : "row \($0)",
      snippet: $0 % 4 == 1 ? "é tomorrow\u{1b}[2J, and a row that is cut" : "words of row \($0)",
      isObstructed: $0 % 9 == 4)
  }
  private var tags = Array(repeating: "#rose", count: 30)

  static func filter(_ random: inout SeededRandom) -> String {
    ["", "", "r", "ro", "row", "o", "本", "w of", "xyz", "5"].randomElement(using: &random) ?? ""
  }

  func change(_ random: inout SeededRandom) {
    let index = Int.random(in: 0..<8, using: &random)
    switch Int.random(in: 0..<7, using: &random) {
    case 0: rows[index].title += "r"
    case 6: rows[index].name = rows[index].name.isEmpty ? "row" : ""
    case 1: rows[index].snippet = "row " + rows[index].snippet
    case 2: rows[index].isMarked.toggle()
    case 3: rows[index].isPinned.toggle()
    case 4: rows[index].isObstructed.toggle()
    default: tags[index] += " #row"
    }
  }

  func row(at index: Int) -> NoteListRow { rows[index] }
  func heading(at index: Int) -> String? { index % 7 == 3 ? "part \(index)" : nil }
  func tags(at index: Int) -> String { tags[index] }
  func date(at index: Int) -> String { "10:\(10 + index)" }
  func folder(at index: Int) -> FolderRow {
    FolderRow(name: "", depth: 0, count: "", isShown: false)
  }
}
