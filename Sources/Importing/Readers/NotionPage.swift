import Bytes
import Entities
import Html

/// Reads a page of Notion's HTML: the meanings of its classes, and the properties above its text.
final class NotionPage {
  private var rows: [HtmlMarkdown.Element] = []
  private var icon = ""

  static func read(_ bytes: [UInt8], into note: inout ImportedNote) {
    let head = NotionPage()
    var rules = HtmlMarkdown.Rules()
    rules.joinsLists = true
    rules.hasCallouts = true
    rules.meaning = head.meaning(of:)
    let page = HtmlMarkdown.answer(of: bytes, rules: rules)
    note.title = page.title ?? note.title
    note.text = page.text
    if !head.icon.isEmpty { note.extras.append(.init("icon", [head.icon])) }
    for row in head.rows { read(row, into: &note) }
  }

  private func meaning(of element: HtmlMarkdown.Element) -> HtmlMarkdown.Meaning? {
    let classes = element.classes
    if classes.isEmpty { return element.name == "aside" ? callout(element) : nil }
    switch element.name {
    case "table" where classes.contains("properties"):
      rows = element.descendants.filter { $0.name == "tr" }
      return .nothing
    case "div" where classes.contains("page-header-icon"):
      icon = element.text
      return .nothing
    case "div" where classes.contains("checkbox"):
      return .box(isDone: classes.contains("checkbox-on"))
    case "span" where classes.contains("selected-value"):
      return .words((element.isFirst ? "" : ", ") + element.text)
    case "a" where classes.contains("table_of_contents-link"):
      return .link(destination: "#" + Percent.text(of: element.text.utf8), words: element.text)
    case "figure" where classes.contains("callout"), "aside": return callout(element)
    default: return classes.contains(where: Self.isDecoration) ? .nothing : nil
    }
  }

  private static func isDecoration(_ name: Substring) -> Bool {
    ["icon", "page-cover-image", "bookmark-image", "bookmark-href"].contains(name)
  }

  private func callout(_ element: HtmlMarkdown.Element) -> HtmlMarkdown.Meaning {
    let icon = element.descendants.first { $0.classes.contains("icon") }?.text ?? ""
    return .callout(head: Array("[!note]\(icon.isEmpty ? "" : " ")\(icon)".utf8))
  }

  // MARK: Properties

  private static func read(_ row: HtmlMarkdown.Element, into note: inout ImportedNote) {
    let cells = row.descendants
    guard let name = cells.first(where: { $0.name == "th" })?.text,
      let value = cells.first(where: { $0.name == "td" })
    else { return }
    let text = value.text
    let start = "property-row-"
    let kind = row.classes.first { $0.hasPrefix(start) }?.dropFirst(start.count) ?? ""
    let parts = value.descendants
    if kind == "checkbox" {
      let isOn = parts.contains { $0.classes.contains("checkbox-on") }
      note.properties.append(.init(name, [isOn ? "true" : "false"], as: .checkbox))
    }
    if text.isEmpty { return }
    switch kind {
    case "multi_select":
      let values = parts.filter { $0.classes.contains("selected-value") }.map(\.text)
      if name.lowercased() == "tags" {
        note.tags = values
      } else {
        note.properties.append(.init(name, values, as: .multitext))
      }
    case "relation":
      let links = parts.filter { $0.name == "a" }.map { link in
        let words = link.descendants.first { $0.classes.contains("icon") }?.text ?? ""
        return NotionReader.link(
          String(link.text.dropFirst(words.count)).trimmingBlanks, link.attribute("href") ?? "")
      }
      note.properties.append(.init(name, links.isEmpty ? [text] : links, as: .multitext))
    case "number", "auto_increment_id":
      note.properties.append(.init(name, [text], as: Double(text) == nil ? .text : .number))
    default: NotionReader.set(name, text.replacing("@", with: ""), kind, in: &note)
    }
  }
}

extension NotionReader {
  /// Sets a property from its text. `kind`: the type that the HTML gives.
  static func set(_ name: String, _ value: String, _ kind: Substring, in note: inout ImportedNote) {
    let date = value.contains("→") ? nil : EnglishDate.read(value)
    switch name.lowercased() {
    case "tags": note.tags = value.split(separator: ",").map { $0.trimmingBlanks }
    case "created" where date != nil, "created time" where date != nil,
      "date created" where date != nil, _ where kind == "created_time" && date != nil:
      note.localCreated = date
    case "last edited time" where date != nil, _ where kind == "last_edited_time" && date != nil:
      note.changed = date.map(CivilCalendar.moment)
    case "url" where value.hasPrefix("http"): note.source = value
    case _ where kind == "date" && date != nil:
      let written = date?.written ?? value
      let isDay = written.hasSuffix("T00:00:00")
      note.properties.append(
        .init(name, [isDay ? String(written.prefix(10)) : written], as: isDay ? .date : .datetime))
    default:
      let links = value.split(separator: ", ").map(Self.linked)
      if links.contains(nil) {
        note.properties.append(.init(name, [value]))
      } else {
        note.properties.append(.init(name, links.compactMap(\.self), as: .multitext))
      }
    }
  }

  /// Turns properties that name files of the export into links.
  static func linkFiles(_ files: Set<String>, in note: inout ImportedNote) {
    for (index, property) in note.properties.enumerated() {
      guard property.values.count == 1, property.values[0].contains("/") else { continue }
      let paths = property.values[0].split(separator: ", ").map {
        Percent.decodedAsWritten(String($0))
      }
      guard paths.allSatisfy({ files.contains(path($0, from: note)) }) else { continue }
      note.properties[index] = .init(
        property.name,
        paths.map { "[[\($0)|\($0.split(separator: "/").last ?? "")]]" }, as: .multitext)
    }
  }

  /// Converts `Name (path%20id.md)` to a link.
  private static func linked(_ value: Substring) -> String? {
    guard value.hasSuffix(")"), let open = value.firstRange(of: " (") else { return nil }
    let path = String(value[open.upperBound...].dropLast())
    return isLink(path) ? link(String(value[..<open.lowerBound]), path) : nil
  }

  static func link(_ words: String, _ address: String) -> String {
    isLink(address) ? "[[\(Percent.decodedAsWritten(address))|\(words)]]" : words
  }

  /// Whether an address leads to a page of the export, which has an id.
  static func isLink(_ address: String) -> Bool {
    guard let dot = address.lastIndex(of: "."), !address.contains("://") else { return false }
    return ["md", "html", "csv"].contains(address[dot...].dropFirst())
      && split(Percent.decodedAsWritten(String(address[..<dot]))).id != nil
  }
}
