import Bytes
import Entities
import Markdown
import NoteSyntax
import Services

/// An OPML outline of folders, their notes, and the headings and lists of each note.
final class OpmlExport: ExportWriter {
  let showsEmbeds = true
  private let file: ExportFile
  private let links: ExportLinks
  /// The names of the open folders, the outermost first.
  private var open: [[UInt8]] = []

  init(_ plan: ExportPlan, _ names: FileNames) throws(ExportError) {
    file = try ExportFile(plan.request.destination)
    links = ExportLinks(plan, names)
    try put(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <opml version="2.0">
      <head><title>\(Site.escaped(plan.request.destination.stem.text))</title>\
      <dateModified>\(Self.time(plan.newest))</dateModified></head>
      <body>

      """)
  }

  private func put(_ text: String) throws(ExportError) { try file.write(Array(text.utf8)) }

  /// `02 Mar 2026 10:30:00 GMT`
  private static func time(_ moment: Timestamp) -> String {
    DateFormat("DD MMM YYYY HH:mm:ss [GMT]").text(of: CivilCalendar.civil(moment))
  }

  private static func attribute(_ name: String, _ value: String) -> String {
    let lines = value.split(separator: "\n", omittingEmptySubsequences: false)
    return " \(name)=\"\(lines.map { Site.escaped($0) }.joined(separator: "&#10;"))\""
  }

  func add(_ note: ExportedNote, _ text: [UInt8], _ embeds: Embeds) throws(ExportError) {
    try begin(note.path.folder.bytes.split(separator: Byte.slash).map { Array($0) })
    let context = PageContext { link in
      link.kind == .markdown ? PageTarget.outside(link.target) ?? .nothing : .nothing
    }
    let outline = NoteOutline(
      of: text, embeds: embeds, beginsWithTitle: note.beginsWithTitle, context)
    var depth = -1
    for item in outline.items {
      if item.depth <= depth {
        try put(String(repeating: "</outline>\n", count: depth - item.depth + 1))
      }
      depth = item.depth
      try put(Self.element(item, of: note))
    }
    try put(String(repeating: "</outline>\n", count: depth + 1))
  }

  private static func element(_ item: NoteOutline.Item, of note: ExportedNote) -> String {
    var facts = attribute("text", item.depth == 0 ? note.title : item.words)
    if item.depth == 0 { facts += attribute("created", time(note.created)) }
    if let level = item.level { facts += attribute("heading", "\(level)") }
    switch item.status.map({ TaskStatus.of($0).type }) {
    // OPML has no cancelled tasks.
    case .done, .cancelled:
      facts += attribute("_status", "checked") + attribute("_complete", "true")
    case .inProgress: facts += attribute("_status", "indeterminate")
    case _?: facts += attribute("_status", "unchecked")
    case nil: break
    }
    let text = item.text
    if !text.isEmpty { facts += attribute("_note", text) }
    return "<outline\(facts)>\n"
  }

  /// Closes the folders that the next note is not in, and opens the folders that it is in.
  private func begin(_ folders: [[UInt8]]) throws(ExportError) {
    let same = zip(open, folders).prefix { $0 == $1 }.count
    try put(String(repeating: "</outline>\n", count: open.count - same))
    for folder in folders[same...] {
      let name = Self.attribute("text", String(decoding: folder, as: UTF8.self))
      try put("<outline\(name)>\n")
    }
    open = folders
  }

  func finish() throws(ExportError) -> [ExportNotice] {
    try begin([])
    try put("</body>\n</opml>\n")
    try file.finish()
    return []
  }
}
