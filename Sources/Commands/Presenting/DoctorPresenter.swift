import Doctor
import Services

/// Writes how a vault is.
@MainActor
final class DoctorPresenter: DoctorInteractorOutput {
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
      ]) {
        let state = finding.state.rawValue.padded(to: 9)
        let advice = finding.advice.map { "\n" + "".padded(to: 23) + output.shown($0) } ?? ""
        return state + finding.part.padded(to: 14) + output.shown(finding.text) + advice
      }
    }
    results.finish()
    if findings.contains(where: { $0.state == .problem }) { code = .failed }
  }

  func doctorFailed(_ message: String) {
    output.message(message)
    code = .failed
  }
}

extension String {
  /// Words of our own, in a column.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - utf8.count))
  }
}
