import Bytes
import Entities
import TestSupport
import Testing

@testable import NoteSyntax

@Suite("Lists of properties, item by item")
struct PropertyListTests {
  private func changed(_ text: String, _ values: [String]) throws -> String {
    let bytes = Array(text.utf8)
    let change = PropertyChange.set(name: "k", values: values, type: .multitext)
    return String(
      decoding: ByteEdit.apply(try PropertyEdit.edits(change, in: bytes), to: bytes), as: UTF8.self)
  }

  static let cases: [(String, [String], String)] = [
    ("k: [a,  'b',c] # x\n", ["a", "B", "c"], "k: [a,  'B',c] # x\n"),
    ("k: [a,  b,c]\n", ["a", "b", "c", "d, e"], "k: [a,  b,c, \"d, e\"]\n"),
    ("k: [a,  b,c]\n", ["d", "a", "b", "c"], "k: [d, a,  b,c]\n"),
    ("k: [a,  b,c]\n", ["a", "c"], "k: [a,  c]\n"),
    ("k: [a,  b,c]\n", ["a", "b"], "k: [a,  b]\n"),
    ("k: [a,  b,c]\n", ["b", "c"], "k: [b,c]\n"),
    ("k: [a,  b,c]\n", ["b", "a", "c"], "k: [b,  a,c]\n"),
    ("k: [a, b]\n", [], "k: []\n"),
    ("k: [1, 2, \"x\"]\n", ["2", "1", "x"], "k: [2, 1, \"x\"]\n"),
    ("k: [1, true]\n", ["1", "no", "true"], "k: [1, no, true]\n"),
    (
      "k:\n  # one\n  - a # A\n  # two\n  - 'b'\nz: 1\n", ["x", "b"],
      "k:\n  # one\n  - x # A\n  # two\n  - 'b'\nz: 1\n"
    ),
    (
      "k:\n  - a # A\n  # two\n  - 'b'\nz: 1\n", ["a", "b", "c"],
      "k:\n  - a # A\n  # two\n  - 'b'\n  - 'c'\nz: 1\n"
    ),
    ("k:\n- a\n# two\n- b\n- c\n", ["a", "c"], "k:\n- a\n# two\n- c\n"),
    ("k:\n- a\n- b\n", ["b", "a"], "k:\n- b\n- a\n"),
    ("k:\n- a\n- b\n", ["x", "a", "b"], "k:\n- x\n- a\n- b\n"),
    ("k:\n- a: b\n", ["a: b"], "k:\n- a: b\n"), ("k:\n- a\n", [], "k:\n"),
    ("k: a\n", ["a", "b"], "k: [a, b]\n"),
  ]

  @Test("An unchanged item stays as written, with the text around it", arguments: cases)
  func items(yaml: String, values: [String], expected: String) throws {
    if yaml == expected, values == ["a: b"] {
      #expect(throws: PropertyProblem.self) { try changed("---\n\(yaml)---\n", values) }
      return
    }
    #expect(try changed("---\n\(yaml)---\nbody\n", values) == "---\n\(expected)---\nbody\n")
    let windows = try changed("---\n\(yaml)---\n".replacing("\n", with: "\r\n"), values)
    #expect(windows == "---\n\(expected)---\n".replacing("\n", with: "\r\n"))
  }

  /// The parts of a note, so that the whole text is known after each change.
  private struct Model {
    struct Item {
      var text: String
      var written: String
      /// The lines or blanks before the item, and the text after it.
      var before: String
      var behind: String
    }

    var isFlow: Bool
    var items: [Item]
    var above: String
    var below: String

    var text: String {
      var list = ""
      if isFlow {
        list = "k: [" + items.map(\.written).joined(separator: ",  ") + "] # end\n"
      } else {
        list = "k: # head\n"
        for item in items { list += "\(item.before)  - \(item.written)\(item.behind)\n" }
      }
      return "---\n\(above)\(list)\(below)---\n# Note\nk: [x]\n"
    }
  }

  @Test(
    "Items changed, added and removed in any order leave every other byte the same",
    arguments: 1...40)
  func model(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    var number = 0
    func item() -> Model.Item {
      number += 1
      let text =
        ["a\(number)", "two words \(number)", "é\(number)", "7\(number)"]
        .randomElement(using: &random) ?? ""
      let isNumber = text.hasPrefix("7")
      let written =
        Bool.random(using: &random) || isNumber ? (isNumber ? text : "'\(text)'") : text
      return Model.Item(
        text: text, written: written,
        before: Bool.random(using: &random) ? "  # note \(number)\n" : "",
        behind: Bool.random(using: &random) ? " # c\(number)" : "")
    }
    var model = Model(
      isFlow: Bool.random(using: &random),
      items: (0..<Int.random(in: 2..<7, using: &random)).map { _ in item() },
      above: "z: 'k: 1' # é\n", below: "# tail\nlast: [1,  2]\n")
    var text = model.text
    for _ in 0..<30 {
      let index = Int.random(in: 0..<model.items.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        number += 1
        let quote = model.items[index].written.hasPrefix("'") ? "'" : ""
        model.items[index].text = "new\(number)"
        model.items[index].written = "\(quote)new\(number)\(quote)"
      case 1 where model.items.count > 1:
        // A comment above an item is not part of it: it stays, above the next one.
        let gone = model.items.remove(at: index)
        if index < model.items.count {
          model.items[index].before = gone.before + model.items[index].before
        } else {
          model.below = (model.isFlow ? "" : gone.before) + model.below
        }
      default:
        number += 1
        let quote = model.items.last?.written.hasPrefix("'") == true ? "'" : ""
        // After the last item, before the comments that follow it.
        model.items.append(
          Model.Item(
            text: "end\(number)", written: "\(quote)end\(number)\(quote)", before: "", behind: ""))
      }
      let new = try changed(text, model.items.map(\.text))
      if model.isFlow {
        // Blanks around an added or removed comma are not compared.
        let compact = { (text: String) in text.replacing(", ", with: ",").replacing(", ", with: ",")
        }
        #expect(compact(new) == compact(model.text), "seed \(seed)")
      } else {
        #expect(new == model.text, "seed \(seed)")
      }
      text = new
      if new != model.text, !model.isFlow { return }
    }
  }

  @Test("A list that cannot be changed is reported with its lines")
  func changeable() {
    func sheet(_ yaml: String) -> (problems: [String?], problem: String?) {
      let found = PropertyEdit.changeable(in: Array("---\n\(yaml)---\n".utf8))
      return (found.properties.map { $0.problem?.message }, found.problem)
    }
    let twice = sheet("a: 1\nb: 2\nA: 3\n")
    #expect(twice.problem == "Lines 2 and 4: “A” is there more than once. Change it in the editor.")
    #expect(twice.problems == [nil, nil, nil])
    #expect(sheet("a: 1\n\tb: 2\n").problem?.contains("line 3") == true)
    #expect(sheet("{a: 1}\n").problem?.contains("a line for each") == true)
    let nested = sheet("a: {b: 1}\nc: [[1]]\nd: |\n  x\n  y\ne: &x 1\nf: [1, x]\ng:\n")
    #expect(nested.problem == nil)
    #expect(nested.problems.map { $0 == nil } == [false, false, false, false, true, true])
    #expect(nested.problems[3]?.contains("an anchor") == true)
    let many = sheet((0..<10_000).map { "p\($0): 1\n" }.joined())
    #expect(many.problem?.contains("the front matter") == true)
    #expect(PropertyEdit.changeable(in: [0xff, 0xfe, 0x61, 0]).problem?.contains("UTF-16") == true)
  }
}
