import Archives
import Bytes
import Entities
import Services

/// A notebook of Zim: a file of wikitext for each page, and a folder of the page's name for its files and
/// the pages below it.
struct ZimReader: ImportReader {
  private static let largestPage = 64 << 20
  private static let largestFile = 1 << 30
  private static let head = Array("Content-Type: text/x-zim-wiki".utf8)

  static func isNotebook(_ entry: SourceTree.Entry) -> Bool { entry.name == "notebook.zim" }

  /// Every page that Zim wrote begins with this line.
  static func isPage(_ start: [UInt8]) -> Bool { start.starts(with: head) }

  func read(_ source: SourceTree, into sink: any ImportSink) throws(ImportFailure) {
    let roots = source.entries.filter(Self.isNotebook).map(\.folder)
    for entry in source.entries where !Self.isNotebook(entry) {
      do throws(ImportFailure) {
        let root = roots.filter { entry.folder.starts(with: $0) }.max { $0.count < $1.count }
        guard entry.ending == "txt" else {
          try sink.add(
            ImportedFile(
              id: entry.path, name: entry.name, note: entry.folder.joined(separator: "/"),
              modified: entry.modified
            ) { () throws(ImportFailure) in try source.read(entry, atMost: Self.largestFile) })
          continue
        }
        let bytes = try source.read(entry, atMost: Self.largestPage)
        if root == nil, !Self.isPage(bytes) {
          try MarkdownReader.add(entry, source, sink)
        } else {
          try sink.add(Self.note(entry, bytes, root ?? []))
        }
      } catch .stopped {
        throw .stopped
      } catch {
        sink.add(ImportNotice(of: entry.path, error.message))
      }
    }
  }

  private static func note(
    _ entry: SourceTree.Entry, _ bytes: [UInt8], _ root: [String]
  ) -> ImportedNote {
    var text = String(decoding: bytes, as: UTF8.self).withPlainLines[...]
    let path = entry.folder + [entry.stem]
    var note = ImportedNote(id: path.joined(separator: "/"), title: shown(entry.stem))
    if isPage(bytes) {
      while let line = text.split(
        separator: "\n", maxSplits: 1, omittingEmptySubsequences: false
      ).first, !line.isEmpty {
        text = text.dropFirst(line.count + 1)
        let parts = line.split(separator: ":", maxSplits: 1)
        if parts.first == "Creation-Date", let date = parts.last {
          note.created = ImportedTime.read(date.trimmingBlanks)
        }
      }
    }
    note.text = Array(ZimText.markdown(of: text.trimmingLines, files: path).utf8)
    if !note.text.isEmpty { note.text.append(Byte.lineFeed) }
    note.changed = entry.modified
    note.folder = entry.folder.dropFirst(root.count).map(shown)
    note.linkFolder = root.joined(separator: "/")
    return note
  }

  /// A blank of a page's name is a low line in its file's.
  private static func shown(_ name: String) -> String { name.replacing("_", with: " ") }

  /// `Page` beside this page or beside one above it, `+Page` below it, `:Page` from the top.
  func target(of link: ImportLink, in note: ImportedNote) -> ImportTarget? {
    guard link.isWiki else { return nil }
    let root = note.linkFolders
    let own = note.id.split(separator: "/").map(String.init).dropFirst(root.count)
    let names = link.destination.drop { "+:".contains($0) }.split(separator: ":").map {
      $0.trimmingBlanks.replacing(" ", with: "_")
    }
    guard let last = names.last else { return nil }
    var above: [[String]] = [[]]
    switch link.destination.first {
    case "+": above = [Array(own)]
    case ":": break
    default: above = (0..<max(own.count, 1)).reversed().map { Array(own.prefix($0)) }
    }
    let pages = above.map {
      ImportTarget.note((root + $0 + names).joined(separator: "/"), part: link.part)
    }
    return .first(pages + [.titled(Self.shown(last), part: link.part)])
  }
}
