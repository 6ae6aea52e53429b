import Bytes
import Cells
import JsonRpc

/// What each method answers, in the form of its era.
extension McpServer {
  func response(to request: RpcRequest) async -> JSONValue {
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

  func initialized(by request: RpcRequest) -> JSONValue {
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

  func checkNoCursor(_ request: RpcRequest) throws(RpcError) {
    if request.params["cursor"] != nil {
      throw RpcError(.invalidParams, "there is no page with this cursor")
    }
  }
}
