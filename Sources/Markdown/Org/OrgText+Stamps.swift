import Entities

extension OrgText {
  /// The signs before a task's dates, and whether Org's agenda shows the date.
  private static let signs: [Character: Bool] = [
    "📅": true, "⏳": true, "🛫": true, "✅": false, "➕": false, "❌": false,
  ]

  /// The text with a task's dates as Org timestamps: `📅 <2026-03-02 Mon>`.
  var withStamps: OrgText {
    var stamped = OrgText()
    for piece in pieces {
      guard case .text(let words) = piece else {
        stamped.add(piece)
        continue
      }
      var rest = words[...]
      while let sign = rest.firstIndex(where: { Self.signs[$0] != nil }),
        let isShown = Self.signs[rest[sign]]
      {
        let behind = rest[rest.index(after: sign)...]
        let written = behind.drop { $0 == " " }.prefix(10)
        guard let day = DayWords.day(String(written), today: Day(0)), day.text == written else {
          stamped.add(.text(String(rest[...sign])))
          rest = behind
          continue
        }
        let stamp = "\(day.text) \(day.weekday.name.prefix(3))"
        stamped.add(.text(rest[...sign] + " "))
        stamped.add(.raw(isShown ? "<\(stamp)>" : "[\(stamp)]"))
        rest = behind[written.endIndex...]
      }
      if !rest.isEmpty { stamped.add(.text(String(rest))) }
    }
    return stamped
  }
}
