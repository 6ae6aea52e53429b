import Entities
import Services

/// Four books, whatever is asked for.
struct BookTables: FileTables, FileTable {
  let rows: [FileRow] = [
    ("Books/Dune.md", "novel", 412.0), ("Books/Emma.md", "novel", 320),
    ("Books/Ulysses.md", "epic", 730), ("Books/cover.png", nil, nil),
  ].map { path, genre, pages in
    var row = FileRow(path: NotePath(path))
    if let genre {
      row.properties.append(
        FileRow.Property(key: Array("genre".utf8), name: "genre", text: genre, value: .text(genre)))
    }
    if let pages {
      row.properties.append(
        FileRow.Property(
          key: Array("pages".utf8), name: "pages", text: "\(pages)", value: .number(pages)))
    }
    return row
  }

  func table(_ request: FileTableRequest) async throws(NoteIndexError) -> any FileTable { self }
  func row(at path: NotePath) -> FileRow? { rows.first { $0.path == path } }
  func path(named target: String, from source: NotePath) -> NotePath? { nil }
  func links(of path: NotePath) -> [FileLink] { [] }
  func sources(ofLinksTo path: NotePath) -> [NotePath] { [] }
}
