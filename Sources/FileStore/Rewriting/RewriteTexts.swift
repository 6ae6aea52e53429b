package import Entities
package import Services

/// What becomes of the texts where a rewriting gives notes other names: what is rewritten in them, then
/// the links to those notes. Taken back, the links go first: the lines are found again without them.
package struct RewriteTexts {
  private let links: MoveTexts
  private let isTakenBack: Bool
  private var rewritten: [NotePath: (old: [UInt8], new: [UInt8])] = [:]
  private var receipt = RewriteReceipt(changes: [])

  /// Every text is asked for, and none is changed.
  package init(
    _ work: RewriteWork, _ links: LinkRewriter.Work, memory: MoveMemory,
    text: (NoteID) throws(NoteStoreError) -> [UInt8]
  ) throws(NoteStoreError) {
    isTakenBack = work.isTakenBack
    let back = work.moves.reversedMoves
    let links = MoveTexts(
      links, retitled: nil, takingBack: work.isTakenBack ? memory.texts(of: back) : [])
    self.links = links
    var texts: [NotePath: [UInt8]] = [:]
    var changed: [NotePath: [UInt8]] = [:]
    receipt = try work.each { (note) throws(NoteStoreError) in
      let bytes = try text(note)
      texts[note.path] = bytes
      return work.isTakenBack ? links.edited(bytes, note.path) ?? bytes : bytes
    } _: { (note, _, new) in
      changed[note.path] = new
    }
    for (note, new) in changed { rewritten[note] = (texts[note] ?? [], new) }
  }

  /// These, and all in which something is rewritten.
  package func notes(and others: [NoteID]) -> [NoteID] {
    Set(others).union(rewritten.keys.map { NoteID($0) }).sorted { $0.path < $1.path }
  }

  /// The whole text as it will be; nil where it stays. `note` is its path before.
  package func edited(_ bytes: [UInt8], _ note: NotePath) throws(NoteStoreError) -> [UInt8]? {
    guard let (old, new) = rewritten[note] else { return links.edited(bytes, note) }
    guard bytes == old else { throw .changedOutside(note) }
    return isTakenBack ? new : links.edited(new, note) ?? new
  }

  /// No text that is to be rewritten became unreadable meanwhile.
  package func check(_ planned: [NotePath]) throws(NoteStoreError) {
    let missing = Set(rewritten.keys).subtracting(planned)
    if let note = missing.min() { throw .changedOutside(note) }
  }

  /// Keeps what only the links changed: taking it back gives these texts again. Each is told by its
  /// path before, and stands under its path now.
  package func remember(
    _ texts: [(before: NotePath, text: MoveTexts.Done)], in memory: inout MoveMemory
  ) {
    if isTakenBack { return }
    memory.remember(
      texts.map { before, text in
        MoveTexts.Done(
          note: text.note, old: rewritten[before]?.new ?? text.old, new: text.new)
      }, of: receipt.moves)
  }

  /// What was done, with the notes under their names of now.
  package func receipt(of notes: [NotePath]) -> RewriteReceipt {
    let own = Set(receipt.notes)
    var receipt = receipt
    receipt.linking = notes.map { NoteID($0) }.filter { !own.contains($0) }
    return receipt
  }
}
