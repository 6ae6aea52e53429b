import Entities
import Stats

/// How much there is in a vault, in text and JSON.
@MainActor
struct StatsText {
  let request: CommandRequest
  let output: CommandOutput

  func write(_ figures: VaultFigures) {
    let results = ResultWriter(request, output)
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
}
