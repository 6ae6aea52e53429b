import Bytes
import Entities
import Files
import Markdown
import NoteSyntax
import Services

/// A folder of CommonMark files for any other program: links lead from file to file, and embeds and
/// answers of query blocks are part of the text.
final class MarkdownExport: ExportWriter {
  let showsEmbeds = true
  private let folder: ExportFolder
  private let paths: [NotePath: NotePath]
  private let links: ExportLinks

  init(_ plan: ExportPlan, _ names: FileNames) throws(ExportError) {
    folder = try ExportFolder(plan.request)
    links = ExportLinks(plan, names)
    var free = FreeNames()
    let all = plan.notes.map(\.path) + plan.files.map(\.path)
    paths = Dictionary(all.map { ($0, free.free($0)) }, uniquingKeysWith: { $1 })
  }

  func add(_ note: ExportedNote, _ text: [UInt8], _ embeds: Embeds) throws(ExportError) {
    guard let home = paths[note.path] else { return }
    let linked = LinkedText(links: links) { [paths] target in
      switch target {
      case .file(let path): paths[path].map { Self.address(of: $0, from: home) }
      case .note(let note, let part):
        paths[note.path].map { path in
          let isHeading = part.map { !$0.hasPrefix("block.") } ?? false
          let anchor = isHeading ? part.map { "#" + SiteNames.encoded($0) } ?? "" : ""
          let isHere = path == home && isHeading
          return (isHere ? [] : Self.address(of: path, from: home)) + Array(anchor.utf8)
        }
      }
    }
    let written = PortableMarkdown.text(of: text, embeds: embeds) { text, within in
      linked.edits(in: text, of: note.path, within: within)
    }
    try folder.write(written, at: home)
  }

  private static func address(of path: NotePath, from home: NotePath) -> [UInt8] {
    LinkWriting.markdown(relativeTo: path, from: home).target
  }

  func add(_ file: ExportedFile) throws(ExportError) {
    if let path = paths[file.path] { try folder.write(file, at: path) }
  }

  func finish() throws(ExportError) -> [ExportNotice] {
    try folder.finish()
    return []
  }
}

/// A zip of the notes and files as they are.
final class ZipExport: PlainExportWriter {
  private let zip: ExportArchive

  init(_ path: NotePath) throws(ExportError) { zip = try ExportArchive.zip(path) }

  func add(_ note: ExportedNote, _ text: [UInt8]) throws(ExportError) {
    try zip.write(text, at: note.path, modified: note.modified)
  }

  func add(_ file: ExportedFile) throws(ExportError) { try zip.write(file, at: file.path) }

  func finish() throws(ExportError) -> [ExportNotice] {
    try zip.finish()
    return []
  }
}

/// Throws the system's errors as errors of the export.
func onBehalf<Value>(
  of path: NotePath, _ body: @autoclosure () throws(SystemError) -> Value
) throws(ExportError) -> Value {
  try rethrow(try body()) { (error: SystemError) in
    ExportError.unwritable(path, reason: error.reason)
  }
}

/// Turns a note's links into links of CommonMark to the exported notes and files. A link to anything else
/// becomes text.
struct LinkedText {
  let links: ExportLinks
  /// The percent-encoded address of a target.
  let address: (ExportLinks.Target) -> [UInt8]?

  /// Returns edits of the links below the front matter. `within`: the embeds that the text comes from, the
  /// outermost first.
  func edits(in text: [UInt8], of note: NotePath, within: [String] = []) -> [ByteEdit] {
    let scan = NoteScanner.scan(text.span)
    return scan.links.flatMap { link -> [ByteEdit] in
      if link.whole.lowerBound < scan.body { return [] }
      if link.isExternal { return Self.size(of: link, in: text) }
      var wanted = PageLink(
        link.kind == .wiki ? .wiki : .markdown, Self.written(link, in: text),
        isEmbed: link.isEmbed)
      wanted.within = within
      let target = links.target(of: wanted, in: note)
      let address = target.flatMap(address)
      return link.kind == .wiki
        ? [wiki(link, wanted, target, address, in: text)]
        : Self.markdown(link, address) + Self.size(of: link, in: text)
    }
  }

  private static func written(_ link: NoteScan.Link, in bytes: [UInt8]) -> String {
    let part = link.part.map { [Byte.hash] + bytes[Byte.trimmed(in: bytes.span, $0)] } ?? []
    return String(
      decoding: bytes[Byte.trimmed(in: bytes.span, link.target)] + part, as: UTF8.self)
  }

  private static func markdown(_ link: NoteScan.Link, _ address: [UInt8]?) -> [ByteEdit] {
    if let address {
      let range = link.target.lowerBound..<(link.part ?? link.target).upperBound
      return [ByteEdit(range: range, bytes: address)]
    }
    // A reference link is text once its definition is gone.
    guard link.kind == .markdown, let text = link.text else {
      return [ByteEdit(range: link.whole, bytes: [])]
    }
    return [
      ByteEdit(range: link.whole.lowerBound..<text.lowerBound, bytes: []),
      ByteEdit(range: text.upperBound..<link.whole.upperBound, bytes: []),
    ]
  }

  /// Removes the width of a picture, as in `words|120`, which only Obsidian reads.
  private static func size(of link: NoteScan.Link, in bytes: [UInt8]) -> [ByteEdit] {
    guard link.isEmbed, let text = link.text,
      let bar = bytes[text].lastIndex(of: Byte.bar), isSize(bytes[(bar + 1)..<text.upperBound])
    else { return [] }
    return [ByteEdit(range: bar..<text.upperBound, bytes: [])]
  }

  private static func isSize(_ words: some Collection<UInt8>) -> Bool {
    !words.isEmpty && words.allSatisfy { Byte.isDigit($0) || $0 == UInt8(ascii: "x") }
  }

  private func wiki(
    _ link: NoteScan.Link, _ wanted: PageLink, _ target: ExportLinks.Target?,
    _ address: [UInt8]?, in bytes: [UInt8]
  ) -> ByteEdit {
    let isPicture = link.isEmbed && PageLink.isPicture(NotePath(wanted.target))
    let own = link.text.map { Array(bytes[$0]) } ?? []
    let isSize = isPicture && Self.isSize(own)
    let parts = wanted.target.split(separator: "#")
    let words = Self.escaped(
      own.isEmpty || isSize ? Array(parts.joined(separator: isPicture ? "#" : " › ").utf8) : own)
    guard let address else { return ByteEdit(range: link.whole, bytes: words) }
    let start = Array((isPicture ? "![" : "[").utf8)
    return ByteEdit(
      range: link.whole, bytes: start + words + Array("](".utf8) + address + Array(")".utf8))
  }

  /// Escapes the text of a wiki link, in which no sign is markup.
  private static func escaped(_ words: [UInt8]) -> [UInt8] {
    words.flatMap { "\\`*_[]<&~".utf8.contains($0) ? [Byte.backslash, $0] : [$0] }
  }
}
