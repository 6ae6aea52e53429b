import Bytes
import Cells
import Entities
import Services

/// Each note with all its facts as JSON: an array, or an object per line.
final class JSONExport: PlainExportWriter {
  private let file: ExportFile
  private let isDocument: Bool
  private var isFirst = true

  init(_ path: NotePath, isDocument: Bool) throws(ExportError) {
    file = try ExportFile(path)
    self.isDocument = isDocument
  }

  func add(_ note: ExportedNote, _ text: [UInt8]) throws(ExportError) {
    let object = Self.json(of: note, text)
    try file.write(Array((isDocument ? (isFirst ? "[\n" : ",\n") + object : object + "\n").utf8))
    isFirst = false
  }

  func finish() throws(ExportError) -> [ExportNotice] {
    if isDocument { try file.write(Array((isFirst ? "[]\n" : "\n]\n").utf8)) }
    try file.finish()
    return []
  }

  // MARK: - A note

  private static func json(of note: ExportedNote, _ text: [UInt8]) -> String {
    var members = path(note.path)
    members += [
      ("title", JSONText.quoted(note.title)),
      ("created", time(note.created)), ("modified", time(note.modified)),
      ("tags", strings(note.tags)), ("aliases", strings(note.aliases)),
      ("properties", object(note.properties.map { ($0.name, json(of: $0.value)) })),
      ("headings", array(note.headings.map(json))),
      ("links", array(note.links.map(json))),
      (
        "backlinks",
        array(note.backlinks.map { object(path($0.source) + [("line", "\($0.line)")]) })
      ),
      ("tasks", array(note.tasks.map(json))),
      ("digest", JSONText.quoted(String(note.digest, radix: 16))),
      ("text", JSONText.quoted(String(decoding: text, as: UTF8.self))),
    ]
    return object(members)
  }

  private static func json(of heading: ExportedNote.Heading) -> String {
    object([
      ("line", "\(heading.line)"), ("level", "\(heading.level)"),
      ("text", JSONText.quoted(heading.text)), ("anchor", JSONText.quoted(heading.anchor)),
    ])
  }

  private static func json(of link: ExportedNote.Link) -> String {
    object(
      [("line", "\(link.line)"), ("link", JSONText.quoted(link.written))]
        + (link.target.map { path($0, named: "target") } ?? [("target", "null")])
        + [("embed", "\(link.isEmbed)")])
  }

  private static func json(of task: TaskRecord) -> String {
    let facts = task.facts
    func day(_ day: Day?) -> String { day.map { JSONText.quoted($0.text) } ?? "null" }
    return object([
      ("line", "\(task.line)"), ("text", JSONText.quoted(facts.words)),
      ("status", JSONText.quoted(facts.type.word)),
      ("priority", JSONText.quoted("\(facts.priority)")), ("due", day(facts.due)),
      ("scheduled", day(facts.scheduled)), ("start", day(facts.start)), ("done", day(facts.done)),
      ("recurrence", facts.recurrence.map { JSONText.quoted($0) } ?? "null"),
      ("tags", strings(facts.tags)), ("blocked", "\(task.isBlocked)"),
    ])
  }

  private static func json(of value: PropertyValue) -> String {
    switch value {
    case .null: "null"
    case .checkbox(let value): "\(value)"
    case .number: Site.words(of: value)
    case .text(let text): JSONText.quoted(text)
    case .list(let values): array(values.map(json))
    case .object(let pairs): object(pairs.map { ($0.name, json(of: $0.value)) })
    }
  }

  // MARK: - Parts

  /// Returns the path, and its raw bytes if they are not valid UTF-8.
  private static func path(
    _ path: NotePath, named name: String = "path"
  ) -> [(String, String)] {
    let shown = (name, JSONText.quoted(path.text))
    if String(validating: path.bytes, as: UTF8.self) != nil { return [shown] }
    return [shown, ("\(name)Bytes", JSONText.quoted(Percent.text(of: path.bytes)))]
  }

  private static func time(_ moment: Timestamp) -> String {
    JSONText.quoted(moment.written)
  }

  private static func strings(_ texts: [String]) -> String {
    array(texts.map { JSONText.quoted($0) })
  }

  private static func array(_ values: [String]) -> String { "[\(values.joined(separator: ","))]" }

  private static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\(JSONText.quoted($0)):\($1)" }.joined(separator: ",") + "}"
  }
}
