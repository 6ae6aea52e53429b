import Comparing
package import Entities
package import Services

/// What becomes of the texts where a rewriting gives notes other names: what is rewritten in them, then
/// the links to those notes. Taken back, the links go first: the lines are found again without them.
package struct RewriteTexts {
  private var links: MoveTexts
  private let isTakenBack: Bool
  private var rewritten: [NotePath: (old: [UInt8], new: [UInt8])] = [:]
  private var receipt = RewriteReceipt(changes: [])

  /// Every text is asked for, and none is changed.
  package init(
    _ work: RewriteWork, _ links: LinkRewriter.Work,
    text: (NoteID) throws(NoteStoreError) -> [UInt8]
  ) throws(NoteStoreError) {
    isTakenBack = work.isTakenBack
    var links = MoveTexts(links, retitled: nil, takingBack: work.linked)
    var texts: [NotePath: [UInt8]] = [:]
    var changed: [NotePath: [UInt8]] = [:]
    receipt = try work.each { (note) throws(NoteStoreError) in
      let bytes = try text(note)
      texts[note.path] = bytes
      return try work.isTakenBack ? links.edited(bytes, note.path) ?? bytes : bytes
    } _: { (note, _, new) in
      changed[note.path] = new
    }
    self.links = links
    for (note, new) in changed { rewritten[note] = (texts[note] ?? [], new) }
  }

  /// These, and all in which something is rewritten.
  package func notes(and others: [NoteID]) -> [NoteID] {
    Set(others).union(rewritten.keys.map { NoteID($0) }).sorted { $0.path < $1.path }
  }

  /// The whole text as it will be; nil where it stays. `note` is its path before.
  package mutating func edited(
    _ bytes: [UInt8], _ note: NotePath
  ) throws(NoteStoreError) -> [UInt8]? {
    guard let (old, new) = rewritten[note] else {
      return try links.edited(bytes, note)
    }
    guard bytes == old else { throw .changedOutside(note) }
    return try isTakenBack ? new : links.edited(new, note) ?? new
  }

  /// No text that is to be rewritten became unreadable meanwhile.
  package func check(_ planned: [NotePath]) throws(NoteStoreError) {
    let missing = Set(rewritten.keys).subtracting(planned)
    if let note = missing.min() { throw .changedOutside(note) }
  }

  /// What was done, with the notes under their names of now.
  package func receipt(of rewrites: [MovePlan.Rewrite]) -> RewriteReceipt {
    let own = Set(receipt.notes)
    var receipt = receipt
    receipt.linking = rewrites.map { NoteID($0.after) }.filter { !own.contains($0) }
    if !isTakenBack, !receipt.moves.isEmpty {
      let linked = rewrites.map { rewrite in
        RewrittenText(
          note: rewrite.after, old: rewritten[rewrite.before]?.new ?? rewrite.old,
          new: rewrite.new)
      }
      receipt.texts = (linked + links.led.besides(rewrites)).ifSmall
    }
    return receipt
  }
}

extension [RewrittenText] {
  /// Those of notes that are not rewritten.
  func besides(_ rewrites: [MovePlan.Rewrite]) -> [RewrittenText] {
    let known = Set(rewrites.map(\.after))
    return filter { !known.contains($0.note) }
  }
}
