import TextEngine

/// What was done to a file's text, as one edit or, while a save may just have made another text of the
/// file, as one before that and one after.
struct JournaledEdits: Sendable {
  var since: Edit?
  /// Names the text that `since` makes, which is or was on its way to the file.
  var mark: JournaledStep?
  var after: Edit?

  var isEmpty: Bool { since == nil && after == nil }

  mutating func add(_ steps: [UnsavedTextJournal.Step]) {
    let last = steps.lastIndex(where: \.isSaving)
    if let last, case .saving(let sent) = steps[last] {
      since = ([since, after].compactMap(\.self) + steps[..<last].edits).composed
      mark = sent.mark
      after = nil
    }
    let rest = steps[(last.map { $0 + 1 } ?? 0)...].edits
    if mark == nil {
      since = ([since].compactMap(\.self) + rest).composed
    } else {
      after = ([after].compactMap(\.self) + rest).composed
    }
  }

  func withTextGrown(by bytes: Int) -> JournaledEdits {
    var grown = self
    grown.since = since?.withTextGrown(by: bytes)
    grown.after = after?.withTextGrown(by: bytes)
    return grown
  }
}

extension [UnsavedTextJournal.Step] {
  /// As few steps as say the same.
  var coded: [JournaledStep] {
    var steps: [JournaledStep] = []
    for part in split(omittingEmptySubsequences: false, whereSeparator: \.isSaving) {
      if let edit = part.edits.composed { steps.append(.edit(edit)) }
      if part.endIndex < endIndex, case .saving(let sent) = self[part.endIndex] {
        steps.append(sent.mark)
      }
    }
    return steps
  }
}

extension ArraySlice<UnsavedTextJournal.Step> {
  fileprivate var edits: [Edit] {
    compactMap { if case .edit(let edit) = $0 { edit } else { nil } }
  }
}

extension UnsavedTextJournal.Step {
  fileprivate var isSaving: Bool { if case .saving = self { true } else { false } }
}

/// What is written into the journal of a large text, one after the other.
enum JournaledStep: Equatable, Sendable {
  case edit(Edit)
  /// The text as it is here was about to become the file's. If it did, and the program ended before
  /// the journal recorded it, what follows is all that is not saved.
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
  /// All of them as one, neighbors first: each is so joined with few others.
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
