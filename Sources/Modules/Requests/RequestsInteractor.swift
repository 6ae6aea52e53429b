import Entities
import Viper

/// Holds what waits, and carries out the answers.
@MainActor
final class RequestsInteractor: RequestsInteracting {
  weak var output: (any RequestsInteractorOutput)?

  private let cases: RequestsCases
  private let scope: WorkScope
  private var requests: [RequestItem] = []

  init(cases: RequestsCases, work: Work) {
    self.cases = cases
    scope = work.scope()
  }

  var count: Int { requests.count }

  func request(at index: Int) -> RequestItem { requests[index] }

  func load() {
    scope.run(
      { [cases] in await cases.waiting() },
      then: { [weak self] result in
        guard let self, case .success(let requests) = result else { return }
        self.requests = requests
        output?.requestsChanged()
      })
  }

  func preview(_ request: RequestItem) {
    scope.run({ [cases] in try await cases.preview(request.writing) }) { [weak self] preview in
      self?.output?.previewIsReady(preview.lines, at: preview.path.text, isNew: preview.isNew)
    } failed: { [weak self] in
      self?.failed($0)
    }
  }

  func accept(_ request: RequestItem, always: Bool) {
    // A second key must not write it twice.
    remove(request)
    scope.run({ [cases] in try await cases.accept(request.writing, always: always) }) {
      [weak self] note in
      self?.output?.requestWasAccepted(in: note)
    } failed: { [weak self] in
      self?.failed($0)
    }
  }

  func refuse(_ request: RequestItem) {
    remove(request)
    scope.run({ [cases] in try await cases.refuse(request.writing) }) { [weak self] _ in
      self?.output?.requestWasRefused()
    } failed: { [weak self] in
      self?.failed($0)
    }
  }

  func stop() {
    scope.end()
  }

  private func remove(_ request: RequestItem) {
    requests.removeAll { $0.number == request.number }
    output?.requestsChanged()
  }

  /// Reports the failure and reloads, because the request still waits.
  private func failed(_ error: any Error) {
    output?.failed(error.explanation)
    load()
  }
}
