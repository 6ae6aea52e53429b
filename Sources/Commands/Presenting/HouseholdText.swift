import Cells
import Entities
import Services
import Settings
import Stats

/// Writes statistics of a vault in text and JSON.
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

/// Writes settings in the format of their file and in JSON.
@MainActor
struct SettingsText {
  let request: CommandRequest
  let output: CommandOutput

  func write(_ list: SettingList) {
    let results = ResultWriter(request, output)
    for setting in list.items { results.add(members(of: setting)) { text(of: setting) } }
    results.finish()
    for problem in list.problems { output.message(problem) }
  }

  /// Writes a setting after a change, in JSON only.
  func write(set setting: SettingItem) {
    ResultWriter.write(request, output) { $0.add(members(of: setting)) { "" } }
  }

  private func members(of setting: SettingItem) -> [JSONMember] {
    [
      JSONMember("name", .string(setting.name)), JSONMember("value", .optional(setting.value)),
      JSONMember("isDefault", .bool(setting.isDefault)),
      JSONMember("summary", .string(setting.summary)),
    ]
  }

  /// `config get` prints the bare value; `config` a file that could be used as it is.
  private func text(of setting: SettingItem) -> String {
    let value = setting.value.map(output.shown)
    if request.name == .configGet { return value ?? "" }
    let line = "\(setting.name) = \(value ?? "")"
    return setting.isDefault
      ? output.dim("# \(line)   (\(output.words.fit(setting.summary)))") : line
  }
}

/// Writes a vault's health in text and JSON.
@MainActor
struct DoctorText {
  let request: CommandRequest
  let output: CommandOutput

  func write(_ findings: [HealthFinding]) {
    let results = ResultWriter(request, output)
    for finding in findings {
      results.add([
        JSONMember("part", .string(finding.part)),
        JSONMember("state", .string(finding.state.rawValue)),
        JSONMember("text", .string(finding.text)),
        JSONMember("advice", .optional(finding.advice)),
      ]) { output.isTerminal ? aligned(finding) : fields(of: finding).joined(separator: "\t") }
    }
    results.finish()
  }

  /// Puts the advice below the text, because both are sentences.
  private func aligned(_ finding: HealthFinding) -> String {
    let fields = fields(of: finding)
    let line = fields[0].padded(to: 9) + fields[1].padded(to: 14) + fields[2]
    return fields.dropFirst(3).reduce(line) { "\($0)\n" + "".padded(to: 23) + $1 }
  }

  /// The advice is a field only if there is any.
  private func fields(of finding: HealthFinding) -> [String] {
    [finding.state.rawValue, finding.part, output.shown(finding.text)]
      + (finding.advice.map { [output.shown($0)] } ?? [])
  }
}

extension String {
  /// Pads ASCII text to a column.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - utf8.count))
  }
}
