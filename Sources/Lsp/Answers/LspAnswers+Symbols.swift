import Cells
import Entities
import JsonRpc
import NoteSyntax
import OpenVault
import Services
import UseCases

/// The outline of a text, and what of the vault has a name.
extension LspAnswers {
  /// The kinds of symbols and of folds that are used, by the protocol's numbers.
  private enum Kind {
    static let file = JSONValue.number(1)
    /// A text: a heading.
    static let heading = JSONValue.number(15)
  }

  func symbols(_ page: LspPage) -> JSONValue {
    let headings = page.scan.headings.prefix(Self.most)
    if !client.hasNestedSymbols {
      return .array(
        headings.map { heading in
          json([
            "name": .string(name(of: heading, in: page)), "kind": Kind.heading,
            "location": location(page, page.section(of: heading)),
          ])
        })
    }
    var rest = headings[...]
    return .array(nested(&rest, below: 0, page))
  }

  private func nested(
    _ rest: inout ArraySlice<NoteScan.Heading>, below level: Int, _ page: LspPage
  ) -> [JSONValue] {
    var symbols: [JSONValue] = []
    while let heading = rest.first, heading.level > level {
      rest.removeFirst()
      let children = nested(&rest, below: heading.level, page)
      symbols.append(
        json([
          "name": .string(name(of: heading, in: page)), "kind": Kind.heading,
          "range": page.text.json(page.section(of: heading)),
          "selectionRange": page.text.json(heading.text), "children": .array(children),
        ]))
    }
    return symbols
  }

  /// Clients refuse an empty name.
  private func name(of heading: NoteScan.Heading, in page: LspPage) -> String {
    let words = Cells.visible(page.string(heading.text))
    return words.allSatisfy(\.isWhitespace) ? "(empty)" : words
  }

  func folds(_ page: LspPage) -> JSONValue {
    var folds: [JSONValue] = []
    func add(_ range: Range<Int>, _ kind: String) {
      let first = page.text.position(of: range.lowerBound).line
      // A section without its last blank lines.
      var end = range.upperBound
      while end > range.lowerBound, page.bytes[end - 1] == 0x0a || page.bytes[end - 1] == 0x0d {
        end -= 1
      }
      let last = page.text.position(of: end).line
      guard last > first, folds.count < Self.most else { return }
      folds.append(
        json(["startLine": .number(first), "endLine": .number(last), "kind": .string(kind)]))
    }
    add(page.scan.frontMatter, "comment")
    for heading in page.scan.headings.prefix(Self.most) { add(page.section(of: heading), "region") }
    return .array(folds)
  }

  private static let mostSymbols = 100
  private static let mostRead = 20

  /// Lists notes with the words, then headings with them.
  func vaultSymbols(_ words: String) async throws(RpcError) -> JSONValue {
    var request = CatalogRequest()
    request.words = words
    let catalog = try await failing { [request] () async throws(NoteIndexError) in
      try await vault.services.index.catalog(request)
    }
    let notes = catalog.notes(in: 0..<min(catalog.count, Self.mostSymbols))
      .filter { !$0.isLocked && $0.id.path.isOfNote }
    let start = LspPosition(0, 0).json
    let wanted = words.lowercased()
    // The words may be in a note's text: then only its headings count.
    var symbols = notes.filter { LinkNames.isNamed($0, wanted) }.map { note in
      json([
        "name": .string(Cells.visible(note.title)), "kind": Kind.file,
        "containerName": .string(Cells.visible(note.id.path.folder.text)),
        "location": json([
          "uri": .string(uri(of: note.id)), "range": json(["start": start, "end": start]),
        ]),
      ])
    }
    if wanted.isEmpty { return .array(symbols) }
    let parts = (try? await vault.links.headings(of: notes.map(\.id))) ?? []
    let sources = parts.filter { $0.text.lowercased().contains(wanted) }.map(\.note)
    var read: Set<NoteID> = []
    for note in sources where read.count < Self.mostRead && read.insert(note).inserted {
      guard let page = try? await page(of: note) else { continue }
      for heading in page.scan.headings
      where page.string(heading.text).lowercased().contains(wanted) {
        symbols.append(
          json([
            "name": .string(name(of: heading, in: page)), "kind": Kind.heading,
            "containerName": .string(Cells.visible(page.title)),
            "location": location(page, heading.text),
          ]))
      }
    }
    return .array(symbols)
  }
}

extension LspPage {
  /// A heading with everything below it.
  func section(of heading: NoteScan.Heading) -> Range<Int> {
    let next = scan.headings.first { $0.line > heading.line && $0.level <= heading.level }
    return start(ofLine: heading.line)..<(next.map { start(ofLine: $0.line) } ?? bytes.count)
  }
}
