import Services

/// Writes tags with how many notes have them.
@MainActor
final class TagsText {
  private(set) var code = ExitCode.done
  private let links: any NoteLinks
  private let output: CommandOutput
  private let results: ResultWriter

  init(_ links: any NoteLinks, _ request: CommandRequest, _ output: CommandOutput) {
    self.links = links
    self.output = output
    results = ResultWriter(request, output)
  }

  func load() async {
    do throws(NoteIndexError) {
      write(try await links.tags())
    } catch {
      output.message(error.message)
      code = .failed
    }
  }

  private func write(_ tags: [TagCount]) {
    let lines =
      results.isText
      ? Columns(output).lines(tags.map { ["#" + output.shown($0.name), "\($0.notes)"] }) : []
    for (index, tag) in tags.enumerated() {
      results.add([
        JSONMember("name", .string(tag.name)), JSONMember("notes", .number(tag.notes)),
      ]) { lines[index] }
    }
    results.finish()
  }
}
