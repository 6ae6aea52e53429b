package import Viper

/// Takes questions as a wireframe does, and gives the answer that a test says.
@MainActor
package final class AskedQuestions {
  package private(set) var last: Question?
  private var waiting: (@MainActor (Answer) -> Void)?

  package init() {}

  package func take(_ question: Question, then answer: @escaping @MainActor (Answer) -> Void) {
    last = question
    waiting = answer
  }

  /// Answers the last question, unless it was answered before.
  package func answer(_ answer: Answer) {
    let waiting = waiting
    self.waiting = nil
    waiting?(answer)
  }
}
