/// Keeps `taskday` while notes come and go. No trigger does: each program that opens the index would
/// have to read it first.
struct TaskDayCounts {
  let database: Database

  /// A task of this day and priority has come, which is open.
  func add(day: Int64, priority: Int64) throws(DatabaseError) {
    try database.run(
      """
      INSERT INTO taskday VALUES (?, ?, 1)
      ON CONFLICT (day, priority) DO UPDATE SET tasks = tasks + 1
      """, .int(day), .int(priority))
  }

  /// Before the tasks of a note go.
  func takeOff(_ note: Int64) throws(DatabaseError) {
    // By the note: how many others are open on those days does not matter.
    let gone = try database.all(
      "SELECT day, priority, count(*) FROM task WHERE note = ? AND +isOpen GROUP BY 1, 2",
      .int(note)
    ) { ($0.int(0), $0.int(1), $0.int(2)) }
    for (day, priority, tasks) in gone {
      try database.run(
        "UPDATE taskday SET tasks = tasks - ? WHERE day = ? AND priority = ?",
        .int(tasks), .int(day), .int(priority))
      try database.run(
        "DELETE FROM taskday WHERE day = ? AND priority = ? AND tasks <= 0",
        .int(day), .int(priority))
    }
  }
}
