/// An error that says in everyday words what happened and what to do.
package protocol ExplainedError: Error {
  var message: String { get }
}

extension Error {
  /// Of an error that does not explain itself, what Swift says of it.
  package var explanation: String { (self as? any ExplainedError)?.message ?? "\(self)" }
}
