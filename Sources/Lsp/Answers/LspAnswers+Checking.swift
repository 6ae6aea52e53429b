import Bytes
import Cells
import Entities
import JsonRpc
import NoteSyntax
import OpenVault
import Services
import VaultSettings

/// What is wrong in a text: broken links, broken front matter, names that are used twice, and unknown
/// words if spelling is on.
extension LspAnswers {
  private static let mostProblems = 200

  enum Problem: String {
    case brokenLink = "broken-link"
    case missingPart = "missing-part"
    case frontMatter = "front-matter"
    case sameName = "same-name"
    case spelling

    /// By the protocol's numbers: 1 an error, 2 a warning, 3 information, 4 a hint.
    var severity: Int {
      switch self {
      case .frontMatter: 1
      case .brokenLink, .missingPart: 2
      case .sameName: 3
      case .spelling: 4
      }
    }
  }

  func diagnostics(of page: LspPage) async throws(RpcError) -> [JSONValue] {
    var found = frontMatterProblems(page)
    found += try await linkProblems(page)
    found += await nameProblems(page)
    found += await wrongWords(page)
    return found.prefix(Self.mostProblems).map { problem, range, message in
      json([
        "range": page.text.json(range), "severity": .number(problem.severity),
        "code": .string(problem.rawValue), "source": .string("notes-tui"),
        "message": .string(Cells.visible(message)),
      ])
    }
  }

  private typealias Found = (problem: Problem, range: Range<Int>, message: String)

  private func frontMatterProblems(_ page: LspPage) -> [Found] {
    guard let problem = page.scan.frontMatterProblem else { return [] }
    let line = Int(problem.drop { !$0.isNumber }.prefix { $0.isNumber }) ?? 1
    return [(.frontMatter, page.range(ofLine: line), "Front matter: \(problem)")]
  }

  private func linkProblems(_ page: LspPage) async throws(RpcError) -> [Found] {
    let targets = try await targets(of: page)
    var parts: [NoteID: PartNames] = [page.note: PartNames(page.bytes.span)]
    var found: [Found] = []
    for link in page.scan.links where !link.isExternal && found.count < Self.mostProblems {
      let name = page.name(of: link)
      guard let note = name.isEmpty ? page.note : targets[page.string(link.whole)] else {
        found.append((.brokenLink, link.whole, "There is no note “\(name)”."))
        continue
      }
      guard let part = link.part, note.path.isOfNote, !note.path.isLocked else { continue }
      if parts[note] == nil, parts.count < Self.mostProblems,
        let target = try? await self.page(of: note)
      {
        parts[note] = PartNames(target.bytes.span)
      }
      guard let names = parts[note], !names.has(Array(page.bytes[part]), of: link.kind) else {
        continue
      }
      let written = page.string(part)
      found.append(
        (.missingPart, link.whole, "“\(note.path.stem.text)” has no part “\(written)”."))
    }
    return found
  }

  private func nameProblems(_ page: LspPage) async -> [Found] {
    let title = page.title
    let others = ((try? await vault.services.index.find(title)) ?? [])
      .filter { $0.isExact && $0.id != page.note && !$0.id.path.isLocked }
    guard let other = others.first else { return [] }
    let range = page.titleRange ?? page.range(ofLine: 1)
    let more = others.count == 1 ? "" : " and \(others.count - 1) more"
    return [(.sameName, range, "\(other.id.path.text)\(more) has the name “\(title)” too.")]
  }

  private func wrongWords(_ page: LspPage) async -> [Found] {
    guard vault.settings[.spelling] == "on", let spelling = vault.services.spelling,
      let languages = try? await spelling.languages(
        vault.settings.spellingLanguages, ofNote: page.bytes)
    else { return [] }
    return await spelling.wrongWords(of: page.bytes, in: languages).prefix(Self.mostProblems)
      .map { wrong in
        let line = page.range(ofLine: wrong.line)
        let before = page.string(line).prefix(max(0, wrong.column - 1)).utf8.count
        let start = min(line.lowerBound + before, line.upperBound)
        let end = min(start + wrong.word.utf8.count, line.upperBound)
        return (.spelling, start..<end, "Unknown word “\(wrong.word)”.")
      }
  }

  // MARK: Hints

  /// The number of links to the note, after its title.
  func hints(_ page: LspPage, in range: Range<Int>) async throws(RpcError) -> JSONValue {
    let line = page.text.position(of: page.titleRange?.lowerBound ?? page.scan.body).line + 1
    let end = page.range(ofLine: line).upperBound
    guard range.lowerBound <= end, end <= range.upperBound else { return .array([]) }
    let catalog = try await failing { () async throws(NoteIndexError) in
      try await vault.links.backlinkCatalog(to: page.note)
    }
    if catalog.count == 0 { return .array([]) }
    let words = catalog.count == 1 ? "1 backlink" : "\(catalog.count) backlinks"
    return .array([
      json([
        "position": page.text.position(of: end).json, "label": .string(words),
        "paddingLeft": .bool(true),
      ])
    ])
  }
}

/// Sends the problems of the open texts to a client that does not ask for them. While it works, more
/// changes only make it begin again.
@MainActor
final class LspDiagnosing {
  private let answers: LspAnswers
  private let write: (JSONValue) -> Void
  private var task: Task<Void, Never>?
  private var isAgain = false
  /// What was sent for each address.
  private var sent: [String: JSONValue] = [:]

  init(_ answers: LspAnswers, _ write: @escaping (JSONValue) -> Void) {
    (self.answers, self.write) = (answers, write)
  }

  func begin() {
    isAgain = true
    guard task == nil else { return }
    task = Task {
      while isAgain {
        isAgain = false
        await check()
      }
      task = nil
    }
  }

  func end() async { await task?.value }

  func clear(_ uri: String) {
    if sent.removeValue(forKey: uri) != nil { send(uri, nil, .array([])) }
  }

  private func check() async {
    for note in answers.documents.notes {
      guard let page = try? answers.documents.page(of: note),
        let found = try? await answers.diagnostics(of: page)
      else { continue }
      // It may have changed, or been closed, meanwhile.
      guard let now = try? answers.documents.page(of: note), now.version == page.version else {
        continue
      }
      let items = JSONValue.array(found)
      if sent[page.uri] == items { continue }
      sent[page.uri] = items
      send(page.uri, page.version, items)
    }
  }

  private func send(_ uri: String, _ version: Int?, _ items: JSONValue) {
    write(
      RpcMessage.notification(
        "textDocument/publishDiagnostics",
        json([
          "uri": .string(uri), "version": version.map(JSONValue.number), "diagnostics": items,
        ])))
  }
}
