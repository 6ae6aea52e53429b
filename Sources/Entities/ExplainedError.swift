/// An error that says in plain words what happened and what to do.
package protocol ExplainedError: Error {
  var message: String { get }
}

extension Error {
  /// The error's message, or Swift's description of an error without one.
  package var explanation: String { (self as? any ExplainedError)?.message ?? "\(self)" }
}
