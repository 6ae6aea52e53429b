package import Services

// Looks for what is wrong with a vault and what stands around it, mends it, and counts what is
// there. It has no view yet: the command line shows what it finds.

/// How much there is in a vault.
package struct VaultFigures: Equatable, Sendable {
  package var notes: Int
  package var words: Int
  package var links: Int
  package var tags: Int
  package var tasks: Int
  package var openTasks: Int
  /// Of all notes.
  package var bytes: Int
  package var indexBytes: Int
}

@MainActor
package protocol DoctorInteracting: AnyObject {
  /// Weak: whoever presents holds its interactor.
  var output: (any DoctorInteractorOutput)? { get set }
  /// Looks at everything; with `repairing` it makes the index anew first.
  func examine(repairing: Bool)
  func count()
  /// Nothing is told after this.
  func end()
}

@MainActor
package protocol DoctorInteractorOutput: AnyObject {
  func doctorExamined(_ findings: [HealthFinding])
  func doctorCounted(_ figures: VaultFigures)
  func doctorFailed(_ message: String)
}
