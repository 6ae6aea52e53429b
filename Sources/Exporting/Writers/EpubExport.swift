import Archives
import Entities
import Files
import Glibc
import Markdown
import NoteSyntax
import Services

/// An EPUB with a chapter for each note, in the order of their paths.
final class EpubExport: ExportWriter {
  let showsEmbeds = true
  private let path: NotePath
  private let file: ExportFile
  private let zip: ZipWriter
  private let links: ExportLinks
  private let notes: [ExportedNote]
  private let numbers: [NotePath: Int]
  private let files: any VaultFiles
  /// The book's date: `SOURCE_DATE_EPOCH`, or that of the newest note.
  private let moment: Timestamp
  private var pictures: [NotePath: (name: String, picture: ExportPicture)] = [:]
  /// The numbers of pages with MathML, which the manifest must declare.
  private var formulas: Set<Int> = []

  init(
    _ plan: ExportPlan, _ names: FileNames, _ files: any VaultFiles
  ) throws(ExportError) {
    path = plan.request.destination
    notes = plan.notes
    self.files = files
    links = ExportLinks(plan, names)
    numbers = plan.numbers
    let epoch = getenv("SOURCE_DATE_EPOCH").flatMap { Int64(String(cString: $0)) }
    moment = epoch.map { Timestamp(seconds: $0) } ?? plan.newest
    let file = try ExportFile(path)
    self.file = file
    zip = try onBehalf(of: path, ZipWriter(into: file.raw))
    for (number, planned) in plan.files.enumerated() {
      guard PageLink.isPicture(planned.path), let picture = ExportPicture(planned.path, files)
      else {
        continue
      }
      let ending = picture.kind.dropFirst("image/".count)
      pictures[planned.path] = ("p\(number + 1).\(ending)", picture)
    }
    try put("mimetype", "application/epub+zip", isStored: true)
    try put(
      "META-INF/container.xml",
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
      <rootfiles><rootfile full-path="book/content.opf" \
      media-type="application/oebps-package+xml"/></rootfiles>
      </container>

      """)
  }

  private func put(
    _ name: String, _ text: String, isStored: Bool = false
  ) throws(ExportError) {
    try put(name, Array(text.utf8), isStored: isStored)
  }

  private func put(
    _ name: String, _ bytes: [UInt8], isStored: Bool = false
  ) throws(ExportError) {
    try onBehalf(of: path, zip.add(NotePath(name), bytes, modified: moment, isStored: isStored))
  }

  private static func page(_ title: String, _ body: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE html>
    <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en" \
    xml:lang="en">
    <head><title>\(Site.escaped(title).isEmpty ? "Note" : Site.escaped(title))</title>\
    <link rel="stylesheet" type="text/css" href="style.css"/></head>
    <body>
    \(body)</body>
    </html>

    """
  }

  func add(_ note: ExportedNote, _ text: [UInt8], _ embeds: Embeds) throws(ExportError) {
    let names = pictures.mapValues(\.name)
    var context = links.context(of: note) { [numbers] target, link in
      switch target {
      case .note(let target, let id):
        let page = "n\(numbers[target.path] ?? 0).xhtml"
        return .address(page + (id.map { "#i-" + SiteNames.encoded($0) } ?? ""))
      case .file(let path):
        return link.isEmbed ? names[path].map { .picture($0) } ?? .nothing : .nothing
      }
    }
    // An id in XML begins with a letter.
    context.prefix = "i-"
    let title = note.beginsWithTitle ? "" : "<h1>\(Site.escaped(note.title))</h1>\n"
    let inside = NotePage.html(of: text, embeds: embeds, context)
    let number = numbers[note.path] ?? 0
    if inside.firstRange(of: Array("<math ".utf8)) != nil { formulas.insert(number) }
    try put(
      "book/n\(number).xhtml",
      Self.page(note.title, title + String(decoding: inside, as: UTF8.self)))
  }

  func finish() throws(ExportError) -> [ExportNotice] {
    try put("book/style.css", Self.style)
    let sorted = pictures.values.sorted { $0.name < $1.name }
    for (name, picture) in sorted { try put("book/\(name)", picture.bytes) }
    let title = Site.escaped(notes.count == 1 ? notes[0].title : path.stem.text)
    let id =
      "urn:notes-tui:" + String(notes.reduce(UInt64(5381)) { $0 &* 33 ^ $1.digest }, radix: 16)
    let rows = Array(1...max(1, notes.count))
    let (contents, points) = contents()
    try put(
      "book/nav.xhtml",
      Self.page(
        "Contents", "<nav epub:type=\"toc\"><h1>Contents</h1>\n<ol>\n\(contents)</ol></nav>\n"))
    try put(
      "book/toc.ncx",
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1">
      <head><meta name="dtb:uid" content="\(id)"/></head>
      <docTitle><text>\(title)</text></docTitle>
      <navMap>
      \(points)</navMap>
      </ncx>

      """)
    let items =
      rows.map { row in
        "<item id=\"n\(row)\" href=\"n\(row).xhtml\" media-type=\"application/xhtml+xml\""
          + (formulas.contains(row) ? " properties=\"mathml\"" : "") + "/>\n"
      }
      + sorted.enumerated().map {
        "<item id=\"p\($0 + 1)\" href=\"\($1.name)\" media-type=\"\($1.picture.kind)\"/>\n"
      }
    let spine = rows.map { "<itemref idref=\"n\($0)\"/>\n" }.joined()
    let authors = authors.map { "<dc:creator>\(Site.escaped($0))</dc:creator>\n" }.joined()
    try put(
      "book/content.opf",
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
      <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
      <dc:identifier id="id">\(id)</dc:identifier>
      <dc:title>\(title.isEmpty ? "Notes" : title)</dc:title>
      \(authors)<dc:language>en</dc:language>
      <meta property="dcterms:modified">\(moment.written)</meta>
      </metadata>
      <manifest>
      <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
      <item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
      <item id="style" href="style.css" media-type="text/css"/>
      \(items.joined())</manifest>
      <spine toc="ncx">
      \(spine)</spine>
      </package>

      """)
    try onBehalf(of: path, zip.finish())
    try file.finish()
    return []
  }

  /// Returns the table of contents for EPUB 3 and, as points, for EPUB 2.
  private func contents() -> (list: String, points: String) {
    var (list, points) = ("", "")
    var number = 1
    var folders = 0
    func point(_ id: String, _ title: String) -> String {
      "<navPoint id=\"\(id)\" playOrder=\"\(number)\"><navLabel><text>\(title)</text></navLabel>"
        + "<content src=\"n\(number).xhtml\"/>"
    }
    for step in ContentsTree.steps(of: notes.map(\.path)) {
      switch step {
      case .open(let folder):
        folders += 1
        list += "<li><span>\(Site.escaped(folder))</span>\n<ol>\n"
        // Each point must have a target: a folder's is its first note.
        points += point("f\(folders)", Site.escaped(folder)) + "\n"
      case .close:
        list += "</ol>\n</li>\n"
        points += "</navPoint>\n"
      case .note:
        let title = Site.escaped(notes[number - 1].title)
        list += "<li><a href=\"n\(number).xhtml\">\(title)</a></li>\n"
        points += point("p\(number)", title) + "</navPoint>\n"
        number += 1
      }
    }
    return (list, points)
  }

  private static let mostAuthors = 20

  /// The authors that the notes' properties name.
  private var authors: [String] {
    var seen: Set<String> = []
    let values = notes.flatMap(\.properties).filter {
      ["author", "authors"].contains($0.name.lowercased())
    }.flatMap { property -> [PropertyValue] in
      if case .list(let values) = property.value { values } else { [property.value] }
    }
    let names = values.map { value in
      let name = Site.words(of: value).replacing("[[", with: "").replacing("]]", with: "")
      return name.split(separator: " ").joined(separator: " ")
    }
    return Array(names.filter { !$0.isEmpty && seen.insert($0).inserted }.prefix(Self.mostAuthors))
  }

  private static let style = """
    pre { white-space: pre-wrap; }
    blockquote, .embed, .query, .callout { margin: 1em 0; padding: 0 1em; border-left: 3px solid; }
    .callout-title { font-weight: bold; }
    .kind { font-weight: normal; font-variant: small-caps; }
    .task { list-style: none; }
    table { border-collapse: collapse; }
    th, td { border: 1px solid; padding: .2em .5em; }
    .right { text-align: right; }
    .center { text-align: center; }

    """
}
