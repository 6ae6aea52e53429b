import Services

/// How a vault is, in text and JSON.
@MainActor
struct DoctorText {
  let request: CommandRequest
  let output: CommandOutput

  func write(_ findings: [HealthFinding]) {
    let results = ResultWriter(request, output)
    for finding in findings {
      results.add([
        JSONMember("part", .string(finding.part)),
        JSONMember("state", .string(finding.state.rawValue)),
        JSONMember("text", .string(finding.text)),
        JSONMember("advice", .optional(finding.advice)),
      ]) { output.isTerminal ? aligned(finding) : fields(of: finding).joined(separator: "\t") }
    }
    results.finish()
  }

  /// The advice below the text: both are sentences.
  private func aligned(_ finding: HealthFinding) -> String {
    let fields = fields(of: finding)
    let line = fields[0].padded(to: 9) + fields[1].padded(to: 14) + fields[2]
    return fields.dropFirst(3).reduce(line) { "\($0)\n" + "".padded(to: 23) + $1 }
  }

  /// The advice is a field only where there is some.
  private func fields(of finding: HealthFinding) -> [String] {
    [finding.state.rawValue, finding.part, output.shown(finding.text)]
      + (finding.advice.map { [output.shown($0)] } ?? [])
  }
}

extension String {
  /// Words of our own, in a column.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - utf8.count))
  }
}
