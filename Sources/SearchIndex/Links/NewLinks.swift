package import Entities
import NoteSyntax
package import Services
package import VaultSettings

/// Writes links in the vault's style: the first possible form that leads to the file.
struct NewLinks {
  private let form: NewLinkForm
  private let resolver: LinkResolver
  private let attachments: AttachmentNames

  init(_ form: NewLinkForm, _ database: Database, _ files: any VaultFiles) {
    self.form = form
    resolver = LinkResolver(database)
    attachments = AttachmentNames { files.attachments() }
  }

  func writing(of file: NotePath, from home: NotePath) throws(DatabaseError) -> LinkWriting {
    if let page = try page(of: file, from: home) { return page }
    for writing in writings(of: file, from: home) {
      if try leads(writing.name, to: file, from: home) { return writing }
    }
    // No other file has this whole path.
    return .markdown([UInt8(ascii: "/")] + file.withoutLock.bytes)
  }

  private func leads(
    _ name: LinkName, to file: NotePath, from home: NotePath
  ) throws(DatabaseError) -> Bool {
    var notes = try resolver.candidates(name.key)
    // A note that was just made may still be unknown.
    if file.isOfNote, !notes.contains(where: { $0.path == file }) {
      notes.append(LinkResolver.Candidate(note: 0, path: file, kind: .stem))
    }
    let note = LinkResolver.best(of: notes, for: name, from: home)
    if file.isOfNote { return note?.path == file }
    // Notes are found before other files.
    let others = attachments.named(name.key) + [file]
    return note == nil && name.best(among: others, from: home) == file
  }

  /// Returns a link to a page whose name has a slash, as Logseq writes it in its vaults.
  private func page(of file: NotePath, from home: NotePath) throws(DatabaseError) -> LinkWriting? {
    let title = LogseqName.title(of: file.stem.text)
    guard !form.isMarkdown, title.contains("/") else { return nil }
    let page = LinkWriting(page: title)
    let found = LinkResolver.best(
      of: try resolver.candidates(page.name.key), for: page.name, from: home)
    return found?.path == file ? page : nil
  }

  private func writings(of file: NotePath, from home: NotePath) -> [LinkWriting] {
    if form.isMarkdown {
      let relative = LinkWriting.markdown(relativeTo: file, from: home)
      return switch form.pathStyle {
      case .name: [.markdown(file.withoutLock.name.bytes), relative]
      case .relative: [relative]
      case .root: [.markdown(file.withoutLock.bytes)]
      }
    }
    let byName = LinkWriting.byName(of: file)
    return switch form.pathStyle {
    case .name: byName
    case .relative: LinkWriting.relative(to: file, from: home) + byName
    case .root: LinkWriting.fromRoot(of: file) + byName
    }
  }

  func link(_ wish: NewLinkTarget, from home: NotePath) throws(DatabaseError) -> NewLink {
    let writing =
      if let note = wish.note { try writing(of: note.path, from: home) } else {
        form.isMarkdown ? LinkWriting.markdown([]) : LinkWriting.here
      }
    let text = writing.text(
      part: wish.part.map { Array($0.utf8) }, words: wish.words.map { Array($0.utf8) })
    return NewLink(
      isMarkdown: writing.kind != .wiki, name: String(decoding: writing.target, as: UTF8.self),
      text: String(decoding: text, as: UTF8.self))
  }
}

extension VaultLinks {
  @concurrent
  package func target(
    of name: String, in home: LinkHome
  ) async throws(NoteIndexError) -> NoteID? {
    let name = LinkName(home.isMarkdown ? .markdown : .wiki, plain: Array(name.utf8))
    return try index.asking { (database) throws(DatabaseError) in
      try LinkResolver(database).target(of: name, from: home.note.path).map { NoteID($0.path) }
    }
  }

  @concurrent
  package func newLinks(
    to wishes: [NewLinkTarget], from home: NoteID?
  ) async throws(NoteIndexError) -> [NewLink] {
    let form = await foreign.obsidian().newLinks
    let files = index.files
    return try index.asking { (database) throws(DatabaseError) in
      let links = NewLinks(form, database, files)
      var written: [NewLink] = []
      for wish in wishes {
        written.append(try links.link(wish, from: home?.path ?? NotePath("")))
      }
      return written
    }
  }
}
