import Entities
import OpenVault
import Services
import Terminal
import TestSupport
import Testing
import TextEngine
import Viper

@testable import Editor

@MainActor
@Suite("A note opens where it was left")
struct EditorCellTests {
  private let lines = (1...40).map { "line \($0)" }.joined(separator: "\n")

  private func bench(
    _ text: String, leftAt place: NotePosition, part: String? = nil
  ) async -> EditorBench {
    let places = StoredValue(NotePositions())
    let note = EditorBench.note
    _ = try? await places.change { $0.leave(note, at: place) }
    let bench = EditorBench(
      .note(EditorBench.note), ["a.md": text], at: part, places: places)
    await bench.open()
    return bench
  }

  @Test("A note opens at its last cursor and first row, and reports both when it is left")
  func place() async {
    let bench = await bench(lines, leftAt: NotePosition(cursor: 101, top: 71))
    #expect(bench.selections == Selections(Selection(at: ByteOffset(101))))
    #expect(bench.interactor.session.page.top == ByteOffset(71))
    bench.press("Down")
    bench.presenter.moduleWasRemoved()
    #expect(bench.wireframe.left == [EditorBench.note: NotePosition(cursor: 109, top: 71)])
  }

  @Test("In a text that has changed, the restored cursor is inside it and between characters")
  func shorter() async {
    let short = await bench("é\nab", leftAt: NotePosition(cursor: 900, top: 800))
    #expect(short.selections.main.head == ByteOffset(5))
    #expect(short.interactor.session.page.top == .zero)
    let within = await bench("é\nab", leftAt: NotePosition(cursor: 1, top: 1))
    #expect(within.selections.main.head == .zero)
  }

  @Test("The part that a link names takes precedence over the last position")
  func part() async {
    let bench = await bench(
      lines + "\n# Part\nx\n", leftAt: NotePosition(cursor: 3, top: 0), part: "Part")
    let text = bench.interactor.text
    #expect(text.line(at: bench.selections.main.head) == LineNumber(40))
  }

  @Test("A part of a note or a peek reports no position")
  func tellsNothing() async {
    let peek = EditorBench(.note(EditorBench.note), ["a.md": lines], asPeek: true)
    await peek.open()
    peek.presenter.moduleWasRemoved()
    #expect(peek.wireframe.left == [:])
    let new = EditorBench(.newNote(folder: nil))
    await new.open()
    new.presenter.moduleWasRemoved()
    #expect(new.wireframe.left == [:])
  }
}
