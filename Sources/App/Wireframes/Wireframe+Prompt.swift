import Prompt
import Viper

extension Wireframe {
  /// Asks in a box. Where that has no place nothing is answered.
  func ask(
    _ question: Question, selecting: @escaping @MainActor (Int) -> Void = { _ in },
    then answer: @escaping @MainActor (Answer) -> Void
  ) {
    var route = Route("Prompt", key: question.title) {
      PromptBuilder().make(question, selecting: selecting, then: answer)
    }
    route.isQuestion = true
    attempt { () throws(RouteError) in try router.box(route) }
  }
}

/// The routes of one module.
@MainActor
protocol Routes: AnyObject {
  var wireframe: Wireframe { get }
}

/// Those of a module that goes nowhere.
@MainActor
final class AskingRoutes: Routes, Asking {
  let wireframe: Wireframe

  init(wireframe: Wireframe) { self.wireframe = wireframe }
}

extension Routes {
  func ask(_ question: Question, then answer: @escaping @MainActor (Answer) -> Void) {
    wireframe.ask(question, then: answer)
  }

  /// A line for the person, whatever screen is on top.
  func showMessage(_ text: String) { wireframe.router.notice = text }
}
