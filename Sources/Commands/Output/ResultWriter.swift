import Entities

/// Writes what a command found, in the form that was asked for.
@MainActor
final class ResultWriter {
  private enum Form { case text, null, document, lines, fields, count, nothing }

  private let form: Form
  private let isMany: Bool
  /// The names of those that are wanted; nil: all.
  private let fields: [String]?
  private let output: CommandOutput
  private var count = 0
  /// The cells of what is not written yet.
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
      // A note that comes back from the trash is one.
      isMany = request.name != .restore || request.argument == nil
    } else {
      isMany = false
    }
    self.output = output
  }

  /// All that a command writes, when it has it at once.
  static func write(
    _ request: CommandRequest, _ output: CommandOutput, _ add: (ResultWriter) -> Void
  ) {
    let results = ResultWriter(request, output)
    add(results)
    results.finish()
  }

  /// One note; as text its path alone is printed.
  func add(_ path: NotePath, _ members: @autoclosure () -> [JSONMember] = []) {
    guard isText else { return add(output.members(of: path) + members()) { "" } }
    output.write(output.paths.bytes(of: path), endsWithNull: form == .null)
    count += 1
  }

  /// One thing as a row of a table, which is aligned with the others.
  func add(_ members: @autoclosure () -> [JSONMember], cells: @autoclosure () -> [String]) {
    guard isText else { return add(members()) { "" } }
    rows.append(cells())
    count += 1
  }

  /// Writes the rows that there are until now; `finish()` does it too.
  func align() {
    for line in Columns(output).lines(rows) where !line.isEmpty { output.write(line + "\n") }
    rows = []
  }

  var isText: Bool { form == .text || form == .null }

  /// One thing: as text, or with these members.
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

  /// In the order in which they were asked for; what is not there leaves its field empty.
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

  /// The end of the document. Nothing found is an empty one.
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

/// When results have colours.
package enum ColorChoice: String, CaseIterable, Sendable {
  case always, auto, never

  /// The command line goes first, then the environment, then what is set: `NO_COLOR` with any text, a
  /// `CLICOLOR_FORCE` or `FORCE_COLOR` that is not 0, the setting, `CLICOLOR=0`.
  package init(
    _ request: CommandRequest, environment: (String) -> String?, setting: () -> String?
  ) {
    func isOn(_ name: String) -> Bool { !["", "0"].contains(environment(name) ?? "") }
    if request.has(.noColour) {
      self = .never
    } else if let asked = request.value(of: .colour).flatMap({ Self(rawValue: $0.text) }) {
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
