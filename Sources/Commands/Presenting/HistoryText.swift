import Entities
import History

/// The versions of a note, or one of them, in text and JSON, and which is meant by a word.
@MainActor
struct HistoryText {
  let request: CommandRequest
  let context: CommandContext

  private var output: CommandOutput { context.output }

  func write(_ items: [HistoryItem]) {
    let results = ResultWriter(request, output)
    let lines =
      results.isText
      ? Columns(output).lines(
        items.map {
          [$0.name, WrittenTime.onWall($0.kept, context.clock), "\($0.size)", $0.writer ?? ""]
        }) : []
    for (index, item) in items.enumerated() {
      results.add(members(of: item) + [JSONMember("size", .number(item.size))]) { lines[index] }
    }
    results.finish()
  }

  func write(_ bytes: [UInt8], of item: HistoryItem) {
    if request.has(.json) {
      let results = ResultWriter(request, output)
      let text = JSONMember("text", .string(String(decoding: bytes, as: UTF8.self)))
      results.add(members(of: item) + [text]) { "" }
      results.finish()
    } else if output.isTerminal {
      output.writeLines(of: bytes)
    } else {
      output.write(bytes)
    }
  }

  private func members(of item: HistoryItem) -> [JSONMember] {
    [
      JSONMember("version", .string(item.name)),
      JSONMember("kept", .string(item.kept.written)),
      JSONMember("writer", .optional(item.writer)),
    ]
  }

  /// The version of this name, else the only one whose name begins with it.
  func item(among items: [HistoryItem]) throws(CommandFailure) -> HistoryItem {
    let wanted = request.arguments.count > 1 ? request.arguments[1].text : ""
    if let exact = items.first(where: { $0.name == wanted }) { return exact }
    let fitting = items.filter { !wanted.isEmpty && $0.name.hasPrefix(wanted) }
    guard let item = fitting.first else {
      throw CommandFailure(
        "there is no version “\(output.shown(wanted))”. “notes-tui history NOTE” lists them.",
        code: .notFound)
    }
    guard fitting.count == 1 else {
      throw CommandFailure(
        "“\(output.shown(wanted))” fits \(fitting.count) versions:", code: .ambiguous,
        details: fitting.map { "\($0.name)  \(WrittenTime.onWall($0.kept, context.clock))" })
    }
    return item
  }
}
