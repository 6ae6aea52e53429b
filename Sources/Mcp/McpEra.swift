import Bytes
import Cells
import JsonRpc

/// How a request is answered: the protocol has two eras, and each request shows its own.
enum McpEra: Sendable {
  /// From 2024-11-05 to 2025-11-25: a client introduces itself once by `initialize`.
  case session(McpClient)
  /// From 2026-07-28: each request carries all that is needed, and nothing is remembered.
  case stateless(McpClient)

  static let stateless = ["2026-07-28"]
  /// The newest first.
  static let sessions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

  var client: McpClient {
    switch self {
    case .session(let client), .stateless(let client): client
    }
  }

  var isStateless: Bool { if case .stateless = self { true } else { false } }

  private static let prefix = "io.modelcontextprotocol/"
  static let serverInfo = prefix + "serverInfo"
  static let subscription = prefix + "subscriptionId"

  /// `session` is the client of an earlier `initialize`.
  init(_ request: RpcRequest, after session: McpClient?) throws(RpcError) {
    let meta = request.object("_meta") ?? [:]
    guard let written = meta[Self.prefix + "protocolVersion"] else {
      if let session, request.method != "server/discover" {
        self = .session(session)
        return
      }
      if request.method == "ping" {
        self = .session(McpClient())
        return
      }
      throw RpcError(
        .invalidParams,
        "“params._meta” lacks “\(Self.prefix)protocolVersion”; before 2026-07-28, “initialize”"
          + " comes first")
    }
    guard let version = written.text else {
      throw RpcError(.invalidParams, "“\(Self.prefix)protocolVersion” must be a text")
    }
    guard Self.stateless.contains(version) else {
      throw Self.unsupported(version)
    }
    guard case .object(let capabilities)? = meta[Self.prefix + "clientCapabilities"] else {
      throw RpcError(
        .invalidParams, "“params._meta” lacks the object “\(Self.prefix)clientCapabilities”")
    }
    self = .stateless(
      McpClient(
        info: meta[Self.prefix + "clientInfo"], capabilities: capabilities, version: version))
  }

  static func unsupported(_ version: String) -> RpcError {
    let supported = (stateless + sessions).map(JSONValue.string)
    return RpcError(
      .unsupportedVersion, "Unsupported protocol version",
      data: .object([
        JSONMember("supported", .array(supported)), JSONMember("requested", .string(version)),
      ]), id: nil)
  }
}

/// What a client says of itself.
struct McpClient: Sendable {
  /// Its name on one line, without control characters; empty if it has none.
  var name = ""
  var version = ""
  /// Whether it can ask its user to confirm something.
  var canAsk = false

  init() {}

  init(
    info: JSONReader.Value?, capabilities: [String: JSONReader.Value], version: String
  ) {
    if case .object(let members)? = info { name = Self.line(members["name"]?.text ?? "") }
    self.version = version
    if case .object(let ways)? = capabilities["elicitation"] {
      // Without any way named, it is the form.
      canAsk = ways["form"] != nil || ways.isEmpty
    }
  }

  private static func line(_ name: String) -> String {
    String(Cells.visible(name).prefix(60))
  }
}

extension RpcError.Code {
  /// In the era of sessions only.
  static let resourceNotFound = Self(rawValue: -32002)
  static let unsupportedVersion = Self(rawValue: -32022)
}
