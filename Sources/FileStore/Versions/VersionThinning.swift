import Entities
import Files
import Glibc

/// Removes old versions in one walk through a vault's version logs.
struct VersionThinning: Sendable {
  private static let day: Int64 = 86_400
  private static let mark = Array("thinned".utf8)

  let folder: VersionFolder
  let now: Timestamp

  /// Whether the last walk was a day ago or longer. A new folder has nothing old in it.
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
      // A log that cannot be rewritten stays as it is, and only costs space.
      try? thin(name, in: raw.raw)
      await Task.yield()
    }
    removeLeftovers(names, in: raw.raw)
    setMark(in: raw.raw)
  }

  /// Makes the new log while other programs continue; only the final rename locks the folder.
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
      // A version saved meanwhile would be lost: the log is left to the next walk.
      guard let present = try? Posix.facts(name, in: raw), present == old.facts else { return }
      try folder.replace(name, with: bytes, in: raw)
    }
  }

  /// Removes temporary files of killed runs.
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

/// The rule by which versions remain: all of the last day; then the last of each hour for a week,
/// of each day for five weeks, and of each week forever.
enum ThinningPlan {
  private static let hour: Int64 = 3_600
  private static let day = 24 * hour
  private static let week = 7 * day

  /// The age from which nothing changes any more.
  static let settled = 5 * week + week

  /// Returns which of these moments remain at `now`. The newest, which comes last, always does.
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

  /// A period of which one version remains. It does not depend on the current time.
  private struct Span: Hashable {
    var length: Int64
    var number: Int64
  }

  /// Returns nil if every version remains.
  private static func span(of moment: Timestamp, now: Timestamp) -> Span? {
    // A version from the future counts as new.
    let (age, isBeyond) = now.seconds.subtractingReportingOverflow(moment.seconds)
    if age <= day && !isBeyond { return nil }
    let length = isBeyond || age > 5 * week ? week : age > week ? day : hour
    return Span(length: length, number: moment.seconds / length)
  }
}
