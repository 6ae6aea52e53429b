import Bytes
import Entities
import Markdown
import NoteSyntax
import Services

/// A folder of CommonMark that any other program reads: links lead from file to file, and what notes show
/// of others is written in.
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
