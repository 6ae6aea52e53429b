import Entities
import NoteSyntax
import Tasks

/// A scan as words, each range given by its text.
enum ScanText {
  static func scan(_ text: String, _ options: ScanOptions = ScanOptions()) -> [String] {
    scan(Array(text.utf8), options)
  }

  static func scan(_ bytes: [UInt8], _ options: ScanOptions = ScanOptions()) -> [String] {
    told(NoteScanner.scan(bytes.span, options), bytes)
  }

  static func told(_ scan: NoteScan, _ bytes: [UInt8]) -> [String] {
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    var told: [String] = []
    if let problem = scan.frontMatterProblem { told.append("problem \(problem)") }
    for property in scan.properties {
      told.append("\(property.name): \(property.values.joined(separator: " + "))")
    }
    told += scan.aliases.map { "alias \($0)" }
    told += scan.headings.map { "\($0.line) h\($0.level) \(text($0.text))" }
    for link in scan.links {
      var words = "\(link.line) \(link.isExternal ? "external" : "\(link.kind)")"
      words += link.isEmbed ? " embed" : ""
      words += " <\(text(link.target))>"
      if let part = link.part { words += " #\(text(part))" }
      if let shown = link.text { words += " |\(text(shown))" }
      told.append(words)
    }
    told += scan.tags.map { "\($0.line) #\($0.name)" }
    told += scan.blocks.map { "\($0.line) ^\(text($0.id))" }
    for task in scan.tasks {
      var words = "\(task.line) [\(task.status)] \(text(task.text))"
      let line = TaskLine(bytes.span, mark: task.status, text: task.text)
      let facts = line.facts(in: bytes.span)
      if let due = facts.due?.time {
        words += " due \(due.year)-\(due.month)-\(due.day)"
      }
      told.append(words)
    }
    return told
  }
}
