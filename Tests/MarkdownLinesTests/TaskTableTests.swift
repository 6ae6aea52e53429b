import MarkdownLines
import Testing

@Suite("Tables with a task as their head")
struct TaskTableTests {
  static let lines: [(head: String, rule: String, isTable: Bool)] = [
    ("- [ ]", "  :-:", true), ("2) [ ]", "   :-:", true), ("- [ ] a", "  :-:", true),
    ("- [x] a | b", "  :-: | -", true), ("- [x] | b", "  :-: | -", true),
    ("- [|] b", "  :-: | -", true), ("- [é] a", "  :-:", true), ("- [🎉]", "  :-:", true),
    ("- [x] | b", "  :-:", false), ("- [ ]", "  :-: | -", false), ("- [ ]", "  a", false),
    ("> - [ ]", ">   :-:", true), ("- a [ ]", "  :-: | -", false),
  ]

  @Test("The checkbox is part of the first cell, as in CommonMark", arguments: lines)
  func counts(_ head: String, _ rule: String, _ isTable: Bool) {
    let start = head.utf8.count + 1
    let bytes = Array("\(head)\n\(rule)".utf8)
    var blocks = OpenBlocks()
    let first = blocks.read(bytes.span, 0, start - 1, above: nil)
    let second = blocks.read(bytes.span, start, bytes.count, above: first.text..<(start - 1))
    #expect((second.kind == .tableRule) == isTable)
  }

  @Test("A bracket at the end of a line above is not a checkbox")
  func endsAtTheLine() {
    let text = "[x]\n|a|\n-- | -"
    let bytes = Array(text.utf8)
    var blocks = OpenBlocks()
    _ = blocks.read(bytes.span, 0, 3, above: nil)
    let head = blocks.read(bytes.span, 4, 7, above: nil)
    #expect(blocks.read(bytes.span, 8, bytes.count, above: head.text..<7).kind == .text)
  }

  @Test("A line after such a table is no longer part of the item")
  func ends() {
    let bytes = Array("2) [ ]\n   :-:\nw".utf8)
    var blocks = OpenBlocks()
    let first = blocks.read(bytes.span, 0, 6, above: nil)
    _ = blocks.read(bytes.span, 7, 13, above: first.text..<6)
    let last = blocks.read(bytes.span, 14, 15, above: nil)
    #expect(last.kind == .text)
    #expect(!last.continues)
    #expect(blocks.containers.isEmpty)
  }
}
