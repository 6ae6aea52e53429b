import Entities
import NoteSyntax
import OpenVault
import Services
import Tasks

/// Reads the facts of notes and resolves their links.
struct NoteGathering {
  let services: ExportServices
  let vault: GatheredVault

  func note(_ row: FileRow) async throws(NoteStoreError) -> ExportedNote {
    let content = try await services.vault.store.read(NoteID(row.path))
    var note = ExportedNote(
      path: row.path, title: vault.title(of: row.path), created: row.created,
      modified: row.modified)
    note.tags = row.tags
    note.properties = row.properties.map {
      NoteProperty(name: $0.name, values: [$0.text], value: $0.value)
    }
    note.digest = content.stamp.digest
    content.bytes.withUnsafeBufferPointer { bytes in
      let scan = NoteScanner.scan(bytes.span)
      func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
      note.aliases = scan.aliases
      let words = scan.headings.map { heading in
        text(heading.text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
      note.headings = zip(zip(scan.headings, words), HeadingAnchors.all(of: words)).map {
        ExportedNote.Heading(level: $0.0.level, text: $0.1, line: $0.0.line, anchor: $1)
      }
      note.blocks = scan.blocks.map { text($0.id) }
      if vault.isOpened(row.path) {
        // The index has no tasks of locked notes.
        note.tasks = scan.tasks.compactMap { task in
          TaskLine.facts(bytes.span, Self.line(around: task.text, in: bytes)).map {
            TaskRecord(
              note: NoteID(row.path), title: note.title, line: task.line, facts: $0)
          }
        }
      }
      note.links = scan.links.filter { !$0.isExternal }.map { link in
        let target = target(of: link, in: bytes, from: row.path)
        return ExportedNote.Link(
          written: text(link.whole), line: link.line, target: target, isEmbed: link.isEmbed)
      }
    }
    return note
  }

  private static func line(
    around text: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Range<Int> {
    let start = bytes[..<text.lowerBound].lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
    return start..<text.upperBound
  }

  private func target(
    of link: NoteScan.Link, in bytes: UnsafeBufferPointer<UInt8>, from source: NotePath
  ) -> NotePath? {
    let found =
      link.target.isEmpty
      ? source : vault.names.target(of: LinkName(link, in: bytes.span), from: source)
    return found.flatMap { vault.hidden[$0] == nil ? $0 : nil }
  }

  /// Returns the files that a note links to, hidden or not.
  func files(of row: FileRow) async -> Set<NotePath> {
    guard let content = try? await services.vault.store.read(NoteID(row.path)) else { return [] }
    return content.bytes.withUnsafeBufferPointer { bytes in
      Set(
        NoteScanner.scan(bytes.span).links.compactMap { link in
          link.isExternal || link.target.isEmpty
            ? nil : target(of: link, in: bytes, from: row.path)
        }.filter { !$0.isOfNote })
    }
  }
}
