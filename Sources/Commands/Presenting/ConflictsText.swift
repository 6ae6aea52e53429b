import CopyNames
import Entities
import Services

/// Writes which conflicts there are, and what was merged.
@MainActor
final class ConflictsText {
  struct Copy {
    var copy: ConflictCopy
    /// Nil where the two cannot be one text.
    var merge: MergedCopy?

    var outcome: String {
      guard let merge else { return "not mergeable" }
      return merge.isClean ? "clean" : ConflictsText.counted(merge.conflicts)
    }
  }

  private let output: CommandOutput
  private let results: ResultWriter

  init(_ request: CommandRequest, _ output: CommandOutput) {
    self.output = output
    results = ResultWriter(request, output)
  }

  nonisolated fileprivate static func counted(_ count: Int) -> String {
    count == 1 ? "1 conflict" : "\(count) conflicts"
  }

  // MARK: - The list

  func list(_ copies: [Copy], _ marked: [MarkedNote]) {
    let rows =
      copies.map { copy in
        [
          copy.outcome, copy.copy.program.name, output.shown(copy.copy.copy.path),
          output.shown(copy.copy.note.path),
        ]
      }
      + marked.map { note in
        [Self.counted(note.conflicts), "marked", "\(output.shown(note.note.path)):\(note.line)"]
      }
    let lines = results.isText ? Columns(output).lines(rows) : []
    for (index, copy) in copies.enumerated() {
      results.add(members(of: copy)) { lines[index] }
    }
    for (index, note) in marked.enumerated() {
      results.add(members(of: note)) { lines[copies.count + index] }
    }
    results.finish()
  }

  private func members(of copy: Copy) -> [JSONMember] {
    [JSONMember("kind", .string("copy"))] + output.members(of: copy.copy.copy.path)
      + output.members(of: copy.copy.note.path, named: "note")
      + [
        JSONMember("program", .string(copy.copy.program.rawValue)),
        JSONMember("clean", copy.merge.map { .bool($0.isClean) } ?? .null),
        JSONMember("conflicts", copy.merge.map { .number($0.conflicts) } ?? .null),
        JSONMember("line", .null),
        JSONMember("modified", .optional(copy.copy.modified.map(WrittenTime.inUTC))),
      ]
  }

  private func members(of note: MarkedNote) -> [JSONMember] {
    [JSONMember("kind", .string("marks"))] + output.members(of: note.note.path)
      + output.members(of: note.note.path, named: "note")
      + [
        JSONMember("program", .null), JSONMember("clean", .bool(false)),
        JSONMember("conflicts", .number(note.conflicts)), JSONMember("line", .number(note.line)),
        JSONMember("modified", .string(WrittenTime.inUTC(note.modified))),
      ]
  }

  // MARK: - What was merged

  func write(_ receipt: ConflictReceipt) {
    results.add(members(of: receipt)) { text(of: receipt) }
    results.finish()
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

  /// What a merge would do.
  func plan(_ copies: [Copy], cleanOnly: Bool) {
    var receipt = ConflictReceipt()
    for copy in copies {
      guard let merge = copy.merge else {
        receipt.left.append(.init(copy.copy, "the two cannot be one text"))
        continue
      }
      if cleanOnly, !merge.isClean {
        receipt.left.append(.init(copy.copy, "both changed the same lines"))
      } else {
        receipt.merged.append(copy.copy)
        if !merge.isClean, !receipt.marked.contains(copy.copy.note) {
          receipt.marked.append(copy.copy.note)
        }
      }
    }
    write(receipt)
  }
}
