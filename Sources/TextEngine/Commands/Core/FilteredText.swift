/// The part of a text that another program gets, and the change that its output makes.
package struct FilteredText {
  /// The selection, or the whole text.
  private let range: Range<ByteOffset>
  private let isSelected: Bool
  /// Lines that end in LF, including the last one, as programs expect.
  package let input: [UInt8]
  private let wasClosed: Bool
  private let wasValid: Bool

  /// Nil if the text has more than `most` bytes.
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

  /// Whether the output can be part of a text, given what the program got.
  package static func isText(_ output: [UInt8], from input: [UInt8]) -> Bool {
    isText(output, wasValid: String(validating: input, as: UTF8.self) != nil)
  }

  private static func isText(_ output: [UInt8], wasValid: Bool) -> Bool {
    !output.contains(0) && (!wasValid || String(validating: output, as: UTF8.self) != nil)
  }

  /// Replaces the input with the output, in one step, and selects it if the input was selected.
  package func change(
    to output: [UInt8], in context: EditContext
  ) throws(Problem) -> TextChange {
    var output = output
    if !Self.isText(output, wasValid: wasValid) { throw .isNoText }
    if !wasClosed, output.last == .lineFeed { output.removeLast() }
    let new = context.adopted(output, at: range.lowerBound)
    let old = context.text.bytes(in: range)
    if new == old { throw .isSame }
    // Bytes that are the same at both ends stay, and so do cursors in them.
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
  /// The bytes with CR LF replaced by LF.
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
