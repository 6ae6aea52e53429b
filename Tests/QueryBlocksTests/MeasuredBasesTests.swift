import Entities
import Expressions
import FileStore
import Glibc
import SearchIndex
import Services
import TestSupport
import Testing
import VaultSettings
import Yaml

@testable import Bases

/// Values of bases expressions in a running Obsidian, as measured by the project
/// obsidian-bases-expression, and the vault in which it measured them.
///
/// They are read from `BASES_MEASURED`, or else from `shared/data/bases` next to the project.
enum MeasuredBases {
  static let whereToGet: Comment = """
    The measured values of bases are not here: set BASES_MEASURED to a folder with measured.json and \
    the folder vault.
    """

  static let folder: String? = {
    if let named = getenv("BASES_MEASURED") { return String(cString: named) }
    let project = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
    let beside = "\(project)/../shared/data/bases"
    return access("\(beside)/measured.json", R_OK) == 0 ? beside : nil
  }()

  /// Standard time in Melbourne, all year.
  struct Clock: WallClock {
    let now = Timestamp(
      seconds: CivilCalendar.moment(
        CivilTime(year: 2026, month: 6, day: 10, hour: 7, minute: 17, second: 8)
      ).seconds, nanoseconds: 70_000_000)

    func civil(_ moment: Timestamp) -> CivilTime {
      CivilCalendar.civil(Timestamp(seconds: moment.seconds + 36_000))
    }
  }

  static let formulas = [
    ("total", "price * quantity"), ("label", "status + \" \" + formula.total.toString()"),
  ]

  static func cases(in folder: String) throws -> [YamlNode] {
    var limits = Yaml.Limits()
    (limits.nodes, limits.bytes) = (100_000, 1 << 20)
    return try #require(try Yaml.read(read("\(folder)/measured.json"), within: limits)?["cases"])
      .items
  }

  private static func read(_ path: String) throws -> [UInt8] {
    let stream = try #require(fopen(path, "r"))
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&part, 1, part.count, stream), count > 0 {
      bytes += part[..<count]
    }
    return bytes
  }

  static func text(_ expected: YamlNode) -> String {
    switch expected.value {
    case .scalar(let text, let isPlain): isPlain ? text : "“\(text)”"
    case .sequence(let items): "[\(items.map(text).joined(separator: ", "))]"
    // Values that cannot be computed.
    case .mapping: "error"
    }
  }
}

@Suite(
  "Bases compared with a running Obsidian",
  .enabled(if: MeasuredBases.folder != nil, MeasuredBases.whereToGet))
struct MeasuredBasesTests {
  private func text(_ value: Value, by evaluator: BaseEvaluator) -> String {
    switch value {
    case .null: "null"
    case .boolean, .number: evaluator.shownPlainly(value)
    case .list(let list):
      "[\(list.items.map { text($0, by: evaluator) }.joined(separator: ", "))]"
    case .link(let link): "“\(link.file)”"
    default: "“\((try? evaluator.shownText(value, at: 0)) ?? "too long")”"
    }
  }

  @Test("At least 270 of 281 expressions have Obsidian's value")
  func measured() async throws {
    let folder = try #require(MeasuredBases.folder)
    let cases = try MeasuredBases.cases(in: folder)
    #expect(cases.count == 281)
    let (clock, kept) = (MeasuredBases.Clock(), TemporaryFolder())
    let files = FolderFiles(root: Array("\(folder)/vault".utf8), clock: clock)
    let index = VaultIndex(files: files, folder: kept.bytes + Array("/none".utf8), clock: clock)
    var request = FileTableRequest()
    (request.properties, request.hasTags, request.hasFacts) = (nil, true, true)
    let vault = TableFiles(
      try await index.tables.table(request), request, ObsidianSettings(), wall: clock.civil)
    let row = try #require(vault.file(at: NotePath("__codex_bases_expression_oracle/row.md")))
    var formulas: [FieldName: BaseFormula] = [:]
    for (name, text) in MeasuredBases.formulas {
      formulas[FieldName(name)] = BaseFormula(name, text)
    }
    let evaluator = BaseEvaluator(
      files: vault, moment: BaseMoment(now: clock.now, wall: clock.civil), this: row,
      formulas: formulas)
    var other: [String] = []
    for one in cases {
      let expression = try #require(one["expression"]?.text)
      let expected = try #require(one["expected"])
      let got: String
      do throws(BaseProblem) {
        let value = try evaluator.value(of: BaseFormula("x", expression), for: row)
        got = text(value, by: evaluator)
      } catch {
        got = "error"
      }
      let isRandom = one["assertion"]?.text == "range01"
      if isRandom ? Double(got).map((0..<1).contains) == true : got == MeasuredBases.text(expected)
      {
        continue
      }
      other.append("\(expression): \(MeasuredBases.text(expected)), and here \(got)")
    }
    let same = cases.count - other.count
    #expect(same >= 270, "\(other.joined(separator: "\n"))")
  }
}
