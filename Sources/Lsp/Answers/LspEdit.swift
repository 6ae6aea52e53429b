import Bytes
import Cells
import Comparing
import Entities
import JsonRpc

/// A change of several files that the editor is asked to make.
struct LspEdit {
  private enum Step {
    case edits(uri: String, version: Int?, edits: [JSONValue])
    case create(uri: String)
    case rename(from: String, to: String)
  }

  private var steps: [Step] = []
  /// More files are changed only after the editor asked its user, if it can.
  private static let mostUnasked = 10

  var isEmpty: Bool { steps.isEmpty }

  mutating func edit(_ page: LspPage, _ edits: [JSONValue]) {
    if !edits.isEmpty {
      steps.append(.edits(uri: page.uri, version: page.version, edits: edits))
    }
  }

  /// Replaces the lines of a text that differ.
  mutating func rewrite(_ page: LspPage, to new: [UInt8]) {
    edit(page, Self.edits(of: page, to: new))
  }

  mutating func rename(_ from: String, to: String) { steps.append(.rename(from: from, to: to)) }

  mutating func create(_ uri: String, _ text: String) {
    let start = LspPosition(0, 0).json
    let edit = Lsp.json([
      "range": Lsp.json(["start": start, "end": start]), "newText": .string(text),
    ])
    steps += [.create(uri: uri), .edits(uri: uri, version: nil, edits: [edit])]
  }

  private static func edits(of page: LspPage, to new: [UInt8]) -> [JSONValue] {
    let (old, lines) = (TextLines(page.bytes), TextLines(new))
    return LineDifference.between(old, lines).map { hunk in
      let start = hunk.old.isEmpty ? Self.start(hunk.old.lowerBound, old) : old[hunk.old].startIndex
      let (before, after) = (Array(old[hunk.old]), Array(lines[hunk.new]))
      // Only what differs within the lines.
      var head = 0
      while head < min(before.count, after.count), before[head] == after[head] { head += 1 }
      while head > 0, head < before.count, before[head] & 0xc0 == 0x80 { head -= 1 }
      var tail = 0
      while tail < min(before.count, after.count) - head,
        before[before.count - 1 - tail] == after[after.count - 1 - tail]
      { tail += 1 }
      while tail > 0, before[before.count - tail] & 0xc0 == 0x80 { tail -= 1 }
      let range = (start + head)..<(start + before.count - tail)
      return page.text.edit(
        range, String(decoding: after[head..<(after.count - tail)], as: UTF8.self))
    }
  }

  private static func start(_ line: Int, _ text: TextLines) -> Int {
    line < text.count ? text.range(of: line).lowerBound : text.bytes.count
  }

  func json(for client: LspClient) -> JSONValue {
    guard client.editsVersions else {
      return Lsp.json([
        "changes": .object(
          steps.compactMap { step in
            guard case .edits(let uri, _, let edits) = step else { return nil }
            return JSONMember(uri, .array(edits))
          })
      ])
    }
    let asks = client.asksBefore && steps.count > Self.mostUnasked
    let annotation = asks ? JSONValue.string("many") : nil
    let changes = steps.map { step in
      switch step {
      case .edits(let uri, let version, let edits):
        Lsp.json([
          "textDocument": Lsp.json([
            "uri": .string(uri), "version": version.map(JSONValue.number) ?? .null,
          ]),
          "edits": .array(edits.map { Self.annotated($0, annotation) }),
        ])
      case .create(let uri):
        Lsp.json(["kind": .string("create"), "uri": .string(uri), "annotationId": annotation])
      case .rename(let from, let to):
        Lsp.json([
          "kind": .string("rename"), "oldUri": .string(from), "newUri": .string(to),
          "annotationId": annotation,
        ])
      }
    }
    let many = Lsp.json([
      "label": .string("Change \(steps.count) files"), "needsConfirmation": .bool(true),
    ])
    return Lsp.json([
      "documentChanges": .array(changes),
      "changeAnnotations": asks ? Lsp.json(["many": many]) : nil,
    ])
  }

  private static func annotated(_ edit: JSONValue, _ annotation: JSONValue?) -> JSONValue {
    guard let annotation, case .object(let members) = edit else { return edit }
    return .object(members + [JSONMember("annotationId", annotation)])
  }
}
