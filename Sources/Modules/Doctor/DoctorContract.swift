package import Services

// Looks for what is wrong with a vault and what stands around it, and mends it. It has no view yet: the command line shows what it finds.

@MainActor
package protocol DoctorInteracting: AnyObject {
  /// Weak: whoever presents holds its interactor.
  var output: (any DoctorInteractorOutput)? { get set }
  /// Looks at everything; with `repairing` it rebuilds the index first.
  func examine(repairing: Bool)
  /// Nothing is told after this.
  func end()
}

@MainActor
package protocol DoctorInteractorOutput: AnyObject {
  func doctorExamined(_ findings: [HealthFinding])
}
