import Bytes
import Cells
package import JsonRpc

/// Makes an object; members without a value are left out.
func json(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
  .object(members.compactMap { name, value in value.map { JSONMember(name, $0) } })
}

extension LspPosition {
  init(_ value: JSONReader.Value?) throws(RpcError) {
    guard let members = value?.members, let line = members["line"]?.whole,
      let character = members["character"]?.whole
    else { throw RpcError(.invalidParams, "a position needs “line” and “character”") }
    self.init(line, character)
  }

  var json: JSONValue { Lsp.json(["line": .number(line), "character": .number(character)]) }
}

extension JSONReader.Value {
  /// A whole number; nil for other values.
  var whole: Int? {
    guard case .number(let digits) = self else { return nil }
    return Int(digits)
  }

  var items: [JSONReader.Value] { if case .array(let items) = self { items } else { [] } }
  var isTrue: Bool { self == .bool(true) }

  /// The member that is reached by these names, one within the other.
  func at(_ names: String...) -> JSONReader.Value? {
    names.reduce(self as JSONReader.Value?) { $0?.members?[$1] }
  }
}

extension LspText {
  /// A range of offsets as the protocol writes it.
  func json(_ range: Range<Int>) -> JSONValue {
    Lsp.json([
      "start": position(of: range.lowerBound).json, "end": position(of: range.upperBound).json,
    ])
  }

  /// Reads a range of the protocol.
  func range(_ value: JSONReader.Value?) throws(RpcError) -> Range<Int> {
    try offsets(from: LspPosition(value?.at("start")), to: LspPosition(value?.at("end")))
  }

  func edit(_ range: Range<Int>, _ new: String) -> JSONValue {
    Lsp.json(["range": json(range), "newText": .string(new)])
  }
}

/// The protocol's own errors.
extension RpcError.Code {
  package static let notInitialized = Self(rawValue: -32002)
  package static let requestFailed = Self(rawValue: -32803)
  package static let contentModified = Self(rawValue: -32801)
  package static let requestCancelled = Self(rawValue: -32800)
}

/// What a client can do, as it says in `initialize`.
struct LspClient: Equatable, Sendable {
  var encoding = LspEncoding.utf16
  var editsVersions = false
  var canCreate = false
  var canRename = false
  var asksBefore = false
  var pullsDiagnostics = false
  var registersWatches = false
  var hasNestedSymbols = false
  var readsMarkdown = false

  init() {}

  init(_ capabilities: JSONReader.Value?) {
    let encodings = capabilities?.at("general", "positionEncodings")?.items.compactMap(\.text)
    encoding = encodings?.lazy.compactMap(LspEncoding.init(rawValue:)).first ?? .utf16
    let edit = capabilities?.at("workspace", "workspaceEdit")
    // Only a list with versions can have operations on files. Neovim names these alone.
    let operations = edit?.at("resourceOperations")?.items.compactMap(\.text) ?? []
    editsVersions = edit?.at("documentChanges")?.isTrue == true || !operations.isEmpty
    canCreate = operations.contains("create")
    canRename = operations.contains("rename")
    asksBefore = editsVersions && edit?.at("changeAnnotationSupport")?.members != nil
    let document = capabilities?.at("textDocument")
    pullsDiagnostics = document?.at("diagnostic")?.members != nil
    hasNestedSymbols =
      document?.at("documentSymbol", "hierarchicalDocumentSymbolSupport")?.isTrue == true
    readsMarkdown =
      document?.at("hover", "contentFormat")?.items.contains(.string("markdown")) == true
    registersWatches =
      capabilities?.at("workspace", "didChangeWatchedFiles", "dynamicRegistration")?.isTrue == true
  }
}

extension JSONValue {
  /// Sends back what a client sent.
  init(_ value: JSONReader.Value) {
    self =
      switch value {
      case .null: .null
      case .bool(let flag): .bool(flag)
      case .number(let digits):
        Int(digits).map(JSONValue.number) ?? .real(Double(digits) ?? 0)
      case .string(let text): .string(text)
      case .array(let items): .array(items.map(JSONValue.init))
      case .object(let members):
        .object(
          members.sorted { $0.key < $1.key }.map { JSONMember($0.key, JSONValue($0.value)) })
      }
  }
}
