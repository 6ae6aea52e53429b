/// The result of editing a text with another program, in memory only.
package enum PrivateEditing: Sendable {
  /// The new text, and a problem to show to the user, if any.
  case ended(text: [UInt8], problem: String?)
  /// The program did not start, or its result is lost.
  case failed(String)
}
