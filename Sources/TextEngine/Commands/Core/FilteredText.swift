/// What of a text another program is given, and what its answer makes of the text.
package struct FilteredText {
  /// What is selected, or all.
  private let range: Range<ByteOffset>
  private let isSelected: Bool
  /// Lines that end in LF, the last one too, as programs expect them.
  package let input: [UInt8]
  private let wasClosed: Bool
  private let wasValid: Bool

  /// Nil where that is more than `most` bytes.
  package init?(_ context: EditContext, atMost most: Int) {
    isSelected = !context.selections.main.isEmpty
    range = isSelected ? context.selections.main.range : context.text.all
    guard range.byteCount <= most else { return nil }
    let bytes = context.text.bytes(in: range)
    var lines = bytes.contains(.carriageReturn) ? bytes.withoutCarriageReturns : bytes
    wasValid = String(validating: bytes, as: UTF8.self) != nil
    wasClosed = lines.isEmpty || lines.last == .lineFeed
    if !wasClosed { lines.append(.lineFeed) }
    input = lines
  }

  package enum Problem: Error, Equatable, Sendable { case isNoText, isSame }

  /// The answer replaces what was given, as one step; it is selected where that was.
  package func change(
    to output: [UInt8], in context: EditContext
  ) throws(Problem) -> TextChange {
    var output = output
    if output.contains(0) || wasValid && String(validating: output, as: UTF8.self) == nil {
      throw .isNoText
    }
    if !wasClosed, output.last == .lineFeed { output.removeLast() }
    let new = context.adopted(output, at: range.lowerBound)
    let old = context.text.bytes(in: range)
    if new == old { throw .isSame }
    // What is the same at both ends stays, and so do cursors there.
    let head = zip(old, new).prefix { $0 == $1 }.count
    let most = min(old.count, new.count) - head
    let tail = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.prefix(most).count
    var draft = Draft(context)
    draft.replace([
      DraftReplacement(
        range.lowerBound + head..<range.upperBound - tail, Array(new[head..<new.count - tail]))
    ])
    if isSelected {
      draft.selections = Selections(
        Selection(anchor: range.lowerBound, head: range.lowerBound + new.count))
    } else {
      draft.selections = draft.selections.onlyMain
    }
    guard let change = draft.change() else { throw .isSame }
    return change
  }
}

extension [UInt8] {
  /// With LF alone where CR and LF end a line.
  fileprivate var withoutCarriageReturns: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for (index, byte) in enumerated() {
      if byte == .carriageReturn, index + 1 < count, self[index + 1] == .lineFeed { continue }
      bytes.append(byte)
    }
    return bytes
  }
}
