import Settings

/// Settings as their file would have them, and in JSON.
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

  /// One that was set: in JSON alone.
  func write(set setting: SettingItem) {
    let results = ResultWriter(request, output)
    results.add(members(of: setting)) { "" }
    results.finish()
  }

  private func members(of setting: SettingItem) -> [JSONMember] {
    [
      JSONMember("name", .string(setting.name)), JSONMember("value", .optional(setting.value)),
      JSONMember("isDefault", .bool(setting.isDefault)),
      JSONMember("summary", .string(setting.summary)),
    ]
  }

  /// `config get` gives the bare value; `config` a file that could be used as it is.
  private func text(of setting: SettingItem) -> String {
    let value = setting.value.map(output.shown)
    if request.name == .configGet { return value ?? "" }
    let line = "\(setting.name) = \(value ?? "")"
    return setting.isDefault
      ? output.dim("# \(line)   (\(output.words.fit(setting.summary)))") : line
  }
}
