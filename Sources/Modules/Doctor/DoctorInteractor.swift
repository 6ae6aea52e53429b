import Services
import Viper

/// Asks every part how it is.
@MainActor
final class DoctorInteractor: DoctorInteracting {
  weak var output: (any DoctorInteractorOutput)?
  private let examination: Examination
  private let files: any VaultFiles
  private let scope: WorkScope

  init(examination: Examination, files: any VaultFiles, work: Work) {
    self.examination = examination
    self.files = files
    scope = work.scope()
  }

  func examine(repairing: Bool) {
    scope.run { [examination] in
      await examination.findings(repairing: repairing)
    } then: { [weak self] result in
      if case .success(let findings) = result { self?.output?.doctorExamined(findings) }
    }
  }

  func count() {
    let (index, files) = (examination.index, files)
    scope.run {
      // What changed since the last look is counted too.
      for await _ in index.reconcile() {}
      let report = try await index.report()
      let survey = files.survey(isCancelled: { Task.isCancelled })
      return VaultFigures(
        notes: survey.entries.count, words: report.words, links: report.links, tags: report.tags,
        tasks: report.tasks, openTasks: report.openTasks,
        bytes: survey.entries.reduce(0) { $0 + $1.fact.size }, indexBytes: report.bytes)
    } then: { [weak self] result in
      switch result {
      case .success(let figures): self?.output?.doctorCounted(figures)
      case .failure(let error):
        self?.output?.doctorFailed(
          (error as? NoteIndexError)?.message ?? "The notes could not be counted: \(error).")
      }
    }
  }

  func end() { scope.end() }
}
