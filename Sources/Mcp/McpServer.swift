import Bytes
import Cells

/// Answers a client line by line. It knows the protocol and no notes: tools and resources are given
/// to it.
///
/// Requests run at the same time; each is answered when it is done. Between requests it remembers
/// only what a session of the older era begins with. This file reads lines and runs requests;
/// `+Requests` answers them, `+Resources` those about notes as resources, `+Tools` calls of tools.
@MainActor
package final class McpServer {
  package struct Info: Sendable {
    var name: String
    var version: String
    /// For models: how to use the tools.
    var instructions: String

    package init(name: String, version: String, instructions: String) {
      (self.name, self.version, self.instructions) = (name, version, instructions)
    }
  }

  /// The largest result, in bytes of its JSON. Tools end theirs sooner.
  package static let largestResult = 1 << 20
  private static let mostRequests = 64

  let info: Info
  let tools: [McpTool]
  let resources: any McpResources
  private let send: (String) -> Void
  /// The client that `initialize` introduced.
  var session: McpClient?
  private var running: [McpID: Task<Void, Never>] = [:]
  /// What was asked of the client, and `subscriptions/listen`, which lasts until it is cancelled.
  var questions: [McpID: CheckedContinuation<JSONReader.Value?, Never>] = [:]
  var questionCount = 0
  var subscriptions: [McpID: CheckedContinuation<Void, Never>] = [:]
  private(set) var isEnding = false

  /// `send` writes one line.
  package init(
    _ info: Info, tools: [McpTool], resources: any McpResources, send: @escaping (String) -> Void
  ) {
    (self.info, self.tools, self.resources, self.send) = (info, tools, resources, send)
  }

  // MARK: Lines

  package func receive(_ line: McpLines.Line) {
    do throws(McpError) {
      guard case .whole(let bytes) = line else {
        throw McpError(.parse, "a line is longer than \(McpLines.longest >> 20) MB")
      }
      let value: JSONReader.Value
      do throws(JSONReader.Fault) {
        value = try JSONReader.read(bytes)
      } catch {
        throw McpError(.parse, "column \(error.column): \(error.reason)")
      }
      if case .array(let batch) = value { return try receive(batch) }
      if let request = try handle(value) { start(request) }
    } catch {
      write(error.response(to: nil))
    }
  }

  /// Batches exist in one revision only.
  private func receive(_ batch: [JSONReader.Value]) throws(McpError) {
    guard session?.version == "2025-03-26", !batch.isEmpty else {
      throw McpError(.invalidRequest, "batches are not supported in this version")
    }
    var requests: [McpRequest] = []
    var responses: [JSONValue] = []
    for value in batch.prefix(Self.mostRequests) {
      do throws(McpError) {
        if let request = try handle(value) { requests.append(request) }
      } catch {
        responses.append(error.response(to: nil))
      }
    }
    guard let first = requests.first else {
      if !responses.isEmpty { write(.array(responses)) }
      return
    }
    run(first.id) { [requests, responses] in
      var responses = responses
      for request in requests { responses.append(await self.response(to: request)) }
      return .array(responses)
    }
  }

  /// Handles what needs no answer; returns a request.
  private func handle(_ value: JSONReader.Value) throws(McpError) -> McpRequest? {
    switch try McpMessage(value) {
    case .request(let request): return request
    case .notification("notifications/cancelled", let params):
      if let id = params["requestId"], let id = try? McpID(id) {
        running.removeValue(forKey: id)?.cancel()
      }
    case .notification: break
    case .response(let id, let result): questions.removeValue(forKey: id)?.resume(returning: result)
    }
    return nil
  }

  private func start(_ request: McpRequest) {
    // The next line may already depend on it.
    if request.method == "initialize" { return write(initialized(by: request)) }
    run(request.id) { await self.response(to: request) }
  }

  private func run(_ id: McpID, _ body: @escaping @MainActor () async -> JSONValue?) {
    if running[id] != nil {
      return write(
        McpError(.invalidRequest, "a request with this id is still running", id: id)
          .response(to: id))
    }
    if running.count >= Self.mostRequests {
      return write(McpError(.busy, "too many requests at once; try again").response(to: id))
    }
    running[id] = Task {
      let response = await body()
      // A cancelled request gets no answer.
      guard !Task.isCancelled else { return }
      running[id] = nil
      if let response { write(response) }
    }
  }

  /// Waits for the requests that still run. Questions without an answer count as declined.
  package func end() async {
    for (_, question) in questions { question.resume(returning: nil) }
    questions = [:]
    isEnding = true
    for (_, subscription) in subscriptions { subscription.resume() }
    subscriptions = [:]
    while let next = running.values.first { await next.value }
  }

  func write(_ value: JSONValue) { send(value.text) }
}
