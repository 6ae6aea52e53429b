/// What a rename would change, in rows and in words.
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

extension TagChanges {
  var title: String {
    let count = lines.count == 1 ? "1 change" : "\(lines.count) changes"
    let places = notes == 1 ? "1 note" : "\(notes) notes"
    let files =
      switch moves.count {
      case 0: ""
      case 1: ", 1 in a file's name"
      case let count: ", \(count) in files' names"
      }
    return "#\(tag) becomes #\(name): \(count) in \(places)\(files)"
  }
}
