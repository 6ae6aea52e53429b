package import Bytes
package import Cells

/// One JSON-RPC message of a client.
package enum RpcMessage {
  case request(RpcRequest)
  case notification(method: String, params: [String: JSONReader.Value])
  /// The answer to a request of the server; nil for an error.
  case response(RpcID, result: JSONReader.Value?)

  package init(_ value: JSONReader.Value) throws(RpcError) {
    guard case .object(let members) = value else {
      throw RpcError(.invalidRequest, "a message must be an object")
    }
    let id = try members["id"].map { (value) throws(RpcError) in try RpcID(value) }
    guard members["jsonrpc"]?.text == "2.0" else {
      throw RpcError(.invalidRequest, "“jsonrpc” must be “2.0”", id: id)
    }
    if members["method"] == nil, let id, members["result"] != nil || members["error"] != nil {
      self = .response(id, result: members["result"])
      return
    }
    guard let method = members["method"]?.text else {
      throw RpcError(.invalidRequest, "“method” must be a text", id: id)
    }
    let params = try Self.params(members["params"], of: id)
    if let id {
      self = .request(RpcRequest(id: id, method: method, params: params))
    } else {
      self = .notification(method: method, params: params)
    }
  }

  private static func params(
    _ value: JSONReader.Value?, of id: RpcID?
  ) throws(RpcError) -> [String: JSONReader.Value] {
    switch value {
    case nil, .null?: return [:]
    case .object(let object)?: return object
    default: throw RpcError(.invalidParams, "“params” must be an object", id: id)
    }
  }

  /// A notification of the server.
  package static func notification(_ method: String, _ params: JSONValue) -> JSONValue {
    .object([
      JSONMember("jsonrpc", .string("2.0")), JSONMember("method", .string(method)),
      JSONMember("params", params),
    ])
  }

  /// A request of the server.
  package static func request(
    _ id: RpcID, _ method: String, _ params: JSONValue
  ) -> JSONValue {
    .object([
      JSONMember("jsonrpc", .string("2.0")), JSONMember("id", id.json),
      JSONMember("method", .string(method)), JSONMember("params", params),
    ])
  }

  /// The server's answer to a request.
  package static func response(to id: RpcID, _ result: JSONValue) -> JSONValue {
    .object([
      JSONMember("jsonrpc", .string("2.0")), JSONMember("id", id.json),
      JSONMember("result", result),
    ])
  }
}

package struct RpcRequest: Sendable {
  package var id: RpcID
  package var method: String
  package var params: [String: JSONReader.Value]

  package func object(_ name: String) -> [String: JSONReader.Value]? { params[name]?.members }

  package func text(_ name: String) throws(RpcError) -> String {
    guard let text = params[name]?.text else {
      throw RpcError(.invalidParams, "“\(name)” must be a text")
    }
    return text
  }
}

extension JSONReader.Value {
  /// The members of an object; nil for other values.
  package var members: [String: JSONReader.Value]? {
    if case .object(let members) = self { members } else { nil }
  }
}

/// The id of a request: a text or a whole number.
package enum RpcID: Hashable, Sendable {
  case text(String)
  case number(Int)

  package init(_ value: JSONReader.Value) throws(RpcError) {
    switch value {
    case .string(let text): self = .text(text)
    case .number(let digits):
      guard let number = Int(digits) else { fallthrough }
      self = .number(number)
    default: throw RpcError(.invalidRequest, "“id” must be a text or a whole number")
    }
  }

  package var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .number(let number): .number(number)
    }
  }
}

/// An error of the protocol.
package struct RpcError: Error, Equatable, Sendable {
  /// Those of JSON-RPC itself, and “busy”; each protocol adds its own.
  package struct Code: RawRepresentable, Equatable, Sendable {
    package var rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let parse = Self(rawValue: -32700)
    package static let invalidRequest = Self(rawValue: -32600)
    package static let methodNotFound = Self(rawValue: -32601)
    package static let invalidParams = Self(rawValue: -32602)
    package static let `internal` = Self(rawValue: -32603)
    package static let busy = Self(rawValue: -32000)
  }

  package var code: Code
  package var message: String
  package var data: JSONValue?
  /// The request's id, if it is known.
  package var id: RpcID?

  package init(_ code: Code, _ message: String, data: JSONValue? = nil, id: RpcID? = nil) {
    (self.code, self.message, self.data, self.id) = (code, message, data, id)
  }

  /// Without an id if there is none to answer to; `null` if the protocol wants that.
  package func response(to id: RpcID?, withNull: Bool = false) -> JSONValue {
    var members = [
      JSONMember("code", .number(code.rawValue)), JSONMember("message", .string(message)),
    ]
    if let data { members.append(JSONMember("data", data)) }
    let answered = (self.id ?? id)?.json ?? (withNull ? .null : nil)
    return .object(
      [JSONMember("jsonrpc", .string("2.0"))]
        + (answered.map { [JSONMember("id", $0)] } ?? [])
        + [JSONMember("error", .object(members))])
  }
}
