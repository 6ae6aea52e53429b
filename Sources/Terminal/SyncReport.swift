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
      let stack = Self.decode(fields[1])
    else { return nil }
    var leaks: [String] = []
    for field in fields[2].split(separator: ",") {
      guard let leak = Self.decode(field) else { return nil }
      leaks.append(leak)
    }
    self.init(stack: stack, leaks: leaks, isIdle: fields[0] == "idle")
  }

  private static func encode(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF")
    return text.utf8.reduce(into: "") { encoded, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: " "):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        encoded += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
  }

  private static func decode(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
