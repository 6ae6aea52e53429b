import Prompt

/// Hands a prompt's answer to whoever asked, if it still lives.
@MainActor
final class PromptAdapter<Target: AnyObject>: PromptOutput {
  private weak var target: Target?
  private let deliver: @MainActor (Target, PromptAnswer) -> Void

  init(target: Target, deliver: @escaping @MainActor (Target, PromptAnswer) -> Void) {
    self.target = target
    self.deliver = deliver
  }

  func promptDidAnswer(_ answer: PromptAnswer, to request: String) {
    if let target { deliver(target, answer) }
  }
}
