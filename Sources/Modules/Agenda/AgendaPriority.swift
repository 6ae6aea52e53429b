import Entities

/// How a priority is shown.
extension TaskFacts.Priority {
  var name: String {
    switch self {
    case .highest: "highest"
    case .high: "high"
    case .medium: "medium"
    case .normal: "normal"
    case .low: "low"
    case .lowest: "lowest"
    }
  }

  var sign: String {
    switch self {
    case .highest: "!!!"
    case .high: "!!"
    case .medium: "!"
    case .normal: ""
    case .low: "-"
    case .lowest: "--"
    }
  }
}
