package import Entities
package import NoteQueries
package import Services

/// Finds the changes that a test gives, whatever is asked.
package actor GivenChanges: NoteChanges {
  private var given: [NoteChange]
  private var failures: [NoteIndexError] = []
  /// What was asked, in order.
  package private(set) var asked: [String] = []

  /// The texts of the notes that are joined, by their paths.
  private var joined: [String: String] = [:]
  private var differences: [JoinedNotes.Difference] = []

  package init(_ given: [NoteChange] = []) { self.given = given }

  package func give(
    joined texts: [String: String], differences: [JoinedNotes.Difference] = []
  ) {
    (joined, self.differences) = (texts, differences)
  }

  package func give(_ changes: [NoteChange]) { given = changes }

  /// The next call fails so.
  package func fail(next error: NoteIndexError) { failures.append(error) }

  private func answer(_ question: String) throws(NoteIndexError) -> [NoteChange] {
    asked.append(question)
    if !failures.isEmpty { throw failures.removeFirst() }
    return given
  }

  package func replacing(
    _ wanted: NoteReplacement, looked: @escaping @Sendable (_ notes: Int, _ of: Int) -> Void
  ) async throws(NoteIndexError) -> [NoteChange] {
    try answer("\(wanted.wanted) by \(wanted.new)")
  }

  package func renaming(
    tag: String, to name: String
  ) async throws(NoteIndexError) -> [NoteChange] {
    try answer("#\(tag) to #\(name)")
  }

  package func changing(
    _ property: PropertyChange, in query: NoteQuery
  ) async throws(NoteIndexError) -> PropertyChanges {
    PropertyChanges(
      found: try answer("\(property)").map { PropertyChanges.Found(change: $0, old: nil) })
  }

  package func linking(
    _ mentions: [LinkRecord], to note: NoteID
  ) async throws(NoteIndexError) -> [NoteChange] {
    try answer("\(mentions.map(\.written)) to \(note.path.text)")
  }

  package func renaming(
    part: String, of note: NoteID, to words: String
  ) async throws(NoteIndexError) -> [NoteChange] {
    try answer("\(note.path.text)#\(part) to \(words)")
  }

  package func joining(
    _ notes: [NoteID], into target: NoteID
  ) async throws(NoteIndexError) -> JoinedNotes {
    let changes = try answer("\(notes.map(\.path.text)) into \(target.path.text)")
    return JoinedNotes(
      target: note(target), others: notes.map(note), changes: changes, differences: differences)
  }

  private func note(_ id: NoteID) -> JoinedNotes.Note {
    JoinedNotes.Note(
      id: id, title: id.path.stem.text, text: Array((joined[id.path.text] ?? "").utf8))
  }
}

/// Rewrites nothing, and says that it did.
package actor HeardRewriting: NoteRewriting {
  private var failures: [NoteStoreError] = []
  /// Which notes were rewritten, and taken back, in order.
  package private(set) var heard: [String] = []

  package init() {}

  /// The next call fails so.
  package func fail(next error: NoteStoreError) { failures.append(error) }

  package func rewrite(
    _ changes: [NoteChange]
  ) async throws(NoteStoreError) -> RewriteReceipt {
    if !failures.isEmpty { throw failures.removeFirst() }
    heard.append("rewrite \(changes.map(\.note.path.text))")
    return RewriteReceipt(changes: changes)
  }

  package func undo(_ receipt: RewriteReceipt) async throws(NoteStoreError) -> RewriteReceipt {
    if !failures.isEmpty { throw failures.removeFirst() }
    heard.append("undo \(receipt.notes.map(\.path.text))")
    return receipt
  }
}
