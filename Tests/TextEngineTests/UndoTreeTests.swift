import TestSupport
import Testing

@testable import TextEngine

@Suite("The undo tree")
struct UndoTreeTests {
  @Test("Typing is grouped by word, line, jump and pause")
  func groups() {
    var typist = Typist("")
    typist.type("two words", pausing: 100)
    #expect(typist.undoneTexts == ["two ", ""])
    typist = Typist("")
    typist.type("a\nb", pausing: 100)
    #expect(typist.undoneTexts == ["a\n", "a", ""])
    typist = Typist("")
    typist.type("ab", pausing: UndoTree.pause + 1)
    #expect(typist.undoneTexts == ["a", ""])
    typist = Typist("")
    typist.type("ab", pausing: 10)
    typist.history.closeStep()
    typist.type("c", pausing: 10)
    #expect(typist.undoneTexts == ["ab", ""])
    typist = Typist("xy")
    typist.type("a", pausing: 10)
    typist.offset = ByteOffset(3)
    typist.type("b", pausing: 10)
    #expect(typist.undoneTexts == ["axy", "xy"])
  }

  @Test("An extended step accepts any edit, and states are numbered")
  func extended() throws {
    var text = Rope(Array("ab".utf8))
    var history = UndoTree(for: text, at: 0)
    let cursor = Selections(Selection(at: .zero))
    for (index, letter) in "xyz".utf8.enumerated() {
      let edit = Edit(in: text, replacing: .zero..<ByteOffset(1), with: [letter])
      text.apply(edit)
      if index == 1 {
        history.extendStep(with: edit, to: cursor, at: 9_000)
      } else {
        history.record(edit, kind: .other, from: cursor, to: cursor, at: 0)
      }
    }
    #expect(history.currentNumber == 2)
    #expect(history.state(number: 3) == nil)
    let first = try #require(history.state(number: 1))
    for edit in history.move(to: first)?.edits ?? [] { text.apply(edit) }
    #expect(text.bytes == Array("yb".utf8))
    let start = try #require(history.state(number: 0))
    for edit in history.move(to: start)?.edits ?? [] { text.apply(edit) }
    #expect(text.bytes == Array("ab".utf8))
    #expect(history.isAtSavedPoint)
  }

  @Test("A step that was saved, or that is followed by others, does not grow")
  func mayGrow() {
    var history = UndoTree(for: Rope(), at: 0)
    #expect(!history.currentMayGrow)
    let cursor = Selections(Selection(at: .zero))
    var text = Rope()
    for letter in "ab".utf8 {
      let edit = Edit(in: text, replacing: .zero..<(.zero), with: [letter])
      text.apply(edit)
      history.record(edit, kind: .other, from: cursor, to: cursor, at: 0)
    }
    #expect(history.currentMayGrow)
    _ = history.undo()
    #expect(!history.currentMayGrow)
    _ = history.redo()
    history.markSaved()
    #expect(!history.currentMayGrow)
  }

  @Test("Deleting is grouped by word, in both directions")
  func groupsDeletions() {
    var typist = Typist("one two")
    typist.offset = typist.text.end
    for _ in 0..<7 { typist.delete(backwards: true) }
    #expect(typist.undoneTexts == ["one", "one two"])
    typist = Typist("one two")
    for _ in 0..<7 { typist.delete(backwards: false) }
    #expect(typist.undoneTexts == ["two", "one two"])
  }

  @Test("Typing at several cursors is one step, and undo restores their selections")
  func severalCursors() throws {
    var text = Rope(Array("a b c".utf8))
    var history = UndoTree(for: text, at: 0)
    var cursors = try #require(
      Selections([1, 3, 5].map { Selection(at: ByteOffset($0)) }, main: 1))
    let start = cursors
    for letter in "xyz".utf8 {
      let edit = Edit(in: text, replacing: cursors.all.map(\.range), with: [letter])
      text.apply(edit)
      let after = cursors.mapped(through: edit)
      history.record(edit, kind: .typing, from: cursors, to: after, at: 0)
      cursors = after
    }
    #expect(text.bytes == Array("axyz bxyz cxyz".utf8))
    let undone = history.undo()
    let step = try #require(undone)
    for edit in step.edits { text.apply(edit) }
    #expect(text.bytes == Array("a b c".utf8))
    #expect(step.selections == start)
    let redone = history.redo()
    #expect(redone?.selections == cursors)
  }

  @Test("Text undone before other typing is on a branch, and can be restored")
  func branches() {
    var typist = Typist("")
    typist.type("first", pausing: 10)
    let first = typist.history.current
    typist.undo()
    typist.history.closeStep()
    typist.type("second", pausing: 10)
    let second = typist.history.current
    typist.undo()
    #expect(typist.history.children(of: typist.history.current) == [first, second])
    typist.follow(typist.history.move(to: first))
    #expect(typist.string == "first")
    typist.follow(typist.history.move(to: second))
    #expect(typist.string == "second")
    typist.undo()
    typist.redo()
    #expect(typist.string == "second")
    let unknown = typist.history.move(to: UndoTree.StateID(number: 99))
    #expect(unknown == nil)
  }

  @Test("The saved point is recognized from any path, and a saved step never grows")
  func savedPoint() {
    var typist = Typist("")
    #expect(typist.history.isAtSavedPoint)
    typist.type("ab", pausing: 10)
    #expect(!typist.history.isAtSavedPoint)
    typist.history.markSaved()
    typist.type("c", pausing: 10)
    #expect(!typist.history.isAtSavedPoint)
    typist.undo()
    #expect(typist.history.isAtSavedPoint && typist.string == "ab")
    typist.undo()
    #expect(!typist.history.isAtSavedPoint)
    typist.redo()
    #expect(typist.history.isAtSavedPoint)
    typist.history.forgetSavedPoint()
    #expect(!typist.history.isAtSavedPoint)
  }

  @Test("Past its limit the tree forgets branches first, then the oldest steps")
  func limit() {
    var typist = Typist("", limit: 200_000)
    let long = [UInt8](repeating: 0x61, count: 500)
    for _ in 0..<20 { typist.insert(long) }
    let branch = typist.history.current
    for _ in 0..<20 { typist.undo() }
    for _ in 0..<300 { typist.insert(long) }
    #expect(typist.history.cost <= 200_000)
    #expect(typist.history.brokenInvariant == nil)
    let forgotten = typist.history.move(to: branch)
    #expect(forgotten == nil)
    var undone = 0
    while typist.history.canUndo {
      typist.undo()
      undone += 1
    }
    #expect(undone >= UndoTree.leastSteps && undone < 300)
    #expect(typist.text.byteCount == (300 - undone) * 500)
  }

  @Test("Text loaded in the background during typing is in all states and is no step")
  func growing() throws {
    var typist = Typist("start\n")
    typist.type("ab", pausing: 10)
    typist.undo()
    typist.offset = typist.text.end
    typist.type("cd", pausing: 10)
    typist.text.append(Rope(Array("more".utf8), limits: RopeTests.small))
    typist.history.textGrew(by: 4)
    typist.type("e", pausing: 10)
    #expect(typist.string == "start\ncdemore")
    #expect(typist.history.brokenInvariant == nil)
    #expect(typist.undoneTexts == ["start\nmore"])
    typist.follow(typist.history.move(to: UndoTree.StateID(number: 1)))
    #expect(typist.string == "abstart\nmore")
    typist.undo()
    #expect(typist.history.isAtSavedPoint)
  }

  @Test("The last steps stay, however much text they removed")
  func keepsLastSteps() {
    var typist = Typist(String(repeating: "x", count: 20_000), limit: 1_000)
    typist.replaceAll(with: [])
    typist.type("a", pausing: 10)
    typist.undo()
    typist.undo()
    #expect(typist.text.byteCount == 20_000)
  }
}

/// A simulated typist: a text, its history, a cursor and a clock.
struct Typist {
  var text: Rope
  var history: UndoTree
  var offset = ByteOffset.zero
  var clock: Int64 = 0

  init(_ string: String, limit: Int = 1 << 20) {
    text = Rope(Array(string.utf8), limits: RopeTests.small)
    history = UndoTree(for: text, at: 0, limit: limit)
  }

  var string: String { String(decoding: text.bytes, as: UTF8.self) }

  mutating func type(_ string: String, pausing milliseconds: Int64) {
    for byte in string.utf8 {
      clock += milliseconds
      perform(Edit(in: text, replacing: offset..<offset, with: [byte]), .typing)
    }
  }

  mutating func insert(_ bytes: [UInt8]) {
    perform(Edit(in: text, replacing: offset..<offset, with: bytes), .other)
  }

  mutating func delete(backwards: Bool) {
    let range = backwards ? offset - 1..<offset : offset..<offset + 1
    perform(Edit(in: text, replacing: range, with: [UInt8]()), .deleting)
  }

  mutating func replaceAll(with bytes: [UInt8]) {
    perform(Edit(in: text, replacing: text.all, with: bytes), .other)
  }

  mutating func perform(_ edit: Edit, _ kind: UndoTree.Kind) {
    let before = Selections(Selection(at: offset))
    text.apply(edit)
    offset = edit.map(offset, bias: .right)
    history.record(
      edit, kind: kind, from: before, to: Selections(Selection(at: offset)), at: clock)
  }

  mutating func undo() { if let step = history.undo() { apply(step) } }

  mutating func redo() { if let step = history.redo() { apply(step) } }

  mutating func apply(_ step: UndoTree.Step) {
    for edit in step.edits { text.apply(edit) }
    offset = step.selections?.main.head ?? offset
  }

  /// Where a step leads, if it leads anywhere.
  mutating func follow(_ step: UndoTree.Step?) {
    if let step { apply(step) }
  }

  /// The texts that undoing everything would give, in order.
  var undoneTexts: [String] {
    var typist = self
    var texts: [String] = []
    while typist.history.canUndo {
      typist.undo()
      texts.append(typist.string)
    }
    return texts
  }
}
