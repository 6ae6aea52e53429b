import Bytes
import Cells

/// One JSON-RPC message of a client.
enum McpMessage {
  case request(McpRequest)
  case notification(method: String, params: [String: JSONReader.Value])
  /// The answer to a request of the server; nil for an error.
  case response(McpID, result: JSONReader.Value?)

  init(_ value: JSONReader.Value) throws(McpError) {
    guard case .object(let members) = value else {
      throw McpError(.invalidRequest, "a message must be an object")
    }
    let id = try members["id"].map { (value) throws(McpError) in try McpID(value) }
    guard members["jsonrpc"]?.text == "2.0" else {
      throw McpError(.invalidRequest, "“jsonrpc” must be “2.0”", id: id)
    }
    if members["method"] == nil, let id, members["result"] != nil || members["error"] != nil {
      self = .response(id, result: members["result"])
      return
    }
    guard let method = members["method"]?.text else {
      throw McpError(.invalidRequest, "“method” must be a text", id: id)
    }
    var params: [String: JSONReader.Value] = [:]
    if let given = members["params"] {
      guard case .object(let object) = given else {
        throw McpError(.invalidParams, "“params” must be an object", id: id)
      }
      params = object
    }
    if let id {
      self = .request(McpRequest(id: id, method: method, params: params))
    } else {
      self = .notification(method: method, params: params)
    }
  }
}

struct McpRequest: Sendable {
  var id: McpID
  var method: String
  var params: [String: JSONReader.Value]

  func object(_ name: String) -> [String: JSONReader.Value]? {
    if case .object(let members)? = params[name] { members } else { nil }
  }

  func text(_ name: String) throws(McpError) -> String {
    guard let text = params[name]?.text else {
      throw McpError(.invalidParams, "“\(name)” must be a text")
    }
    return text
  }
}

/// The id of a request: a text or a whole number.
enum McpID: Hashable, Sendable {
  case text(String)
  case number(Int)

  init(_ value: JSONReader.Value) throws(McpError) {
    switch value {
    case .string(let text): self = .text(text)
    case .number(let digits):
      guard let number = Int(digits) else { fallthrough }
      self = .number(number)
    default: throw McpError(.invalidRequest, "“id” must be a text or a whole number")
    }
  }

  var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .number(let number): .number(number)
    }
  }
}

/// An error of the protocol, as opposed to a mistake that a model can mend (`McpToolFailure`).
package struct McpError: Error, Equatable, Sendable {
  package enum Code: Int, Sendable {
    case parse = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case `internal` = -32603
    case busy = -32000
    /// In the era of sessions only.
    case resourceNotFound = -32002
    case unsupportedVersion = -32022
  }

  package var code: Code
  package var message: String
  var data: JSONValue?
  /// The request's id, if it is known.
  var id: McpID?

  package init(_ code: Code, _ message: String) {
    (self.code, self.message) = (code, message)
  }

  init(_ code: Code, _ message: String, data: JSONValue? = nil, id: McpID?) {
    (self.code, self.message, self.data, self.id) = (code, message, data, id)
  }

  /// Without an id if there is none to answer to.
  func response(to id: McpID?) -> JSONValue {
    var members = [
      JSONMember("code", .number(code.rawValue)), JSONMember("message", .string(message)),
    ]
    if let data { members.append(JSONMember("data", data)) }
    let answered = self.id ?? id
    return .object(
      [JSONMember("jsonrpc", .string("2.0"))]
        + (answered.map { [JSONMember("id", $0.json)] } ?? [])
        + [JSONMember("error", .object(members))])
  }
}
