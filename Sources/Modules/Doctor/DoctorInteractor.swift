import Services
import Viper

/// Asks every part how it is.
@MainActor
final class DoctorInteractor: DoctorInteracting {
  weak var output: (any DoctorInteractorOutput)?
  private let examination: Examination
  private let scope: WorkScope

  init(examination: Examination, work: Work) {
    self.examination = examination
    scope = work.scope()
  }

  func examine(repairing: Bool) {
    scope.run { [examination] in
      await examination.findings(repairing: repairing)
    } then: { [weak self] result in
      if case .success(let findings) = result { self?.output?.doctorExamined(findings) }
    }
  }

  func end() { scope.end() }
}
