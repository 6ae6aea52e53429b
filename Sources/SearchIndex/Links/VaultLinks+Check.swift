import Bytes
import Entities
import NoteSyntax
package import Services

extension VaultLinks {
  @concurrent
  package func broken() async throws(NoteIndexError) -> [LinkRecord] {
    let files = index.files
    return try index.asking { (database) throws(DatabaseError) in
      let resolver = LinkResolver(database)
      let attachments = AttachmentNames { files.attachments() }
      let parts = LinkedParts(database, files)
      var contexts = LinkContexts(files)
      var records: [LinkRecord] = []
      // A link with a file's name, but no folder, id, extension or part, is not broken.
      let rows = try database.query(
        """
        SELECT \(WrittenLink.columns) FROM link l JOIN note n ON n.id = l.note
        WHERE l.part IS NOT NULL OR l.target <> x'' AND (
          instr(l.target, x'2f') > 0 OR instr(l.target, x'3a') > 0 OR instr(l.target, x'2e') > 0
          OR NOT EXISTS (
            SELECT 1 FROM name WHERE key = l.key AND kind = \(Schema.NameKind.stem.rawValue)))
        ORDER BY l.note, l.place
        """)
      while try rows.next() {
        let link = WrittenLink(rows)
        if let target = try resolver.target(of: link) {
          guard try parts.isMissing(link, in: target) else { continue }
          records.append(contexts.record(link, leadingTo: target.path))
        } else if attachments.target(of: link) == nil {
          records.append(contexts.record(link, leadingTo: nil))
        }
      }
      let canvases = CanvasLinks(database, resolver, attachments, parts, files)
      for canvas in files.attachments().filter(LinkRewriting.isCanvas).sorted() {
        if Task.isCancelled { break }
        records += try canvases.broken(in: canvas)
      }
      return records
    }
  }

  @concurrent
  package func orphans() async throws(NoteIndexError) -> [NoteMatch] {
    try index.asking { (database) throws(DatabaseError) in
      let resolver = LinkResolver(database)
      var bound: Set<Int64> = []
      let links = try database.query(
        """
        SELECT \(WrittenLink.columns) FROM link l JOIN note n ON n.id = l.note
        WHERE l.target <> x''
        """)
      while try links.next() {
        let link = WrittenLink(links)
        guard let target = try resolver.target(of: link)?.note, target != link.note else {
          continue
        }
        bound.insert(link.note)
        bound.insert(target)
      }
      var orphans: [NoteMatch] = []
      let notes = try database.query("SELECT id, path, title FROM note ORDER BY id")
      while try notes.next() {
        if bound.contains(notes.int(0)) { continue }
        orphans.append(
          NoteMatch(id: NoteID(notes.path(1)), title: notes.text(2)))
      }
      return orphans
    }
  }
}

/// The links of canvases, which the index does not know: cards with files, and links in texts.
private struct CanvasLinks {
  private let database: Database
  private let resolver: LinkResolver
  private let attachments: AttachmentNames
  private let parts: LinkedParts
  private let buffer: NoteBuffer
  private let inLogseq: Bool

  init(
    _ database: Database, _ resolver: LinkResolver, _ attachments: AttachmentNames,
    _ parts: LinkedParts, _ files: any VaultFiles
  ) {
    (self.database, self.resolver, self.attachments) = (database, resolver, attachments)
    self.parts = parts
    buffer = NoteBuffer(files)
    inLogseq = files.hasLogseqNames
  }

  /// Returns the links that lead nowhere, or to a part that a note lacks.
  func broken(in canvas: NotePath) throws(DatabaseError) -> [LinkRecord] {
    guard let buffered = buffer.read(NoteID(canvas)) else { return [] }
    let bytes = Array(buffered)
    let members = JSONReader.stringMembers(in: bytes)
    let subpaths = Dictionary(
      members.filter(LinkRewriting.isSubpath).compactMap { member in
        member.value.text.map { (member.object, $0) }
      }, uniquingKeysWith: { _, last in last })
    var records: [LinkRecord] = []
    for member in members {
      guard let text = member.value.text else { continue }
      if LinkRewriting.isFile(member) {
        let subpath = subpaths[member.object] ?? []
        var link = WrittenLink(note: 0, path: canvas, target: text)
        link.part = subpath.isEmpty ? nil : String(decoding: subpath.dropFirst(), as: UTF8.self)
        guard let fault = try fault(of: link, isCard: true) else { continue }
        let written = String(decoding: text + subpath, as: UTF8.self)
        records.append(record(link, written, fault, member.value.range, bytes))
      } else if member.name.elementsEqual("text".utf8) {
        for (link, range) in Self.links(in: text, at: canvas) {
          guard let fault = try fault(of: link, isCard: false) else { continue }
          let written = String(decoding: text[range], as: UTF8.self)
          records.append(record(link, written, fault, member.value.range(of: range), bytes))
        }
      }
    }
    return records
  }

  private static func links(
    in text: [UInt8], at canvas: NotePath
  ) -> [(link: WrittenLink, range: Range<Int>)] {
    NoteScanner.scan(text.span).links.filter { !$0.isExternal && !$0.target.isEmpty }.map { link in
      var written = WrittenLink(
        note: 0, path: canvas, target: LinkTarget(link, of: text.span).bytes)
      written.kind = Schema.LinkKind(link.kind)
      written.isEmbed = link.isEmbed
      written.part = link.part.map { String(decoding: text[$0], as: UTF8.self) }
      return (written, link.whole)
    }
  }

  private enum Fault {
    case leadsNowhere
    case lacksPart(NotePath)

    var note: NoteID? { if case .lacksPart(let path) = self { NoteID(path) } else { nil } }
  }

  private func fault(
    of link: WrittenLink, isCard: Bool
  ) throws(DatabaseError) -> Fault? {
    let file = NotePath(bytes: link.target)
    if let note = try isCard ? card(file) : resolver.target(of: link) {
      return try parts.isMissing(link, in: note) ? .lacksPart(note.path) : nil
    }
    let isThere =
      isCard
      ? attachments.named(LinkName.key(of: file)).contains(file)
      : attachments.target(of: link) != nil
    return isThere ? nil : .leadsNowhere
  }

  /// Returns the note that a card links to. A card contains the whole path.
  private func card(_ path: NotePath) throws(DatabaseError) -> LinkResolver.Candidate? {
    for path in [path, path.withLock] {
      if let note = try database.id(of: NoteID(path)) {
        return LinkResolver.Candidate(note: note, path: path, kind: .stem)
      }
    }
    return nil
  }

  private func record(
    _ link: WrittenLink, _ written: String, _ fault: Fault, _ range: Range<Int>, _ bytes: [UInt8]
  ) -> LinkRecord {
    LinkRecord(
      source: NoteID(link.path), sourceTitle: link.path.stem.text,
      line: 1 + bytes[..<range.lowerBound].count { $0 == Byte.lineFeed },
      context: bytes.withUnsafeBufferPointer {
        LinkContexts.line(around: range.lowerBound, in: $0)
      },
      written: written, target: fault.note, isEmbed: link.isEmbed, part: link.part,
      missing: fault.note == nil ? link.missing(inLogseq: inLogseq) : nil)
  }
}
