package import Entities
package import Services

/// What was made, changed and done on which day.
package struct VaultActivity: NoteActivity {
  let index: IndexAccess

  @concurrent
  package func notes(
    on day: Day, clock: any WallClock
  ) async throws(NoteIndexError) -> [ActiveNote] {
    try index.asking { (database) throws(DatabaseError) in
      let bounds = DaySpan(day, day).moments
      let rows = try database.query(
        """
        SELECT path, title, created, modified,
          (SELECT count(*) FROM task t WHERE t.note = n.id AND t.done = ?3)
        FROM note n
        WHERE modified BETWEEN ?1 AND ?2 OR created BETWEEN ?1 AND ?2
          OR id IN (SELECT note FROM task WHERE done = ?3)
        ORDER BY modified DESC, id
        """, .int(bounds.lowerBound), .int(bounds.upperBound), .int(day.number))
      var notes: [ActiveNote] = []
      while try rows.next() {
        let changed = Day(clock.civil(rows.time(3)))
        let made =
          rows.isNull(2)
          ? changed : Day(clock.civil(rows.time(2)))
        let done = Int(rows.int(4))
        guard made == day || changed == day || done > 0 else { continue }
        notes.append(
          ActiveNote(
            id: NoteID(rows.path(0)), title: rows.text(1),
            wasMade: made == day, wasChanged: changed == day, doneTasks: done))
      }
      return notes
    }
  }

  @concurrent
  package func activity(
    in span: DaySpan, clock: any WallClock
  ) async throws(NoteIndexError) -> [Day: DayActivity] {
    try index.asking { (database) throws(DatabaseError) in
      var days: [Day: DayActivity] = [:]
      let bounds = span.moments
      for (column, part) in [
        ("coalesce(created, modified)", \DayActivity.created), ("modified", \.changed),
      ] {
        let rows = try database.query(
          "SELECT \(column) FROM note WHERE \(column) BETWEEN ? AND ?",
          .int(bounds.lowerBound), .int(bounds.upperBound))
        while try rows.next() {
          let day = Day(clock.civil(rows.time(0)))
          if span.contains(day) { days[day, default: DayActivity()][keyPath: part] += 1 }
        }
      }
      let done = try database.query(
        "SELECT done, count(*) FROM task WHERE done BETWEEN ? AND ? GROUP BY 1",
        .int(span.first?.number ?? .min), .int(span.last?.number ?? .max))
      while try done.next() {
        days[Day(Int(done.int(0))), default: DayActivity()].doneTasks += Int(done.int(1))
      }
      return days
    }
  }
}

extension DaySpan {
  /// All moments, in nanoseconds, that may be in the span in some time zone.
  var moments: ClosedRange<Int64> {
    func moment(_ day: Day?, _ extra: Int, else edge: Int64) -> Int64 {
      guard let day else { return edge }
      return CivilCalendar.moment(day.advanced(by: extra).time).wholeNanoseconds
    }
    let (first, last) = (moment(first, -1, else: .min), moment(last, 2, else: .max))
    return first...max(first, last)
  }
}
