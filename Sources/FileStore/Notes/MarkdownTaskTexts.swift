import Bytes
package import Entities
import NoteSyntax
package import Services
import Tasks
package import VaultSettings

/// Tasks as Markdown has them: an item with a box, and signs or fields that say more.
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
      throw NoteTextProblem("This line is no task: a task begins like “- [ ]”.")
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
