import Entities
import Markdown
import NoteSyntax
import Services

/// All notes on one page, in one file: links lead within it, pictures are in it, and nothing runs.
final class SingleExport: ExportWriter {
  let showsEmbeds = true
  private let file: ExportFile
  private let links: ExportLinks
  private let numbers: [NotePath: Int]
  private let files: any VaultFiles
  private let hasContents: Bool

  init(
    _ plan: ExportPlan, _ names: FileNames, _ files: any VaultFiles, to path: NotePath? = nil
  ) throws(ExportError) {
    file = try ExportFile(path ?? plan.request.destination)
    links = ExportLinks(plan, names)
    self.files = files
    hasContents = plan.notes.count > 1
    numbers = Dictionary(
      plan.notes.enumerated().map { ($1.path, $0 + 1) }, uniquingKeysWith: { $1 })
    try file.write(Array(Self.head(plan).utf8))
  }

  private static func head(_ plan: ExportPlan) -> String {
    let title = plan.notes.count == 1 ? plan.notes[0].title : plan.request.destination.stem.text
    var text = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; \
      style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'" />
      <title>\(Site.escaped(title).isEmpty ? "Notes" : Site.escaped(title))</title>
      <style>
      \(Site.style)@page { size: A4; margin: 20mm; }
      section.note { break-before: page; }
      section.note:first-of-type { break-before: auto; }
      </style>
      </head>
      <body>
      <main>

      """
    if plan.notes.count > 1 {
      text += "<ul class=\"contents\">\n"
      for (index, note) in plan.notes.enumerated() {
        text += "<li><a href=\"#n\(index + 1)\">\(Site.escaped(note.title))</a></li>\n"
      }
      text += "</ul>\n"
    }
    return text
  }

  func add(_ note: ExportedNote, _ text: [UInt8], _ embeds: Embeds) throws(ExportError) {
    let prefix = "n\(numbers[note.path] ?? 0)-"
    var context = PageContext { [links, numbers, files] link in
      if link.kind == .tag { return .nothing }
      if link.kind == .markdown, let outside = PageTarget.outside(link.target) { return outside }
      switch links.target(of: link, in: note.path) {
      case .note(let target, let id):
        let number = "#n\(numbers[target.path] ?? 0)"
        return .address(number + (id.map { SiteNames.encoded("-" + $0) } ?? ""))
      case .file(let path):
        let picture = link.isEmbed ? ExportPicture(path, files) : nil
        return picture.map { .picture($0.address) } ?? .nothing
      case nil: return .nothing
      }
    }
    context.prefix = prefix
    context.anchors = note.anchors
    try file.write(Array("<section class=\"note\" id=\"\(prefix.dropLast())\">\n".utf8))
    if !note.beginsWithTitle {
      try file.write(Array("<h1>\(Site.escaped(note.title))</h1>\n".utf8))
    }
    try file.write(NotePage.html(of: text, embeds: embeds, context) + Array("</section>\n".utf8))
  }

  /// Pictures are in the page already.
  func add(_ file: ExportedFile) throws(ExportError) {}

  func finish() throws(ExportError) -> [ExportNotice] {
    try file.write(Array(Site.foot.utf8))
    try file.finish()
    return []
  }
}

extension ExportedNote {
  /// The ids of headings, by their lines.
  var anchors: [Int: String] {
    Dictionary(headings.map { ($0.line, $0.anchor) }, uniquingKeysWith: { first, _ in first })
  }

  var beginsWithTitle: Bool {
    headings.first.map { $0.level == 1 && $0.text == title } ?? false
  }
}
