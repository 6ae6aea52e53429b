import Prompt
import Sync
import Viper

extension Wireframe {
  /// Asks in a box. Without room for a box, the question gets no answer.
  func ask(
    _ question: Question, selecting: @escaping @MainActor (Int) -> Void = { _ in },
    then answer: @escaping @MainActor (Answer) -> Void
  ) {
    var route = Route("Prompt", key: question.title) {
      PromptBuilder.make(question, selecting: selecting, then: answer)
    }
    route.isQuestion = true
    attempt { () throws(RouteError) in try router.box(route) }
  }
}

/// Shows the questions of git and ssh in a box over the current screen.
@MainActor
final class CredentialRoutes: CredentialWireframe {
  private weak var app: NotesApp?
  private var shown: RouteHandle?

  init(app: NotesApp) { self.app = app }

  func ask(_ question: Question, then answer: @escaping @MainActor (Answer) -> Void) {
    var waiting: (@MainActor (Answer) -> Void)? = answer
    func give(_ given: Answer) {
      shown = nil
      let answer = waiting
      waiting = nil
      answer?(given)
    }
    var route = Route("Prompt", key: question.title) {
      PromptBuilder.make(question) { give($0) }
    }
    route.isQuestion = true
    let handle = app.flatMap { app in
      app.wireframe.attempt { () throws(RouteError) in try app.router.box(route) }
    }
    // The question may have been answered by then.
    if waiting != nil { shown = handle }
    // Answer now, because git is waiting.
    if handle == nil { give(.cancelled) }
  }

  func withdrawQuestion() { _ = shown?.close() }
}
