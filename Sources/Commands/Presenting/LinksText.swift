import Entities
import Services

/// Writes links, with where they stand and where they lead.
@MainActor
final class LinksText {
  private(set) var code = ExitCode.done
  private let links: any NoteLinks
  private let output: CommandOutput
  private let results: ResultWriter
  private let name: CommandName
  private let wantsMentions: Bool

  init(_ links: any NoteLinks, _ request: CommandRequest, _ output: CommandOutput) {
    self.links = links
    self.output = output
    results = ResultWriter(request, output)
    name = request.name
    wantsMentions = request.has(.unlinked)
  }

  func load(_ note: NoteID) async {
    do throws(NoteIndexError) {
      if name == .links {
        write(try await links.links(from: note))
      } else if wantsMentions {
        write(try await links.mentions(of: note))
      } else {
        write(try await links.backlinks(to: note))
      }
    } catch {
      fail(error)
    }
  }

  func check() async {
    do throws(NoteIndexError) {
      write(broken: try await links.broken(), orphans: try await links.orphans())
    } catch {
      fail(error)
    }
  }

  private func write(_ links: [LinkRecord]) {
    let isOutgoing = name == .links
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

  private func write(broken: [LinkRecord], orphans: [NoteMatch]) {
    let rows =
      broken.map { [Self.kind(of: $0), output.shown($0.written), place(of: $0)] }
      + orphans.map { ["orphan", output.shown($0.title), output.shown($0.id.path)] }
    let lines = results.isText ? Columns(output).lines(rows) : []
    for (index, link) in broken.enumerated() {
      let kind = JSONMember("kind", .string(Self.kind(of: link)))
      results.add([kind] + members(of: link)) { lines[index] }
    }
    for (index, note) in orphans.enumerated() {
      results.add(
        [JSONMember("kind", .string("orphan"))] + output.members(of: note.id.path)
          + [JSONMember("title", .string(note.title))]
          + ["line", "link", "target", "embed", "context"].map { JSONMember($0, .null) }
      ) { lines[broken.count + index] }
    }
    results.finish()
    if !broken.isEmpty { code = .failed }
  }

  private func fail(_ error: NoteIndexError) {
    output.message(error.message)
    code = .failed
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
