import Services

/// Tells notes apart that have one name in their source: two vaults may have been saved in one folder.
final class DistinctNotes: ImportSink {
  private let sink: any ImportSink
  /// What those say that came.
  private var digests: [String: [UInt64]] = [:]

  init(_ sink: any ImportSink) { self.sink = sink }

  func add(_ problem: ImportNotice) { sink.add(problem) }

  func add(_ file: ImportedFile) throws(ImportFailure) { try sink.add(file) }

  func add(_ note: ImportedNote) throws(ImportFailure) {
    let (digest, known) = (note.digest, digests[note.id] ?? [])
    guard !known.contains(digest) else {
      return sink.add(ImportNotice(of: note.shownName, "It is in there twice, and came once."))
    }
    digests[note.id] = known + [digest]
    var note = note
    if !known.isEmpty { note.id += " (\(known.count + 1))" }
    try sink.add(note)
  }
}
