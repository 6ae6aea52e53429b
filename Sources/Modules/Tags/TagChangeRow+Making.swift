/// What a rename would change, in rows.
extension TagChangeRow {
  /// Under each note its lines.
  static func rows(of changes: TagChanges) -> [TagChangeRow] {
    var rows: [TagChangeRow] = []
    var start = 0
    while start < changes.lines.count {
      let note = changes.lines[start].note
      let end = changes.lines[start...].firstIndex { $0.note != note } ?? changes.lines.count
      rows.append(.note(title: changes.lines[start].title, count: end - start))
      for line in changes.lines[start..<end] {
        rows.append(
          .line(before: line.before, old: line.old, new: line.new, after: line.after))
      }
      start = end
    }
    return rows
  }
}
