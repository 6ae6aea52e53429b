/// What came of another program's work on a text that was in memory alone.
package enum PrivateEditing: Sendable {
  /// The text there now; and what a person must know where it did not go well.
  case ended(text: [UInt8], problem: String?)
  /// It was not begun, or its result is lost: why.
  case failed(String)
}
