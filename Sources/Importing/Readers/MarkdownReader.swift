import Archives
import Bytes
import Entities
import Html
import Services

/// A folder of Markdown, text and HTML, with the files that they show.
struct MarkdownReader: ImportReader {
  private static let largestNote = 256 << 20
  private static let largestFile = 1 << 30

  static func isNote(_ entry: SourceTree.Entry) -> Bool {
    ["md", "markdown", "txt", "html", "htm", "xhtml"].contains(entry.ending)
  }

  func read(_ source: SourceTree, into sink: any ImportSink) throws(ImportFailure) {
    for entry in source.entries {
      guard Self.isNote(entry) else {
        try sink.add(
          ImportedFile(id: entry.path, name: entry.name, modified: entry.modified) {
            () throws(ImportFailure) in try source.read(entry, atMost: Self.largestFile)
          })
        continue
      }
      do throws(ImportFailure) {
        try sink.add(note(entry, try source.read(entry, atMost: Self.largestNote)))
      } catch .stopped {
        throw .stopped
      } catch {
        sink.add(ImportNotice(of: entry.path, error.message))
      }
    }
  }

  private func note(_ entry: SourceTree.Entry, _ bytes: [UInt8]) -> ImportedNote {
    var note = ImportedNote(id: entry.path, title: entry.stem, text: bytes)
    note.folder = entry.folder
    note.changed = entry.modified
    guard ["html", "htm", "xhtml"].contains(entry.ending) else {
      note.hasFrontMatter = true
      return note
    }
    let page = HtmlMarkdown.answer(of: bytes)
    note.text = page.text
    // An index is its folder's page.
    let isIndex = entry.stem.lowercased() == "index"
    note.title = page.title ?? page.heading ?? (isIndex ? entry.folder.last : nil) ?? entry.stem
    for meta in page.metas {
      switch meta.name {
      case "keywords":
        note.tags += meta.content.split(separator: ",").map { $0.trimmingBlanks }
      case "author", "description":
        note.extras.append(.init(meta.name, [meta.content]))
      case "created", "date", "dcterms.created", "article:published_time":
        note.created =
          ImportedTime.iso(meta.content) ?? ImportedTime.iso("\(meta.content)T00:00:00")
      case "modified", "updated", "article:modified_time":
        note.changed = ImportedTime.iso(meta.content) ?? note.changed
      default: break
      }
    }
    return note
  }

  func target(of link: ImportLink, in note: ImportedNote) -> ImportTarget? {
    if link.isWeb || link.destination.hasPrefix("#") { return nil }
    var parts = note.folder
    if link.isWiki {
      let name = link.path.split(separator: "/").last.map(String.init) ?? ""
      return .titled(name.hasSuffix(".md") ? String(name.dropLast(3)) : name, part: link.part)
    }
    let path = link.path
    if path.hasPrefix("/") { parts = [] }
    for part in path.split(separator: "/") {
      switch part {
      case ".": continue
      case "..":
        if parts.isEmpty { return nil }
        parts.removeLast()
      default: parts.append(String(part))
      }
    }
    return .note(parts.joined(separator: "/"), part: link.part)
  }
}
