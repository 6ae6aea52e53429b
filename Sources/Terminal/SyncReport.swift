import Bytes

/// What an app tells a script when it is idle: the answer to `sync`, as text for
/// `Driver.answerSync`. Both sides of a pseudo-terminal use this.
package struct SyncReport: Equatable, Sendable {
  /// The live module stack: `NoteList > Editor`.
  package var stack: String
  /// One line for each part that outlived its module.
  package var leaks: [String]
  /// Whether no work is under way.
  package var isIdle: Bool

  package init(stack: String, leaks: [String], isIdle: Bool) {
    self.stack = stack
    self.leaks = leaks
    self.isIdle = isIdle
  }

  /// `idle|stack|leak,leak`, with everything but letters, digits and blanks percent-encoded, so
  /// that no name can end the answer or the field it stands in.
  package var encoded: String {
    [isIdle ? "idle" : "busy", Self.encode(stack), leaks.map(Self.encode).joined(separator: ",")]
      .joined(separator: "|")
  }

  /// Reads what `encoded` wrote; nil where it is anything else.
  package init?(encoded text: String) {
    let fields = text.split(separator: "|", omittingEmptySubsequences: false)
    guard fields.count == 3, fields[0] == "idle" || fields[0] == "busy",
      let stack: String = Percent.decoded(fields[1])
    else { return nil }
    var leaks: [String] = []
    for field in fields[2].split(separator: ",") {
      guard let leak: String = Percent.decoded(field) else { return nil }
      leaks.append(leak)
    }
    self.init(stack: stack, leaks: leaks, isIdle: fields[0] == "idle")
  }

  private static func encode(_ text: String) -> String {
    Percent.text(of: text.utf8) {
      Byte.isLetter($0) || Byte.isDigit($0) || $0 == Byte.space
    }
  }
}
