import Doctor
import Services

/// Writes how a vault is.
@MainActor
final class DoctorText: DoctorInteractorOutput {
  private(set) var code = ExitCode.done
  private let interactor: any DoctorInteracting
  private let output: CommandOutput
  private let results: ResultWriter

  init(_ interactor: any DoctorInteracting, _ request: CommandRequest, _ output: CommandOutput) {
    self.interactor = interactor
    self.output = output
    results = ResultWriter(request, output)
    interactor.output = self
  }

  func examine(repairing: Bool) { interactor.examine(repairing: repairing) }

  func doctorExamined(_ findings: [HealthFinding]) {
    for finding in findings {
      results.add([
        JSONMember("part", .string(finding.part)),
        JSONMember("state", .string(finding.state.rawValue)),
        JSONMember("text", .string(finding.text)),
        JSONMember("advice", .optional(finding.advice)),
      ]) { output.isTerminal ? aligned(finding) : fields(of: finding).joined(separator: "\t") }
    }
    results.finish()
    if findings.contains(where: { $0.state == .problem }) { code = .failed }
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
