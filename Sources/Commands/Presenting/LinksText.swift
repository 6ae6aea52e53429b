import Conflicts
import CopyNames
import Entities
import Links
import Services

/// Links in text and JSON, with where they stand and where they lead; and what leads nowhere.
@MainActor
struct LinksText {
  let request: CommandRequest
  let output: CommandOutput

  func write(_ links: [LinkRecord]) {
    let results = ResultWriter(request, output)
    let isOutgoing = request.name == .links
    let lines =
      results.isText && isOutgoing ? Columns(output).lines(links.map { outgoing($0) }) : []
    for (index, link) in links.enumerated() {
      results.add(members(of: link)) {
        isOutgoing ? lines[index] : "\(place(of: link)): \(output.shown(link.context))"
      }
    }
    results.finish()
  }

  private func outgoing(_ link: LinkRecord) -> [String] {
    [
      "\(link.line)", output.shown(link.written),
      link.target.map { output.shown($0.path) } ?? "(nowhere)",
    ]
  }

  func write(_ loose: LooseEnds, _ conflicts: FoundConflicts) {
    let results = ResultWriter(request, output)
    let (broken, orphans) = (loose.broken, loose.orphans)
    let copies = conflicts.copies.filter(\.isSure)
    let (marked, remains) = (conflicts.marked, conflicts.remains)
    let rows =
      broken.map { [Self.kind(of: $0), output.shown($0.written), place(of: $0)] }
      + orphans.map { ["orphan", output.shown($0.title), output.shown($0.id.path)] }
      + copies.map {
        ["conflict", output.shown($0.copy.path.stem.text), output.shown($0.copy.path)]
      }
      + marked.map {
        ["conflict", output.shown($0.title), "\(output.shown($0.note.path)):\($0.line)"]
      }
      + remains.map { [$0.kind.rawValue, $0.program, output.shown($0.path)] }
    let lines = results.isText ? Columns(output).lines(rows) : []
    for (index, link) in broken.enumerated() {
      let kind = JSONMember("kind", .string(Self.kind(of: link)))
      results.add([kind] + members(of: link)) { lines[index] }
    }
    var next = broken.count
    func add(_ kind: String, _ note: NoteID, _ title: String, line: Int?, target: NoteID?) {
      let leading = target.map { output.members(of: $0.path, named: "target") }
      results.add(
        [JSONMember("kind", .string(kind))] + output.members(of: note.path) + [
          JSONMember("title", .string(title)),
          JSONMember("line", line.map { .number($0) } ?? .null),
          JSONMember("link", .null),
        ] + (leading ?? [JSONMember("target", .null)])
          + [JSONMember("embed", .null), JSONMember("context", .null)]
      ) { results.isText ? lines[next] : "" }
      next += 1
    }
    for note in orphans { add("orphan", note.id, note.title, line: nil, target: nil) }
    for copy in copies {
      add("conflict", copy.copy, copy.copy.path.stem.text, line: nil, target: copy.note)
    }
    for note in marked { add("conflict", note.note, note.title, line: note.line, target: nil) }
    for one in remains {
      add(one.kind.rawValue, NoteID(one.path), one.program, line: nil, target: nil)
    }
    results.finish()
  }

  /// What there is not: a note or file, or a part of the note.
  private static func kind(of broken: LinkRecord) -> String {
    guard broken.target != nil else { return "broken" }
    return broken.part?.hasPrefix("^") == true ? "no-block" : "no-heading"
  }

  private func place(of link: LinkRecord) -> String {
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
