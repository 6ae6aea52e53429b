import Entities
import Services
import TextEngine

/// Tasks are ticked as everywhere: with a date where the line has such, and a recurring one leaves its
/// next.
extension EditorInteractor {
  var toggledTask: TaskToggling? {
    guard let tasks = services.tasks else { return nil }
    let clock = services.clock
    return { line in
      let today = Day(clock.civil(clock.now))
      do throws(NoteTextProblem) {
        return .success(try tasks.line(line, after: .toggle, today: today))
      } catch {
        return .failure(TaskRefusal(error.message))
      }
    }
  }
}
