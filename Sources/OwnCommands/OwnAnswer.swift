package import Bytes

/// What a program printed, by the meaning that its command gives it.
package enum OwnAnswer: Equatable, Sendable {
  case nothing
  case message([String])
  case selection([UInt8])
  case note([UInt8])
  case rows([OwnChoice])
  /// Edits as JSON, not yet read.
  case edits(JSONReader.Value)

  /// The most rows to choose from.
  package static let mostRows = 1000

  package init(_ output: [UInt8], as form: OwnCommand.Output) throws(OwnAnswerError) {
    switch form {
    case .nothing: self = .nothing
    case .message: self = .message(Self.lines(of: output))
    case .selection: self = .selection(Self.withoutLastNewline(output))
    case .note:
      if output.allSatisfy({ $0 <= 0x20 }) { throw .empty(form) }
      self = .note(output)
    case .rows: self = .rows(try Self.rows(of: output))
    case .edits: self = .edits(try Self.json(of: output, form))
    }
  }

  private static func lines(of output: [UInt8]) -> [String] {
    var lines = output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .prefix(10_000).map { String(decoding: $0, as: UTF8.self) }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    return lines
  }

  /// The newline that ends the output of nearly every program is not part of a selection.
  private static func withoutLastNewline(_ output: [UInt8]) -> [UInt8] {
    output.last == UInt8(ascii: "\n") ? Array(output.dropLast()) : output
  }

  private static func json(
    of output: [UInt8], _ form: OwnCommand.Output
  ) throws(OwnAnswerError) -> JSONReader.Value {
    do throws(JSONReader.Fault) {
      return try JSONReader.read(output)
    } catch {
      throw .notJSON(form, line: error.line, column: error.column, error.reason)
    }
  }

  /// Reads a JSON array of rows. Plain lines are rows that replace the selection.
  private static func rows(of output: [UInt8]) throws(OwnAnswerError) -> [OwnChoice] {
    let first = output.first { $0 > 0x20 }
    guard first == UInt8(ascii: "[") else {
      return lines(of: output).filter { !$0.isEmpty }.prefix(mostRows)
        .map { OwnChoice(label: $0, action: .selection($0)) }
    }
    guard case .array(let values) = try json(of: output, .rows) else {
      throw .badRow(1, "it is no list")
    }
    if values.count > mostRows {
      throw .badRow(mostRows + 1, "more than \(mostRows) are not shown")
    }
    var rows: [OwnChoice] = []
    for (index, value) in values.enumerated() {
      rows.append(try OwnChoice(value, number: index + 1))
    }
    return rows
  }
}

/// A row to choose from.
package struct OwnChoice: Equatable, Sendable {
  package enum Action: Equatable, Sendable {
    /// Opens a note, by its path or name, at a line.
    case open(String, line: Int?)
    case selection(String)
    case message(String)
    case edits(JSONReader.Value)
  }

  package var label: String
  package var action: Action

  package init(label: String, action: Action) { (self.label, self.action) = (label, action) }

  fileprivate init(_ value: JSONReader.Value, number: Int) throws(OwnAnswerError) {
    guard case .object(let members) = value, let label = members["label"]?.text, !label.isEmpty
    else {
      throw .badRow(number, "it has no “label”")
    }
    self.label = label
    let actions = ["open", "selection", "message", "edits"].filter { members[$0] != nil }
    guard actions.count == 1, let action = members[actions[0]] else {
      throw .badRow(number, "it needs one of “open”, “selection”, “message” and “edits”")
    }
    switch (actions[0], action) {
    case ("open", .string(let name)): self.action = .open(name, line: members["line"]?.integer)
    case ("selection", .string(let text)): self.action = .selection(text)
    case ("message", .string(let text)): self.action = .message(text)
    case ("edits", .array), ("edits", .object): self.action = .edits(action)
    default: throw .badRow(number, "“\(actions[0])” has the wrong kind of value")
    }
  }

  /// Whether several such rows can be chosen together.
  package var isEdit: Bool { if case .edits = action { true } else { false } }
}

extension JSONReader.Value {
  fileprivate var integer: Int? { if case .number(let text) = self { Int(text) } else { nil } }
}

/// Why the output of a program does not have the form that its command promises.
package enum OwnAnswerError: Error, Equatable, Sendable {
  case empty(OwnCommand.Output)
  case notJSON(OwnCommand.Output, line: Int, column: Int, String)
  case badRow(Int, String)

  package var message: String {
    switch self {
    case .empty(let form): "It printed nothing, but its command gives “\(form.rawValue)”."
    case .notJSON(let form, let line, let column, let reason):
      "It printed no \(form.rawValue) as JSON: line \(line), column \(column): \(reason)."
    case .badRow(let number, let reason): "Row \(number) that it printed cannot be used: \(reason)."
    }
  }
}
