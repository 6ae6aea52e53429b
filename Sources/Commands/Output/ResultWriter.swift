import Entities

/// Writes what a command found, in the form that was asked for.
@MainActor
final class ResultWriter {
  private enum Form { case text, null, document, lines }

  private let form: Form
  private let isMany: Bool
  private let output: CommandOutput
  private var count = 0

  init(_ request: CommandRequest, _ output: CommandOutput) {
    form =
      request.has(.jsonLines)
      ? .lines : request.has(.json) ? .document : request.has(.null) ? .null : .text
    if case .many = CommandTable.spec(of: request.name).answer {
      // A note that comes back from the trash is one.
      isMany = request.name != .restore || request.argument == nil
    } else {
      isMany = false
    }
    self.output = output
  }

  /// One note, which the path alone stands for in text.
  func add(_ path: NotePath, _ members: @autoclosure () -> [JSONMember] = []) {
    switch form {
    case .text, .null:
      output.write(output.paths.bytes(of: path), endsWithNull: form == .null)
      count += 1
    case .lines, .document: add(output.members(of: path) + members()) { "" }
    }
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
    case .lines: output.write(JSONValue.object(members()).text + "\n")
    case .document:
      if isMany { output.write(count == 0 ? "[\n" : ",\n") }
      output.write(JSONValue.object(members()).text)
    }
    count += 1
  }

  /// The end of the document. Nothing found is an empty one.
  func finish() {
    guard form == .document else { return }
    if isMany {
      output.write(count == 0 ? "[]\n" : "\n]\n")
    } else if count > 0 {
      output.write("\n")
    }
  }
}
