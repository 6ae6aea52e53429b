import Bytes
import Cells
import JsonRpc
import Mcp

/// A server with a few tools, and what it wrote.
@MainActor
final class McpScene {
  private(set) var lines: [String] = []
  /// Lets “wait” go on.
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private(set) var isWaiting = false
  private(set) var server: McpServer?

  init() {
    server = McpServer(
      .init(name: "test", version: "1", instructions: "Read."), tools: tools,
      resources: ThreeNotes()
    ) { [weak self] in self?.lines.append($0) }
  }

  private var tools: [McpTool] {
    [
      McpTool(
        "echo", "Echo", "Returns a text.", input: [McpField("text", .text)],
        output: [McpField("text", .text)]
      ) { call throws(McpToolFailure) in
        if call.text("text") == "fail" { throw McpToolFailure("bad", "It failed.") }
        return .object([JSONMember("text", .string(call.text("text") ?? ""))])
      },
      McpTool("remove", "Remove", "Asks first.", .changes, input: [], output: []) {
        call throws(McpToolFailure) in
        try await call.confirm("Really?")
        return .object([])
      },
      McpTool("wait", "Wait", "Waits.", input: [], output: []) {
        [weak self] _ throws(McpToolFailure) in
        await self?.wait()
        return .object([])
      },
    ]
  }

  private func wait() async {
    await withCheckedContinuation { continuation in
      waiting.append(continuation)
      isWaiting = true
    }
  }

  func goOn() {
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  func receive(_ line: String) { server?.receive(.whole(Array(line.utf8))) }

  /// Waits until a condition is a fact.
  func until(_ isSo: () -> Bool) async {
    while !isSo() { await Task.yield() }
  }

  /// Returns the answers to these lines.
  func answers(_ requests: String...) async -> [String] {
    for line in requests { receive(line) }
    await server?.end()
    return lines
  }
}

private struct ThreeNotes: McpResources {
  var template: (address: String, variable: String) { ("n:///{+path}", "path") }

  func list(after cursor: String?) async throws(RpcError) -> McpPage {
    switch cursor {
    case nil: McpPage([("n:///a", "a", "A"), ("n:///b", "b", "B")], next: "2")
    case "2": McpPage([("n:///c", "c", "C")])
    default: throw RpcError(.invalidParams, "there is no page with this cursor")
    }
  }

  func read(_ address: String) async throws(RpcError) -> String? {
    address == "n:///a" ? "text" : nil
  }

  func completions(of start: String) async -> (values: [String], hasMore: Bool) {
    (["a", "b", "c"].filter { $0.hasPrefix(start) }, false)
  }
}
