import Bytes
import Cells
import JsonRpc

/// Notes as resources: lists, texts, completion of their addresses, and subscriptions.
extension McpServer {
  func resources(
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

  func completed(_ request: RpcRequest) async throws(RpcError) -> [JSONMember] {
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
  func listened(_ request: RpcRequest) async throws(RpcError) -> [JSONMember] {
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
}
