/// Edits as bytes, for a journal that lies beside the text: where something was put and what, and how
/// much of the old it replaced. What was taken out is not in them.
extension Edit {
  package var encoded: [UInt8] {
    var writer = ByteWriter()
    writer.write(byteCountBefore)
    writer.write(changes.count)
    var end = ByteOffset.zero
    for change in changes {
      writer.write(change.before.lowerBound - end)
      writer.write(change.before.byteCount)
      writer.write(change.after.byteCount)
      end = change.before.upperBound
    }
    writer.write(inserted)
    return writer.bytes
  }

  /// The edit for the text that it was done to, or for one with more behind its end. Nil for bytes
  /// that say nothing that could have been done to this text.
  package init?(_ encoded: [UInt8], in text: Rope) {
    var reader = ByteReader(encoded[...])
    guard reader.number(atMost: text.byteCount) != nil,
      let count = reader.number(atMost: reader.left)
    else { return nil }
    var pieces: [(range: Range<ByteOffset>, byteCount: Int)] = []
    var end = ByteOffset.zero
    var inserted = 0
    for _ in 0..<count {
      guard let gap = reader.number(atMost: text.end - end),
        let taken = reader.number(atMost: text.end - end - gap),
        let given = reader.number(atMost: encoded.count)
      else { return nil }
      inserted += given
      pieces.append((end + gap..<end + gap + taken, given))
      end = end + gap + taken
    }
    guard inserted == reader.left, let bytes = reader.take(inserted) else { return nil }
    let new = Rope(Array(bytes))
    var builder = EditBuilder(text)
    var place = ByteOffset.zero
    for piece in pieces {
      builder.replace(piece.range, with: new, place..<place + piece.byteCount)
      place = place + piece.byteCount
    }
    self = builder.takeEdit()
  }
}
