/// What is wrong with an expression, and at which of its bytes.
package struct ExpressionFault: Error {
  package var offset: Int
  package var reason: String

  package init(_ reason: String, at offset: Int) {
    self.offset = offset
    self.reason = reason
  }

  /// Where that is in the text: both counted from 1, a column in characters.
  package func position(in text: some Collection<UInt8>) -> (line: Int, column: Int) {
    let before = text.prefix(max(0, offset))
    let line = before.split(separator: 0x0a, omittingEmptySubsequences: false)
    return (line.count, 1 + String(decoding: line.last ?? before, as: UTF8.self).count)
  }
}
