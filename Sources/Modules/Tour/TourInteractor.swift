import Entities
import Services
import Viper

/// Finds archives of other programs.
@MainActor
final class TourInteractor {
  /// Weak: the presenter holds its interactor.
  weak var output: (any TourInteractorOutput)?
  private let imports: (any NoteImports)?
  private let scope: WorkScope

  init(imports: (any NoteImports)?, work: Work) {
    self.imports = imports
    scope = work.scope()
  }

  /// Finds archives at the usual paths of other programs.
  func look() {
    guard let imports else { return }
    scope.run {
      await imports.found()
    } then: { [weak self] found in
      guard case .success(let archives) = found, !archives.isEmpty else { return }
      self?.output?.found(.bringing(archives))
    }
  }

  func end() { scope.end() }
}

extension TourStep {
  /// Returns the step for the archives found, which are sorted newest first.
  static func bringing(_ archives: [ImportSource]) -> TourStep {
    var step = bringing
    guard let newest = archives.first else { return step }
    step.archive = archives.count == 1 ? newest.path : nil
    step.text = TourWords.bringing(
      newest.path.name.text, of: newest.program, count: archives.count)
    return step
  }
}
