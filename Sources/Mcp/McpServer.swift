import Bytes
import Cells
import JsonRpc

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

  let info: Info
  let tools: [McpTool]
  let resources: any McpResources
  private let send: (String) -> Void
  /// The client that `initialize` introduced.
  var session: McpClient?
  private let requests: RpcRequests
  /// What was asked of the client, and `subscriptions/listen`, which lasts until it is cancelled.
  var questions: [RpcID: CheckedContinuation<JSONReader.Value?, Never>] = [:]
  var questionCount = 0
  var subscriptions: [RpcID: CheckedContinuation<Void, Never>] = [:]
  private(set) var isEnding = false

  /// `send` writes one line.
  package init(
    _ info: Info, tools: [McpTool], resources: any McpResources, send: @escaping (String) -> Void
  ) {
    (self.info, self.tools, self.resources, self.send) = (info, tools, resources, send)
    requests = RpcRequests { send($0.text) }
  }

  // MARK: Lines

  package func receive(_ line: McpLines.Line) {
    do throws(RpcError) {
      guard case .whole(let bytes) = line else {
        throw RpcError(.parse, "a line is longer than \(McpLines.longest >> 20) MB")
      }
      let value: JSONReader.Value
      do throws(JSONReader.Fault) {
        value = try JSONReader.read(bytes)
      } catch {
        throw RpcError(.parse, "column \(error.column): \(error.reason)")
      }
      if case .array(let batch) = value { return try receive(batch) }
      if let request = try handle(value) { start(request) }
    } catch {
      write(error.response(to: nil))
    }
  }

  /// Batches exist in one revision only.
  private func receive(_ batch: [JSONReader.Value]) throws(RpcError) {
    guard session?.version == "2025-03-26", !batch.isEmpty else {
      throw RpcError(.invalidRequest, "batches are not supported in this version")
    }
    var requests: [RpcRequest] = []
    var responses: [JSONValue] = []
    for value in batch.prefix(RpcRequests.most) {
      do throws(RpcError) {
        if let request = try handle(value) { requests.append(request) }
      } catch {
        responses.append(error.response(to: nil))
      }
    }
    guard let first = requests.first else {
      if !responses.isEmpty { write(.array(responses)) }
      return
    }
    self.requests.run(first.id) { [requests, responses] in
      var responses = responses
      for request in requests { responses.append(await self.response(to: request)) }
      return .array(responses)
    }
  }

  /// Handles what needs no answer; returns a request.
  private func handle(_ value: JSONReader.Value) throws(RpcError) -> RpcRequest? {
    switch try RpcMessage(value) {
    case .request(let request): return request
    case .notification("notifications/cancelled", let params):
      if let id = params["requestId"], let id = try? RpcID(id) { requests.cancel(id) }
    case .notification: break
    case .response(let id, let result): questions.removeValue(forKey: id)?.resume(returning: result)
    }
    return nil
  }

  private func start(_ request: RpcRequest) {
    // The next line may already depend on it.
    if request.method == "initialize" { return write(initialized(by: request)) }
    requests.run(request.id) { await self.response(to: request) }
  }

  /// Waits for the requests that still run. Questions without an answer count as declined.
  package func end() async {
    for (_, question) in questions { question.resume(returning: nil) }
    questions = [:]
    isEnding = true
    for (_, subscription) in subscriptions { subscription.resume() }
    subscriptions = [:]
    await requests.end()
  }

  func write(_ value: JSONValue) { send(value.text) }
}
