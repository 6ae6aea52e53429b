import Services

/// Tells apart notes that share an id, as when two exports were saved in one folder.
final class DistinctNotes: ImportSink {
  private let sink: any ImportSink
  /// Of each id the digest of its first note, and those of the others.
  private var digests: [String: UInt64] = [:]
  private var others: [String: [UInt64]] = [:]

  init(_ sink: any ImportSink) { self.sink = sink }

  func add(_ problem: ImportNotice) { sink.add(problem) }

  func add(_ file: ImportedFile) throws(ImportFailure) { try sink.add(file) }

  func add(_ note: ImportedNote) throws(ImportFailure) {
    let digest = note.digest
    guard let first = digests[note.id] else {
      digests[note.id] = digest
      return try sink.add(note)
    }
    let known = [first] + others[note.id, default: []]
    guard !known.contains(digest) else {
      return sink.add(ImportNotice(of: note.shownName, "It is in there twice, and came once."))
    }
    others[note.id, default: []].append(digest)
    var note = note
    note.id += " (\(known.count + 1))"
    try sink.add(note)
  }
}
