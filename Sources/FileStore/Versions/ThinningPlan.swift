import Entities

/// Which versions stay as they grow old: all of the last day; then the last of each hour for a week,
/// of each day for five weeks, and of each week for ever.
enum ThinningPlan {
  private static let hour: Int64 = 3_600
  private static let day = 24 * hour
  private static let week = 7 * day

  /// Behind this age nothing changes any more.
  static let settled = 5 * week + week

  /// Which of these moments stay, as seen from `now`. The newest, which is the last, always does.
  static func staying(_ moments: [Timestamp], now: Timestamp) -> [Bool] {
    var taken: Set<Span> = []
    var stays = [Bool](repeating: false, count: moments.count)
    for index in moments.indices.reversed() {
      guard let span = span(of: moments[index], now: now) else {
        stays[index] = true
        continue
      }
      stays[index] = taken.insert(span).inserted || index == moments.count - 1
    }
    return stays
  }

  /// A stretch of time of which one version stays. It begins at the same moments whenever one asks.
  private struct Span: Hashable {
    var length: Int64
    var number: Int64
  }

  /// Nil where every version stays.
  private static func span(of moment: Timestamp, now: Timestamp) -> Span? {
    // What is dated ahead of the clock is as good as new.
    let (age, isBeyond) = now.seconds.subtractingReportingOverflow(moment.seconds)
    if age <= day && !isBeyond { return nil }
    let length = isBeyond || age > 5 * week ? week : age > week ? day : hour
    return Span(length: length, number: moment.seconds / length)
  }
}
