import Boards
import TestSupport
import Testing

/// Random changes of random boards, next to a plain model: columns with the texts of their cards.
@Suite("Boards compared with a model")
struct BoardModelTests {
  private struct Model: Equatable {
    var columns: [[String]]

    init(_ board: BoardText) {
      columns = board.columns.map { column in
        column.cards.map { card in
          String(board.text(card.whole).reversed().drop { $0.isWhitespace }.reversed())
        }
      }
    }
  }

  private static let cards = [
    "- [ ] a", "- [x] b\n\tmore", "* c", "- d\n\n  text\n  ## no", "- e\n  - [ ] child\n  - child",
    "- f\n  ```\n  ## no\n\n  - no\n  ```", "- g [[x]] #t @{2026-11-27}", "+ h\nlazy", "-", "1. i",
    "- 漢字\u{1f3a8}", "- j\n\n\n  k",
  ]

  private static let between = [
    "", "", "\n", "\n\n", "\ntext\n\n", "\n> quote\n\n", "\n```\n## x\n```\n",
  ]

  private static func text(_ random: inout SeededRandom) -> String {
    var text =
      "---\nkanban-plugin: board # mine\n---\n" + pick(["", "\n", "- before\n\n"], &random)
    for number in 0..<Int.random(in: 1...5, using: &random) {
      text +=
        "## C\(number)\n" + pick(["", "\n", "\n\n", "\n**Complete**\n", "\nwords\n\n"], &random)
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        text += pick(cards, &random) + "\n" + pick(between, &random)
      }
      text += pick(["", "\n", "\n\n\n"], &random)
    }
    if Bool.random(using: &random) { text += "\n***\n\n## Archive\n\n- old\n" }
    if Bool.random(using: &random) { text += "\n%% kanban:settings\n```\n{}\n```\n%%" }
    if Bool.random(using: &random), text.last == "\n" { text.removeLast() }
    return Bool.random(using: &random)
      ? text
      : text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
  }

  private static func pick(_ all: [String], _ random: inout SeededRandom) -> String {
    all[Int.random(in: 0..<all.count, using: &random)]
  }

  /// Each line with its number of occurrences, without its line ending.
  private static func lines(_ board: BoardText) -> [[UInt8]: Int] {
    var counts: [[UInt8]: Int] = [:]
    for line in board.bytes.split(separator: 0x0a, omittingEmptySubsequences: false) {
      counts[line.last == 0x0d ? line.dropLast() + [] : Array(line), default: 0] += 1
    }
    return counts
  }

  @Test("Moves preserve every line, match the model, and give the same bytes when reversed")
  func moves() throws {
    let seed: UInt64 = 20261127
    var random = SeededRandom(seed: seed)
    var (done, refused) = (0, 0)
    for _ in 0..<400 {
      let text = Self.text(&random)
      var board = try #require(BoardText(Array(text.utf8)))
      let whole = Self.lines(board)
      for _ in 0..<12 {
        guard let move = Self.move(on: board, &random) else { break }
        let (from, to) = move
        var model = Model(board)
        let step: (board: BoardText, step: BoardStep)
        do throws(BoardProblem) {
          step = try board.step(.move(from, to: to), after: nil)
        } catch {
          #expect(error == .wouldReadOtherwise, "seed \(seed): \(text)")
          refused += 1
          continue
        }
        done += 1
        let card = model.columns[from.column].remove(at: from.card)
        model.columns[to.column].insert(card, at: to.card)
        #expect(Model(step.board) == model, "seed \(seed): \(text)")
        #expect(Self.lines(step.board) == whole, "seed \(seed): \(text)")
        let back = try step.board.step(.move(to, to: from), after: step.step)
        #expect(back.board == board, "seed \(seed): \(text)")
        #expect(step.board.takingBack(step.step) == board)
        board = step.board
      }
    }
    // Few cards depend on the text around them.
    #expect(refused * 5 < done)
    #expect(done > 1_000)
  }

  private static func move(
    on board: BoardText, _ random: inout SeededRandom
  ) -> (BoardSpot, BoardSpot)? {
    let full = board.columns.indices.filter { !board.columns[$0].cards.isEmpty }
    guard let from = full.randomElement(using: &random) else { return nil }
    let card = Int.random(in: 0..<board.columns[from].cards.count, using: &random)
    let to = Int.random(in: 0..<board.columns.count, using: &random)
    let room = board.columns[to].cards.count - (to == from ? 1 : 0)
    return (
      BoardSpot(column: from, card: card),
      BoardSpot(column: to, card: Int.random(in: 0...room, using: &random))
    )
  }

  @Test("Any bytes are read as a board, and its contents are from the bytes")
  func anyBytes() throws {
    let seed: UInt64 = 20261127
    var random = SeededRandom(seed: seed)
    let pieces = [
      "## ", "- ", "- [ ] ", "\n", "\n", "\r\n", "\t", "  ", "```", "%%", "$$", "***", "Archive",
      "a",
      "**Complete**", "%% kanban:settings", "> ", "\u{0}", "<div>", "| a |", "[[", "]]", "@{", "}",
    ]
    for _ in 0..<2_000 {
      var text = Array("---\nkanban-plugin: board\n---\n".utf8)
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        text += Array(Self.pick(pieces, &random).utf8)
        if Int.random(in: 0..<20, using: &random) == 0 { text.append(0xff) }
      }
      let board = try #require(BoardText(text))
      var end = 0
      for column in board.columns {
        #expect(column.whole.lowerBound >= end, "seed \(seed)")
        end = column.whole.lowerBound
        for card in column.cards {
          #expect(card.whole.lowerBound >= end, "seed \(seed)")
          end = card.whole.upperBound
          _ = board.words(of: card)
        }
        #expect(end <= column.whole.upperBound && column.whole.upperBound <= text.count)
        end = column.whole.upperBound
      }
    }
  }
}
