import Entities
import NoteSyntax
import Services

/// All files with what finds them by their names.
struct IndexedTable: FileTable {
  let rows: [FileRow]
  private let files: any VaultFiles
  private let numbers: [NotePath: Int]
  private let withProperties: Set<Int>
  /// By the keys that links find them by: notes before other files.
  private var notes: [[UInt8]: [NotePath]] = [:]
  private var others: [[UInt8]: [NotePath]] = [:]
  private var identified: [[UInt8]: [NotePath]] = [:]
  /// By the keys of what they mean.
  private var links: [[UInt8]: [WrittenLink]] = [:]

  init(_ indexed: IndexedNotes, others: [FileRow], files: any VaultFiles) {
    self.files = files
    var rows = indexed.notes.map(\.row)
    for row in rows { notes[LinkName.key(of: row.path), default: []].append(row.path) }
    for row in others { self.others[LinkName.key(of: row.path), default: []].append(row.path) }
    rows += others
    rows.sort { $0.path < $1.path }
    self.rows = rows
    var numbers: [NotePath: Int] = [:]
    for (number, row) in rows.enumerated() { numbers[row.path] = number }
    self.numbers = numbers
    var withProperties: Set<Int> = []
    for note in indexed.notes {
      for key in note.ids { identified[key, default: []].append(note.row.path) }
      for link in note.links { links[link.key, default: []].append(link) }
      if note.hasProperties, let number = numbers[note.row.path] { withProperties.insert(number) }
    }
    self.withProperties = withProperties
  }

  func file(at path: NotePath) -> Int? { numbers[path] }

  func file(named target: String, from source: Int?) -> Int? {
    let path = source.map { rows[$0].path } ?? NotePath("")
    return file(LinkName(.wiki, Array(target.utf8)), from: path)
  }

  private func file(_ name: LinkName, from source: NotePath) -> Int? {
    let note = name.best(
      among: notes[name.key] ?? [], identified: identified[name.key] ?? [], from: source)
    let path = note ?? others[name.key].flatMap { name.best(among: $0, from: source) }
    return path.flatMap { numbers[$0] }
  }

  func sources(ofLinksTo file: Int) -> [Int] {
    let path = rows[file].path
    var keys: Set<[UInt8]> = [LinkName.key(of: path)]
    for (key, paths) in identified where paths.contains(path) { keys.insert(key) }
    var sources: Set<Int> = []
    for link in keys.flatMap({ links[$0] ?? [] }) {
      guard let source = numbers[link.path], !sources.contains(source) else { continue }
      if self.file(link.name, from: link.path) == file { sources.insert(source) }
    }
    return sources.sorted()
  }

  func frontMatter(of file: Int) -> [UInt8] {
    guard withProperties.contains(file) else { return [] }
    let note = NoteID(rows[file].path)
    var size = 1 << 12
    while true {
      var (found, isWhole): ([UInt8]?, Bool) = (nil, true)
      let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        count = (try? files.read(note, into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
      }
      bytes.withUnsafeBufferPointer { text in
        let start = text.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        let isEnd = text.count < size || size >= Self.most
        let matter = FrontMatter(text, from: start, end: text.count, isWhole: isEnd)
        isWhole = isEnd || matter?.isClosed ?? true
        if let matter, matter.isClosed { found = Array(text[matter.inner]) }
      }
      if isWhole { return found ?? [] }
      size *= 8
    }
  }

  /// Front matter that is longer is not looked at by anybody.
  private static let most = 1 << 18
}
