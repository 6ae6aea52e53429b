import Archives
import Entities
import Files
import Services

/// Looks for archives of other programs.
enum FoundSources {
  /// More are not shown: a person names what is not among them.
  private static let most = 100
  private static let endings: Set<String> = [
    "enex", "jex", "zip", "bear", "bear2bk", "textpack", "opml", "json",
  ]

  /// Those that lie in these folders themselves, the newest first.
  static func all(in folders: [NotePath]) -> [ImportSource] {
    var found: [(source: ImportSource, modified: Timestamp)] = []
    for folder in folders {
      for (path, modified) in files(in: folder) {
        guard let format = format(of: path) else { continue }
        found.append((ImportSource(path: path, format: format), modified))
      }
    }
    return found.sorted { ($1.modified, $0.source.path) < ($0.modified, $1.source.path) }
      .prefix(most).map(\.source)
  }

  private static func files(in folder: NotePath) -> [(NotePath, Timestamp)] {
    guard let opened = try? Posix.openFolder(folder.bytes),
      let names = try? Posix.names(in: opened.raw)
    else { return [] }
    return names.compactMap { name in
      let ending = String(decoding: name.split(separator: dot).last ?? [], as: UTF8.self)
      guard name.first != dot, endings.contains(ending.lowercased()),
        let facts = try? Posix.facts(name, in: opened.raw), facts.kind == .file
      else { return nil }
      return (folder.appending(NotePath(bytes: name)), facts.modified)
    }
  }

  /// Nil for what may be anything: a zip of Markdown need not be notes.
  private static func format(of path: NotePath) -> ImportFormat? {
    guard let source = try? SourceTree([path.bytes]) else { return nil }
    let format = try? ImportFormat.guess(source)
    return format == .markdown || format == .jrnl ? nil : format
  }

  private static let dot = UInt8(ascii: ".")
}
