package import Terminal

/// Processes a program's output before the emulator: it extracts the answers to `sync`, tracks the
/// cursor key mode, and replaces dim with blink, because the emulator does not support dim.
package struct OutputFilter {
  package enum Piece: Equatable {
    case output([UInt8])
    case answer(number: Int, report: SyncReport?)
  }

  /// Whether arrows must be sent as `ESC O`.
  package private(set) var applicationCursor = false
  private var held: [UInt8] = []

  package init() {}

  /// Returns the request for an answer, which the app gives when it is idle.
  package static func syncRequest(_ number: Int) -> [UInt8] {
    Array("\u{1b}[?7707;\(number)n".utf8)
  }

  /// Returns the pieces of the next bytes; an incomplete sequence waits for the next call.
  package mutating func take(_ bytes: [UInt8]) -> [Piece] {
    var pieces: [Piece] = []
    var plain: [UInt8] = []
    func flush() {
      if !plain.isEmpty { pieces.append(.output(plain)) }
      plain = []
    }
    for byte in bytes {
      if held.isEmpty, byte != 0x1b {
        plain.append(byte)
        continue
      }
      held.append(byte)
      guard Self.isComplete(held) else { continue }
      if let answer = Self.answer(held) {
        flush()
        pieces.append(answer)
      } else {
        plain += understood(held)
      }
      held = []
    }
    flush()
    return pieces
  }

  private static func isComplete(_ sequence: [UInt8]) -> Bool {
    guard sequence.count > 1 else { return false }
    let last = sequence[sequence.count - 1]
    switch sequence[1] {
    case UInt8(ascii: "["): return sequence.count > 2 && (0x40...0x7e).contains(last)
    case UInt8(ascii: "]"):
      let endsWithST = last == UInt8(ascii: "\\") && sequence[sequence.count - 2] == 0x1b
      return last == 7 || endsWithST
    // ESC ( B and the like have one more byte.
    case 0x20...0x2f: return sequence.count > 2
    default: return true
    }
  }

  private static func answer(_ sequence: [UInt8]) -> Piece? {
    let start = Array("\u{1b}]7707;".utf8)
    guard sequence.starts(with: start), sequence.last == 7 else { return nil }
    let text = String(decoding: sequence[start.count..<(sequence.count - 1)], as: UTF8.self)
    let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]) else { return nil }
    return .answer(number: number, report: SyncReport(encoded: String(parts[1])))
  }

  private mutating func understood(_ sequence: [UInt8]) -> [UInt8] {
    guard sequence[1] == UInt8(ascii: "["), let final = sequence.last else { return sequence }
    let body = String(decoding: sequence[2..<(sequence.count - 1)], as: UTF8.self)
    switch final {
    case UInt8(ascii: "h"), UInt8(ascii: "l"):
      if body.hasPrefix("?"), body.dropFirst().split(separator: ";").contains("1") {
        applicationCursor = final == UInt8(ascii: "h")
      }
      return sequence
    case UInt8(ascii: "m"):
      return Array("\u{1b}[\(Self.withoutDim(body))m".utf8)
    default:
      return sequence
    }
  }

  /// Replaces 2 with 5, which 22 also resets. Numbers that belong to a color stay.
  private static func withoutDim(_ body: String) -> String {
    var parameters: [String] = []
    var skip = 0
    let old = body.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
    for (index, parameter) in old.enumerated() {
      if skip > 0 {
        skip -= 1
        parameters.append(parameter)
        continue
      }
      switch parameter {
      case "2": parameters.append("5")
      case "22": parameters += ["22", "25"]
      case "38", "48":
        let kind = index + 1 < old.count ? old[index + 1] : ""
        skip = kind == "5" ? 2 : kind == "2" ? 4 : 0
        parameters.append(parameter)
      default: parameters.append(parameter)
      }
    }
    return parameters.joined(separator: ";")
  }
}
