import Bytes
package import Comparing
package import Entities
import Files
import NoteSyntax
package import Services

/// Which notes may hold links to notes that move, and what becomes of their texts.
package struct LinkRewriter: Sendable {
  package struct Work {
    package var notes: [NoteID]
    /// The text is nil where no link in it is to be written again. `isNewlyLed`: one that led nowhere
    /// leads to a note that moves.
    package var look: (_ bytes: [UInt8], _ note: NotePath) -> (text: [UInt8]?, isNewlyLed: Bool)
    /// What a note is called then.
    package var moved: (NotePath) -> NotePath = { $0 }

    /// No link leads elsewhere.
    package static var none: Work { Work(notes: []) { _, _ in (nil, false) } }

    /// Nil where no link in the text is to be written again.
    package func edited(_ bytes: [UInt8], _ note: NotePath) -> [UInt8]? { look(bytes, note).text }
  }

  /// With `linking`, only these notes, those that move, and the retitled one are looked at.
  var prepare:
    @Sendable (
      _ moves: [NoteMove], _ retitled: TitleChange?, _ vault: VaultFolder, _ linking: [NoteID]?
    ) throws(NoteStoreError) -> Work

  /// All links that `LinkRewriting` knows. `identified` answers with the notes of an id, by its key:
  /// links may lead by these, too.
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

  /// The same for a caller that knows all names already.
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
    // Links of a note that goes to another folder may lead elsewhere from there.
    notes.formUnion(moves.map(\.from).filter(\.path.isOfNote))
    if let retitled { notes.insert(NoteID(retitled.note)) }
    // No index knows these.
    notes.formUnion(names.boards)
    var work = Work(notes: notes.sorted { $0.path < $1.path }) { bytes, note in
      let found =
        LinkRewriting.isBoard(note)
        ? rewriting.outcome(inBoard: bytes, at: note) : rewriting.outcome(in: bytes, at: note)
      let text = found.edits.isEmpty ? nil : ByteEdit.apply(found.edits, to: bytes)
      return (text, found.isNewlyLed)
    }
    work.moved = { targets[$0] ?? $0 }
    return work
  }
}

/// All files of a vault by the names that links call them.
package struct VaultNames {
  fileprivate var files: [[UInt8]: [NotePath]] = [:]
  fileprivate var notes: Set<NoteID> = []
  /// Canvases and bases, which lead to notes and are none.
  fileprivate var boards: Set<NoteID> = []

  /// `notes` may hold links; all others are only led to.
  package init(notes: [NotePath], others: [NotePath]) {
    for path in notes + others { add(path) }
    self.notes = Set(notes.map { NoteID($0) })
  }

  /// All of them: a folder that fails to be read may be full of links. One that is shut to this
  /// person is no reason to keep notes from moving.
  fileprivate init(of vault: VaultFolder) throws(SystemError) {
    let found = try VaultWalk(vault.root, for: .everything).run(isCancelled: { false })
    if let failure = found.failure { throw failure }
    for entry in found.survey.entries {
      let path = found.survey.path(of: entry)
      add(path)
      // A link's text is another note's, or another program's.
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

/// What a move of notes does to their texts.
package struct MoveTexts {
  private let links: LinkRewriter.Work
  private let retitled: TitleChange?
  private let done: [NotePath: RewrittenText]
  /// Texts that stay as they are, with links that lead to a note only now. Nothing else says that these
  /// are to stay where it is taken back.
  package private(set) var led: [RewrittenText] = []

  init(_ links: LinkRewriter.Work, retitled: TitleChange?, takingBack done: [RewrittenText]) {
    self.links = links
    self.retitled = retitled
    self.done = Dictionary(done.map { ($0.note, $0) }, uniquingKeysWith: { _, last in last })
  }

  /// The text of a note after the move; nil where it stays. `note` is its path before.
  package mutating func edited(
    _ bytes: [UInt8], _ note: NotePath
  ) throws(NoteStoreError) -> [UInt8]? {
    // A text that is untouched since comes back as it was: not every link that can be written
    // again is written back the same.
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
    // A title that was given since stays.
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
    if edited.isNewlyLed, edited.text == nil {
      led.append(RewrittenText(note: links.moved(note), old: bytes, new: bytes))
    }
    return edited.text
  }

  /// Nil where the text has no title, or cannot have this one. `byFileName`: notes are called by
  /// their files' names there, as in Obsidian; a title that says something else is the text's own
  /// matter and stays.
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

  /// A note that has the name of its plain first line keeps the two alike.
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
