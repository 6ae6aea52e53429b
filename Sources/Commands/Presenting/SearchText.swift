import Cells
import Entities
import Search
import Services

/// Writes what a search found: `path:line: excerpt`, with what fits in bold.
@MainActor
final class SearchText: SearchInteractorOutput {
  private(set) var code = ExitCode.done
  private let interactor: any SearchInteracting
  private let output: CommandOutput
  private let results: ResultWriter
  private let limit: Int
  private let showsPathsOnly: Bool
  private let hasLimit: Bool

  static let usualLimit = 100

  init(
    _ interactor: any SearchInteracting, _ request: CommandRequest, _ output: CommandOutput
  ) {
    self.interactor = interactor
    self.output = output
    results = ResultWriter(request, output)
    limit = request.limit ?? Self.usualLimit
    hasLimit = request.limit != nil
    showsPathsOnly = request.wantsPathsAlone
    interactor.output = self
  }

  func search(_ typed: String) {
    interactor.search(typed, limit: limit, withExcerpts: !showsPathsOnly)
  }

  func searchFound(_ findings: [SearchFinding], hasMore: Bool) {
    for finding in findings {
      if showsPathsOnly {
        results.add(finding.id.path)
      } else {
        results.add(members(of: finding)) { line(for: finding) }
      }
    }
    results.finish()
    if hasMore, !hasLimit {
      output.message("only the newest \(limit) are shown; --limit N shows more.")
    }
  }

  func searchCannotRead(_ typed: String, position: Int, reason: String) {
    output.message(reason)
    // The caret stands below the place: what is before it may be of any width.
    let shown = Cells.visible(typed)
    let before = Cells.visible(String(typed.prefix(position)))
    output.more(shown)
    output.more(String(repeating: " ", count: Cells.width(of: before)) + "^")
    code = .usage
  }

  func searchFailed(_ message: String) {
    output.message(message)
    code = .failed
  }

  func savedSearchesChanged(_ change: SavedSearchChange) {
    if case .keep(let search) = change {
      output.message("saved: search \"@\(search.name)\" finds it again.")
    }
  }

  func savingFailed(_ message: String) {
    output.message(message)
    code = .failed
  }

  private func line(for finding: SearchFinding) -> String {
    let path = output.shown(finding.id.path)
    guard let line = finding.lines.first else {
      return "\(path): \(output.shown(finding.title))"
    }
    return "\(path):\(line.number): \(excerpt(of: line))"
  }

  /// The matches are places in the bytes as they are; each piece is made fit by itself.
  private func excerpt(of line: SearchFinding.Line) -> String {
    let bytes = Array(line.text.utf8)
    var text = ""
    var place = 0
    for match in line.matches
    where match.lowerBound >= place && match.upperBound <= bytes.count {
      text += output.shown(Array(bytes[place..<match.lowerBound]))
      text += output.bold(output.shown(Array(bytes[match])))
      place = match.upperBound
    }
    return text + output.shown(Array(bytes[place...]))
  }

  private func members(of finding: SearchFinding) -> [JSONMember] {
    let first = finding.lines.first
    return output.members(of: finding.id.path) + [
      JSONMember("title", .string(finding.title)),
      JSONMember("modified", .string(WrittenTime.inUTC(finding.modified))),
      JSONMember("line", (first?.number).map(JSONValue.number) ?? .null),
      JSONMember("excerpt", .string(first?.text ?? "")),
      JSONMember(
        "matches",
        .array(
          (first?.matches ?? []).map { .array([.number($0.lowerBound), .number($0.upperBound)]) })),
    ]
  }
}
