import Entities
import {{Name}}

/// Writes {{words}}: a title in each line.
@MainActor
final class {{Name}}Text: {{Name}}InteractorOutput {
  private(set) var code = ExitCode.done
  private let interactor: any {{Name}}Interacting
  private let output: CommandOutput
  private let results: ResultWriter

  init(
    _ interactor: any {{Name}}Interacting, _ request: CommandRequest,
    _ output: CommandOutput
  ) {
    self.interactor = interactor
    self.output = output
    results = ResultWriter(request, output)
    interactor.output = self
  }

  func rowsChanged() {
    for index in 0..<interactor.count {
      write(interactor.note(at: index), interactor.title(at: index))
    }
    results.finish()
  }

  private func write(_ note: NoteID, _ title: String) {
    results.add(output.members(of: note.path) + [JSONMember("title", .string(title))]) {
      output.shown(title)
    }
  }

  func loadingEnded(problems: [String]) {
    for problem in problems { output.message(problem) }
    if !problems.isEmpty { code = .failed }
  }
}
