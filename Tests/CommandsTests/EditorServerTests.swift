import Bytes
import Cells
import Entities
import TestSupport
import Testing

@testable import Commands

@MainActor
@Suite("The server of other editors")
struct EditorServerTests {
  private let scene = CommandScene([
    "a.md": "# A\n\n## Part\n\n[[b]] #tag\n", "work/b.md": "# B\n\none\n", "c.md.age": "x",
  ])

  private static let start =
    #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":{}}}"#

  /// Returns what the server writes for these messages, after `initialize`, one after the other.
  private func answers(
    _ messages: String..., begins: Bool = true, code: ExitCode = .failed
  ) async throws -> [String] {
    let exit = #"{"jsonrpc":"2.0","method":"exit"}"#
    scene.input = ((begins ? [Self.start] : []) + messages + [exit])
      .map { "Content-Length: \($0.utf8.count)\r\n\r\n\($0)" }.joined()
    #expect(await scene.run("lsp") == code)
    var found: [String] = []
    var rest = Array(scene.results.utf8)[...]
    while let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) {
      let header = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
      let length = try #require(Int(header.split(separator: " ").last ?? ""))
      rest = rest[end.upperBound...]
      found.append(String(decoding: rest.prefix(length), as: UTF8.self))
      rest = rest.dropFirst(length)
    }
    return begins ? Array(found.dropFirst()) : found
  }

  private func request(_ method: String, _ uri: String, _ more: String = "") -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{"textDocument":{"uri":"\#(uri)"}\#(more)}}"#
  }

  private func open(_ uri: String, _ text: String) -> String {
    #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"\#(uri)","languageId":"markdown","version":3,"text":\#(JSONText.quoted(text))}}}"#
  }

  private nonisolated static let position = #","position":{"line":9,"character":0}"#

  @Test(
    "A request that cannot be answered is an error, and the server goes on",
    arguments: [
      (
        "textDocument/hover", "file:///elsewhere/a.md", position, -32602,
        "/elsewhere/a.md is outside of the vault /vault"
      ),
      (
        "textDocument/hover", "file:///vault/../a.md", position, -32602,
        "/vault/../a.md is outside of the vault /vault"
      ),
      (
        "textDocument/hover", "http://a.md", position, -32602,
        "“http://a.md” is not a file's address"
      ),
      ("textDocument/hover", "file:///vault/.x/a.md", position, -32602, ".x/a.md is not a note"),
      (
        "textDocument/hover", "file:///vault/c.md.age", position, -32803,
        "c.md.age is locked: its text is never sent"
      ),
      (
        "textDocument/hover", "file:///vault/a.md", position, -32602,
        "there is no line 9, character 0: the text has 6 lines"
      ),
      (
        "textDocument/hover", "file:///vault/a.md", "", -32602,
        "a position needs “line” and “character”"
      ),
      ("textDocument/nothing", "file:///vault/a.md", "", -32601, "Method not found"),
      (
        "textDocument/rename", "file:///vault/a.md", #","position":{"line":3,"character":0}"#,
        -32602, "“newName” must be a text"
      ),
    ] as [(String, String, String, Int, String)])
  func refused(
    method: String, uri: String, more: String, code: Int, message: String
  ) async throws {
    let found = try await answers(
      request(method, uri, more), #"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#, code: .done)
    #expect(
      Set(found) == [
        #"{"jsonrpc":"2.0","id":1,"error":{"code":\#(code),"message":\#(JSONText.quoted(message))}}"#,
        #"{"jsonrpc":"2.0","id":2,"result":null}"#,
      ])
  }

  @Test("Before initialize, and for broken JSON, there is an error")
  func early() async throws {
    #expect(
      try await answers(request("textDocument/hover", "file:///vault/a.md"), "{", begins: false)
        == [
          #"{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"“initialize” comes first"}}"#,
          #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"line 1, column 2: it ends too early"}}"#,
        ])
  }

  @Test("A change that does not fit leaves the text unknown until it is opened again")
  func stale() async throws {
    let uri = "file:///vault/a.md"
    let change =
      #"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"\#(uri)","version":3},"contentChanges":[{"text":"x"}]}}"#
    let symbols = request("textDocument/documentSymbol", uri)
    let found = try await answers(open(uri, "# A\n"), change, symbols, open(uri, "text\n"))
    let problem = "version 3 of a.md is not newer than 3"
    #expect(
      found.filter { !$0.contains("publishDiagnostics") } == [
        #"{"jsonrpc":"2.0","method":"window/logMessage","params":{"type":1,"message":"\#(problem)"}}"#,
        #"{"jsonrpc":"2.0","id":1,"error":{"code":-32801,"message":"the text of a.md is not known any more (\#(problem)); open it again"}}"#,
      ])
  }

  @Test("Symbols and folds are those of the unsaved text")
  func unsaved() async throws {
    let uri = "file:///vault/a.md"
    let found = try await answers(
      open(uri, "# One\n\n## Two\nx\n"), request("textDocument/foldingRange", uri))
    #expect(
      found.filter { !$0.contains("publishDiagnostics") } == [
        #"{"jsonrpc":"2.0","id":1,"result":[{"startLine":0,"endLine":3,"kind":"region"},{"startLine":2,"endLine":3,"kind":"region"}]}"#
      ])
  }

  @Test("An encrypted vault is refused with a sentence, and nothing is asked")
  func encrypted() async throws {
    scene.lockedVaults = ClosedVaults()
    #expect(
      try await answers(Self.start, begins: false) == [
        #"{"jsonrpc":"2.0","id":0,"error":{"code":-32803,"message":"The vault is encrypted: the text of its notes is not sent to other programs.","data":{"retry":false}}}"#
      ])
    #expect(scene.openings == 0)
  }
}
