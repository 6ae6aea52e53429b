import Bytes
package import Comparing
package import Entities
import Files
import NoteSyntax
package import Services

/// Finds the notes that may contain links to moving notes, and rewrites them.
package struct LinkRewriter: Sendable {
  package struct Work {
    package var notes: [NoteID]
    /// Returns the new text; nil if no link in it changes. `resolvesNewLink`: a link that led nowhere
    /// now leads to a note that moves.
    package var look:
      (_ bytes: [UInt8], _ note: NotePath) -> (text: [UInt8]?, resolvesNewLink: Bool)
    /// Returns the path of a note after the move.
    package var moved: (NotePath) -> NotePath = { $0 }

    /// For moves that affect no link.
    package static var none: Work { Work(notes: []) { _, _ in (nil, false) } }

    /// Returns nil if no link in the text has to be rewritten.
    package func edited(_ bytes: [UInt8], _ note: NotePath) -> [UInt8]? { look(bytes, note).text }
  }

  /// With `linking`, only these notes, those that move and the retitled one are searched.
  var prepare:
    @Sendable (
      _ moves: [NoteMove], _ retitled: TitleChange?, _ vault: VaultFolder, _ linking: [NoteID]?
    ) throws(NoteStoreError) -> Work

  /// Rewrites all links that `LinkRewriting` knows. `identified` returns the notes with an id, by
  /// its key: links may use ids too.
  static func links(
    identified: @escaping @Sendable (_ key: [UInt8]) -> [NotePath]
  ) -> LinkRewriter {
    LinkRewriter { (moves, retitled, vault, linking) throws(NoteStoreError) in
      let path = moves.first?.from.path ?? retitled?.note ?? NotePath("nothing")
      let names = try onBehalf(of: path, to: "find the links to", VaultNames(of: vault))
      return work(
        moves, retitled, names, linking, identified: identified,
        inLogseq: vault.files.hasLogseqNames)
    }
  }

  /// Prepares the work for a caller that knows all names already.
  package static func work(
    _ moves: [NoteMove], _ retitled: TitleChange?, _ names: VaultNames, _ linking: [NoteID]?,
    identified: @escaping @Sendable (_ key: [UInt8]) -> [NotePath], inLogseq: Bool = false
  ) -> Work {
    let targets = moves.targets
    let rewriting = LinkRewriting(
      moves: targets,
      files: { names.files[$0] ?? [] }, identified: identified, retitled: retitled,
      inLogseq: inLogseq)
    var notes = linking.map(Set.init) ?? names.notes
    // Links of a note that changes folders may lead elsewhere from there.
    notes.formUnion(moves.map(\.from).filter(\.path.isOfNote))
    if let retitled { notes.insert(NoteID(retitled.note)) }
    // No index knows these.
    notes.formUnion(names.boards)
    var work = Work(notes: notes.sorted { $0.path < $1.path }) { bytes, note in
      let found =
        LinkRewriting.isBoard(note)
        ? rewriting.outcome(inBoard: bytes, at: note) : rewriting.outcome(in: bytes, at: note)
      let text = found.edits.isEmpty ? nil : ByteEdit.apply(found.edits, to: bytes)
      return (text, found.resolvesNewLink)
    }
    work.moved = { targets[$0] ?? $0 }
    return work
  }
}

/// All files of a vault by the names that links use for them.
package struct VaultNames {
  fileprivate var files: [[UInt8]: [NotePath]] = [:]
  fileprivate var notes: Set<NoteID> = []
  /// Canvases and bases, which link to notes but are not notes.
  fileprivate var boards: Set<NoteID> = []

  /// `notes` may contain links; the others are only link targets.
  package init(notes: [NotePath], others: [NotePath]) {
    for path in notes + others { add(path) }
    self.notes = Set(notes.map { NoteID($0) })
  }

  /// Reads all names. If a folder cannot be read, it throws, because that may be full of links. A
  /// folder without permission does not keep notes from moving.
  fileprivate init(of vault: VaultFolder) throws(SystemError) {
    let found = try VaultWalk(vault.root, for: .everything).run(isCancelled: { false })
    if let failure = found.failure { throw failure }
    for entry in found.survey.entries {
      let path = found.survey.path(of: entry)
      add(path)
      // The text behind a link belongs to another note, or to another program.
      if entry.fact.obstacle == nil, !entry.fact.isLink { notes.insert(NoteID(path)) }
    }
    for path in found.attachments {
      add(path)
      if LinkRewriting.isBoard(path) { boards.insert(NoteID(path)) }
    }
  }

  private mutating func add(_ path: NotePath) {
    files[LinkName.key(of: path), default: []].append(path)
  }
}

/// The changes of texts in a move of notes.
package struct MoveTexts {
  private let links: LinkRewriter.Work
  private let retitled: TitleChange?
  private let done: [NotePath: RewrittenText]
  /// Unchanged texts whose links lead to a note only after the move. An undo must know that they
  /// are to stay as they are.
  package private(set) var textsWithNewTargets: [RewrittenText] = []

  init(_ links: LinkRewriter.Work, retitled: TitleChange?, takingBack done: [RewrittenText]) {
    self.links = links
    self.retitled = retitled
    self.done = Dictionary(done.map { ($0.note, $0) }, uniquingKeysWith: { _, last in last })
  }

  /// Returns a note's text after the move; nil if it does not change. `note` is its old path.
  package mutating func edited(
    _ bytes: [UInt8], _ note: NotePath
  ) throws(NoteStoreError) -> [UInt8]? {
    // A text that is unchanged since gets its old bytes back: not every rewritten link can be
    // restored from the link alone.
    guard let done = done[note], done.isNew(bytes) else { return written(bytes, note) }
    if let old = done.old(of: bytes) { return old }
    let old = written(bytes, note)
    guard done.isOld(old ?? bytes) else {
      throw .refused(
        note, reason: "what it said before was too large to store; its versions have it")
    }
    return old
  }

  private mutating func written(_ bytes: [UInt8], _ note: NotePath) -> [UInt8]? {
    let linked = linked(bytes, note)
    // A title that was changed since stays.
    guard let retitled, note == retitled.note else { return linked }
    if TitleEdit.title(of: bytes) == retitled.old {
      return TitleEdit.text(of: linked ?? bytes, titled: retitled.new) ?? linked
    }
    if TitleEdit.plainTitle(of: bytes) == retitled.old {
      return TitleEdit.text(of: linked ?? bytes, plainTitle: retitled.new) ?? linked
    }
    return linked
  }

  private mutating func linked(_ bytes: [UInt8], _ note: NotePath) -> [UInt8]? {
    // None of its links depends on the undone move.
    if let done = done[note], done.isSame { return nil }
    let edited = links.look(bytes, note)
    if edited.resolvesNewLink, edited.text == nil {
      textsWithNewTargets.append(RewrittenText(note: links.moved(note), old: bytes, new: bytes))
    }
    return edited.text
  }

  /// Returns nil if the text has no title, or cannot have this one. `byFileName`: notes are named
  /// after their files, as in Obsidian, and a different title in the text stays.
  package static func titleChange(
    in text: [UInt8], of note: NotePath, to title: String, byFileName: Bool = false
  ) -> TitleChange? {
    if let change = plainChange(in: text, of: note, to: title) { return change }
    guard let old = TitleEdit.title(of: text),
      !byFileName || note.name(besides: old) == nil,
      let new = TitleEdit.text(of: text, titled: title).flatMap(TitleEdit.title(of:)), new != old
    else { return nil }
    return TitleChange(note: note, old: old, new: new, isHeading: TitleEdit.isHeading(text))
  }

  /// Changes a plain first line that equals the note's name, so that they stay equal.
  private static func plainChange(
    in text: [UInt8], of note: NotePath, to title: String
  ) -> TitleChange? {
    guard let old = TitleEdit.plainTitle(of: text), old == note.stem.text,
      let new = TitleEdit.text(of: text, plainTitle: title).flatMap(TitleEdit.plainTitle(of:)),
      new != old
    else { return nil }
    return TitleChange(note: note, old: old, new: new, isHeading: false)
  }
}
