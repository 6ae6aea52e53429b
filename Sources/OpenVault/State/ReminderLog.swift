package import Entities

/// Which reminders have rung. It has only times and digests, and no word of a note.
///
/// A reminder is claimed and stored before it rings, and stored as rung after that. One that a kill
/// leaves claimed rings again later under the same number, so that a server replaces what it shows.
package struct ReminderLog: Equatable, Sendable {
  package enum State: Equatable, Sendable {
    case claimed(Timestamp)
    case rung
    case snoozed(until: Timestamp)
  }

  /// A reminder by its time on the wall, the digest of its words and that of its line. It is
  /// recognized by one of the digests, as a line may be moved and words may be corrected.
  package struct Key: Hashable, Sendable {
    package var wall: Int64
    package var words: UInt64
    package var line: UInt64

    package init(wall: Int64, words: UInt64, line: UInt64) {
      (self.wall, self.words, self.line) = (wall, words, line)
    }
  }

  package struct Entry: Equatable, Sendable {
    package var key: Key
    /// Reminders of a summary have the same number.
    package var number: UInt32
    package var state: State

    package init(_ key: Key, number: UInt32, _ state: State) {
      (self.key, self.number, self.state) = (key, number, state)
    }
  }

  /// Reminders that ring together, by their positions.
  package struct Claim: Equatable, Sendable {
    package var number: UInt32
    package var positions: [Int]
  }

  /// Reminders from before this time on the wall do not ring: the log began a day later.
  package var since: Int64?
  package var entries: [Entry]

  package init(since: Int64? = nil, _ entries: [Entry] = []) {
    (self.since, self.entries) = (since, entries)
  }

  /// How long a reminder is put off.
  package static let snooze: Int64 = 600
  /// After this time, a claim belongs to a run that was killed.
  private static let patience: Int64 = 60
  /// A reminder that is this late was missed.
  private static let late: Int64 = 300
  private static let day: Int64 = 86_400
  /// The most reminders that ring one by one.
  private static let mostSingle = 5
  /// The number of entries from which old ones are removed.
  private static let most = 2000

  /// Claims those of the reminders that must ring now. All must be due by their time on the wall,
  /// `wall`; `now` is the moment.
  package mutating func claim(_ keys: [Key], wall: Int64, now: Timestamp) -> [Claim] {
    let since = self.since ?? wall - Self.day
    self.since = since
    removeOld(wall)
    let known = match(keys)
    var again: [UInt32: [Int]] = [:]
    var fresh: [Int] = []
    for (position, key) in keys.enumerated() {
      if let index = known[position] {
        entries[index].key = key
        guard Self.isDue(entries[index].state, now) else { continue }
        entries[index].state = .claimed(now)
        again[entries[index].number, default: []].append(position)
      } else if key.wall >= since, key.wall > wall - 30 * Self.day {
        fresh.append(position)
      }
    }
    let claims = again.sorted { $0.value[0] < $1.value[0] }.map {
      Claim(number: $0.key, positions: $0.value)
    }
    return claims + claimed(fresh, of: keys, wall: wall, now: now)
  }

  /// Those that were missed are one claim.
  private mutating func claimed(
    _ fresh: [Int], of keys: [Key], wall: Int64, now: Timestamp
  ) -> [Claim] {
    let missed = fresh.filter { keys[$0].wall < wall - Self.late }
    let isFlood = fresh.count > Self.mostSingle
    let together = isFlood ? fresh : missed.count > 1 ? missed : []
    var groups = together.isEmpty ? [] : [together]
    groups += fresh.filter { !together.contains($0) }.map { [$0] }
    var taken = Set(entries.map(\.number))
    return groups.map { positions in
      let first = keys[positions[0]]
      var number = Self.number(of: first)
      while !taken.insert(number).inserted { number = number % 0x7fff_fffe + 1 }
      for position in positions {
        entries.append(Entry(keys[position], number: number, .claimed(now)))
      }
      return Claim(number: number, positions: positions)
    }
  }

  /// A number for a server of notifications, which does not depend on the run: from 1 to 2³¹ - 1.
  private static func number(of key: Key) -> UInt32 {
    UInt32((key.words ^ UInt64(bitPattern: key.wall) &* 0x9e37_79b9) % 0x7fff_fffe) + 1
  }

  /// A wait that is longer than it can be means that the clock was set back.
  private static func isDue(_ state: State, _ now: Timestamp) -> Bool {
    switch state {
    case .rung: false
    case .claimed(let time): abs(now.seconds - time.seconds) >= patience
    case .snoozed(let until): now >= until || until.seconds - now.seconds > snooze
    }
  }

  /// Returns the entries of the reminders, each entry once.
  private func match(_ keys: [Key]) -> [Int: Int] {
    var known: [Int: Int] = [:]
    var used: Set<Int> = []
    for isSame in [{ $0.words == $1.words }, { $0.line == $1.line }] as [(Key, Key) -> Bool] {
      let byTime = Dictionary(grouping: entries.indices) { entries[$0].key.wall }
      for (position, key) in keys.enumerated() where known[position] == nil {
        let index = byTime[key.wall]?.first { !used.contains($0) && isSame(entries[$0].key, key) }
        if let index {
          known[position] = index
          used.insert(index)
        }
      }
    }
    return known
  }

  private mutating func removeOld(_ wall: Int64) {
    guard entries.count > Self.most else { return }
    entries.removeAll { $0.key.wall < wall - 40 * Self.day && $0.state == .rung }
  }

  package mutating func setState(_ state: State, of number: UInt32) {
    for index in entries.indices where entries[index].number == number {
      entries[index].state = state
    }
  }

  /// Those that did not ring are due again.
  package mutating func release(_ number: UInt32) {
    entries.removeAll { $0.number == number }
  }
}
