import Bytes
import Cells
import JsonRpc

/// Answers a client line by line. It knows the protocol and no notes: tools and resources are given
/// to it.
///
/// Requests run at the same time; each is answered when it is done. Between requests it remembers
/// only what a session of the older era begins with.
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
  private var session: McpClient?
  private let requests: RpcRequests
  private var questions: [RpcID: CheckedContinuation<JSONReader.Value?, Never>] = [:]
  private var questionCount = 0

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
      if let id = params["requestId"], let id = try? RpcID(id) {
        requests.cancel(id)
      }
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

  private var isEnding = false
  private var subscriptions: [RpcID: CheckedContinuation<Void, Never>] = [:]

  private func write(_ value: JSONValue) { send(value.text) }

  // MARK: Requests

  private func response(to request: RpcRequest) async -> JSONValue {
    do throws(RpcError) {
      let era = try McpEra(request, after: session)
      let members = try await result(of: request, in: era)
      return RpcMessage.response(to: request.id, .object(enveloped(members, in: era)))
    } catch {
      return error.response(to: request.id)
    }
  }

  /// Adds what every result of the stateless era has.
  private func enveloped(_ members: [JSONMember], in era: McpEra) -> [JSONMember] {
    guard era.isStateless else { return members }
    var members = members
    if !members.contains(where: { $0.name == "resultType" }) {
      members.insert(JSONMember("resultType", .string("complete")), at: 0)
    }
    var meta = [JSONMember(McpEra.serverInfo, implementation)]
    if let own = members.firstIndex(where: { $0.name == "_meta" }),
      case .object(let given) = members.remove(at: own).value
    {
      meta += given
    }
    return members + [JSONMember("_meta", .object(meta))]
  }

  private var implementation: JSONValue {
    .object([
      JSONMember("name", .string(info.name)), JSONMember("version", .string(info.version)),
    ])
  }

  private var capabilities: JSONMember {
    JSONMember(
      "capabilities",
      .object([
        JSONMember("tools", .object([])), JSONMember("resources", .object([])),
        JSONMember("completions", .object([])),
      ]))
  }

  private func initialized(by request: RpcRequest) -> JSONValue {
    do throws(RpcError) {
      let asked = try request.text("protocolVersion")
      let version = McpEra.sessions.contains(asked) ? asked : McpEra.sessions[0]
      session = McpClient(
        info: request.params["clientInfo"], capabilities: request.object("capabilities") ?? [:],
        version: version)
      return RpcMessage.response(
        to: request.id,
        .object([
          JSONMember("protocolVersion", .string(version)), capabilities,
          JSONMember("serverInfo", implementation),
          JSONMember("instructions", .string(info.instructions)),
        ]))
    } catch {
      return error.response(to: request.id)
    }
  }

  private func result(
    of request: RpcRequest, in era: McpEra
  ) async throws(RpcError) -> [JSONMember] {
    switch (request.method, era.isStateless) {
    case ("ping", false): return []
    case ("server/discover", true):
      let versions = (McpEra.stateless + McpEra.sessions).map(JSONValue.string)
      return cached([
        JSONMember("supportedVersions", .array(versions)), capabilities,
        JSONMember("instructions", .string(info.instructions)),
      ])
    case ("tools/list", _):
      try checkNoCursor(request)
      return listed([JSONMember("tools", .array(tools.map(\.json)))], in: era)
    case ("tools/call", _): return try await called(request, in: era)
    case ("resources/list", _), ("resources/templates/list", _), ("resources/read", _):
      return listed(try await resources(request, in: era), in: era)
    case ("completion/complete", _): return try await completed(request)
    case ("subscriptions/listen", true): return try await listened(request)
    default: throw RpcError(.methodNotFound, "Method not found")
    }
  }

  /// Lists may be stored by the client, but not for later: notes change at any time.
  private func cached(_ members: [JSONMember]) -> [JSONMember] {
    members + [JSONMember("ttlMs", .number(0)), JSONMember("cacheScope", .string("private"))]
  }

  private func listed(_ members: [JSONMember], in era: McpEra) -> [JSONMember] {
    era.isStateless ? cached(members) : members
  }

  private func checkNoCursor(_ request: RpcRequest) throws(RpcError) {
    if request.params["cursor"] != nil {
      throw RpcError(.invalidParams, "there is no page with this cursor")
    }
  }

  // MARK: Resources

  private func resources(
    _ request: RpcRequest, in era: McpEra
  ) async throws(RpcError) -> [JSONMember] {
    switch request.method {
    case "resources/templates/list":
      try checkNoCursor(request)
      let template = JSONValue.object([
        JSONMember("uriTemplate", .string(resources.template.address)),
        JSONMember("name", .string("note")), JSONMember("title", .string("A note by its path")),
        JSONMember("mimeType", .string(Self.markdown)),
      ])
      return [JSONMember("resourceTemplates", .array([template]))]
    case "resources/list":
      let cursor = try request.params["cursor"].map { (_) throws(RpcError) in
        try request.text("cursor")
      }
      let page = try await resources.list(after: cursor)
      return [JSONMember("resources", .array(page.resources.map(Self.resource)))]
        + (page.next.map { [JSONMember("nextCursor", .string($0))] } ?? [])
    default:
      let address = try request.text("uri")
      guard let text = try await resources.read(address) else {
        throw RpcError(
          era.isStateless ? .invalidParams : .resourceNotFound, "Resource not found",
          data: .object([JSONMember("uri", .string(address))]), id: nil)
      }
      return [
        JSONMember(
          "contents",
          .array([
            .object([
              JSONMember("uri", .string(address)), JSONMember("mimeType", .string(Self.markdown)),
              JSONMember("text", .string(text)),
            ])
          ]))
      ]
    }
  }

  private static let markdown = "text/markdown"

  private static func resource(
    _ resource: (address: String, name: String, title: String)
  ) -> JSONValue {
    .object([
      JSONMember("uri", .string(resource.address)), JSONMember("name", .string(resource.name)),
      JSONMember("title", .string(resource.title)), JSONMember("mimeType", .string(markdown)),
    ])
  }

  private func completed(_ request: RpcRequest) async throws(RpcError) -> [JSONMember] {
    let (reference, argument) = (request.object("ref"), request.object("argument"))
    guard reference?["type"]?.text == "ref/resource",
      reference?["uri"]?.text == resources.template.address,
      argument?["name"]?.text == resources.template.variable,
      let start = argument?["value"]?.text
    else {
      throw RpcError(
        .invalidParams,
        "only “\(resources.template.variable)” of “\(resources.template.address)” is completed")
    }
    let found = await resources.completions(of: start)
    return [
      JSONMember(
        "completion",
        .object([
          JSONMember("values", .array(found.values.map(JSONValue.string))),
          JSONMember("hasMore", .bool(found.hasMore)),
        ]))
    ]
  }

  /// Acknowledges that none of the notifications is sent, and waits until the client ends it.
  private func listened(_ request: RpcRequest) async throws(RpcError) -> [JSONMember] {
    guard request.object("notifications") != nil else {
      throw RpcError(.invalidParams, "“notifications” must be an object")
    }
    let meta = JSONMember(
      "_meta", .object([JSONMember(McpEra.subscription, request.id.json)]))
    write(
      RpcMessage.notification(
        "notifications/subscriptions/acknowledged",
        .object([meta, JSONMember("notifications", .object([]))])))
    let id = request.id
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if isEnding || Task.isCancelled { return continuation.resume() }
        subscriptions[id] = continuation
      }
    } onCancel: {
      Task { @MainActor in self.subscriptions.removeValue(forKey: id)?.resume() }
    }
    return [meta]
  }

  // MARK: Tools

  private func called(_ request: RpcRequest, in era: McpEra) async throws(RpcError) -> [JSONMember]
  {
    let name = try request.text("name")
    guard let tool = tools.first(where: { $0.name == name }) else {
      throw RpcError(.invalidParams, "Unknown tool: \(Cells.visible(String(name.prefix(60))))")
    }
    if request.params["arguments"] != nil, request.object("arguments") == nil {
      throw RpcError(.invalidParams, "“arguments” must be an object")
    }
    let arguments = request.object("arguments") ?? [:]
    do throws(McpToolFailure) {
      if let mistake = McpShape.mistake(in: arguments, tool.input) {
        throw McpToolFailure("arguments", "\(mistake).")
      }
      let answers = request.object("inputResponses") ?? [:]
      let call = McpCall(arguments: arguments, client: era.client.name) {
        (question) async throws(McpToolFailure) in
        try await self.ask(question, answers: answers, in: era)
      }
      let result = try await tool.run(call)
      let text = result.text
      if text.utf8.count > Self.largestResult {
        throw McpToolFailure(
          "too-large", "The result has \(text.utf8.count) bytes: ask for less.")
      }
      return [Self.content(text), JSONMember("structuredContent", result)]
    } catch {
      if let question = error.question { return Self.inputRequired(question) }
      return [Self.content(error.json.text), JSONMember("isError", .bool(true))]
    }
  }

  private static func content(_ text: String) -> JSONMember {
    JSONMember(
      "content",
      .array([
        .object([JSONMember("type", .string("text")), JSONMember("text", .string(text))])
      ]))
  }

  // MARK: Questions

  private static let question = "confirm"

  private static func form(_ question: String) -> [JSONMember] {
    [
      JSONMember("mode", .string("form")), JSONMember("message", .string(question)),
      JSONMember(
        "requestedSchema",
        .object([
          JSONMember("type", .string("object")), JSONMember("properties", .object([])),
        ])),
    ]
  }

  /// The question as a result: the client calls again with the answer.
  private static func inputRequired(_ question: String) -> [JSONMember] {
    let request = JSONValue.object([
      JSONMember("method", .string("elicitation/create")),
      JSONMember("params", .object(form(question))),
    ])
    return [
      JSONMember("resultType", .string("input_required")),
      JSONMember("inputRequests", .object([JSONMember(Self.question, request)])),
    ]
  }

  /// Returns whether the client's user agrees; true if the client cannot ask.
  private func ask(
    _ question: String, answers: [String: JSONReader.Value], in era: McpEra
  ) async throws(McpToolFailure) -> Bool {
    guard era.client.canAsk else { return true }
    if era.isStateless {
      guard let answer = answers[Self.question] else { throw .needsAnswer(question) }
      return Self.isAccepted(answer)
    }
    if isEnding { return false }
    questionCount += 1
    let id = RpcID.text("question-\(questionCount)")
    // The form is the only way until 2025-06-18.
    let form = Self.form(question).filter {
      $0.name != "mode" || era.client.version >= "2025-11-25"
    }
    let answer: JSONReader.Value? = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled { return continuation.resume(returning: nil) }
        questions[id] = continuation
        write(RpcMessage.request(id, "elicitation/create", .object(form)))
      }
    } onCancel: {
      Task { @MainActor in self.questions.removeValue(forKey: id)?.resume(returning: nil) }
    }
    return answer.map(Self.isAccepted) ?? false
  }

  private static func isAccepted(_ answer: JSONReader.Value) -> Bool {
    guard case .object(let members) = answer else { return false }
    return members["action"]?.text == "accept"
  }
}
