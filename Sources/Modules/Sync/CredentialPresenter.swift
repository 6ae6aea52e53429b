import Viper

/// Shows the questions of git and ssh, above whatever screen is shown.
@MainActor
final class CredentialPresenter {
  private let wireframe: any CredentialWireframe
  private var count = 0
  /// The number of the question that is shown.
  private var shown: Int?

  init(wireframe: any CredentialWireframe) { self.wireframe = wireframe }

  /// Asks the question. It ends soon after its task is canceled.
  func ask(_ prompt: CredentialPrompt) async -> Answer {
    count += 1
    let number = count
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled { return continuation.resume(returning: .cancelled) }
        shown = number
        wireframe.ask(.credential(prompt)) { [weak self] answer in
          if self?.shown == number { self?.shown = nil }
          continuation.resume(returning: answer)
        }
      }
    } onCancel: {
      Task { @MainActor [weak self] in self?.withdraw(number) }
    }
  }

  private func withdraw(_ number: Int) {
    if shown == number { wireframe.withdrawQuestion() }
  }
}
