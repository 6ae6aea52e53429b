import Bytes
import Entities
import NoteSyntax
import Services

/// The links of canvases, which the index does not know: cards that are files, and links in texts.
struct CanvasLinks {
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

  /// Those that lead nowhere, or to a part that a note does not have.
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
        for (link, place) in Self.links(in: text, at: canvas) {
          guard let fault = try fault(of: link, isCard: false) else { continue }
          let written = String(decoding: text[place], as: UTF8.self)
          records.append(record(link, written, fault, member.value.range(of: place), bytes))
        }
      }
    }
    return records
  }

  private static func links(
    in text: [UInt8], at canvas: NotePath
  ) -> [(link: WrittenLink, place: Range<Int>)] {
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

  /// A card names a note by its whole path.
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
