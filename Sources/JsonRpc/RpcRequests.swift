package import Cells

/// The requests of a client that still run, all at the same time. Each is answered when it is done.
@MainActor
package final class RpcRequests {
  package static let most = 64

  private let write: (JSONValue) -> Void
  private var running: [RpcID: Task<Void, Never>] = [:]

  /// `write` sends one message.
  package init(_ write: @escaping (JSONValue) -> Void) { self.write = write }

  /// Runs a request; `body` returns the whole response, or nil if there is none.
  package func run(_ id: RpcID, _ body: @escaping @MainActor () async -> JSONValue?) {
    if running[id] != nil {
      return write(
        RpcError(.invalidRequest, "a request with this id is still running", id: id)
          .response(to: id))
    }
    if running.count >= Self.most {
      return write(RpcError(.busy, "too many requests at once; try again").response(to: id))
    }
    running[id] = Task {
      let response = await body()
      // A cancelled request gets no answer from here.
      guard !Task.isCancelled else { return }
      running[id] = nil
      if let response { write(response) }
    }
  }

  /// Cancels a request. Returns false if it does not run.
  @discardableResult
  package func cancel(_ id: RpcID) -> Bool {
    guard let task = running.removeValue(forKey: id) else { return false }
    task.cancel()
    return true
  }

  /// Waits for the requests that still run.
  package func end() async {
    while let next = running.values.first { await next.value }
  }
}
