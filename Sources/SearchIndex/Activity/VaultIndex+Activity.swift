package import Entities
package import Services

extension VaultIndex: NoteActivity {
  @concurrent
  package func notes(
    on day: Day, clock: any WallClock
  ) async throws(NoteIndexError) -> [ActiveNote] {
    try asking { (database) throws(DatabaseError) in
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
        let changed = Day(clock.civil(Timestamp(wholeNanoseconds: rows.int(3))))
        let made =
          rows.isNull(2)
          ? changed : Day(clock.civil(Timestamp(wholeNanoseconds: rows.int(2))))
        let done = Int(rows.int(4))
        guard made == day || changed == day || done > 0 else { continue }
        notes.append(
          ActiveNote(
            id: NoteID(NotePath(bytes: rows.bytes(0))), title: rows.text(1),
            wasMade: made == day, wasChanged: changed == day, doneTasks: done))
      }
      return notes
    }
  }
}
