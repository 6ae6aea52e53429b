import Prompt
import Viper

extension Wireframe {
  func prompt(_ request: PromptRequest, output: any PromptOutput) -> Route {
    Route("Prompt", key: request.id) {
      PromptBuilder().make(request, output: output)
    }
  }

  /// Asks in a box and hands the answer to `target`, if it still lives. The caller keeps what
  /// comes back until then, because a prompt holds its output weakly.
  func ask<Target: AnyObject>(
    _ request: PromptRequest, for target: Target,
    then deliver: @escaping @MainActor (Target, PromptAnswer) -> Void
  ) -> AnyObject {
    let adapter = PromptAdapter(target: target, deliver: deliver)
    attempt { () throws(RouteError) in
      try router.box(prompt(request, output: adapter))
    }
    return adapter
  }
}
