import Entities
import Expressions
import NoteSyntax

@testable import Bases

/// The files that a test names, with their properties and links.
final class MemoryFiles: BaseFiles, Sendable {
  struct File: Sendable {
    var path: String
    var frontMatter = ""
    var tags: [String] = []
    var links: [String] = []
    var embeds: [String] = []
    var size = 100
    var day = CivilTime(year: 2026, month: 3, day: 1)
  }

  let files: [File]

  init(_ files: [File]) { self.files = files }

  var candidates: [Int] { Array(files.indices) }

  func path(of file: Int) -> NotePath { NotePath(files[file].path) }
  func size(of file: Int) -> Int { files[file].size }
  func created(of file: Int) -> DateValue { DateValue(files[file].day) }
  func modified(of file: Int) -> DateValue { DateValue(files[file].day) }
  func properties(of file: Int) -> ObjectValue {
    let note = Array("---\n\(files[file].frontMatter)\n---\n".utf8)
    return ObjectValue(
      NoteScanner.scan(note.span).properties.map { property in
        let value = Value(property.value, of: file) { CivilCalendar.civil($0) }
        return (FieldName(property.name), value)
      })
  }
  func property(_ name: FieldName, of file: Int) -> Value? { properties(of: file)[name] }
  func tags(of file: Int) -> [String] { files[file].tags }
  func links(of file: Int) -> [LinkValue] { files[file].links.map { LinkValue($0, source: file) } }
  func embeds(of file: Int) -> [LinkValue] {
    files[file].embeds.map { LinkValue($0, source: file) }
  }
  func backlinks(of file: Int) -> [Int] {
    files.indices.filter { source in
      (files[source].links + files[source].embeds).contains {
        self.file(named: $0, from: source) == file
      }
    }
  }
  func file(named target: String, from source: Int?) -> Int? {
    files.indices.first { index in
      let path = NotePath(files[index].path)
      return [path.text, path.name.text, path.stem.text].contains {
        $0.lowercased() == target.lowercased()
      }
    }
  }

  static var moment: BaseMoment {
    BaseMoment(now: Timestamp(seconds: 1_772_449_200, nanoseconds: 250_000_000)) {
      CivilCalendar.civil($0)
    }
  }

  /// The first is the file of the evaluated row, the last is `this`.
  static let few = MemoryFiles([
    File(
      path: "Books/Dune.md",
      frontMatter: """
        title: Dune
        pages: 412
        price: 9.5
        read: true
        author: "[[Frank Herbert]]"
        genres: [sci-fi, classic]
        published: 1965-08-01
        started: 2026-02-27T10:30
        Rating: 5
        "My prop": kept
        nested: {a: 1, b: two}
        none:
        words: text
        """, tags: ["book", "book/classic"], links: ["Frank Herbert", "Nowhere"],
      embeds: ["cover.png"], size: 2048, day: CivilTime(year: 2026, month: 2, day: 28, hour: 9)),
    File(path: "Frank Herbert.md", frontMatter: "born: 1920-10-08", links: ["Dune"]),
    File(path: "Books/cover.png", size: 9000),
    File(path: "Books/Shelf.base", frontMatter: ""),
  ])

  static func evaluator(_ formulas: [(String, String)] = []) -> BaseEvaluator {
    var named: [FieldName: BaseFormula] = [:]
    for (name, text) in formulas { named[FieldName(name)] = BaseFormula(name, text) }
    return BaseEvaluator(files: few, moment: moment, this: 3, formulas: named)
  }

  /// The value of an expression as text; an error as `! line:column: reason`.
  static func answer(_ text: String, _ formulas: [(String, String)] = []) -> String {
    let evaluator = evaluator(formulas)
    do throws(BaseProblem) {
      return evaluator.shownPlainly(try evaluator.value(of: BaseFormula("x", text), for: 0))
    } catch {
      return "! \(error.text)"
    }
  }
}
