import Bytes
package import Entities
import NoteSyntax
package import Services
import Tasks
package import VaultSettings

/// Titles and tags in Markdown and its front matter.
package struct MarkdownTexts: NoteTexts {
  package init() {}

  package func text(_ text: [UInt8], titled title: String) -> [UInt8]? {
    TitleEdit.text(of: text, titled: title)
  }

  package func title(of start: [UInt8]) -> String? {
    NoteHead(start.span, isWhole: false).title
  }

  package func name(ofDraft start: [UInt8]) -> String? { DraftName.of(start) }

  package func retagging(
    _ text: [UInt8], adding: [String], removing: [String]
  ) throws(NoteTextProblem) -> Retagging {
    do throws(PropertyProblem) {
      let edits = try TagEdit.edits(in: text, adding: adding, removing: removing)
      let after = ByteEdit.apply(edits, to: text)
      return Retagging(
        pieces: edits.map { piece($0, in: text) },
        staying: TagEdit.tags(removing, in: after))
    } catch {
      throw NoteTextProblem(error.message)
    }
  }

  package func properties(in text: [UInt8]) throws(NoteTextProblem) -> [NoteProperty] {
    return try rethrow(PropertyEdit.properties(in: text)) { (error: PropertyProblem) in
      NoteTextProblem(error.message)
    }
  }

  package func sheet(in text: [UInt8]) -> PropertySheet {
    let content = PropertyEdit.changeable(in: text)
    return PropertySheet(
      rows: content.properties.map {
        PropertySheet.Row($0.property, obstacle: $0.problem?.message)
      }, problem: content.problem)
  }

  package func text(
    _ text: [UInt8], changing property: PropertyChange
  ) throws(NoteTextProblem) -> [UInt8] {
    ByteEdit.apply(try edits(of: text, changing: property), to: text)
  }

  package func text(
    _ text: [UInt8], adding other: [UInt8], atStart: Bool
  ) throws(NoteTextProblem) -> [UInt8] {
    do throws(NoteJoining.Problem) {
      return try AddedText(other).added(to: text, atStart: atStart)
    } catch {
      throw NoteTextProblem(error.reason)
    }
  }

  package func pieces(
    of text: [UInt8], changing property: PropertyChange
  ) throws(NoteTextProblem) -> [NoteChange.Piece] {
    try edits(of: text, changing: property).map { piece($0, in: text) }
  }

  private func edits(
    of text: [UInt8], changing property: PropertyChange
  ) throws(NoteTextProblem) -> [ByteEdit] {
    return try rethrow(PropertyEdit.edits(property, in: text)) { (error: PropertyProblem) in
      NoteTextProblem(error.message)
    }
  }

  private func piece(_ edit: ByteEdit, in text: [UInt8]) -> NoteChange.Piece {
    let feed = UInt8(ascii: "\n")
    let start = (text[..<edit.range.lowerBound].lastIndex(of: feed) ?? -1) + 1
    let end = text[edit.range.lowerBound...].firstIndex(of: feed) ?? text.count
    let line = text[..<start].reduce(1) { $0 + ($1 == feed ? 1 : 0) }
    return NoteChange.Piece(
      range: edit.range, old: Array(text[edit.range]), new: edit.bytes, line: line,
      context: String(decoding: text[start..<end], as: UTF8.self),
      contextRange: (edit.range.lowerBound - start)..<(max(
        edit.range.lowerBound, min(edit.range.upperBound, end)) - start))
  }
}

/// Tasks in Markdown: list items with a box, and signs or fields with more data.
package struct MarkdownTaskTexts: TaskTexts {
  private let foreign: any ForeignSettings

  package init(foreign: any ForeignSettings = NoForeignSettings()) { self.foreign = foreign }

  package func facts(ofLine line: [UInt8]) -> TaskFacts? { TaskEdit(line)?.facts }

  package func tasks(in text: [UInt8]) -> [TaskInText] {
    each(in: text) { task, span, bytes in
      let line = TaskLine(bytes.span, mark: task.status, text: task.text)
      return TaskInText(line: span.line, range: span.range, facts: line.facts(in: bytes.span))
    }
  }

  package func spans(ofTasksIn text: [UInt8]) -> [TaskSpan] {
    each(in: text) { _, span, _ in span }
  }

  private func each<Found>(
    in text: [UInt8],
    _ found: (_ task: NoteScan.Task, TaskSpan, _ text: UnsafeBufferPointer<UInt8>) -> Found
  ) -> [Found] {
    text.withUnsafeBufferPointer { bytes in
      var (line, start) = (1, 0)
      return NoteScanner.scan(bytes.span).tasks.map { task in
        while line < task.line,
          let feed = Byte.find(Byte.lineFeed, in: bytes.span, from: start, to: bytes.count)
        {
          start = feed + 1
          line += 1
        }
        let end = Byte.find(Byte.lineFeed, in: bytes.span, from: start, to: bytes.count)
        return found(
          task, TaskSpan(line: line, range: start..<(end.map { $0 + 1 } ?? bytes.count)), bytes)
      }
    }
  }

  package var rules: TaskRules { foreign.taskRules }

  package func line(
    _ line: [UInt8], after change: TaskChange, today: Day
  ) throws(NoteTextProblem) -> [UInt8] {
    guard let task = TaskEdit(line) else {
      throw NoteTextProblem("This line is not a task: a task begins like “- [ ]”.")
    }
    do throws(TaskProblem) {
      return switch change {
      case .toggle: try task.toggled(today: today, by: rules)
      case .mark(let mark): try task.marked(mark, today: today, by: rules)
      case .reschedule(let day): task.rescheduled(to: day)
      }
    } catch {
      throw NoteTextProblem(error.message)
    }
  }

  package func line(
    for words: String, due: Day?, priority: TaskFacts.Priority, today: Day
  ) -> [UInt8] {
    TaskEdit.line(for: words, due: due, priority: priority)
  }

  package func day(_ written: String, today: Day) -> Day? {
    DayWords.day(written, today: today)
  }
}
