package import Bytes
package import Entities
import Folding

/// Finds the edits of notes that keep each link leading to its file when files move.
///
/// ```swift
/// let rewriting = LinkRewriting(moves: [old: new], files: { index.files(withKey: $0) })
/// let edits = rewriting.edits(in: bytes, at: note)
/// ```
package struct LinkRewriting {
  let moves: [NotePath: NotePath]
  private let files: ([UInt8]) -> [NotePath]
  private let identified: ([UInt8]) -> [NotePath]
  /// Returns the edits of the part of a link that led to `old`.
  let parts: (_ link: NoteScan.Link, _ bytes: Span<UInt8>, _ old: NotePath) -> [ByteEdit]
  /// The new paths of the moved files, by their new keys.
  private let arrivals: [[UInt8]: [NotePath]]
  /// The notes whose names lose an id, by the id's key.
  private let lostIDs: [[UInt8]: [NotePath]]
  /// The keys whose set of files changes.
  private let touched: Set<[UInt8]>
  /// Whether links may name a file as Logseq names its page.
  private let inLogseq: Bool

  /// `files` returns all files of the vault, notes and others, with a `LinkName.key(of:)` before
  /// any move; `identified` returns the notes with that id. Links to the heading that is the title
  /// of `retitled` change with it.
  package init(
    moves: [NotePath: NotePath], files: @escaping ([UInt8]) -> [NotePath],
    identified: @escaping ([UInt8]) -> [NotePath] = { _ in [] }, retitled: TitleChange? = nil,
    inLogseq: Bool = false
  ) {
    let renamed = retitled.flatMap {
      $0.isHeading ? PartRewriting.headingSteps(from: $0.old, to: $0.new) : nil
    }
    self.init(
      moves: moves, files: files, identified: identified, losing: [:],
      looking: retitled.map { [$0.note] } ?? [], inLogseq: inLogseq
    ) { link, bytes, old in
      guard old == retitled?.note, let renamed else { return [] }
      return PartRewriting.edits(of: link, in: bytes, renamed)
    }
  }

  /// `losing`: notes that lose an id, by its key. `looking`: unmoved notes whose links are examined
  /// too. `parts`: returns the edits of the part of a link to a file.
  init(
    moves: [NotePath: NotePath], files: @escaping ([UInt8]) -> [NotePath],
    identified: @escaping ([UInt8]) -> [NotePath], losing ids: [[UInt8]: [NotePath]],
    looking looked: [NotePath] = [], inLogseq: Bool = false,
    parts:
      @escaping (NoteScan.Link, Span<UInt8>, _ old: NotePath) -> [ByteEdit]
  ) {
    self.moves = moves
    self.inLogseq = inLogseq
    self.files = files
    self.identified = identified
    self.parts = parts
    arrivals = Dictionary(grouping: Set(moves.values)) { LinkName.key(of: $0) }
    var lostIDs = ids
    for (from, to) in moves {
      if let id = NameID.of(from.stem.bytes), id != NameID.of(to.stem.bytes) {
        lostIDs[Folding.name(id), default: []].append(from)
      }
    }
    self.lostIDs = lostIDs
    touched = Set(moves.keys.map { LinkName.key(of: $0) }).union(arrivals.keys)
      .union(lostIDs.keys).union(looked.map { LinkName.key(of: $0) })
      .union(
        inLogseq
          ? moves.flatMap { [$0.key, $0.value] }.map { LinkName.key(of: NotePath($0.page)) } : [])
  }

  /// The result for a text's links.
  package struct Outcome {
    package var edits: [ByteEdit] = []
    /// Whether a link that led nowhere leads to a file after the moves, although no edit shows it.
    package var resolvesNewLink = false
  }

  /// Returns the edits for one note, in order. `note`: its path before the moves.
  package func edits(in bytes: [UInt8], at note: NotePath) -> [ByteEdit] {
    outcome(in: bytes, at: note).edits
  }

  package func outcome(in text: [UInt8], at note: NotePath) -> Outcome {
    let bytes = text.span
    var resolvesNewLink = false
    let isMoved = moves[note].map { $0 != note } ?? false
    var edits: [ByteEdit] = []
    for link in NoteScanner.scan(bytes).links where !link.isExternal {
      if link.target.isEmpty {
        edits += parts(link, bytes, note)
        continue
      }
      let name = LinkName(link, in: bytes)
      // Neither end of the link moves, and no file that it could mean.
      if !isMoved, !touched.contains(name.key) { continue }
      let found = name.match(among: files(name.key), from: note)
      if found == nil, let page = page(name) {
        if let new = moves[page], !name.isPage(new) {
          let text = link.quote.quoted(Array(new.page.utf8))
          edits.append(ByteEdit(range: link.target, bytes: text))
        }
        edits += parts(link, bytes, page)
        continue
      }
      let before = identified(name.key, before: true)
      guard let old = found?.file ?? name.best(among: [], identified: before, from: note) else {
        resolvesNewLink = resolvesNewLink || leads(name, from: note)
        continue
      }
      if let text = replacement(for: link, name, found?.way, leadingTo: old, in: bytes, at: note) {
        edits.append(text)
      }
      edits += parts(link, bytes, old)
    }
    return Outcome(edits: edits.inOrder(), resolvesNewLink: resolvesNewLink)
  }

  /// Whether a link leads to a file after the moves.
  private func leads(_ name: LinkName, from note: NotePath) -> Bool {
    let after = identified(name.key, before: false)
    let found = name.best(among: filesAfter(name.key), identified: after, from: moved(note))
    let mayBePage = inLogseq && name.kind == .wiki && !name.isBare
    return found != nil || mayBePage && moves.values.contains { name.isPage($0) }
  }

  /// Returns the file of the page with that name in Logseq.
  private func page(_ name: LinkName) -> NotePath? {
    guard inLogseq, name.kind == .wiki, !name.isBare else { return nil }
    let title = String(decoding: name.path, as: UTF8.self)
    for slash in ["___", "%2F"] {
      let stem = title.split(separator: "/").joined(separator: slash)
      let found = files(Folding.name(stem.utf8)).first { name.isPage($0) }
      if let found { return found }
    }
    return nil
  }

  private func replacement(
    for link: NoteScan.Link, _ name: LinkName, _ way: LinkName.Way?, leadingTo old: NotePath,
    in bytes: Span<UInt8>, at note: NotePath
  ) -> ByteEdit? {
    let target = moved(old)
    let home = moved(note)
    let now = name.match(among: filesAfter(name.key), from: home)
    let unmoved =
      now?.file
      ?? name.best(among: [], identified: identified(name.key, before: false), from: home)
    // A relative link that works only by its bare name would be broken in other programs.
    if unmoved == target, way != .relative || now?.way == .relative { return nil }
    let written = bytes.copy(link.target)
    let style = LinkStyle(name, written: written, way: way ?? .relative)
    let isUnique = filesAfter(LinkName.key(of: target)).count == 1
    for text in style.texts(to: target, from: home, isUnique: isUnique) {
      let quoted = link.quote.quoted(text)
      let meant = LinkName(link.kind, text)
      guard style.isSafe(text), meant.best(among: filesAfter(meant.key), from: home) == target
      else { continue }
      return quoted == written ? nil : ByteEdit(range: link.target, bytes: quoted)
    }
    guard link.kind == .wiki, link.quote == nil else { return nil }
    return ByteEdit(
      range: link.whole, bytes: LinkStyle.markdown(link, in: bytes, to: target, from: home))
  }

  private func moved(_ path: NotePath) -> NotePath { moves[path] ?? path }

  /// Returns the notes with an id, at their paths before or after the moves. An id in a file name
  /// is known even if no index has the note, and moves with the name.
  private func identified(_ key: [UInt8], before: Bool) -> [NotePath] {
    let lost = lostIDs[key] ?? []
    let notes = identified(key)
    if before { return notes + lost.filter { !notes.contains($0) } }
    return notes.filter { !lost.contains($0) }.map(moved)
  }

  private func filesAfter(_ key: [UInt8]) -> [NotePath] {
    let coming = arrivals[key] ?? []
    return files(key).filter { moves[$0] == nil && !coming.contains($0) } + coming
  }
}

extension NotePath {
  /// The file's page name in Logseq.
  fileprivate var page: String { LogseqName.title(of: stem.text) }
}
