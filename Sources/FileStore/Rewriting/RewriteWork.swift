import Comparing
import Entities
import Services

/// What a rewriting of several notes makes of each text, however the notes are stored.
struct RewriteWork {
  package var notes: [NoteID] { changes.map(\.note) }
  /// The notes that get other names.
  package var moves: [NoteMove] { changes.compactMap(\.move) }
  /// In the order of the notes' paths, as they will be done.
  private let changes: [NoteChange]
  private let lines: [NoteID: [LineMark]]
  let isTakenBack: Bool
  /// What links made of the texts, where that is taken back too.
  private(set) var linked: [RewrittenText] = []

  /// Does these changes, each of which fits its note's text byte by byte.
  init(_ changes: [NoteChange]) throws(NoteStoreError) {
    try self.init(changes, lines: [:], isTakenBack: false)
  }

  /// Takes back what a receipt says.
  init(takingBack receipt: RewriteReceipt) throws(NoteStoreError) {
    var lines: [NoteID: [LineMark]] = [:]
    let changes = receipt.changes.map(\.reversed)
    for (change, marks) in zip(changes, receipt.lines) { lines[change.note] = marks }
    try self.init(changes, lines: lines, isTakenBack: true)
    linked = receipt.texts
  }

  private init(
    _ changes: [NoteChange], lines: [NoteID: [LineMark]], isTakenBack: Bool
  ) throws(NoteStoreError) {
    var seen: Set<NoteID> = []
    for change in changes {
      let path = change.note.path
      guard path.isPlain, !path.isHidden else {
        throw .refused(path, reason: "this is not a path inside the vault")
      }
      guard seen.insert(change.note).inserted else {
        throw .refused(path, reason: "it cannot be changed twice in one step")
      }
    }
    self.changes = changes.sorted { $0.note.path < $1.note.path }
    self.lines = lines
    self.isTakenBack = isTakenBack
  }

  /// What is done to each note in turn. Every text is asked for before any is changed; whatever
  /// `text` throws, or a text that does not fit, stops all of it.
  package func each(
    text: (NoteID) throws(NoteStoreError) -> [UInt8],
    _ body: (NoteID, _ old: [UInt8], _ new: [UInt8]) throws(NoteStoreError) -> Void
  ) throws(NoteStoreError) -> RewriteReceipt {
    var receipt = RewriteReceipt(changes: [])
    for change in changes {
      if change.pieces.isEmpty, change.newName != nil {
        // Its text may be none that can be read.
        receipt.changes.append(change)
        receipt.lines.append([])
        continue
      }
      let old = try text(change.note)
      let (done, new) = try fitted(change, to: old)
      if new != old { try body(change.note, old, new) }
      receipt.changes.append(done)
      receipt.lines.append(LineMarks.of(new))
    }
    return receipt
  }

  private func fitted(
    _ change: NoteChange, to text: [UInt8]
  ) throws(NoteStoreError) -> (NoteChange, [UInt8]) {
    guard let lines = lines[change.note] else {
      guard change.isFor(text), let new = change.applied(to: text) else {
        throw .changedOutside(change.note.path)
      }
      return (change.fittingAny, new)
    }
    if let moved = LineMarks.moved(change, from: lines, to: text),
      let new = moved.applied(to: text)
    {
      return (moved, new)
    }
    // It is as it was before already: it was never changed, or that was taken back.
    if let done = change.reversed.applied(to: text), LineMarks.of(done) == lines {
      return (change, text)
    }
    throw .refused(
      change.note.path,
      reason: "what would be taken back was edited since, so all notes stay as they are")
  }
}

/// What becomes of the texts where a rewriting gives notes other names: what is rewritten in them, then
/// the links to those notes. Taken back, the links go first: the lines are found again without them.
struct RewriteTexts {
  private var links: MoveTexts
  private let isTakenBack: Bool
  private var rewritten: [NotePath: (old: [UInt8], new: [UInt8])] = [:]
  private var receipt = RewriteReceipt(changes: [])

  /// Every text is asked for, and none is changed.
  init(
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
