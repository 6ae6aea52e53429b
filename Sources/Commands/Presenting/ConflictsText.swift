import Cells
import Conflicts
import CopyNames
import Entities
import Services
import Viper

/// Writes conflicts and merge results in text and JSON.
@MainActor
struct ConflictsText {
  let request: CommandRequest
  let output: CommandOutput

  // MARK: - The list

  func write(_ copies: [ConflictsFacts.Copy], _ marked: [MarkedNote]) {
    let results = ResultWriter(request, output)
    for copy in copies {
      results.add(
        members(of: copy),
        cells: [
          Self.words(for: copy.outcome), copy.copy.program.name, output.shown(copy.copy.copy.path),
          output.shown(copy.copy.note.path),
        ])
    }
    for note in marked {
      results.add(
        members(of: note),
        cells: [
          counted(note.conflicts, "conflict"), "marked",
          "\(output.shown(note.note.path)):\(note.line)",
        ])
    }
    results.finish()
  }

  private func members(of copy: ConflictsFacts.Copy) -> [JSONMember] {
    let conflicts: Int? =
      switch copy.outcome {
      case .clean: 0
      case .conflicts(let count): count
      case .failed, .unknown: nil
      }
    return [JSONMember("kind", .string("copy"))] + output.members(of: copy.copy.copy.path)
      + output.members(of: copy.copy.note.path, named: "note")
      + [
        JSONMember("program", .string(copy.copy.program.rawValue)),
        JSONMember("clean", conflicts.map { .bool($0 == 0) } ?? .null),
        JSONMember("conflicts", conflicts.map { .number($0) } ?? .null),
        JSONMember("line", .null),
        JSONMember("modified", .optional(copy.copy.modified.map(\.written))),
      ]
  }

  private func members(of note: MarkedNote) -> [JSONMember] {
    [JSONMember("kind", .string("marks"))] + output.members(of: note.note.path)
      + output.members(of: note.note.path, named: "note")
      + [
        JSONMember("program", .null), JSONMember("clean", .bool(false)),
        JSONMember("conflicts", .number(note.conflicts)), JSONMember("line", .number(note.line)),
        JSONMember("modified", .string(note.modified.written)),
      ]
  }

  // MARK: - Merge results

  func write(_ receipt: ConflictReceipt) {
    ResultWriter.write(request, output) { $0.add(members(of: receipt)) { text(of: receipt) } }
    guard request.printsDifference else { return }
    for left in receipt.left {
      output.message("\(output.shown(left.copy.copy.path)) is left: \(output.shown(left.reason))")
    }
  }

  private func text(of receipt: ConflictReceipt) -> String {
    var lines = receipt.merged.map { copy in
      "merged  \(output.shown(copy.copy.path)) -> \(output.shown(copy.note.path))"
    }
    lines += receipt.marked.map { "marked  \(output.shown($0.path))" }
    lines += receipt.linking.map { "links   \(output.shown($0.path))" }
    lines += receipt.left.map { left in
      "left    \(output.shown(left.copy.copy.path)): \(output.shown(left.reason))"
    }
    return lines.isEmpty ? "Nothing to merge." : lines.joined(separator: "\n")
  }

  private func members(of receipt: ConflictReceipt) -> [JSONMember] {
    [
      JSONMember(
        "merged",
        .array(
          receipt.merged.map { copy in
            .object(
              output.members(of: copy.copy.path)
                + output.members(of: copy.note.path, named: "note"))
          })),
      JSONMember("marked", .array(receipt.marked.map { .string($0.path.text) })),
      JSONMember("linking", .array(receipt.linking.map { .string($0.path.text) })),
      JSONMember(
        "left",
        .array(
          receipt.left.map { left in
            .object(
              output.members(of: left.copy.copy.path)
                + [JSONMember("reason", .string(left.reason))])
          })),
    ]
  }

  private static func words(for outcome: ConflictsFacts.Outcome) -> String {
    switch outcome {
    case .clean: "clean"
    case .conflicts(let count): counted(count, "conflict")
    case .failed, .unknown: "not mergeable"
    }
  }
}
