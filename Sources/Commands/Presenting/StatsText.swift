import Entities
import Services
import Stats

/// Writes how much there is in a vault.
@MainActor
final class StatsText: StatsInteractorOutput {
  private(set) var code = ExitCode.done
  private let interactor: any StatsInteracting
  private let output: CommandOutput
  private let results: ResultWriter

  init(_ interactor: any StatsInteracting, _ request: CommandRequest, _ output: CommandOutput) {
    self.interactor = interactor
    self.output = output
    results = ResultWriter(request, output)
    interactor.output = self
  }

  func count() { interactor.count() }

  func counted(_ figures: VaultFigures) {
    let rows = [
      ("notes", figures.notes), ("words", figures.words), ("links", figures.links),
      ("tags", figures.tags), ("tasks", figures.tasks), ("openTasks", figures.openTasks),
      ("bytes", figures.bytes), ("indexBytes", figures.indexBytes),
      ("streak", figures.streaks.current), ("longestStreak", figures.streaks.longest),
    ]
    let days = figures.days.sorted { $0.key < $1.key }.map { day, activity in
      JSONValue.object([
        JSONMember("day", .string(day.text)), JSONMember("created", .number(activity.created)),
        JSONMember("changed", .number(activity.changed)),
        JSONMember("doneTasks", .number(activity.doneTasks)),
      ])
    }
    results.add(
      rows.map { JSONMember($0.0, .number($0.1)) } + [JSONMember("days", .array(days))]
    ) {
      let words = [
        "notes", "words", "links", "tags", "tasks", "open tasks", "bytes", "index bytes",
        "streak", "longest",
      ]
      return Columns(output).lines(zip(words, rows).map { [$0, "\($1.1)"] })
        .joined(separator: "\n")
    }
    results.finish()
  }

  func dayWasRead(_ day: Day, _ notes: [ActiveNote]) {}

  func failed(_ message: String) {
    output.message(message)
    code = .failed
  }
}
