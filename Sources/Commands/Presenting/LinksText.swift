import Cells
import Conflicts
import CopyNames
import Entities
import Links
import Services

/// Writes links and broken links in text and JSON.
@MainActor
struct LinksText {
  let request: CommandRequest
  let output: CommandOutput

  func write(_ links: [LinkRecord]) {
    let results = ResultWriter(request, output)
    for link in links {
      if request.name == .links {
        results.add(
          members(of: link),
          cells: [
            "\(link.line)", output.shown(link.written),
            link.target.map { output.shown($0.path) } ?? "(nowhere)",
          ])
      } else {
        results.add(members(of: link)) { "\(location(of: link)): \(output.shown(link.context))" }
      }
    }
    results.finish()
  }

  func write(_ loose: LooseEnds, _ conflicts: FoundConflicts) {
    let results = ResultWriter(request, output)
    for link in loose.broken {
      let kind = Self.kind(of: link)
      results.add(
        [JSONMember("kind", .string(kind))] + members(of: link),
        cells: [kind, output.shown(link.written), location(of: link)])
    }
    func add(
      _ kind: String, _ note: NoteID, _ title: String, line: Int? = nil, target: NoteID? = nil
    ) {
      let leading = target.map { output.members(of: $0.path, named: "target") }
      results.add(
        [JSONMember("kind", .string(kind))] + output.members(of: note.path) + [
          JSONMember("title", .string(title)),
          JSONMember("line", line.map { .number($0) } ?? .null),
          JSONMember("link", .null),
        ] + (leading ?? [JSONMember("target", .null)])
          + [JSONMember("embed", .null), JSONMember("context", .null)],
        cells: [
          kind, output.shown(title), output.shown(note.path) + (line.map { ":\($0)" } ?? ""),
        ])
    }
    for note in loose.orphans { add("orphan", note.id, note.title) }
    for copy in conflicts.copies where copy.isSure {
      add("conflict", copy.copy, copy.copy.path.stem.text, target: copy.note)
    }
    for note in conflicts.marked { add("conflict", note.note, note.title, line: note.line) }
    for one in conflicts.remains { add(one.kind.rawValue, NoteID(one.path), one.program) }
    results.finish()
  }

  /// The missing part: the note or file, or a part of the note.
  private static func kind(of broken: LinkRecord) -> String {
    guard broken.target != nil else { return "broken" }
    return broken.part?.hasPrefix("^") == true ? "no-block" : "no-heading"
  }

  private func location(of link: LinkRecord) -> String {
    "\(output.shown(link.source.path)):\(link.line)"
  }

  private func members(of link: LinkRecord) -> [JSONMember] {
    let target = link.target.map { output.members(of: $0.path, named: "target") }
    return output.members(of: link.source.path) + [
      JSONMember("title", .string(link.sourceTitle)), JSONMember("line", .number(link.line)),
      JSONMember("link", .string(link.written)),
    ] + (target ?? [JSONMember("target", .null)]) + [
      JSONMember("embed", .bool(link.isEmbed)), JSONMember("context", .string(link.context)),
    ]
  }
}
