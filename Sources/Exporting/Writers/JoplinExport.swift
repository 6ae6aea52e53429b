import Archives
import Bytes
import Entities
import Markdown
import NoteSyntax
import Services

/// Joplin's own format (JEX): a tar of items with ids, which are notes, notebooks, tags and files. The
/// ids are made from paths, so that the same vault always has the same ids.
final class JoplinExport: PlainExportWriter {
  private let archive: ExportArchive
  private let linked: LinkedText
  /// The names of tags by their ids.
  private var tags: [String: String] = [:]
  private var folders: Set<NotePath> = []
  private var newest = Timestamp(seconds: 0)

  init(_ plan: ExportPlan, _ names: FileNames) throws(ExportError) {
    archive = try ExportArchive(plan.request.destination) { TarWriter(into: $0) }
    linked = LinkedText(links: ExportLinks(plan, names)) { target in
      switch target {
      case .file(let path): Array(":/\(Self.id("file", path.bytes))".utf8)
      case .note(let note, let part):
        Array(":/\(Self.id("note", note.path.bytes))".utf8)
          // Joplin has links to headings, and none to blocks.
          + (part.flatMap { $0.hasPrefix("block.") ? nil : Array("#\(SiteNames.encoded($0))".utf8) }
            ?? [])
      }
    }
  }

  private static func id(_ kind: String, _ name: [UInt8]) -> String {
    [UInt64(1), 2].map { seed in
      var digest = RunningDigest(seed: seed)
      (Array("\(kind):".utf8) + name).withUnsafeBytes { digest.add($0) }
      let digits = String(digest.value, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  func add(_ note: ExportedNote, _ text: [UInt8]) throws(ExportError) {
    let id = Self.id("note", note.path.bytes)
    let folder = note.path.folder
    newest = max(newest, note.modified)
    try write(
      id, type: 1, title: note.title, body: body(of: note, text), modified: note.modified,
      [
        ("parent_id", folder.bytes.isEmpty ? "" : Self.id("folder", folder.bytes)),
        ("created_time", Self.time(note.created)), ("updated_time", Self.time(note.modified)),
        ("is_conflict", "0"), ("is_todo", "0"), ("todo_due", "0"), ("todo_completed", "0"),
        ("source", "notes-tui"), ("user_created_time", Self.time(note.created)),
        ("user_updated_time", Self.time(note.modified)), ("encryption_applied", "0"),
        ("markup_language", "1"),
      ])
    for tag in note.tags {
      let tagID = Self.id("tag", Array(tag.lowercased().utf8))
      if tags[tagID] == nil { tags[tagID] = tag }
      try write(
        Self.id("note-tag", Array((id + tagID).utf8)), type: 6, modified: note.modified,
        [("note_id", id), ("tag_id", tagID)] + Self.times(note.modified))
    }
    try add(folder)
  }

  /// Adds a notebook, and the notebooks that it is in.
  private func add(_ folder: NotePath) throws(ExportError) {
    if folder.bytes.isEmpty || !folders.insert(folder).inserted { return }
    let parent = folder.folder
    let moment = Timestamp(seconds: 0)
    try write(
      Self.id("folder", folder.bytes), type: 2, title: folder.name.text, modified: moment,
      [("parent_id", parent.bytes.isEmpty ? "" : Self.id("folder", parent.bytes))]
        + Self.times(moment))
    try add(parent)
  }

  func add(_ file: ExportedFile) throws(ExportError) {
    let id = Self.id("file", file.path.bytes)
    let name = file.path.name.text
    let ending = Self.ending(of: name)
    try write(
      id, type: 4, title: name, modified: file.modified,
      [
        ("mime", Self.kinds[ending] ?? "application/octet-stream"), ("filename", Self.line(name)),
        ("file_extension", ending), ("size", "\(file.size)"), ("encryption_applied", "0"),
      ] + Self.times(file.modified))
    try archive.write(file, at: NotePath("resources/\(id)" + (ending.isEmpty ? "" : ".\(ending)")))
  }

  /// Returns the extension if it is short and has only letters and digits: the exported file's name ends
  /// with it.
  private static func ending(of name: String) -> String {
    guard let dot = name.lastIndex(of: ".") else { return "" }
    let ending = name[name.index(after: dot)...].lowercased()
    return ending.utf8.count <= 12
      && ending.utf8.allSatisfy { Byte.isLetter($0) || Byte.isDigit($0) }
      ? ending : ""
  }

  private static let kinds = [
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
    "svg": "image/svg+xml", "webp": "image/webp", "pdf": "application/pdf", "mp3": "audio/mpeg",
    "m4a": "audio/mp4", "wav": "audio/wav", "mp4": "video/mp4", "webm": "video/webm",
    "txt": "text/plain", "csv": "text/csv", "html": "text/html", "zip": "application/zip",
  ]

  func finish() throws(ExportError) -> [ExportNotice] {
    for (id, tag) in tags.sorted(by: { $0.key < $1.key }) {
      try write(
        id, type: 5, title: tag, modified: newest, [("parent_id", "")] + Self.times(newest))
    }
    try archive.finish()
    return []
  }

  // MARK: - Items

  /// Writes a title, a body, and a line for each fact. The last line has no line feed.
  private func write(
    _ id: String, type: Int, title: String? = nil, body: [UInt8] = [], modified: Timestamp,
    _ facts: [(String, String)]
  ) throws(ExportError) {
    var item = title.map { Array("\(Self.line($0))\n\n".utf8) } ?? []
    if !body.isEmpty { item += body + Array("\n\n".utf8) }
    let lines = [("id", id)] + facts + [("type_", "\(type)")]
    item += lines.map { "\($0.0): \($0.1)" }.joined(separator: "\n").utf8
    try archive.write(item, at: NotePath("\(id).md"), modified: modified)
  }

  private static func line(_ text: String) -> String {
    String(decoding: Byte.onOneLine(text), as: UTF8.self)
  }

  private static func times(_ moment: Timestamp) -> [(String, String)] {
    ["created_time", "updated_time", "user_created_time", "user_updated_time"].map {
      ($0, time(moment))
    }
  }

  private static func time(_ moment: Timestamp) -> String {
    moment.written.dropLast() + ".000Z"
  }

  /// Returns the text without front matter, which is put in a code block above the text if it has more than
  /// what Joplin's own fields hold.
  private func body(of note: ExportedNote, _ text: [UInt8]) -> [UInt8] {
    let hidden = PortableMarkdown.hidden(in: text)
    let links = linked.edits(in: text, of: note.path).filter { edit in
      !hidden.contains { $0.range.overlaps(edit.range) }
    }
    let edited = ByteEdit.apply((hidden + links).inOrder(), to: text)
    let carried = ["tags", "tag", "title"]
    let hasMore = note.properties.contains { !carried.contains($0.name.lowercased()) }
    var body = Self.withProperties(edited, hasMore: hasMore)
    while let last = body.last, Byte.isBlank(last) || last == Byte.lineFeed || last == 0x0d {
      body.removeLast()
    }
    return body
  }

  private static func withProperties(_ text: [UInt8], hasMore: Bool) -> [UInt8] {
    let scan = NoteScanner.scan(text.span)
    let rest = Array(text[scan.body...])
    if scan.frontMatter.isEmpty || !hasMore && scan.frontMatterProblem == nil { return rest }
    let lines = text[scan.frontMatter].split(separator: Byte.lineFeed).dropFirst().dropLast()
    // The fence is longer than any run of tildes in the front matter.
    let longest =
      text[scan.frontMatter].split { $0 != UInt8(ascii: "~") }.map(\.count).max() ?? 0
    let fence = [UInt8](repeating: UInt8(ascii: "~"), count: max(3, longest) + 1)
    return fence + Array("yaml\n".utf8) + lines.joined(separator: [Byte.lineFeed])
      + [Byte.lineFeed] + fence + Array("\n\n".utf8) + rest
  }
}
