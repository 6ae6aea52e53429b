import Bytes
import Comparing
import CopyNames
import Entities
import Services

/// Which of a vault's notes are copies of another one, told by their names.
struct CopyFinder {
  struct Found: Equatable {
    var copy: NoteID
    var note: NoteID
    var program: ConflictProgram
  }

  private let notes: Set<NotePath>
  private let hosts: [String]

  init(among notes: [NotePath], hosts: [String]) {
    self.notes = Set(notes)
    self.hosts = hosts
  }

  /// In the order of their paths.
  func copies() -> [Found] {
    notes.compactMap(copy).sorted { $0.copy.path < $1.copy.path }
  }

  private func copy(_ path: NotePath) -> Found? {
    guard let name = ConflictName.reading(path, hosts: hosts) else { return nil }
    // A copy of a copy is one of the note itself.
    var (original, steps) = (name.original, 0)
    var note = notes.contains(original) ? original : nil
    while steps < Self.mostSteps, let next = ConflictName.reading(original, hosts: hosts),
      next.isSure || note == nil
    {
      original = next.original
      if notes.contains(original) { note = original }
      steps += 1
    }
    guard let note else { return nil }
    return Found(copy: NoteID(path), note: NoteID(note), program: name.program)
  }

  private static let mostSteps = 8

  /// Whether so much of two texts is the same that one is taken for a copy of the other, whatever its
  /// name. Texts without a line that says something are alike only where they are the same.
  static func isAlike(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    let (lines, others) = (Self.lines(of: one), Self.lines(of: other))
    if lines.isEmpty || others.isEmpty { return one == other }
    let common = lines.reduce(0) { $0 + min($1.value, others[$1.key] ?? 0) }
    let most = max(lines.values.reduce(0, +), others.values.reduce(0, +))
    return common * 100 >= most * leastPercent
  }

  private static let leastPercent = 60

  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>: Int] {
    let text = TextLines(bytes)
    var lines: [ArraySlice<UInt8>: Int] = [:]
    for index in 0..<text.count {
      let line = text.text(of: index)
      if !line.allSatisfy(Byte.isBlank) { lines[line, default: 0] += 1 }
    }
    return lines
  }
}
