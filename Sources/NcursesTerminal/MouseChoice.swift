/// Whether the terminal is asked to tell of the mouse.
package enum MouseChoice: Equatable, Sendable {
  case auto
  case always
  case never

  /// The word of a setting.
  package init(word: String?) {
    switch word {
    case "yes": self = .always
    case "no": self = .never
    default: self = .auto
    }
  }

  /// GNU screen holds a lone Esc back while it tells of the mouse. Under tmux, which has the same name
  /// in TERM, all is well.
  func isOn(_ environment: (String) -> String?) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      func isSet(_ name: String) -> Bool { environment(name).map { !$0.isEmpty } ?? false }
      let isScreen =
        environment("TERM").map {
          $0 == "screen" || $0.hasPrefix("screen.") || $0.hasPrefix("screen-")
        } ?? false
      // A person may give TERM another name there; screen itself says where it is.
      return !(isScreen || isSet("STY")) || isSet("TMUX")
    }
  }
}
