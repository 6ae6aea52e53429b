package import Entities
import NoteSyntax
package import Services

extension VaultChanges {
  @concurrent
  package func joining(
    _ notes: [NoteID], into target: NoteID
  ) async throws(NoteIndexError) -> JoinedNotes {
    var seen: Set<NoteID> = [target]
    let notes = notes.filter { seen.insert($0).inserted }
    if notes.isEmpty { throw .refused("Two notes are needed, of which one stays.") }
    let own = try joined(target)
    let others = try notes.map { (note) throws(NoteIndexError) in try joined(note) }
    let names = try linkNames(losing: notes)
    let joining: NoteJoining
    do throws(NoteJoining.Problem) {
      joining = try NoteJoining(
        own.part, others.map(\.part), files: { names.files[$0] ?? [] },
        identified: { names.ids[$0] ?? [] }, losing: names.lost,
        inLogseq: index.files.hasLogseqNames)
    } catch {
      throw .refused("\(error.note.text) was left as it is: \(error.reason).")
    }
    return JoinedNotes(
      target: own, others: others,
      changes: try changes(joining, own, try linking(to: notes, names.boards, except: seen)),
      differences: joining.differences.map {
        JoinedNotes.Difference(
          note: NoteID($0.note), name: $0.name, retained: $0.retained, other: $0.other)
      },
      unclear: joining.unclear.map { JoinedNotes.Unclear(note: NoteID($0.note), part: $0.part) })
  }

  private func joined(_ note: NoteID) throws(NoteIndexError) -> JoinedNotes.Note {
    let path = note.path.text
    if note.path.isLocked {
      throw .refused("\(path) is locked. Take its lock off, then merge it.")
    }
    guard let fact = index.files.facts(of: note) else { throw .refused("\(path) is gone.") }
    if let obstacle = fact.obstacle {
      throw .refused("\(path) \(obstacle.words): it cannot be merged.")
    }
    if fact.isLink { throw .refused("\(path) is a link to another file: it cannot be merged.") }
    let buffer = NoteBuffer(index.files)
    guard fact.size < NoteReader.mostBytes, let text = buffer.read(note) else {
      throw .refused("\(path) is gone, or too large to be merged.")
    }
    let bytes = withExtendedLifetime(buffer) { Array(text) }
    guard bytes.count == fact.size else { throw .refused("\(path) cannot be read just now.") }
    return JoinedNotes.Note(id: note, title: try title(of: note), text: bytes)
  }

  private func changes(
    _ joining: NoteJoining, _ target: JoinedNotes.Note, _ linking: [NoteMatch]
  ) throws(NoteIndexError) -> [NoteChange] {
    var found = FoundChanges(index.files)
    try found.look(at: target.id, titled: target.title) { (text) throws(NoteIndexError) in
      guard text.elementsEqual(target.text) else {
        throw .refused("\(target.id.path.text) was changed just now. Try again.")
      }
      return joining.edits
    }
    for note in linking {
      try found.look(at: note.id, titled: note.title) { (text) throws(NoteIndexError) in
        joining.edits(in: text, at: note.id.path)
      }
    }
    return found.changes
  }

  /// Returns the notes with links that may lead to one of these, and boards, which no index has.
  private func linking(
    to notes: [NoteID], _ boards: [NotePath], except own: Set<NoteID>
  ) throws(NoteIndexError) -> [NoteMatch] {
    var (found, seen): ([NoteMatch], Set<NoteID>) = ([], own)
    for note in notes {
      let sources = try self.notes(
        """
        SELECT l.note FROM link l JOIN name m ON m.key = l.key JOIN note n ON n.id = m.note
        WHERE n.path = ? AND m.\(Schema.NameKind.leads)
        """, [.bytes(note.path.bytes)])
      found += sources.filter { seen.insert($0.id).inserted }
    }
    return found + boards.map { NoteMatch(id: NoteID($0), title: $0.name.text) }
  }

  private struct LinkNames {
    var files: [[UInt8]: [NotePath]]
    var ids: [[UInt8]: [NotePath]] = [:]
    /// Those of `ids` that no note has any more.
    var lost: [[UInt8]: [NotePath]] = [:]
    var boards: [NotePath]
  }

  private func linkNames(losing notes: [NoteID]) throws(NoteIndexError) -> LinkNames {
    let attachments = index.files.attachments()
    let gone = Set(notes.map(\.path))
    return try index.asking { (database) throws(DatabaseError) in
      var names = LinkNames(
        files: Dictionary(grouping: attachments) { LinkName.key(of: $0) },
        boards: attachments.filter(LinkRewriting.isBoard))
      let rows = try database.query(
        """
        SELECT m.key, n.path, m.kind FROM name m JOIN note n ON n.id = m.note
        WHERE m.\(Schema.NameKind.leads)
        """, [])
      while try rows.next() {
        let (key, path) = (rows.bytes(0), rows.path(1))
        if rows.int(2) == Schema.NameKind.stem.rawValue {
          names.files[key, default: []].append(path)
        } else {
          names.ids[key, default: []].append(path)
          if gone.contains(path) { names.lost[key, default: []].append(path) }
        }
      }
      return names
    }
  }
}

extension JoinedNotes.Note {
  fileprivate var part: NoteJoining.Part {
    NoteJoining.Part(path: id.path, title: title, text: text)
  }
}
