import TextEngine

/// What is written into the journal of a large text, one after the other.
enum JournaledStep: Equatable, Sendable {
  case edit(Edit)
  /// The text as it is here was about to become the file's. If it did, and the program ended before
  /// the journal was told, what follows is all that is not saved.
  case saving(byteCount: Int, digest: UInt64)

  private static let editTag: UInt8 = 0
  private static let savingTag: UInt8 = 1

  var encoded: [UInt8] {
    switch self {
    case .edit(let edit): [Self.editTag] + edit.encoded
    case .saving(let byteCount, let digest):
      [Self.savingTag] + Self.raw(UInt64(byteCount)) + Self.raw(digest)
    }
  }

  /// Of a step that is an edit, the edit as bytes; of one that names a text, which.
  enum Coded: Equatable {
    case edit([UInt8])
    case saving(byteCount: Int, digest: UInt64)

    /// Nil for what this program does not write.
    init?(_ bytes: [UInt8]) {
      switch bytes.first {
      case JournaledStep.editTag: self = .edit(Array(bytes.dropFirst()))
      case JournaledStep.savingTag where bytes.count == 17:
        guard let byteCount = Int(exactly: JournaledStep.number(bytes[1..<9])) else { return nil }
        self = .saving(byteCount: byteCount, digest: JournaledStep.number(bytes[9..<17]))
      default: return nil
      }
    }
  }

  private static func raw(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

extension [Edit] {
  /// All of them as one, neighbours first: each is so joined with few others.
  var composed: Edit? {
    var edits = self
    while edits.count > 1 {
      edits = stride(from: 0, to: edits.count, by: 2).map {
        $0 + 1 < edits.count ? edits[$0].followed(by: edits[$0 + 1]) : edits[$0]
      }
    }
    return edits.first
  }
}
