import Bytes
import Cells
import Entities
import JsonRpc
import OpenVault
import Services

/// Answers an editor message by message: the Language Server Protocol, 3.17. It holds the texts that
/// the editor has open, and nothing else between requests.
@MainActor
package final class LspServer {
  private let vault: LspVault?
  private let version: String
  private let send: (String) -> Void
  private let requests: RpcRequests
  private let documents = LspDocuments()
  private var client: LspClient?
  private var diagnosing: LspDiagnosing?
  private var isShutDown = false
  /// Set after `exit`: whether the client shut the server down before.
  package private(set) var ended: Bool?

  /// Without a vault, because it is locked, the server refuses to begin. `send` writes bytes.
  package init(_ vault: LspVault?, version: String, send: @escaping (String) -> Void) {
    (self.vault, self.version, self.send) = (vault, version, send)
    requests = RpcRequests { send(LspFrames.framed($0.text)) }
  }

  package func receive(_ frame: LspFrames.Frame) {
    do throws(RpcError) {
      guard case .whole(let bytes) = frame else {
        guard case .bad(let reason) = frame else { return }
        throw RpcError(.parse, reason)
      }
      let value: JSONReader.Value
      do throws(JSONReader.Fault) {
        value = try JSONReader.read(bytes)
      } catch {
        throw RpcError(.parse, "line \(error.line), column \(error.column): \(error.reason)")
      }
      switch try RpcMessage(value) {
      case .request(let request): start(request)
      case .notification(let method, let params): notify(method, .object(params))
      case .response: break
      }
    } catch {
      write(error.response(to: nil, withNull: true))
    }
  }

  /// Waits for the requests that still run.
  package func end() async {
    await requests.end()
    await diagnosing?.end()
  }

  private func write(_ value: JSONValue) { send(LspFrames.framed(value.text)) }

  // MARK: Requests

  private func start(_ request: RpcRequest) {
    // The next message may already depend on these, and on the texts as they are now.
    do throws(RpcError) {
      switch request.method {
      case "initialize":
        write(RpcMessage.response(to: request.id, try initialized(by: .object(request.params))))
      case "shutdown":
        isShutDown = true
        write(RpcMessage.response(to: request.id, .null))
      default:
        let answer = try answer(to: request)
        requests.run(request.id) {
          do throws(RpcError) {
            return RpcMessage.response(to: request.id, try await answer())
          } catch {
            return error.response(to: request.id)
          }
        }
      }
    } catch {
      write(error.response(to: request.id))
    }
  }

  private func initialized(by params: JSONReader.Value) throws(RpcError) -> JSONValue {
    guard client == nil else { throw RpcError(.invalidRequest, "it is initialized already") }
    guard let vault else {
      throw RpcError(
        .requestFailed,
        "The vault is encrypted: the text of its notes is not sent to other programs.",
        data: json(["retry": .bool(false)]))
    }
    let client = LspClient(params.at("capabilities"))
    self.client = client
    if !client.pullsDiagnostics {
      diagnosing = LspDiagnosing(LspAnswers(vault: vault, documents: documents, client: client)) {
        [weak self] in self?.write($0)
      }
    }
    return json([
      "capabilities": Self.capabilities(for: client),
      "serverInfo": json(["name": .string("notes-tui"), "version": .string(version)]),
    ])
  }

  private static func capabilities(for client: LspClient) -> JSONValue {
    let files = json([
      "filters": .array([
        json(["scheme": .string("file"), "pattern": json(["glob": .string("**/*")])])
      ])
    ])
    return json([
      "positionEncoding": .string(client.encoding.rawValue),
      "textDocumentSync": json([
        "openClose": .bool(true), "change": .number(2), "save": .bool(true),
      ]),
      "completionProvider": json([
        "triggerCharacters": .array(LspAnswers.triggers.map(JSONValue.string)),
        "resolveProvider": .bool(true),
      ]),
      "definitionProvider": .bool(true), "referencesProvider": .bool(true),
      "hoverProvider": .bool(true), "documentLinkProvider": json([:]),
      "documentSymbolProvider": .bool(true), "foldingRangeProvider": .bool(true),
      "workspaceSymbolProvider": .bool(true), "inlayHintProvider": .bool(true),
      "renameProvider": json(["prepareProvider": .bool(true)]),
      "codeActionProvider": json([
        "codeActionKinds": .array(LspAnswers.actionKinds.map(JSONValue.string))
      ]),
      "diagnosticProvider": json([
        "interFileDependencies": .bool(true), "workspaceDiagnostics": .bool(false),
      ]),
      "workspace": json(["fileOperations": json(["willRename": files])]),
    ])
  }

  /// Reads a request, with the text that it is about as it is now. Returns what answers it.
  private func answer(
    to request: RpcRequest
  ) throws(RpcError) -> @MainActor () async throws(RpcError) -> JSONValue {
    guard let client, let vault else {
      throw RpcError(.notInitialized, "“initialize” comes first")
    }
    if isShutDown { throw RpcError(.invalidRequest, "the server is shut down") }
    let answers = LspAnswers(vault: vault, documents: documents, client: client)
    let params = JSONReader.Value.object(request.params)
    switch request.method {
    case "workspace/symbol":
      let query = try request.text("query")
      return { () async throws(RpcError) in try await answers.vaultSymbols(query) }
    case "workspace/willRenameFiles":
      let files = params.at("files")?.items ?? []
      return { () async throws(RpcError) in try await answers.renamed(files) }
    case "completionItem/resolve":
      let (item, data) = (JSONValue(params), params.at("data")?.text)
      return { () async throws(RpcError) in try await answers.resolved(item, data) }
    default:
      guard let handler = Self.handlers[request.method] else {
        throw RpcError(.methodNotFound, "Method not found")
      }
      guard let uri = params.at("textDocument", "uri")?.text else {
        throw RpcError(.invalidParams, "“textDocument.uri” must be a text")
      }
      let note = try vault.note(at: uri)
      let open = try documents.page(of: note)
      return { () async throws(RpcError) in
        var page = open
        // A client may ask about a file that it has not opened.
        if page == nil { page = try await answers.pageOnDisk(of: note) }
        guard let page else { return .null }
        return try await handler(LspCall(answers: answers, page: page, params: params))
      }
    }
  }

  private typealias Handler = @MainActor (LspCall) async throws(RpcError) -> JSONValue

  private static let handlers: [String: Handler] = [
    "textDocument/completion": { (call) async throws(RpcError) in
      try await call.answers.completions(call.page, at: call.offset())
    },
    "textDocument/definition": { (call) async throws(RpcError) in
      try await call.answers.definition(call.page, at: call.offset())
    },
    "textDocument/references": { (call) async throws(RpcError) in
      try await call.answers.references(
        call.page, at: call.offset(),
        withOwn: call.params.at("context", "includeDeclaration")?.isTrue == true)
    },
    "textDocument/hover": { (call) async throws(RpcError) in
      try await call.answers.hover(call.page, at: call.offset())
    },
    "textDocument/documentLink": { (call) async throws(RpcError) in
      try await call.answers.documentLinks(call.page)
    },
    "textDocument/documentSymbol": { (call) async throws(RpcError) in
      call.answers.symbols(call.page)
    },
    "textDocument/foldingRange": { (call) async throws(RpcError) in
      call.answers.folds(call.page)
    },
    "textDocument/prepareRename": { (call) async throws(RpcError) in
      try await call.answers.prepareRename(call.page, at: call.offset())
    },
    "textDocument/rename": { (call) async throws(RpcError) in
      guard let name = call.params.at("newName")?.text else {
        throw RpcError(.invalidParams, "“newName” must be a text")
      }
      return try await call.answers.rename(call.page, at: call.offset(), to: name)
    },
    "textDocument/codeAction": { (call) async throws(RpcError) in
      try await call.answers.actions(
        call.page, in: call.page.text.range(call.params.at("range")),
        only: call.params.at("context", "only")?.items.compactMap(\.text))
    },
    "textDocument/inlayHint": { (call) async throws(RpcError) in
      try await call.answers.hints(
        call.page, in: call.page.text.range(call.params.at("range")))
    },
    "textDocument/diagnostic": { (call) async throws(RpcError) in
      json([
        "kind": .string("full"), "items": .array(try await call.answers.diagnostics(of: call.page)),
      ])
    },
  ]

  // MARK: Notifications

  private func notify(_ method: String, _ params: JSONReader.Value) {
    switch method {
    case "exit": ended = isShutDown
    case "initialized":
      registerWatches()
      // The first name that is typed would wait for it.
      vault?.services.index.warmFilter()
    case "$/cancelRequest":
      guard let id = params.at("id"), let id = try? RpcID(id), requests.cancel(id) else { return }
      write(RpcError(.requestCancelled, "cancelled").response(to: id))
    default:
      guard method.hasPrefix("textDocument/") || method.hasPrefix("workspace/") else { return }
      do throws(RpcError) {
        try change(method, params)
      } catch {
        // A notification has no answer.
        log(error.message)
      }
    }
  }

  private func log(_ message: String) {
    write(
      RpcMessage.notification(
        "window/logMessage", json(["type": .number(1), "message": .string(message)])))
  }

  private func change(_ method: String, _ params: JSONReader.Value) throws(RpcError) {
    guard let client, let vault, !isShutDown else { return }
    if method == "workspace/didChangeWatchedFiles" {
      let notes = (params.at("changes")?.items ?? []).compactMap { change in
        change.at("uri")?.text.flatMap { try? vault.note(at: $0) }
      }
      return reindex(notes)
    }
    guard let uri = params.at("textDocument", "uri")?.text else { return }
    let note = try vault.note(at: uri)
    let version = params.at("textDocument", "version")?.whole ?? 0
    switch method {
    case "textDocument/didOpen":
      guard let text = params.at("textDocument", "text")?.text else {
        throw RpcError(.invalidParams, "“textDocument.text” must be a text")
      }
      documents.open(note, uri, version, LspText(Array(text.utf8), client.encoding))
    case "textDocument/didChange":
      try documents.change(note, to: version, params.at("contentChanges")?.items ?? [])
    case "textDocument/didClose":
      documents.close(note)
      diagnosing?.clear(uri)
      return reindex([note])
    case "textDocument/didSave": return reindex([note])
    default: return
    }
    diagnosing?.begin()
  }

  /// Reads notes again that were written, and checks the open ones after that.
  private func reindex(_ notes: [NoteID]) {
    guard let vault, !notes.isEmpty else { return }
    Task {
      _ = try? await vault.services.index.refresh(notes)
      diagnosing?.begin()
    }
  }

  private func registerWatches() {
    guard client?.registersWatches == true else { return }
    let watchers = ["**/*.md", "**/*.markdown", "**/*.txt"].map {
      json(["globPattern": .string($0)])
    }
    let registration = json([
      "id": .string("watches"), "method": .string("workspace/didChangeWatchedFiles"),
      "registerOptions": json(["watchers": .array(watchers)]),
    ])
    write(
      RpcMessage.request(
        .text("watches"), "client/registerCapability",
        json(["registrations": .array([registration])])))
  }
}

/// A request about one text.
@MainActor
struct LspCall {
  let answers: LspAnswers
  let page: LspPage
  let params: JSONReader.Value

  func offset() throws(RpcError) -> Int {
    try page.text.offset(of: LspPosition(params.at("position")))
  }
}
