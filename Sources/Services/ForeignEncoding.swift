package import Entities

extension ForeignEncoding {
  /// Throws where text that is added would be of another encoding than the note. ASCII is the same in all
  /// that have one byte for a letter.
  package static func check(
    _ text: [UInt8], adding new: [UInt8], to note: NotePath
  ) throws(NoteStoreError) {
    guard let encoding = ForeignEncoding(of: text),
      encoding != .bytes || new.contains(where: { $0 >= 0x80 })
    else { return }
    throw .refused(note, reason: "it is \(encoding.name). \(encoding.advice(on: note))")
  }
}
