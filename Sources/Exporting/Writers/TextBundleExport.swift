import Archives
import Bytes
import Cells
import Entities
import Files
import NoteSyntax
import Services

/// TextBundles: a folder for each note with its text, its details, and the files that it embeds. They are
/// in one folder, or in a zip like Bear's backups.
final class TextBundleExport: PlainExportWriter {
  private let destination: any BundleDestination
  private var bundles: [NotePath: NotePath] = [:]
  private let titles: [NotePath: String]
  /// Titles that only one note has and that a wiki link can contain.
  private let clear: Set<String>
  private let files: Set<NotePath>
  /// The copies of each file: one in every bundle that shows it.
  private var copies: [NotePath: [NotePath]] = [:]
  private var problems: [ExportNotice] = []

  init(_ plan: ExportPlan) throws(ExportError) {
    let request = plan.request
    destination =
      request.format == .textpack
      ? try ExportArchive.zip(request.destination) : try ExportFolder(request)
    var names = FreeNames()
    for note in plan.notes { bundles[note.path] = names.free(note.path, ending: ".textbundle") }
    titles = Dictionary(plan.notes.map { ($0.path, $0.title) }, uniquingKeysWith: { $1 })
    let counts = Dictionary(plan.notes.map { ($0.title.lowercased(), 1) }, uniquingKeysWith: +)
    clear = Set(
      plan.notes.map(\.title).filter { title in
        counts[title.lowercased()] == 1 && !title.contains { "/|#^[]%\\".contains($0) }
          && String(decoding: Byte.onOneLine(title), as: UTF8.self) == title
      })
    files = Set(plan.files.map(\.path))
  }

  func add(_ note: ExportedNote, _ text: [UInt8]) throws(ExportError) {
    guard let bundle = bundles[note.path] else { return }
    let written = linked(text, of: note, in: bundle)
    let (name, facts) = (NotePath("text.md"), NotePath("info.json"))
    try destination.write(written, at: bundle.appending(name), modified: note.modified)
    try destination.write(Self.info(of: note), at: bundle.appending(facts), modified: note.modified)
  }

  func add(_ file: ExportedFile) throws(ExportError) {
    guard let copies = copies[file.path] else {
      return problems.append(
        ExportNotice(of: file.path, "No note shows it, and a bundle has only what its note shows."))
    }
    for copy in copies { try destination.write(file, at: copy) }
  }

  func finish() throws(ExportError) -> [ExportNotice] {
    try destination.finish()
    return problems
  }

  /// Other programs also read dates and tags from Bear's keys.
  private static func info(of note: ExportedNote) -> [UInt8] {
    func quoted(_ text: String) -> String { JSONText.quoted(text) }
    let tags = note.tags.map(quoted).joined(separator: ",")
    return Array(
      """
      {"version":2,"type":"net.daringfireball.markdown","transient":false,
      "net.shinyfrog.bear":{"uniqueIdentifier":\(quoted(note.path.text)),"title":\(quoted(note.title)),
      "creationDate":"\(note.created.written)",
      "modificationDate":"\(note.modified.written)","tags":[\(tags)]}}

      """.utf8)
  }

  // MARK: - Links

  private func linked(_ text: [UInt8], of note: ExportedNote, in bundle: NotePath) -> [UInt8] {
    var edits: [ByteEdit] = []
    var assets: [NotePath: NotePath] = [:]
    let links = NoteScanner.scan(text.span).links.filter { !$0.isExternal }
    for (link, known) in zip(links, note.links) where link.quote == nil && !link.target.isEmpty {
      guard let target = known.target else { continue }
      if bundles[target] != nil {
        edits.append(edit(link, toNote: target, in: text))
      } else if files.contains(target) {
        let asset = assets[target] ?? asset(for: target, besides: Set(assets.values))
        if assets.updateValue(asset, forKey: target) == nil {
          copies[target, default: []].append(bundle.appending(asset))
        }
        edits.append(edit(link, toFile: target, asset, in: text))
      }
    }
    return ByteEdit.apply(edits.inOrder(), to: text)
  }

  /// Returns a name that no other file in the bundle has.
  private func asset(for file: NotePath, besides taken: Set<NotePath>) -> NotePath {
    let names = NoteFileName.numbered(file.name.bytes).lazy.map {
      NotePath("assets").appending(NotePath(bytes: $0))
    }
    return names.first { name in
      !taken.contains { $0.text.lowercased() == name.text.lowercased() }
    } ?? NotePath("assets").appending(file.name)
  }

  private typealias Bytes = [UInt8]

  private func edit(_ link: NoteScan.Link, toNote path: NotePath, in bytes: Bytes) -> ByteEdit {
    let title = titles[path] ?? ""
    let written = Array(bytes[link.target])
    let part = link.part.map { range in
      link.kind == .wiki ? Array(bytes[range]) : Percent.decoded(bytes[range]) ?? []
    }
    var words = link.text.map { Array(bytes[$0]) }
    if words == nil, link.kind == .wiki, !written.elementsEqual(title.utf8) { words = written }
    let isClear =
      clear.contains(title) && !(words ?? []).contains { "|[]".utf8.contains($0) }
      && !(part ?? []).contains { "|[]#".utf8.contains($0) }
    guard isClear, link.kind != .reference else {
      let address = Self.address(of: path, part)
      if let range = Self.destination(of: link, in: bytes) {
        return ByteEdit(range: range, bytes: address)
      }
      let shown = (words ?? Array(title.utf8)).flatMap { byte in
        byte == Byte.opening || byte == Byte.closing ? [Byte.backslash, byte] : [byte]
      }
      let text = Array("[".utf8) + shown + Array("](".utf8) + address + Array(")".utf8)
      return ByteEdit(range: link.whole, bytes: text)
    }
    // Bear writes a slash before a heading.
    let inside = Array(title.utf8) + (part.map { [Byte.slash] + $0 } ?? [])
    let bar = words.map { [Byte.bar] + $0 } ?? []
    let text = Array("[[".utf8) + inside + bar + Array("]]".utf8)
    return ByteEdit(range: link.whole, bytes: (link.isEmbed ? [Byte.bang] : []) + text)
  }

  private static func address(of path: NotePath, _ part: [UInt8]?) -> [UInt8] {
    func encoded(_ bytes: [UInt8]) -> String { Percent.text(of: bytes) { Byte.isName($0) } }
    let header = part.map { "&header=\(encoded($0))" } ?? ""
    return Array("bear://x-callback-url/open-note?id=\(encoded(path.bytes))\(header)".utf8)
  }

  /// Returns the range of the address if only that is replaced: in a definition, and in a link whose text
  /// has a picture. Nil for a link that is replaced as a whole.
  private static func destination(of link: NoteScan.Link, in bytes: Bytes) -> Range<Int>? {
    let holdsPicture = link.text.map { bytes[$0].starts(with: "![".utf8) } ?? false
    guard link.kind == .reference || holdsPicture else { return nil }
    return link.target.lowerBound..<(link.part ?? link.target).upperBound
  }

  private func edit(
    _ link: NoteScan.Link, toFile path: NotePath, _ asset: NotePath, in bytes: Bytes
  ) -> ByteEdit {
    let writing = LinkWriting.markdown(asset.bytes)
    if let range = Self.destination(of: link, in: bytes) {
      return ByteEdit(range: range, bytes: writing.target)
    }
    let words = link.text.map { Array(bytes[$0]) } ?? (link.isEmbed ? [] : path.name.bytes)
    if link.kind != .wiki {
      return ByteEdit(
        range: link.target.lowerBound..<(link.part ?? link.target).upperBound,
        bytes: writing.target)
    }
    let text = writing.text(part: nil, words: words)
    return ByteEdit(range: link.whole, bytes: (link.isEmbed ? [Byte.bang] : []) + text)
  }
}

/// The folder or zip in which bundles are written.
protocol BundleDestination: AnyObject {
  func write(_ bytes: [UInt8], at path: NotePath, modified: Timestamp) throws(ExportError)
  func write(_ file: ExportedFile, at path: NotePath) throws(ExportError)
  func finish() throws(ExportError)
}

extension ExportFolder: BundleDestination {
  func write(_ bytes: [UInt8], at path: NotePath, modified: Timestamp) throws(ExportError) {
    try write(bytes, at: path)
  }
}

/// A zip or a tar.
final class ExportArchive: BundleDestination {
  private let path: NotePath
  private let file: ExportFile
  private let archive: any ArchiveWriter

  /// `make` returns a writer to the file descriptor that it gets.
  init(
    _ path: NotePath, _ make: (Int32) throws(SystemError) -> any ArchiveWriter
  ) throws(ExportError) {
    self.path = path
    let file = try ExportFile(path)
    self.file = file
    archive = try onBehalf(of: path, make(file.raw))
  }

  static func zip(_ path: NotePath) throws(ExportError) -> ExportArchive {
    try ExportArchive(path) { (file) throws(SystemError) in try ZipWriter(into: file) }
  }

  func write(_ bytes: [UInt8], at inner: NotePath, modified: Timestamp) throws(ExportError) {
    try onBehalf(of: path, archive.add(inner, bytes, modified: modified))
  }

  func write(_ file: ExportedFile, at inner: NotePath) throws(ExportError) {
    try onBehalf(of: path, archive.begin(inner, size: file.size, modified: file.modified))
    let failure = try onBehalf(
      of: path, file.read { part throws(SystemError) in try archive.write(part) })
    if let failure { throw .note(failure) }
    try onBehalf(of: path, archive.end())
  }

  func finish() throws(ExportError) {
    try onBehalf(of: path, archive.finish())
    try file.finish()
  }
}
