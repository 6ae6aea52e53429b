import Bytes
import Entities
import Html

/// A page of Notion's HTML: what its classes mean, and the properties above its text.
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
