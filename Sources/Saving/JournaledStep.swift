import TextEngine

/// One step from the text of a file to the unsaved text. The journal stores a large text as its steps.
enum JournaledStep: Sendable {
  case edit(Edit)
  /// The text at this point was about to become the file's. If it did, and the program ended before
  /// the journal recorded that, only the later steps are unsaved.
  case saving(TextBeingSaved)

  var encoded: [UInt8] {
    switch self {
    case .edit(let edit): [StoredStep.editTag] + edit.encoded
    case .saving(let sent):
      [StoredStep.savingTag] + Self.raw(UInt64(sent.text.byteCount)) + Self.raw(sent.digest)
    }
  }

  /// The same step for a text with more bytes at its end.
  func withTextGrown(by bytes: Int) -> JournaledStep {
    guard case .edit(let edit) = self else { return self }
    return .edit(edit.withTextGrown(by: bytes))
  }

  fileprivate var isSaving: Bool { if case .saving = self { true } else { false } }

  private static func raw(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
  }
}

extension Collection<JournaledStep> {
  /// All edits as one; nil without any.
  var edit: Edit? { compactMap { if case .edit(let edit) = $0 { edit } else { nil } }.composed }
}

extension [JournaledStep] {
  /// Three steps at most: the edits before the last save, that save, and the edits after it.
  var joined: [JournaledStep] {
    let last = lastIndex(where: \.isSaving) ?? endIndex
    let before = self[..<last].edit.map { JournaledStep.edit($0) }
    let after = self[last...].edit.map { JournaledStep.edit($0) }
    return [before, last < endIndex ? self[last] : nil, after].compactMap(\.self)
  }
}

/// A step as the journal has it. An edit stays encoded until its text is known.
enum StoredStep: Equatable {
  case edit([UInt8])
  case saving(byteCount: Int, digest: UInt64)

  fileprivate static let editTag: UInt8 = 0
  fileprivate static let savingTag: UInt8 = 1

  /// Nil for what this program does not write.
  init?(_ bytes: [UInt8]) {
    switch bytes.first {
    case Self.editTag: self = .edit(Array(bytes.dropFirst()))
    case Self.savingTag where bytes.count == 17:
      guard let byteCount = Int(exactly: Self.number(bytes[1..<9])) else { return nil }
      self = .saving(byteCount: byteCount, digest: Self.number(bytes[9..<17]))
    default: return nil
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
