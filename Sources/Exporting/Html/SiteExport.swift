import Bytes
import Cells
import Entities
import Markdown
import NoteSyntax
import Services
import VaultSettings

/// A website: a page for each note and tag, a list of all notes, a calendar of daily notes, and a search
/// that needs no server.
final class SiteExport: ExportWriter {
  let showsEmbeds = true
  private let folder: ExportFolder
  private let notes: [NotePath: ExportedNote]
  private let order: [NotePath]
  private let names: SiteNames
  private let links: ExportLinks
  private let daily: DailyNotes
  private let files: any VaultFiles
  private let vault: String
  /// The entries of the search, as JSON.
  private var found: [String] = []

  init(
    _ plan: ExportPlan, _ names: FileNames, _ files: any VaultFiles
  ) throws(ExportError) {
    self.files = files
    folder = try ExportFolder(plan.request)
    notes = Dictionary(plan.notes.map { ($0.path, $0) }, uniquingKeysWith: { $1 })
    order = plan.notes.map(\.path)
    self.names = SiteNames(plan)
    links = ExportLinks(plan, names)
    daily = plan.request.daily
    vault = plan.vault
  }

  func add(_ note: ExportedNote, _ text: [UInt8], _ embeds: Embeds) throws(ExportError) {
    guard let page = names.pages[note.path] else { return }
    let context = links.context(of: note) { [names] tag in
      guard let tag = names.tags[tag.lowercased()] else { return .nothing }
      return .address(SiteNames.address(of: tag.page, from: page))
    } _: { [names, files] target, link in
      Self.address(of: target, for: link, on: page, names, files)
    }
    let inside = NotePage.html(of: text, embeds: embeds, context)
    // Tags and properties are below the title, even if the title is the note's own heading.
    let ownTitle = note.beginsWithTitle ? Site.title(of: inside) : 0
    var body = Site.crumbs(of: note.path, on: page)
    if !note.beginsWithTitle { body += "<h1>\(Site.escaped(note.title))</h1>\n" }
    body += String(decoding: inside[..<ownTitle], as: UTF8.self) + facts(of: note, on: page)
    var end = "</article>\n"
    let sources = note.backlinks.map(\.source).reduce(into: [NotePath]()) {
      if $0.last != $1 { $0.append($1) }
    }
    if !sources.isEmpty {
      end +=
        "<section class=\"backlinks\">\n<h2>Links to this note</h2>\n"
        + list(of: sources, on: page) + "</section>\n"
    }
    let article = Array((body + "<article>\n").utf8) + inside[ownTitle...] + Array(end.utf8)
    try write(page, note.title, article)
    addToSearch(note, page, inside)
  }

  private static func address(
    of target: ExportLinks.Target, for link: PageLink, on page: String, _ names: SiteNames,
    _ files: any VaultFiles
  ) -> PageTarget {
    switch target {
    case .note(let note, let id):
      let address = names.pages[note.path].map { SiteNames.address(of: $0, from: page) } ?? ""
      return .address(address + (id.map { "#" + SiteNames.encoded($0) } ?? ""))
    case .file(let path):
      guard let file = names.files[path] else { return .nothing }
      let address = SiteNames.address(of: file, from: page)
      let isPicture = link.isEmbed && PageLink.isPicture(path)
      if SiteNames.isInert(path) { return isPicture ? .picture(address) : .address(address) }
      // A drawing with scripts runs none of them in `img`. Its link downloads the file.
      if isPicture, let drawing = ExportPicture(path, files, drawings: true) {
        return .picture(drawing.address)
      }
      return .download(address, name: path.name.text)
    }
  }

  /// Returns the tags and properties as HTML.
  private func facts(of note: ExportedNote, on page: String) -> String {
    var text = ""
    let tags = note.tags.compactMap { names.tags[$0.lowercased()] }.map { tag in
      "<a class=\"tag\" href=\"\(SiteNames.address(of: tag.page, from: page))\">"
        + "#\(Site.escaped(tag.name))</a>"
    }
    if !tags.isEmpty { text += "<p class=\"tags\">\(tags.joined(separator: " "))</p>\n" }
    let shown = note.properties.filter {
      !["tags", "tag", "title", "publish"].contains($0.name.lowercased())
    }
    if shown.isEmpty { return text }
    text += "<dl class=\"properties\">\n"
    for property in shown {
      text += "<dt>\(Site.escaped(property.name))</dt><dd>\(Site.html(of: property.value))</dd>\n"
    }
    return text + "</dl>\n"
  }

  private func list(of paths: [NotePath], on page: String) -> String {
    let rows = paths.compactMap { path -> String? in
      guard let note = notes[path], let target = names.pages[path] else { return nil }
      return "<li><a href=\"\(SiteNames.address(of: target, from: page))\">"
        + "\(Site.escaped(note.title))</a></li>\n"
    }
    return rows.isEmpty ? "" : "<ul>\n\(rows.joined())</ul>\n"
  }

  private func write(_ page: String, _ title: String, _ body: [UInt8]) throws(ExportError) {
    let top = String(repeating: "../", count: page.utf8.count { $0 == Byte.slash })
    try folder.write(
      Array(Site.head(title: title, top: top).utf8) + body + Array(Site.foot.utf8),
      at: NotePath(page))
  }

  // MARK: - Search

  /// Adds the text of the page without its tags.
  private func addToSearch(_ note: ExportedNote, _ page: String, _ html: [UInt8]) {
    var words: [UInt8] = []
    var isMark = false
    for byte in html {
      if byte == UInt8(ascii: "<") { isMark = true }
      if !isMark { words.append(byte == Byte.lineFeed ? Byte.space : byte) }
      if byte == UInt8(ascii: ">") { isMark = false }
    }
    let text = HtmlText.plain(String(decoding: words, as: UTF8.self))
    let tags = note.tags.map { "#" + $0 }.joined(separator: " ")
    let values = [note.title, SiteNames.encoded(page), tags, text].map { JSONText.quoted($0) }
    found.append("[\(values.joined(separator: ","))]")
  }

  // MARK: - The end

  func add(_ file: ExportedFile) throws(ExportError) {
    guard let name = names.files[file.path] else { return }
    try folder.write(file, at: NotePath(name))
  }

  func finish() throws(ExportError) -> [ExportNotice] {
    try folder.write(Array(Site.style.utf8), at: NotePath("style.css"))
    try folder.write(Array(Site.script.utf8), at: NotePath("site.js"))
    try folder.write(
      Array("var notes=[\n\(found.joined(separator: ",\n"))\n];\n".utf8), at: NotePath("search.js"))
    for tag in names.tags.values.sorted(by: { $0.page < $1.page }) {
      let body = "<h1>#\(Site.escaped(tag.name))</h1>\n" + list(of: tag.notes, on: tag.page)
      try write(tag.page, "#" + tag.name, Array(body.utf8))
    }
    let tags = names.tags.values.sorted { $0.name.lowercased() < $1.name.lowercased() }
    let rows = tags.map { tag in
      "<li><a href=\"\(SiteNames.address(of: tag.page, from: "tags.html"))\">"
        + "#\(Site.escaped(tag.name))</a> \(tag.notes.count)</li>\n"
    }
    let all = rows.isEmpty ? "<p>No note has a tag.</p>\n" : "<ul>\n\(rows.joined())</ul>\n"
    try write("tags.html", "Tags", Array(("<h1>Tags</h1>\n" + all).utf8))
    try write("calendar.html", "Calendar", Array(calendar().utf8))
    let title = vault.isEmpty ? "Notes" : vault
    let front = "<h1>\(Site.escaped(title))</h1>\n" + tree()
    try write("index.html", title, Array(front.utf8))
    try folder.finish()
    return []
  }

  /// Returns all notes in the folders of the vault.
  private func tree() -> String {
    var text = "<ul class=\"tree\">\n"
    for step in ContentsTree.steps(of: order.sorted(by: Site.foldersFirst)) {
      switch step {
      case .open(let folder):
        text += "<li><details><summary>\(Site.escaped(folder))</summary><ul>\n"
      case .close: text += "</ul></details></li>\n"
      case .note(let path):
        guard let note = notes[path], let page = names.pages[path] else { continue }
        let title = Site.escaped(note.title)
        text += "<li><a href=\"\(SiteNames.encoded(page))\">\(title)</a></li>\n"
      }
    }
    return text + "</ul>\n"
  }

  private func calendar() -> String {
    var days: [Day: NotePath] = [:]
    for path in order {
      if let day = daily.day(of: NoteID(path)), days[day] == nil { days[day] = path }
    }
    if days.isEmpty { return "<h1>Calendar</h1>\n<p>There are no daily notes.</p>\n" }
    let months = Dictionary(grouping: days.keys) { day in
      Day(number(of: day.time.year, day.time.month))
    }
    return months.sorted { $0.key > $1.key }.reduce("<h1>Calendar</h1>\n") { text, month in
      text
        + Site.month(month.key) { day in
          guard let path = days[day], let page = names.pages[path] else { return nil }
          return SiteNames.encoded(page)
        }
    }
  }

  private func number(of year: Int, _ month: Int) -> Int {
    CivilCalendar.day(of: CivilTime(year: year, month: month, day: 1))
  }
}
