import Entities

/// The names of the list's sections.
extension NoteListWords {
  static let pinnedSection = "Pinned"

  /// Days get longer names the further they are in the past.
  static func section(of day: Day, today: Day) -> String {
    switch today.number - day.number {
    case ..<0: return "Later than today"
    case 0: return "Today"
    case 1: return "Yesterday"
    case 2...7: return "Previous 7 days"
    case 8...30: return "Previous 30 days"
    default:
      let isThisYear = day.time.year == today.time.year
      return DateFormat(isThisYear ? "MMMM" : "YYYY").text(of: day)
    }
  }

  /// The first letter of a name; one sign for all names that begin with something else.
  static func initial(of name: String) -> String {
    guard let first = name.first(where: { !$0.isWhitespace }), first.isLetter else { return "#" }
    return first.uppercased()
  }
}
