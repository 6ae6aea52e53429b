import Entities
import Markdown
import NoteSyntax
import Services

/// One HTML file with all notes: links lead to other parts of it, pictures are embedded, and nothing runs.
final class SingleExport: ExportWriter {
  let showsEmbeds = true
  private let file: ExportFile
  private let links: ExportLinks
  private let numbers: [NotePath: Int]
  private let files: any VaultFiles
  private let drawsFormulas: Bool

  /// `drawsFormulas`: whether the program that shows the page can draw formulas.
  init(
    _ plan: ExportPlan, _ names: FileNames, _ files: any VaultFiles, to path: NotePath? = nil,
    drawsFormulas: Bool = true
  ) throws(ExportError) {
    file = try ExportFile(path ?? plan.request.destination)
    links = ExportLinks(plan, names)
    self.files = files
    self.drawsFormulas = drawsFormulas
    numbers = plan.numbers
    try file.write(Array(Self.head(plan).utf8))
  }

  private static func head(_ plan: ExportPlan) -> String {
    let title = plan.notes.count == 1 ? plan.notes[0].title : plan.request.destination.stem.text
    let text = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; \
      style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'" />
      <title>\(Site.escaped(title).isEmpty ? "Notes" : Site.escaped(title))</title>
      <style>
      \(Site.style)\(paper)</style>
      </head>
      <body>
      <main>

      """
    return plan.notes.count > 1 ? text + cover(plan, title) + contents(plan) : text
  }

  /// Printed pages have numbers, and the table of contents shows them.
  private static let paper = """
    @page { size: A4; margin: 20mm; @bottom-center { content: counter(page); font-size: 9pt; } }
    @page :first { @bottom-center { content: none; } }
    section.note { break-before: page; }
    @media print {
      .cover { break-after: page; padding-top: 35%; text-align: center; }
      .contents, .contents ul { list-style: none; padding-left: 1em; }
      .contents a { text-decoration: none; }
      .contents a::after { content: leader(".") target-counter(attr(href), page); }
    }

    """

  private static func cover(_ plan: ExportPlan, _ title: String) -> String {
    let day = Day(CivilCalendar.civil(plan.newest)).text
    return "<header class=\"cover\">\n<h1>\(Site.escaped(title))</h1>\n"
      + "<p>\(plan.notes.count) notes, \(day)</p>\n</header>\n"
  }

  private static func contents(_ plan: ExportPlan) -> String {
    var text = "<ul class=\"contents\">\n"
    var number = 0
    for step in ContentsTree.steps(of: plan.notes.map(\.path)) {
      switch step {
      case .open(let folder): text += "<li>\(Site.escaped(folder))\n<ul>\n"
      case .close: text += "</ul>\n</li>\n"
      case .note:
        let title = Site.escaped(plan.notes[number].title)
        number += 1
        text += "<li><a href=\"#n\(number)\">\(title)</a></li>\n"
      }
    }
    return text + "</ul>\n"
  }

  func add(_ note: ExportedNote, _ text: [UInt8], _ embeds: Embeds) throws(ExportError) {
    let prefix = "n\(numbers[note.path] ?? 0)-"
    var context = links.context(of: note) { [numbers, files] target, link in
      switch target {
      case .note(let target, let id):
        let number = "#n\(numbers[target.path] ?? 0)"
        return .address(number + (id.map { SiteNames.encoded("-" + $0) } ?? ""))
      case .file(let path):
        let picture = link.isEmbed ? ExportPicture(path, files) : nil
        return picture.map { .picture($0.address) } ?? .nothing
      }
    }
    context.prefix = prefix
    context.drawsFormulas = drawsFormulas
    try file.write(Array("<section class=\"note\" id=\"\(prefix.dropLast())\">\n".utf8))
    if !note.beginsWithTitle {
      try file.write(Array("<h1>\(Site.escaped(note.title))</h1>\n".utf8))
    }
    try file.write(NotePage.html(of: text, embeds: embeds, context) + Array("</section>\n".utf8))
  }

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

  /// The facts of tasks, by their lines.
  var tasksByLine: [Int: TaskFacts] {
    Dictionary(tasks.map { ($0.line, $0.facts) }, uniquingKeysWith: { $1 })
  }

  var beginsWithTitle: Bool {
    headings.first.map { $0.level == 1 && $0.text == title } ?? false
  }
}
