package import Services

// What the command line asks of the tags of all notes.

@MainActor
package protocol TagsInteracting: AnyObject {
  /// Weak: whoever presents holds its interactor.
  var output: (any TagsInteractorOutput)? { get set }
  func load()
  /// Nothing is told after this.
  func end()
}

@MainActor
package protocol TagsInteractorOutput: AnyObject {
  /// From A to Z.
  func tagsLoaded(_ tags: [TagCount])
  func tagsFailed(_ message: String)
}
