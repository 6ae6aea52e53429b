import Archives
import Entities
import Html
import Services

/// Reads OPML, the exchange format of outliners; each file is a note.
struct OpmlReader: ImportReader {
  /// The number of outline levels that become headings; deeper levels become a list.
  var headings = 0
  /// Whether the outermost items of that list become paragraphs.
  var isFlat = false

  static func isFile(_ entry: SourceTree.Entry) -> Bool { entry.ending == "opml" }

  func read(_ source: SourceTree, into sink: any ImportSink) throws(ImportFailure) {
    for entry in source.entries where Self.isFile(entry) {
      let file = OpmlFile(headings: headings, isFlat: isFlat)
      let reader = XmlReader(file)
      var problem: XmlReader.Problem?
      let end: Void? = try sink.reading(entry.path) { () throws(ImportFailure) in
        try source.forEachPart(of: entry) { part throws(ImportFailure) in
          do throws(XmlReader.Problem) { if problem == nil { try reader.add(part[...]) } } catch {
            problem = error
          }
        }
      }
      if end == nil { continue }
      do throws(XmlReader.Problem) { if problem == nil { try reader.finish() } } catch {
        problem = error
      }
      guard file.isOpml else {
        sink.add(ImportNotice(of: entry.path, problem.map(\.message) ?? "Not an OPML file."))
        continue
      }
      var note = file.note(entry.path, entry.stem)
      note.folder = entry.folder
      note.changed = note.changed ?? entry.modified
      if let problem { note.losses.append("It is broken at \(problem.message); the rest is lost.") }
      try sink.add(note)
    }
  }
}

final class OpmlFile: XmlHandler {
  private let headings: Int
  private(set) var isOpml = false
  private var outline: OutlineText
  private var depth = 0
  private var head: [String: String] = [:]
  /// Whether the text is Markdown, as in Dynalist's files.
  private var isMarkdown: Bool { head["flavor"]?.trimmingBlanks.lowercased() == "dynalist" }
  private var text: [UInt8] = []

  init(headings: Int, isFlat: Bool) {
    self.headings = headings
    outline = OutlineText(isFlat: isFlat)
  }

  func note(_ id: String, _ name: String) -> ImportedNote {
    let title = (head["title"] ?? "").trimmingBlanks
    var note = ImportedNote(id: id, title: title.isEmpty ? name : title, text: outline.bytes)
    note.localCreated = head["dateCreated"].flatMap { EnglishDate.read($0) }
    note.changed = head["dateModified"].flatMap { EnglishDate.read($0) }.map {
      CivilCalendar.moment($0)
    }
    if let owner = head["ownerName"]?.trimmingBlanks, !owner.isEmpty {
      note.extras.append(.init("author", [owner]))
    }
    return note
  }

  func start(_ name: String, _ attributes: [XmlReader.Attribute]) {
    text = []
    switch name {
    case "opml": isOpml = true
    case "outline":
      let values = Dictionary(
        attributes.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
      if depth < headings {
        outline.addHeading(Self.item(values, isMarkdown), level: depth + 1)
      } else {
        outline.add(Self.item(values, isMarkdown), depth: depth - headings)
      }
      depth += 1
    default: break
    }
  }

  func end(_ name: String) {
    if name == "outline" { depth -= 1 }
    if ["title", "dateCreated", "dateModified", "ownerName", "flavor"].contains(name) {
      head[name] = String(decoding: text, as: UTF8.self)
    }
  }

  func text(_ bytes: [UInt8]) { if depth == 0 { text += bytes } }

  private static func item(_ values: [String: String], _ isMarkdown: Bool) -> String {
    func markdown(_ text: String) -> String {
      isMarkdown ? Self.dynalist(text) : Self.markdown(text)
    }
    var words = markdown(values["text"] ?? values["title"] ?? "")
    let addresses = ["htmlUrl", "url", "xmlUrl"].compactMap { values[$0] }.filter { !$0.isEmpty }
    if let first = addresses.first {
      words = WebAddress.link(words.isEmpty ? "link" : words, to: first)
      // A feed has an address in addition to its page's.
      for other in addresses.dropFirst() {
        if let safe = WebAddress.safe(other) { words += " <\(safe)>" }
      }
    }
    if let level = values["heading"].flatMap({ Int($0) }), (1...6).contains(level) {
      words = String(repeating: "#", count: level) + " " + words
    }
    let isDone =
      values["_status"] == "checked"
      || ["_complete", "complete", "checked"].contains { values[$0] == "true" }
    if isDone {
      words = "[x] \(words)"
    } else if let status = values["_status"], ["unchecked", "indeterminate"].contains(status) {
      words = (status == "unchecked" ? "[ ] " : "[/] ") + words
    } else if values["checkbox"] == "true" {
      words = "[ ] \(words)"
    }
    let said = markdown(values["_note"] ?? "")
    return said.isEmpty ? words : "\(words)\n\(said)"
  }

  /// Converts Dynalist's text, where two underscores mean italics.
  private static func dynalist(_ text: String) -> String {
    text.normalizingLineEnds.split(separator: "\n").map { line in
      let words = OutlineMarks.outsideCode(line.trimmingBlanks) {
        OutlineMarks.replacing($0, "__", with: "*")
      }
      return String(decoding: PlainText.guarded(Array(words.utf8)), as: UTF8.self)
    }.joined(separator: "\n")
  }

  /// Converts text; some programs write HTML in attributes.
  private static func markdown(_ text: String) -> String {
    let plain = text.normalizingLineEnds
    let written =
      isHtml(plain)
      ? HtmlMarkdown.answer(of: Array(plain.utf8)).text
      : PlainText.markdown(of: plain.trimmingLines)
    // An item has no empty lines: some Markdown readers would end the list there.
    return String(decoding: written, as: UTF8.self).split(separator: "\n").joined(separator: "\n")
      .trimmingBlanks
  }

  private static func isHtml(_ text: String) -> Bool {
    let tags =
      ["<b>", "<i>", "<u>", "<a ", "<br", "<em>", "<strong>", "<span", "<code>", "<p>"]
      + ["<mark>", "<del>", "<small>"]
    let entities = ["&amp;", "&lt;", "&gt;", "&quot;", "&nbsp;", "&#"]
    return tags.contains { text.contains($0) } || entities.contains { text.contains($0) }
  }
}
