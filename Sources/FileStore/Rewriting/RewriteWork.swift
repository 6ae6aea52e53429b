import Comparing
import Entities
import Services

/// The texts that result from rewriting several notes, for every kind of storage.
struct RewriteWork {
  package var notes: [NoteID] { changes.map(\.note) }
  /// The notes that are renamed.
  package var moves: [NoteMove] { changes.compactMap(\.move) }
  /// In the order of the notes' paths, as they will be changed.
  private let changes: [NoteChange]
  private let lines: [NoteID: [LineMark]]
  let isTakenBack: Bool
  /// The texts whose links were rewritten, if that is undone too.
  private(set) var linked: [RewrittenText] = []

  /// Makes these changes, each of which fits its note's text byte for byte.
  init(_ changes: [NoteChange]) throws(NoteStoreError) {
    try self.init(changes, lines: [:], isTakenBack: false)
  }

  /// Undoes the changes of a receipt.
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
      guard path.isPlain, !path.isHidden || path == .bookmarks else {
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

  /// Calls `body` for each note in order. All texts are read before; an error of `text`, or a text
  /// that does not fit, stops everything.
  package func each(
    text: (NoteID) throws(NoteStoreError) -> [UInt8],
    _ body: (NoteID, _ old: [UInt8], _ new: [UInt8]) throws(NoteStoreError) -> Void
  ) throws(NoteStoreError) -> RewriteReceipt {
    var receipt = RewriteReceipt(changes: [])
    for change in changes {
      if change.pieces.isEmpty, change.newName != nil {
        // Its text may be unreadable.
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
    // It was restored already: it was never changed, or the change was undone.
    if let done = change.reversed.applied(to: text), LineMarks.of(done) == lines {
      return (change, text)
    }
    throw .refused(
      change.note.path,
      reason: "what would be taken back was edited since, so all notes stay as they are")
  }
}

/// The texts when a rewrite also renames notes: first the changes in them, then the links to those
/// notes. An undo restores the links first, so that the lines are found again.
struct RewriteTexts {
  private var links: MoveTexts
  private let isTakenBack: Bool
  private var rewritten: [NotePath: (old: [UInt8], new: [UInt8])] = [:]
  private var receipt = RewriteReceipt(changes: [])

  /// Reads every text, and changes none.
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

  /// Returns these notes and all that are rewritten.
  package func notes(and others: [NoteID]) -> [NoteID] {
    Set(others).union(rewritten.keys.map { NoteID($0) }).sorted { $0.path < $1.path }
  }

  /// Returns the whole new text; nil if it does not change. `note` is its path before.
  package mutating func edited(
    _ bytes: [UInt8], _ note: NotePath
  ) throws(NoteStoreError) -> [UInt8]? {
    guard let (old, new) = rewritten[note] else {
      return try links.edited(bytes, note)
    }
    guard bytes == old else { throw .changedOutside(note) }
    return try isTakenBack ? new : links.edited(new, note) ?? new
  }

  /// Throws if a text that is to be rewritten became unreadable meanwhile.
  package func check(_ planned: [NotePath]) throws(NoteStoreError) {
    let missing = Set(rewritten.keys).subtracting(planned)
    if let note = missing.min() { throw .changedOutside(note) }
  }

  /// Returns what was done, with the notes under their current names.
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
      receipt.texts = (linked + links.textsWithNewTargets.excluding(rewrites)).ifSmall
    }
    return receipt
  }
}

extension [RewrittenText] {
  /// Returns the texts of notes that are not rewritten.
  func excluding(_ rewrites: [MovePlan.Rewrite]) -> [RewrittenText] {
    let known = Set(rewrites.map(\.after))
    return filter { !known.contains($0.note) }
  }
}
