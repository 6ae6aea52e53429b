import Cells
import Entities

/// Writes a command's results in the requested format.
@MainActor
final class ResultWriter {
  private enum Form { case text, null, document, lines, fields, count, nothing }

  private let form: Form
  private let isMany: Bool
  /// The names of the requested fields; nil: all.
  private let fields: [String]?
  private let output: CommandOutput
  private var count = 0
  /// The cells of rows that are not written yet.
  private var rows: [[String]] = []

  init(_ request: CommandRequest, _ output: CommandOutput) {
    fields = request.fields
    form =
      if request.printsDifference {
        .nothing
      } else if request.has(.count) {
        .count
      } else if request.has(.jsonLines) {
        .lines
      } else if request.has(.json) {
        .document
      } else if request.has(.fields) {
        .fields
      } else {
        request.has(.null) ? .null : .text
      }
    if case .many = CommandTable.spec(of: request.name).answer {
      // Restoring a single note has a single result.
      isMany = request.name != .restore || request.argument == nil
    } else {
      isMany = false
    }
    self.output = output
  }

  /// Writes all results of a command that has them at once.
  static func write(
    _ request: CommandRequest, _ output: CommandOutput, _ add: (ResultWriter) -> Void
  ) {
    let results = ResultWriter(request, output)
    add(results)
    results.finish()
  }

  /// Adds a note. As text, only its path is printed.
  func add(_ path: NotePath, _ members: @autoclosure () -> [JSONMember] = []) {
    guard isText else { return add(output.members(of: path) + members()) { "" } }
    output.write(output.paths.bytes(of: path), endsWithNull: form == .null)
    count += 1
  }

  /// Adds a row to the aligned table.
  func add(_ members: @autoclosure () -> [JSONMember], cells: @autoclosure () -> [String]) {
    guard isText else { return add(members()) { "" } }
    rows.append(cells())
    count += 1
  }

  /// Writes the rows so far; `finish()` does it too.
  func align() {
    for line in Columns(output).lines(rows) where !line.isEmpty { output.write(line + "\n") }
    rows = []
  }

  var isText: Bool { form == .text || form == .null }

  /// Adds one item: as text, or with these members.
  func add(_ members: @autoclosure () -> [JSONMember], text: () -> String) {
    switch form {
    case .text, .null:
      let line = text()
      if !line.isEmpty {
        output.write(line)
        output.write("\n")
      }
    case .lines: output.write(JSONValue.object(wanted(members())).text + "\n")
    case .document:
      if isMany { output.write(count == 0 ? "[\n" : ",\n") }
      output.write(JSONValue.object(wanted(members())).text)
    case .fields: writeFields(of: members())
    case .count, .nothing: break
    }
    count += 1
  }

  private func wanted(_ members: [JSONMember]) -> [JSONMember] {
    fields.map { names in members.filter { names.contains($0.name) } } ?? members
  }

  /// Writes fields in the requested order; a missing one is empty.
  private func writeFields(of members: [JSONMember]) {
    let texts = (fields ?? []).map { name in
      switch members.first(where: { $0.name == name })?.value {
      case nil, .null: ""
      case .string(let text): output.shown(text)
      case .some(let value): value.text
      }
    }
    output.write(texts.joined(separator: "\t") + "\n")
  }

  /// Ends the document. Without results it is an empty one.
  func finish() {
    align()
    if form == .count { output.write("\(count)\n") }
    guard form == .document else { return }
    if isMany {
      output.write(count == 0 ? "[]\n" : "\n]\n")
    } else if count > 0 {
      output.write("\n")
    }
  }
}

/// When to use colors in results.
package enum ColorChoice: String, CaseIterable, Sendable {
  case always, auto, never

  /// In order of precedence: the command line; `NO_COLOR` with any text; `CLICOLOR_FORCE` or
  /// `FORCE_COLOR` other than 0; the setting; `CLICOLOR=0`.
  package init(
    _ request: CommandRequest, environment: (String) -> String?, setting: () -> String?
  ) {
    func isOn(_ name: String) -> Bool { !["", "0"].contains(environment(name) ?? "") }
    if request.has(.noColor) {
      self = .never
    } else if let asked = request.value(of: .color).flatMap({ Self(rawValue: $0.text) }) {
      self = asked
    } else if !(environment("NO_COLOR") ?? "").isEmpty {
      self = .never
    } else if isOn("CLICOLOR_FORCE") || isOn("FORCE_COLOR") {
      self = .always
    } else if let set = setting().flatMap(Self.init), set != .auto {
      self = set
    } else {
      self = environment("CLICOLOR") == "0" || environment("TERM") == "dumb" ? .never : .auto
    }
  }

  package func hasColors(onTerminal isTerminal: Bool) -> Bool {
    self == .always || self == .auto && isTerminal
  }
}
