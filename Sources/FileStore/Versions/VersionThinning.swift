import Entities
import Files
import Glibc

/// One walk through a vault's version logs that lets old versions go.
struct VersionThinning: Sendable {
  private static let day: Int64 = 86_400
  private static let mark = Array("thinned".utf8)

  let folder: VersionFolder
  let now: Timestamp

  /// Whether the last walk is a day ago. A folder that is new has nothing old in it.
  var isDue: Bool {
    guard let raw = try? PrivateFolder.open(folder.path, making: false) else { return false }
    guard let mark = try? Posix.facts(Self.mark, in: raw.raw) else {
      setMark(in: raw.raw)
      return false
    }
    return mark.modified.seconds + Self.day <= now.seconds || mark.modified > now
  }

  func run() async {
    guard let raw = try? PrivateFolder.open(folder.path, making: false),
      let names = try? Posix.names(in: raw.raw)
    else { return }
    let last = (try? Posix.facts(Self.mark, in: raw.raw))?.modified
    for name in names where name.starts(with: "note-".utf8) {
      if Task.isCancelled { return }
      if let facts = try? Posix.facts(name, in: raw.raw), let last,
        last < now, facts.modified.seconds + ThinningPlan.settled < last.seconds
      {
        continue
      }
      // A log that cannot be written again stays as it is; that costs room and nothing else.
      try? thin(name, in: raw.raw)
      await Task.yield()
    }
    removeLeftovers(names, in: raw.raw)
    setMark(in: raw.raw)
  }

  /// The new log is made while others go on; only the final rename waits for them.
  private func thin(_ name: [UInt8], in raw: Int32) throws(SystemError) {
    let before = try folder.alone(making: false) {
      (raw) throws(SystemError) -> VersionFolder.OpenLog? in
      try folder.open(file: name, in: raw)
    }
    guard let opened = before, let old = opened else { return }
    let staying = ThinningPlan.staying(old.log.records.map(\.savedAt), now: now)
    guard staying.contains(false) else { return }
    let bytes = try folder.thinned(old, staying: staying)
    _ = try folder.alone(making: false) { (raw) throws(SystemError) in
      // A version saved meanwhile would be lost: it is left to the next walk.
      guard let present = try? Posix.facts(name, in: raw), present == old.facts else { return }
      try folder.replace(name, with: bytes, in: raw)
    }
  }

  /// Files on their way that a killed run left behind.
  private func removeLeftovers(_ names: [[UInt8]], in raw: Int32) {
    for name in names where TemporaryName.matches(name) {
      guard let facts = try? Posix.facts(name, in: raw),
        facts.modified.seconds + Self.day < now.seconds
      else { continue }
      try? Posix.remove(name, in: raw)
    }
  }

  private func setMark(in raw: Int32) {
    guard var file = try? NewFile(in: raw, mode: 0o600, disk: folder.disk),
      (try? file.setModified(now)) != nil
    else { return }
    try? file.replace(Self.mark)
  }
}

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
    // A version from the future counts as new.
    let (age, isBeyond) = now.seconds.subtractingReportingOverflow(moment.seconds)
    if age <= day && !isBeyond { return nil }
    let length = isBeyond || age > 5 * week ? week : age > week ? day : hour
    return Span(length: length, number: moment.seconds / length)
  }
}
