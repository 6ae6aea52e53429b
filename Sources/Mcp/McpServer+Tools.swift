import Bytes
import Cells
import JsonRpc

/// Calls of tools, and the questions that they ask the client's user.
extension McpServer {
  func called(_ request: RpcRequest, in era: McpEra) async throws(RpcError) -> [JSONMember] {
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
