import Entities
import Links
import Services

/// Writes links, with where they stand and where they lead.
@MainActor
final class LinksPresenter: LinksInteractorOutput {
  private(set) var code = ExitCode.done
  private let interactor: any LinksInteracting
  private let output: CommandOutput
  private let results: ResultWriter
  private let name: CommandName
  private let wantsMentions: Bool

  init(_ interactor: any LinksInteracting, _ request: CommandRequest, _ output: CommandOutput) {
    self.interactor = interactor
    self.output = output
    results = ResultWriter(request, output)
    name = request.name
    wantsMentions = request.has(.unlinked)
    interactor.output = self
  }

  func load(_ note: NoteID) {
    if name == .links {
      interactor.loadLinks(from: note)
    } else if wantsMentions {
      interactor.loadMentions(of: note)
    } else {
      interactor.loadBacklinks(to: note)
    }
  }

  func check() { interactor.check() }

  func linksFound(_ links: [LinkRecord]) {
    let isOutgoing = name == .links
    for link in links {
      results.add(members(of: link)) {
        isOutgoing
          ? [
            "\(link.line)", output.shown(link.written),
            link.target.map { output.shown($0.path) } ?? "(nowhere)",
          ].joined(separator: "\t")
          : place(of: link) + output.shown(link.context)
      }
    }
    results.finish()
  }

  func linksChecked(broken: [LinkRecord], orphans: [NoteMatch]) {
    for link in broken {
      results.add([JSONMember("kind", .string("broken"))] + members(of: link)) {
        "broken  \(place(of: link))\(output.shown(link.written))"
      }
    }
    for note in orphans {
      results.add(
        [JSONMember("kind", .string("orphan"))] + output.members(of: note.id.path)
          + [JSONMember("title", .string(note.title))]
          + ["line", "link", "target", "embed", "context"].map { JSONMember($0, .null) }
      ) { "orphan  \(output.shown(note.id.path))" }
    }
    results.finish()
    if !broken.isEmpty { code = .failed }
  }

  func linksFailed(_ message: String) {
    output.message(message)
    code = .failed
  }

  private func place(of link: LinkRecord) -> String {
    "\(output.shown(link.source.path)):\(link.line): "
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
