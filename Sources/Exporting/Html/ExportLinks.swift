import Bytes
import Entities
import Markdown
import NoteSyntax
import Services

/// Resolves the links of notes to exported notes and files.
struct ExportLinks: Sendable {
  private let names: FileNames
  private let notes: [NotePath: ExportedNote]
  private let files: Set<NotePath>

  init(_ plan: ExportPlan, _ names: FileNames) {
    self.names = names
    notes = Dictionary(plan.notes.map { ($0.path, $0) }, uniquingKeysWith: { $1 })
    files = Set(plan.files.map(\.path))
  }

  enum Target {
    /// `id`: of the heading or block, as in `PageContext`; nil for the whole note.
    case note(ExportedNote, id: String?)
    case file(NotePath)
  }

  /// Returns nil for a link to anything that is not exported.
  func target(of link: PageLink, in note: NotePath) -> Target? {
    let source = link.within.reduce(note) { home, embed in
      path(of: PageLink(.wiki, embed), in: home)?.path ?? home
    }
    guard let (path, part) = path(of: link, in: source) else { return nil }
    if let note = notes[path] { return .note(note, id: part.flatMap { Self.id(of: $0, in: note) }) }
    return files.contains(path) ? .file(path) : nil
  }

  /// Returns the context of a note's page. `address` gives the address of a target on that page.
  func context(
    of note: ExportedNote,
    tag: @escaping @Sendable (_ name: String) -> PageTarget = { _ in .nothing },
    _ address: @escaping @Sendable (Target, PageLink) -> PageTarget
  ) -> PageContext {
    var context = PageContext { link in
      if link.kind == .tag { return tag(link.target) }
      // A picture on the web would be loaded when the page is opened: it is a link.
      if link.kind == .markdown, let outside = PageTarget.outside(link.target) { return outside }
      return target(of: link, in: note.path).map { address($0, link) } ?? .nothing
    }
    context.anchors = note.anchors
    context.tasks = note.tasksByLine
    return context
  }

  private func path(of link: PageLink, in source: NotePath) -> (path: NotePath, part: String?)? {
    let (name, part) = Self.divided(link)
    let path =
      name.isEmpty
      ? source
      : names.target(
        of: LinkName(link.kind == .wiki ? .wiki : .markdown, Array(name.utf8)), from: source)
    return path.map { ($0, part) }
  }

  private static func divided(_ link: PageLink) -> (name: String, part: String?) {
    guard let sign = link.target.firstIndex(of: "#") else { return (link.target, nil) }
    let part = link.target[link.target.index(after: sign)...]
    let plain = link.kind == .wiki ? String(part) : Percent.decodedAsWritten(String(part))
    return (String(link.target[..<sign]), plain.isEmpty ? nil : plain)
  }

  private static func id(of part: String, in note: ExportedNote) -> String? {
    if part.hasPrefix("^") {
      let name = part.dropFirst().lowercased()
      return note.blocks.contains { $0.lowercased() == name } ? "block." + name : nil
    }
    let headings = note.headings.map { (level: $0.level, text: $0.text) }
    return HeadingAnchors.position(ofPart: part, in: headings).map { note.headings[$0].anchor }
  }
}

/// A picture for a page or a book, of a kind that every reader shows.
struct ExportPicture {
  let bytes: [UInt8]
  /// `image/png`
  let kind: String

  /// Larger pictures are left out.
  private static let largest = 32 << 20

  /// Nil if the content is not a picture. `drawings`: includes SVG, whose scripts do not run in a picture
  /// of a page.
  init?(_ path: NotePath, _ files: any VaultFiles, drawings: Bool = false) {
    guard let size = files.fact(ofAttachment: path)?.size, size <= Self.largest else { return nil }
    var bytes: [UInt8] = []
    let file = ExportedFile(path: path, size: size, modified: Timestamp(seconds: 0), files: files)
    guard case .success(nil) = Result(catching: { try file.read { bytes += $0 } }) else {
      return nil
    }
    let kinds: [(head: [UInt8], kind: String)] = [
      ([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], "image/png"),
      ([0xff, 0xd8, 0xff], "image/jpeg"), (Array("GIF8".utf8), "image/gif"),
    ]
    let isDrawing =
      drawings && path.name.text.lowercased().hasSuffix(".svg")
      && bytes.firstRange(of: Array("<svg".utf8)) != nil
    let found = kinds.first { bytes.starts(with: $0.head) }
    guard let kind = found?.kind ?? (isDrawing ? "image/svg+xml" : nil) else { return nil }
    (self.bytes, self.kind) = (bytes, kind)
  }

  /// `data:image/png;base64,…`
  var address: String {
    "data:\(kind);base64,\(String(decoding: Base64Writer.text(of: bytes), as: UTF8.self))"
  }
}
