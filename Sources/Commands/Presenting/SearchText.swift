import Cells
import Entities
import Search
import Services

/// Writes search results as `path:line: excerpt`, with matches in bold.
@MainActor
struct SearchText {
  let request: CommandRequest
  let output: CommandOutput

  static let usualLimit = 100

  var limit: Int { request.limit ?? Self.usualLimit }

  func write(_ answer: SearchAnswer) {
    let results = ResultWriter(request, output)
    for hit in answer.hits {
      if request.printsOnlyPaths {
        results.add(hit.id.path)
      } else {
        results.add(members(of: hit)) { line(for: hit) }
      }
    }
    results.finish()
    if answer.hasMore, request.limit == nil {
      output.message("only the newest \(limit) are shown; --limit N shows more.")
    }
  }

  private func line(for finding: SearchHit) -> String {
    let path = output.shown(finding.id.path)
    guard let line = finding.lines.first else {
      return "\(path): \(output.shown(finding.title))"
    }
    return "\(path):\(line.number): \(excerpt(of: line))"
  }

  /// Matches are offsets in the raw bytes, so each piece is escaped separately.
  private func excerpt(of line: SearchHit.Line) -> String {
    let bytes = Array(line.text.utf8)
    var text = ""
    var offset = 0
    for match in line.matches
    where match.lowerBound >= offset && match.upperBound <= bytes.count {
      text += output.shown(Array(bytes[offset..<match.lowerBound]))
      text += output.bold(output.shown(Array(bytes[match])))
      offset = match.upperBound
    }
    return text + output.shown(Array(bytes[offset...]))
  }

  private func members(of finding: SearchHit) -> [JSONMember] {
    let first = finding.lines.first
    return output.members(of: finding.id.path) + [
      JSONMember("title", .string(finding.title)),
      JSONMember("modified", .string(finding.modified.written)),
      JSONMember("line", (first?.number).map(JSONValue.number) ?? .null),
      JSONMember("excerpt", .string(first?.text ?? "")),
      JSONMember(
        "matches",
        .array(
          (first?.matches ?? []).map { .array([.number($0.lowerBound), .number($0.upperBound)]) })),
    ]
  }
}

extension CommandFailure {
  init(_ failure: SearchFailure, in typed: String) {
    switch failure {
    case .failed(let error): self.init(error)
    case .unreadable(let position, let reason):
      // The caret is below the character, and the text before it may have any width.
      let before = Cells.width(of: Cells.visible(String(typed.prefix(position))))
      self.init(
        reason, code: .usage,
        details: [Cells.visible(typed), String(repeating: " ", count: before) + "^"])
    }
  }
}
