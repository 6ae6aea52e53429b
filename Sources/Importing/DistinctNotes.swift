import Services

/// Tells notes apart that have one name in their source: two vaults may have been saved in one folder.
final class DistinctNotes: ImportSink {
  private let sink: any ImportSink
  /// What the first one says of each name, and what the others do.
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
