/// When results have colors.
package enum ColorChoice: String, CaseIterable, Sendable {
  case always, auto, never

  /// The command line goes first, then the environment, then what is set: `NO_COLOR` with any text, a
  /// `CLICOLOR_FORCE` or `FORCE_COLOR` that is not 0, the setting, `CLICOLOR=0`.
  package init(
    _ request: CommandRequest, environment: (String) -> String?, setting: () -> String?
  ) {
    func isOn(_ name: String) -> Bool { !["", "0"].contains(environment(name) ?? "") }
    if request.has(.noColour) {
      self = .never
    } else if let asked = request.value(of: .colour).flatMap({ Self(rawValue: $0.text) }) {
      self = asked
    } else if !(environment("NO_COLOR") ?? "").isEmpty {
      self = .never
    } else if isOn("CLICOLOR_FORCE") || isOn("FORCE_COLOR") {
      self = .always
    } else if let set = setting().flatMap(Self.init), set != .auto {
      self = set
    } else {
      self = environment("CLICOLOR") == "0" || environment("TERM") == "dumb" ? .never : .auto
    }
  }

  package func hasColors(onTerminal isTerminal: Bool) -> Bool {
    self == .always || self == .auto && isTerminal
  }
}
