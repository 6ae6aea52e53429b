package import Entities

/// What must change in notes so that each link leads where it led, when files go by other paths.
///
/// ```swift
/// let rewriting = LinkRewriting(moves: [old: new], files: { index.files(withKey: $0) })
/// let edits = rewriting.edits(in: bytes, at: note)
/// ```
package struct LinkRewriting {
  let moves: [NotePath: NotePath]
  private let files: ([UInt8]) -> [NotePath]
  private let titled: ([UInt8]) -> [NotePath]
  private let retitled: Retitled?
  /// Where the moved files go, by their new keys.
  private let arrivals: [[UInt8]: [NotePath]]
  /// The keys of which some file comes or goes.
  private let touched: Set<[UInt8]>

  /// `files` answers with all files of the vault, notes and others, that have a `LinkName.key(of:)`
  /// before anything moves; `titled` with the notes that have it as a title, an alias or an id.
  /// Links by the old title of `retitled` go along with it.
  package init(
    moves: [NotePath: NotePath], files: @escaping ([UInt8]) -> [NotePath],
    titled: @escaping ([UInt8]) -> [NotePath] = { _ in [] }, retitled: TitleChange? = nil
  ) {
    self.moves = moves
    self.files = files
    self.titled = titled
    self.retitled = retitled.map(Retitled.init)
    arrivals = Dictionary(grouping: moves.values) { LinkName.key(of: $0) }
    touched = Set(moves.keys.map { LinkName.key(of: $0) }).union(arrivals.keys)
      .union(self.retitled.map { [$0.oldKey, $0.newKey] } ?? [])
  }

  /// The edits for one note, in order; `note` is its path before the moves. All else stays.
  package func edits(in bytes: [UInt8], at note: NotePath) -> [ByteEdit] {
    bytes.withUnsafeBufferPointer { edits(in: $0, at: note) }
  }

  package func edits(
    in bytes: UnsafeBufferPointer<UInt8>, at note: NotePath
  ) -> [ByteEdit] {
    let isMoved = moves[note].map { $0 != note } ?? false
    let links = NoteScanner.scan(bytes).links
    var edits: [ByteEdit] = []
    for link in links where !link.isExternal && !link.target.isEmpty {
      let name = LinkName(link, in: bytes)
      // Neither end of it moves, and no name that it could mean.
      if !isMoved, !touched.contains(name.key) { continue }
      guard let text = replacement(for: link, name, in: bytes, at: note) else { continue }
      edits.append(text)
    }
    return edits.inOrder()
  }

  private func replacement(
    for link: NoteScan.Link, _ name: LinkName, in bytes: UnsafeBufferPointer<UInt8>,
    at note: NotePath
  ) -> ByteEdit? {
    let found = name.place(among: files(name.key), from: note)
    let titles = found == nil ? titledBefore(name.key) : []
    guard let old = found?.file ?? name.best(among: [], titled: titles, from: note) else {
      return nil
    }
    let target = moved(old)
    let home = moved(note)
    let now = name.place(among: filesAfter(name.key), from: home)
    let unmoved =
      now?.file ?? name.best(among: [], titled: titledAfter(name.key, titles), from: home)
    // A relative link that only its name would save is broken for other programs.
    if unmoved == target, found?.way != .relative || now?.way == .relative { return nil }
    let written = Array(bytes[link.target])
    let style = LinkStyle(name, written: written, way: found?.way ?? .name)
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

  /// A title that changes, as links name it.
  private struct Retitled {
    var note: NotePath
    var oldKey: [UInt8]
    var newKey: [UInt8]

    init(_ change: TitleChange) {
      note = change.note
      oldKey = Folding.name(change.old.utf8)
      newKey = Folding.name(change.new.utf8)
    }
  }

  /// The old title is known even where whoever knows all titles does not know this one yet.
  private func titledBefore(_ key: [UInt8]) -> [NotePath] {
    let titles = titled(key)
    guard let retitled, key == retitled.oldKey, !titles.contains(retitled.note) else {
      return titles
    }
    return titles + [retitled.note]
  }

  private func titledAfter(_ key: [UInt8], _ titles: [NotePath]) -> [NotePath] {
    guard let retitled, retitled.oldKey != retitled.newKey else { return titles.map(moved) }
    var titles = titles
    if key == retitled.oldKey { titles.removeAll { $0 == retitled.note } }
    if key == retitled.newKey, !titles.contains(retitled.note) { titles.append(retitled.note) }
    return titles.map(moved)
  }

  /// The files with a key once all is moved.
  private func filesAfter(_ key: [UInt8]) -> [NotePath] {
    files(key).filter { moves[$0] == nil } + (arrivals[key] ?? [])
  }
}
