/// What is wrong with an expression or a file of bases, and where: both counted from 1, a column in
/// characters.
package struct BaseProblem: Error, Equatable, Hashable, Sendable {
  package var line: Int
  package var column: Int
  package var reason: String

  package init(line: Int, column: Int, reason: String) {
    self.line = line
    self.column = column
    self.reason = reason
  }

  /// The place of a byte in a text.
  init(offset: Int, in text: [UInt8], reason: String) {
    let before = text.prefix(max(0, offset))
    let start = before.lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
    line = 1 + before.count { $0 == 0x0a }
    column = 1 + before[start...].count { $0 & 0xc0 != 0x80 }
    self.reason = reason
  }

  package var text: String { "\(line):\(column): \(reason)" }
}

/// The same while an expression is at work: the place is a byte of it.
struct BaseFault: Error {
  var offset: Int
  var reason: String
}
