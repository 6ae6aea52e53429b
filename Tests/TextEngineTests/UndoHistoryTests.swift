import TextEngine
import Testing

@Suite("Undo")
struct UndoHistoryTests {
  /// An editor reduced to its text, cursor and history.
  struct Typist {
    var marked = MarkedText("|")
    var history = UndoHistory()

    mutating func type(_ text: String, at seconds: Double? = nil) {
      for character in text {
        let before = marked.cursor
        let edit = marked.buffer.replace(
          TextRange(before), with: marked.buffer.normalisedInsert(Array(String(character).utf8)))
        marked.cursor = edit.rangeAfter.end
        history.record(edit, kind: .typing, cursorBefore: before, at: seconds)
      }
    }

    mutating func backspace(_ count: Int = 1) {
      for _ in 0..<count {
        let before = marked.cursor
        let edit = marked.buffer.replace(
          TextRange(marked.buffer.position(before: before), before), with: [])
        marked.cursor = edit.rangeAfter.end
        history.record(edit, kind: .deleting, cursorBefore: before)
      }
    }

    mutating func undo() -> String? { follow(history.undo()) }
    mutating func redo() -> String? { follow(history.redo()) }

    private mutating func follow(_ step: UndoStep?) -> String? {
      guard let step else { return nil }
      for edit in step.edits { marked.buffer.apply(edit) }
      marked.cursor = step.cursor
      return marked.text
    }
  }

  @Test("Typing is undone word by word and line by line")
  func words() {
    var typist = Typist()
    typist.type("one two\nthree")
    #expect(typist.undo() == "one two\n|")
    #expect(typist.undo() == "one two|")
    #expect(typist.undo() == "one |")
    #expect(typist.undo() == "|")
    #expect(typist.undo() == nil)
    #expect(typist.redo() == "one |")
    #expect(typist.redo() == "one two|")
    typist.type("!")
    #expect(typist.redo() == nil)
    #expect(typist.undo() == "one two|")
  }

  @Test("A jump, a pause and another kind of edit each start a new step")
  func groups() {
    var typist = Typist()
    typist.type("ab", at: 0)
    typist.type("cd", at: 1)
    typist.type("ef", at: 9)
    #expect(typist.undo() == "abcd|")
    typist.marked.cursor = typist.marked.buffer.start
    typist.type("x")
    #expect(typist.undo() == "|abcd")
    typist.marked.cursor = typist.marked.buffer.end
    typist.backspace(2)
    #expect(typist.marked.text == "ab|")
    typist.type("z")
    #expect(typist.undo() == "ab|")
    #expect(typist.undo() == "abcd|")
    #expect(typist.undo() == "|")
  }

  @Test("Deletions join in either direction")
  func deleting() {
    var typist = Typist()
    typist.type("abcdef")
    typist.backspace(3)
    #expect(typist.undo() == "abcdef|")
    typist.marked.cursor = typist.marked.buffer.start
    for _ in 0..<3 {
      let cursor = typist.marked.cursor
      let edit = typist.marked.buffer.replace(
        TextRange(cursor, typist.marked.buffer.position(after: cursor)), with: [])
      typist.history.record(edit, kind: .deleting, cursorBefore: cursor)
    }
    #expect(typist.marked.text == "|def")
    #expect(typist.undo() == "|abcdef")
  }

  @Test("A command of several edits is one step")
  func commands() {
    var typist = Typist()
    typist.type("aXbX")
    var edits: [TextEdit] = []
    for byte in [3, 1] {
      let start = TextPosition(line: 0, byte: byte)
      let end = TextPosition(line: 0, byte: byte + 1)
      edits.append(typist.marked.buffer.replace(TextRange(start, end), with: Array("--".utf8)))
    }
    typist.history.record(edits, cursorBefore: typist.marked.cursor)
    #expect(typist.marked.buffer.bytes == Array("a--b--".utf8))
    #expect(typist.undo() == "aXbX|")
    #expect(typist.redo() == "a--|b--")
  }

  @Test("Undoing and redoing to the saved text makes it clean again")
  func savedPoint() {
    var typist = Typist()
    #expect(typist.history.isAtSavedPoint)
    typist.type("ab")
    #expect(!typist.history.isAtSavedPoint)
    typist.history.markSaved()
    typist.type("cd")
    #expect(!typist.history.isAtSavedPoint)
    #expect(typist.undo() == "ab|")
    #expect(typist.history.isAtSavedPoint)
    #expect(typist.undo() == "|")
    #expect(!typist.history.isAtSavedPoint)
    #expect(typist.redo() == "ab|")
    #expect(typist.history.isAtSavedPoint)
    _ = typist.undo()
    typist.type("x")
    // The saved text lies on the path not taken.
    _ = typist.undo()
    #expect(!typist.history.isAtSavedPoint)
    #expect(typist.redo() == "x|")
    #expect(!typist.history.isAtSavedPoint)
    typist.history.markSaved()
    typist.history.forgetSavedPoint()
    #expect(!typist.history.isAtSavedPoint)
  }

  @Test("An edit that changes nothing is no step and keeps what was undone")
  func nothing() {
    var typist = Typist()
    typist.type("a")
    _ = typist.undo()
    typist.backspace()
    #expect(typist.redo() == "a|")
  }
}
