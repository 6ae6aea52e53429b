import Bases
import Cells
import Expressions

@MainActor
struct BaseText {
  private let run: BaseRun
  private let output: CommandOutput
  let problems: [BaseProblem]

  private var result: BaseResult { run.result }

  init(_ run: BaseRun, _ output: CommandOutput) {
    self.run = run
    self.output = output
    problems = run.problems
  }

  func write(_ form: BaseForm?) {
    switch form {
    case .json: output.write(document.text + "\n")
    case .csv:
      for row in rows { output.write(row.map(Self.field).joined(separator: ",") + "\r\n") }
    case .tsv:
      for row in rows { output.write(row.map(output.shown).joined(separator: "\t") + "\n") }
    case .md: writeMarkdown()
    case .paths:
      for row in result.groups.flatMap(\.rows) {
        output.write(output.paths.bytes(of: run.path(of: row)), endsWithNull: false)
      }
    case nil:
      for line in Columns(output).lines(rows.map { $0.map(output.shown) }) {
        output.write(line + "\n")
      }
      for summary in result.summaries {
        output.write(
          output.shown("\(summary.title) \(summary.name): \(run.text(summary.value))") + "\n")
      }
    }
  }

  /// The rows as text, with the titles first.
  private var rows: [[String]] {
    [result.columns.map(\.title)]
      + result.groups.flatMap(\.rows).map { $0.cells.map { run.text($0) } }
  }

  /// Quotes a field according to RFC 4180.
  static func field(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 != 0x22 && $0 != 0x2c && $0 != 0x0a && $0 != 0x0d }
    if isPlain { return text }
    return "\""
      + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  private func writeMarkdown() {
    func write(_ row: [String]) {
      let cells = row.map { cell in
        output.shown(
          cell.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|"))
      }
      output.write("| " + cells.joined(separator: " | ") + " |\n")
    }
    let rows = rows
    write(rows[0])
    write(rows[0].map { _ in "---" })
    rows.dropFirst().forEach(write)
  }

  // MARK: JSON

  private var document: JSONValue {
    var rows: [JSONValue] = []
    var summaries: [JSONValue] = []
    for group in result.groups {
      let value = group.value.map(json) ?? .null
      for row in group.rows {
        var values: [JSONMember] = []
        for (column, cell) in zip(result.columns, row.cells) {
          values.append(JSONMember(column.column.text, json(cell)))
        }
        rows.append(
          .object(
            output.members(of: run.path(of: row)) + [
              JSONMember("group", value), JSONMember("values", .object(values)),
            ]))
      }
      summaries += group.summaries.map { json($0, of: value) }
    }
    summaries += result.summaries.map { json($0, of: .null) }
    return .object([
      JSONMember("view", .string(run.view.name)), JSONMember("type", .string(run.view.type)),
      JSONMember(
        "columns",
        .array(
          result.columns.map {
            .object([
              JSONMember("property", .string($0.column.text)),
              JSONMember("title", .string($0.title)),
            ])
          })),
      JSONMember("rows", .array(rows)), JSONMember("summaries", .array(summaries)),
      JSONMember(
        "problems", .array(problems.map { .object(Self.members(of: $0)) })),
    ])
  }

  static func members(of problem: BaseProblem) -> [JSONMember] {
    [
      JSONMember("line", .number(problem.line)), JSONMember("column", .number(problem.column)),
      JSONMember("reason", .string(problem.reason)),
    ]
  }

  private func json(_ summary: BaseResult.Summary, of group: JSONValue) -> JSONValue {
    .object([
      JSONMember("property", .string(summary.property.text)),
      JSONMember("name", .string(summary.name)), JSONMember("value", json(summary.value)),
      JSONMember("group", group),
    ])
  }

  private func json(_ cell: BaseResult.Cell) -> JSONValue {
    switch cell {
    case .value(let value): json(value)
    case .problem(let problem): .object([JSONMember("error", .string(problem.text))])
    }
  }

  private func json(_ value: Value) -> JSONValue {
    switch value {
    case .null: .null
    case .boolean(let isTrue): .bool(isTrue)
    case .number(let number): .real(number)
    case .list(let list): .array(list.items.map(json))
    case .object(let object):
      .object(object.pairs.map { JSONMember($0.name.text, json($0.value)) })
    case .string, .date, .duration, .link, .file, .pattern, .shown: .string(run.text(value))
    }
  }
}

/// The output format of `base query`.
enum BaseForm: String, CaseIterable {
  case json, csv, tsv, md, paths
}
