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
      self?.output?.found(.offering(archives))
    }
  }

  func end() { scope.end() }
}

extension TourStep {
  /// Returns the last step for the archives found, which are sorted newest first.
  static func offering(_ archives: [ImportSource]) -> TourStep {
    var step = ending
    guard let newest = archives.first else { return step }
    step.archive = archives.count == 1 ? newest.path : nil
    step.keys.append(importing)
    step.text += TourWords.found(
      newest.path.name.text, of: newest.program, count: archives.count)
    return step
  }

  /// The key that brings in what was found.
  static let importing = "I"
}
