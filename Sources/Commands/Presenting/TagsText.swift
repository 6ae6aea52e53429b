import Services
import Tags

/// Writes tags with how many notes have them.
@MainActor
final class TagsText: TagsInteractorOutput {
  private(set) var code = ExitCode.done
  private let interactor: any TagsInteracting
  private let output: CommandOutput
  private let results: ResultWriter

  init(_ interactor: any TagsInteracting, _ request: CommandRequest, _ output: CommandOutput) {
    self.interactor = interactor
    self.output = output
    results = ResultWriter(request, output)
    interactor.output = self
  }

  func load() { interactor.load() }

  func tagsLoaded(_ tags: [TagCount]) {
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

  func tagsFailed(_ message: String) {
    output.message(message)
    code = .failed
  }
}
