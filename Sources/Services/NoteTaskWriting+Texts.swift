import Entities

/// Where lines stand in a text, and how a change reaches it.
extension NoteTaskWriting {
  static let newline = UInt8(ascii: "\n")

  /// Takes a change back, as `NoteRewriting.undo` does.
  package func undo(_ receipt: RewriteReceipt) async throws(NoteStoreError) -> RewriteReceipt {
    guard let change = receipt.changes.first, change.note.path.isLocked else {
      return try await rewriting.undo(receipt)
    }
    let text = try await store.read(change.note)
    return try await write(change.takenBack, to: text)
  }

  /// One note is saved as any other save: a rewriting of several notes writes both texts down first, and
  /// lets no other program rewrite or move notes of the vault meanwhile.
  func write(
    _ change: NoteChange, to text: NoteContent
  ) async throws(NoteStoreError) -> RewriteReceipt {
    var text = text
    for _ in 0..<20 {
      let bytes = try Self.text(text.bytes, after: change)
      do throws(NoteStoreError) {
        _ = try await store.save(bytes, to: change.note, replacing: text.stamp)
        return rewriting.receipt(of: change, leaving: bytes)
      } catch .changedOutside {
        // What another program did elsewhere in the note does not touch the change. To find that out
        // takes less time than to work the change out again, in which it would write once more.
        text = try await store.read(change.note)
      }
    }
    throw .changedOutside(change.note.path)
  }

  private static func text(
    _ bytes: [UInt8], after change: NoteChange
  ) throws(NoteStoreError) -> [UInt8] {
    var bytes = bytes
    for piece in change.pieces.reversed() {
      guard piece.range.upperBound <= bytes.count, bytes[piece.range].elementsEqual(piece.old),
        !piece.old.isEmpty || piece.range.lowerBound == bytes.count
      else { throw .changedOutside(change.note.path) }
      bytes.replaceSubrange(piece.range, with: piece.new)
    }
    return bytes
  }

  /// Where a task stands now: in its line, else in the nearest that says the same; nil where none
  /// does, or two are as near.
  static func place(of task: TaskRecord, among places: [TaskInText]) -> TaskInText? {
    let same = places.filter { says(task.facts, $0.facts) }
    guard let nearest = same.map({ abs($0.line - task.line) }).min() else { return nil }
    let found = same.filter { abs($0.line - task.line) == nearest }
    return found.count == 1 ? found.first : nil
  }

  /// Whether a line says what was told of it. Not all may have been told, and long words in part.
  private static func says(_ told: TaskFacts, _ now: TaskFacts) -> Bool {
    guard told.mark == now.mark, told.priority == now.priority, told.due == now.due,
      told.scheduled == now.scheduled, told.start == nil || told.start == now.start,
      told.recurrence == nil || told.recurrence == now.recurrence
    else { return false }
    return told.words.utf8.elementsEqual(now.words.utf8)
      || told.words.utf8.count > 500 && now.words.utf8.starts(with: told.words.utf8)
  }

  /// How the text's lines end.
  static func lineEnd(in text: [UInt8]) -> [UInt8] {
    guard let feed = text.firstIndex(of: newline) else { return [newline] }
    return feed > 0 && text[feed - 1] == UInt8(ascii: "\r")
      ? [UInt8(ascii: "\r"), newline] : [newline]
  }

  /// Where the line begins that ends there.
  static func lineStart(before end: Int, in text: [UInt8]) -> Int {
    text[..<max(0, end - 1)].lastIndex(of: newline).map { $0 + 1 } ?? 0
  }

  /// Behind the lines that go on with an item, which stand further in.
  static func itemEnd(behind start: Int, in text: [UInt8]) -> Int {
    var end = start
    while end < text.count, text[end] == UInt8(ascii: " ") || text[end] == UInt8(ascii: "\t") {
      let feed = text[end...].firstIndex(of: newline)
      let line = text[end..<(feed ?? text.count)]
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }) { break }
      end = feed.map { $0 + 1 } ?? text.count
    }
    return end
  }

  /// A line as a person is shown it.
  static func shown(_ line: [UInt8]) -> String {
    let end = line.lastIndex { $0 != newline && $0 != UInt8(ascii: "\r") } ?? -1
    return String(decoding: line[..<(end + 1)], as: UTF8.self)
  }
}

extension NoteChange {
  /// What takes it back where nobody touched the text since.
  fileprivate var takenBack: NoteChange {
    var back = self
    var shift = 0
    for (index, piece) in pieces.enumerated() {
      let start = piece.range.lowerBound + shift
      back.pieces[index].range = start..<start + piece.new.count
      (back.pieces[index].old, back.pieces[index].new) = (piece.new, piece.old)
      shift += piece.new.count - piece.old.count
    }
    return back
  }
}
