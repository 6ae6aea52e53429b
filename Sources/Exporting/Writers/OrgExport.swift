import Bytes
import Entities
import Markdown
import NoteSyntax
import Services

/// A folder of Org files, one for each note, with links between them.
final class OrgExport: ExportWriter {
  let showsEmbeds = true
  private let folder: ExportFolder
  private var paths: [NotePath: NotePath] = [:]
  private let links: ExportLinks

  init(_ plan: ExportPlan, _ names: FileNames) throws(ExportError) {
    folder = try ExportFolder(plan.request)
    links = ExportLinks(plan, names)
    var free = FreeNames()
    for note in plan.notes {
      paths[note.path] = free.free(Self.linkable(note.path), ending: ".org")
    }
    for file in plan.files { paths[file.path] = free.free(Self.linkable(file.path)) }
  }

  /// Replaces what a link in Org cannot contain: brackets end it, and two colons begin a part.
  private static func linkable(_ path: NotePath) -> NotePath {
    let signs: [Character: Character] = ["[": "(", "]": ")", "\\": "-"]
    return NotePath(
      String(path.text.map { signs[$0] ?? ($0.isNewline ? " " : $0) }).replacing("::", with: ":-"))
  }

  func add(_ note: ExportedNote, _ text: [UInt8], _ embeds: Embeds) throws(ExportError) {
    guard let home = paths[note.path] else { return }
    let context = links.context(of: note) { [paths] target, link in
      switch target {
      case .file(let path):
        guard let address = paths[path].map({ Self.address(of: $0, from: home) }) else {
          return .nothing
        }
        return link.isEmbed && PageLink.isPicture(path) ? .picture(address) : .address(address)
      case .note(let target, let part):
        return paths[target.path].map { path in
          .address(Self.address(of: path, from: home) + Self.search(for: part, in: target))
        } ?? .nothing
      }
    }
    let body = OrgNote(of: text, embeds: embeds, context)
    try folder.write(Array(Self.head(of: note, body.keywords).utf8) + body.bytes, at: home)
  }

  private static func address(of path: NotePath, from home: NotePath) -> String {
    let encoded = LinkWriting.markdown(relativeTo: path, from: home).target
    return "file:" + Percent.decodedAsWritten(String(decoding: encoded, as: UTF8.self))
  }

  /// Returns `::*Heading` or `::^block`; nothing for a heading that a link cannot contain.
  private static func search(for part: String?, in note: ExportedNote) -> String {
    guard let part else { return "" }
    if part.hasPrefix("block.") {
      let name = part.dropFirst("block.".count)
      return note.blocks.first { $0.lowercased() == name }.map { "::^\($0)" } ?? ""
    }
    guard let heading = note.headings.first(where: { $0.anchor == part }) else { return "" }
    let title = OrgNote.title(of: heading.text, PageContext { _ in .nothing })
    return title.contains { "[]\u{200b}".contains($0) } ? "" : "::*\(title)"
  }

  private static func head(of note: ExportedNote, _ keywords: Set<String>) -> String {
    func line(_ text: String) -> String { String(decoding: Byte.onOneLine(text), as: UTF8.self) }
    var head = ""
    let shown = note.properties.filter {
      !["tags", "tag", "title", "aliases", "alias"].contains($0.name.lowercased())
    }
    var drawer = shown.map { property in
      let name = property.name.map { $0.isWhitespace || $0 == ":" ? "_" : String($0) }.joined()
      return ":\(name): \(line(Site.words(of: property.value)))\n"
    }
    if !note.aliases.isEmpty {
      let names = note.aliases.map { "\"\(line($0).replacing("\"", with: "'"))\"" }
      drawer.append(":ROAM_ALIASES: \(names.joined(separator: " "))\n")
    }
    if !drawer.isEmpty { head += ":PROPERTIES:\n\(drawer.joined()):END:\n" }
    head += "#+title: \(OrgNote.title(plain: line(note.title)))\n"
    let day = CivilCalendar.civil(note.created)
    head += "#+date: [\(day.date) \(Day(day).weekday.name.prefix(3)) \(day.clock.prefix(5))]\n"
    if !note.tags.isEmpty { head += "#+filetags: :\(note.tags.joined(separator: ":")):\n" }
    // Org must declare keywords other than TODO and DONE.
    if !keywords.isSubset(of: ["TODO", "DONE"]) { head += "#+todo: TODO DOING | DONE CANCELLED\n" }
    return head + "#+options: ^:nil\n\n"
  }

  func add(_ file: ExportedFile) throws(ExportError) {
    if let path = paths[file.path] { try folder.write(file, at: path) }
  }

  func finish() throws(ExportError) -> [ExportNotice] {
    try folder.finish()
    return []
  }
}
