import Bytes
import Cells
import Entities
import JsonRpc
import NoteSyntax
import OpenVault
import Services
import TextEngine
import UseCases
import VaultSettings

/// Names that begin as typed: of notes, headings, blocks, tags and properties.
extension LspAnswers {
  private static let mostItems = 50

  private enum Kind {
    static let text = 1
    static let property = 10
    static let value = 12
    static let keyword = 14
    static let file = 17
    static let reference = 18
  }

  /// The signs after which a client asks by itself.
  static let triggers = ["[", "#", "^", ":"]

  func completions(_ page: LspPage, at offset: Int) async throws(RpcError) -> JSONValue {
    var items: [JSONValue]
    // Of all notes, only some were looked at.
    var isPart = false
    let typed = Completion.at(ByteOffset(offset), in: page.text.rope)
    // A value may be a link, but no tag with its sign.
    let mayBeProperty = page.scan.frontMatter.contains(offset) && [nil, .tag].contains(typed?.kind)
    if mayBeProperty, let typing = PropertyTyping(page, offset) {
      items = await properties(typing, page)
    } else if let typed {
      items = try await names(typed, page)
      isPart = [.note, .anyHeading, .anyBlock].contains(typed.kind)
    } else {
      return json(["isIncomplete": .bool(false), "items": .array([])])
    }
    isPart = isPart || items.count >= Self.mostItems
    items = items.enumerated().map { index, item in
      guard case .object(let members) = item else { return item }
      // The order is ours: clients sort by the label otherwise.
      let digits = String(index + 1000)
      return .object(members + [JSONMember("sortText", .string(digits))])
    }
    return json(["isIncomplete": .bool(isPart), "items": .array(items)])
  }

  private func names(_ typed: Completion, _ page: LspPage) async throws(RpcError) -> [JSONValue] {
    let names = LinkNames(index: vault.services.index, links: vault.links, home: page.note)
    let words = typed.typed
    switch typed.kind {
    case .note:
      return await names.notes(words, atMost: Self.mostItems).map { found in
        let name = found.link.isMarkdown ? found.note.path.stem.text : found.link.name
        let inside = found.alias.map { "\(found.link.name)|\($0)" } ?? found.link.name
        return item(
          found.title.isEmpty ? name : found.title, Kind.file, found.note.path.text, typed, page,
          found.link.isMarkdown ? (found.link.text, true) : (inside, false),
          filter: "\(found.title) \(name)", data: .string(found.note.path.text))
      }
    case .tag:
      return await names.tags(words, atMost: Self.mostItems).map { tag in
        item(
          "#\(tag.name)", Kind.keyword, tag.notes == 1 ? "1 note" : "\(tag.notes) notes", typed,
          page, (tag.name, false), filter: tag.name)
      }
    case .anyHeading:
      return await names.headings(words, atMost: Self.mostItems).map { part($0, typed, page) }
    case .anyBlock:
      return await names.blocks(words, atMost: Self.mostItems).map { part($0, typed, page) }
    case .heading(let name), .block(let name):
      return try await parts(of: name, typed, page)
    }
  }

  private func part(
    _ found: LinkNames.Part, _ typed: Completion, _ page: LspPage
  ) -> JSONValue {
    let isBlock = found.part.level == nil
    return item(
      isBlock ? "^\(found.part.text)" : found.part.text, Kind.reference, found.part.title, typed,
      page, (found.link.text, true), filter: (isBlock ? "^^" : "##") + found.part.text)
  }

  /// The headings or blocks of a linked note, or of this one without a name.
  private func parts(
    of name: String, _ typed: Completion, _ page: LspPage
  ) async throws(RpcError) -> [JSONValue] {
    var target = page
    if !name.isEmpty {
      let home = LinkHome(note: page.note, isMarkdown: false)
      guard let note = try? await vault.links.target(of: name, in: home), note.path.isOfNote,
        !note.path.isLocked
      else { return [] }
      target = try await self.page(of: note)
    }
    var found: [(shown: String, written: String, detail: String)] = []
    let wanted = typed.typed.lowercased()
    if case .block = typed.kind {
      for block in target.scan.blocks {
        let id = target.string(block.id)
        guard id.lowercased().hasPrefix(wanted) else { continue }
        let line = target.string(target.range(ofLine: block.lines.lowerBound))
        found.append(("^\(id)", id, Cells.visible(String(line.prefix(60)))))
      }
    } else {
      for heading in target.scan.headings {
        let words = target.string(heading.text)
        guard !words.isEmpty, words.lowercased().contains(wanted) else { continue }
        found.append((words, words, String(repeating: "#", count: heading.level)))
      }
    }
    found = Array(found.prefix(Self.mostItems))
    return found.map { part in
      item(
        part.shown, Kind.reference, part.detail, typed, page, (part.written, false),
        filter: part.written)
    }
  }

  /// An item that replaces what is typed; `isWhole`: with the brackets around it.
  private func item(
    _ label: String, _ kind: Int, _ detail: String, _ typed: Completion, _ page: LspPage,
    _ written: (text: String, isWhole: Bool), filter: String, data: JSONValue? = nil
  ) -> JSONValue {
    var (range, text) = (typed.range, written.text)
    let rope = page.text.rope
    if written.isWhole {
      range = typed.brackets(in: rope)
    } else {
      text = String(decoding: typed.writing(text, in: rope).bytes, as: UTF8.self)
    }
    let brackets = written.isWhole ? rope.bytes(in: range.lowerBound..<typed.range.lowerBound) : []
    return json([
      "label": .string(Cells.visible(label)), "kind": .number(kind),
      "detail": .string(Cells.visible(detail)),
      "filterText": .string(
        String(decoding: brackets.filter { $0 == UInt8(ascii: "[") }, as: UTF8.self) + filter),
      "textEdit": page.text.edit(range.lowerBound.value..<range.upperBound.value, text),
      "data": data,
    ])
  }

  /// Adds the beginning of its note to an item.
  func resolved(_ item: JSONValue, _ data: String?) async throws(RpcError) -> JSONValue {
    guard case .object(let members) = item, let data else { return item }
    let note = NoteID(NotePath(data))
    guard note.path.isOfNote, !note.path.isHidden, !note.path.isLocked,
      let text = try? await source(of: note, part: nil, withEmbeds: false)
    else { return item }
    return .object(members + [JSONMember("documentation", markup(text))])
  }

  // MARK: Properties

  private func properties(_ typing: PropertyTyping, _ page: LspPage) async -> [JSONValue] {
    var found: [(name: String, detail: String, kind: Int)] = []
    switch typing.name {
    case nil:
      let known = (try? await vault.links.properties()) ?? []
      let own = Set(page.scan.properties.map { $0.name.lowercased() })
      for property in known.sorted(by: { ($1.notes, $0.name) < ($0.notes, $1.name) })
      where !own.contains(property.name.lowercased()) {
        found.append((property.name, property.type?.rawValue ?? "", Kind.property))
      }
    case let name? where ["tags", "tag"].contains(name.lowercased()):
      let tags = (try? await vault.links.tags()) ?? []
      found = tags.sorted { ($1.notes, $0.name) < ($0.notes, $1.name) }
        .map { ($0.name, $0.notes == 1 ? "1 note" : "\($0.notes) notes", Kind.keyword) }
    case let name?:
      let values = try? await vault.links.values(
        ofProperty: name, atMost: Self.mostItems * 4)
      found = (values ?? []).map { ($0, name, Kind.value) }
    }
    let wanted = typing.typed.lowercased()
    return found.lazy.filter { $0.name.lowercased().hasPrefix(wanted) && !$0.name.contains("\n") }
      .prefix(Self.mostItems).map { found in
        json([
          "label": .string(Cells.visible(found.name)), "kind": .number(found.kind),
          "detail": .string(found.detail), "filterText": .string(found.name),
          "textEdit": page.text.edit(
            typing.range, typing.name == nil ? found.name + ": " : Self.yaml(found.name)),
        ])
      }
  }

  /// A value as YAML reads it back: in quotes if it has signs.
  private static func yaml(_ value: String) -> String {
    let isPlain = value.allSatisfy { $0.isLetter || $0.isNumber || " -_/.".contains($0) }
    if isPlain, value.first != "-", value.first != "." { return value }
    return "\"" + String(decoding: JSONString.escaped(value.utf8), as: UTF8.self) + "\""
  }
}

/// The name or value of a property that is being typed in front matter.
struct PropertyTyping {
  /// The property whose value is typed; nil while its name is.
  var name: String?
  var typed: String
  var range: Range<Int>

  init?(_ page: LspPage, _ offset: Int) {
    let line = page.text.position(of: offset).line + 1
    let content = page.range(ofLine: line)
    guard line > 1, offset <= content.upperBound, !page.string(content).hasPrefix("---") else {
      return nil
    }
    let before = page.string(content.lowerBound..<offset)
    let item = before.drop { $0 == " " }
    if item.hasPrefix("- ") || item == "-" {
      guard let name = Self.name(above: line, in: page) else { return nil }
      self.init(name, String(item.dropFirst(2)), offset)
    } else if let colon = before.firstIndex(of: ":") {
      // In a list on one line, the last item is typed.
      let value = before[before.index(after: colon)...]
      let last = value.split(omittingEmptySubsequences: false) { "[,".contains($0) }.last ?? ""
      self.init(String(before[..<colon]), String(last.drop { $0 == " " }), offset)
    } else {
      self.init(nil, before, offset)
    }
  }

  private init(_ name: String?, _ typed: String, _ offset: Int) {
    (self.name, self.typed) = (name, typed)
    range = (offset - typed.utf8.count)..<offset
  }

  /// The property whose list a line belongs to.
  private static func name(above line: Int, in page: LspPage) -> String? {
    for line in stride(from: line - 1, through: 2, by: -1) {
      let text = page.string(page.range(ofLine: line))
      if text.hasPrefix(" ") || text.hasPrefix("-") { continue }
      return text.firstIndex(of: ":").map { String(text[..<$0]) }
    }
    return nil
  }
}
