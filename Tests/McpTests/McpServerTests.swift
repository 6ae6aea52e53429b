import Mcp
import Testing

@MainActor
@Suite("The protocol of agents")
struct McpServerTests {
  private nonisolated static let meta =
    #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#
  private nonisolated static let asking = meta.replacing("{}", with: #"{"elicitation":{}}"#)
  private nonisolated static let info =
    #""_meta":{"io.modelcontextprotocol/serverInfo":{"name":"test","version":"1"}}"#
  private nonisolated static let cache = #""ttlMs":0,"cacheScope":"private""#
  private nonisolated static let echoed =
    #""content":[{"type":"text","text":"{\"text\":\"x\"}"}],"structuredContent":{"text":"x"}"#

  private nonisolated static func initialize(_ version: String, _ capabilities: String = "{}")
    -> String
  {
    #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\#(version)","capabilities":\#(capabilities),"clientInfo":{"name":"c","version":"1"}}}"#
  }

  private nonisolated static func initialized(_ version: String) -> String {
    #"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"\#(version)","capabilities":{"tools":{},"resources":{},"completions":{}},"serverInfo":{"name":"test","version":"1"},"instructions":"Read."}}"#
  }

  private nonisolated static func request(_ method: String, _ params: String = "") -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{\#(params)}}"#
  }

  private nonisolated static func result(_ members: String) -> String {
    #"{"jsonrpc":"2.0","id":1,"result":{\#(members)}}"#
  }

  private nonisolated static func error(_ code: Int, _ message: String, _ id: String = #""id":1,"#)
    -> String
  {
    #"{"jsonrpc":"2.0",\#(id)"error":{"code":\#(code),"message":"\#(message)"}}"#
  }

  // MARK: The stateless era

  private nonisolated static let stateless: [(method: String, params: String, answer: String)] = [
    (
      "server/discover", "",
      result(
        #""resultType":"complete","supportedVersions":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"],"capabilities":{"tools":{},"resources":{},"completions":{}},"instructions":"Read.",\#(cache),\#(info)"#
      )
    ),
    (
      "tools/call", #""name":"echo","arguments":{"text":"x"},"#,
      result(#""resultType":"complete",\#(echoed),\#(info)"#)
    ),
    (
      "resources/read", #""uri":"n:///a","#,
      result(
        #""resultType":"complete","contents":[{"uri":"n:///a","mimeType":"text/markdown","text":"text"}],\#(cache),\#(info)"#
      )
    ),
    (
      "resources/list", #""cursor":"2","#,
      result(
        #""resultType":"complete","resources":[{"uri":"n:///c","name":"c","title":"C","mimeType":"text/markdown"}],\#(cache),\#(info)"#
      )
    ),
    (
      "resources/templates/list", "",
      result(
        #""resultType":"complete","resourceTemplates":[{"uriTemplate":"n:///{+path}","name":"note","title":"A note by its path","mimeType":"text/markdown"}],\#(cache),\#(info)"#
      )
    ),
    (
      "completion/complete",
      #""ref":{"type":"ref/resource","uri":"n:///{+path}"},"argument":{"name":"path","value":"b"},"#,
      result(
        #""resultType":"complete","completion":{"values":["b"],"hasMore":false},\#(info)"#)
    ),
    ("ping", "", error(-32601, "Method not found")),
    ("logging/setLevel", #""level":"info","#, error(-32601, "Method not found")),
    ("resources/subscribe", #""uri":"n:///a","#, error(-32601, "Method not found")),
    ("tools/call", #""name":"none","#, error(-32602, "Unknown tool: none")),
    ("tools/call", #""name":7,"#, error(-32602, "“name” must be a text")),
    (
      "tools/call", #""name":"echo","arguments":[],"#,
      error(-32602, "“arguments” must be an object")
    ),
    ("tools/list", #""cursor":"9","#, error(-32602, "there is no page with this cursor")),
    ("resources/list", #""cursor":"9","#, error(-32602, "there is no page with this cursor")),
    (
      "resources/read", #""uri":"n:///../a","#,
      #"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Resource not found","data":{"uri":"n:///../a"}}}"#
    ),
  ]

  @Test("Requests of the stateless era", arguments: stateless)
  func stateless(method: String, params: String, answer: String) async {
    #expect(await McpScene().answers(Self.request(method, params + Self.meta)) == [answer])
  }

  @Test("A request without its version, or with another one, is refused with what is supported")
  func versions() async {
    let unknown = Self.meta.replacing("2026-07-28", with: "2027-01-01")
    let rows = [
      (
        unknown,
        #"{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"Unsupported protocol version","data":{"supported":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"],"requested":"2027-01-01"}}}"#
      ),
      (
        "",
        Self.error(
          -32602,
          "“params._meta” lacks “io.modelcontextprotocol/protocolVersion”; before 2026-07-28, “initialize” comes first"
        )
      ),
      (
        #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#,
        Self.error(
          -32602,
          "“params._meta” lacks the object “io.modelcontextprotocol/clientCapabilities”")
      ),
      (
        #""_meta":{"io.modelcontextprotocol/protocolVersion":7}"#,
        Self.error(-32602, "“io.modelcontextprotocol/protocolVersion” must be a text")
      ),
    ]
    for (meta, answer) in rows {
      #expect(await McpScene().answers(Self.request("server/discover", meta)) == [answer])
    }
  }

  // MARK: The era of sessions

  private nonisolated static let inSession: [(method: String, params: String, answer: String)] = [
    ("ping", "", result("")),
    ("tools/call", #""name":"echo","arguments":{"text":"x"}"#, result(echoed)),
    (
      "resources/list", "",
      result(
        #""resources":[{"uri":"n:///a","name":"a","title":"A","mimeType":"text/markdown"},{"uri":"n:///b","name":"b","title":"B","mimeType":"text/markdown"}],"nextCursor":"2""#
      )
    ),
    (
      "server/discover", "",
      error(
        -32602,
        "“params._meta” lacks “io.modelcontextprotocol/protocolVersion”; before 2026-07-28, “initialize” comes first"
      )
    ),
    ("prompts/list", "", error(-32601, "Method not found")),
    (
      "resources/read", #""uri":"n:///z""#,
      #"{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"Resource not found","data":{"uri":"n:///z"}}}"#
    ),
    (
      "tools/call", #""name":"echo","arguments":{"text":"fail"}"#,
      result(
        #""content":[{"type":"text","text":"{\"error\":{\"code\":\"bad\",\"message\":\"It failed.\"}}"}],"isError":true"#
      )
    ),
    (
      "tools/call", #""name":"echo","arguments":{"txt":"x"}"#,
      result(
        #""content":[{"type":"text","text":"{\"error\":{\"code\":\"arguments\",\"message\":\"“text” is missing.\"}}"}],"isError":true"#
      )
    ),
  ]

  @Test("Requests in a session", arguments: inSession)
  func session(method: String, params: String, answer: String) async {
    let answers = await McpScene().answers(
      Self.initialize("2025-11-25"), #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
      Self.request(method, params))
    #expect(answers == [Self.initialized("2025-11-25"), answer])
  }

  @Test(
    "A session gets the version that it asks for, or the newest one",
    arguments: [
      ("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"),
      ("1999-01-01", "2025-11-25"), ("2026-07-28", "2025-11-25"),
    ])
  func negotiated(asked: String, version: String) async {
    #expect(await McpScene().answers(Self.initialize(asked)) == [Self.initialized(version)])
  }

  @Test("A batch is answered in the one revision that has them")
  func batch() async {
    let batch = "[\(Self.request("ping")),\(#"{"jsonrpc":"2.0","method":"x"}"#)]"
    #expect(
      await McpScene().answers(Self.initialize("2025-03-26"), batch)
        == [Self.initialized("2025-03-26"), "[\(Self.result(""))]"])
    #expect(
      await McpScene().answers(Self.initialize("2025-06-18"), batch).last
        == Self.error(-32600, "batches are not supported in this version", ""))
  }

  // MARK: Lines

  private nonisolated static let broken: [(line: String, answer: String)] = [
    ("{", error(-32700, "column 2: it ends too early", "")),
    ("hello", error(-32700, "column 1: this is not JSON", "")),
    ("\u{feff}7", error(-32600, "a message must be an object", "")),
    (
      #"{"jsonrpc":"1.0","id":3,"method":"ping"}"#,
      error(-32600, "“jsonrpc” must be “2.0”", #""id":3,"#)
    ),
    (#"{"jsonrpc":"2.0","id":3}"#, error(-32600, "“method” must be a text", #""id":3,"#)),
    (
      #"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#,
      error(-32600, "“id” must be a text or a whole number", "")
    ),
    (
      #"{"jsonrpc":"2.0","id":"x","method":"ping","params":[]}"#,
      error(-32602, "“params” must be an object", #""id":"x","#)
    ),
  ]

  @Test("A broken line gets an error, and the next one its answer", arguments: broken)
  func broken(line: String, answer: String) async {
    #expect(await McpScene().answers(line, Self.request("ping")) == [answer, Self.result("")])
  }

  @Test("A line over the limit is dropped while it arrives, and the next one is read")
  func long() async {
    var lines = McpLines(longest: 8)
    var all: [McpLines.Line] = []
    for _ in 0..<100 { all += lines.add(Array("xxxxxxxxxx".utf8)) }
    all += lines.add(Array("\n \r\nshort\nlast".utf8))
    if let line = lines.end() { all.append(line) }
    #expect(all == [.tooLong, .whole(Array("short".utf8)), .whole(Array("last".utf8))])
    let scene = McpScene()
    scene.server?.receive(.tooLong)
    #expect(scene.lines == [Self.error(-32700, "a line is longer than 8 MB", "")])
  }

  // MARK: Running requests

  @Test("A cancelled request gets no answer, and one whose id is in use is refused")
  func cancelled() async {
    let scene = McpScene()
    let call = Self.request("tools/call", #""name":"wait",\#(Self.meta)"#)
    scene.receive(call)
    await scene.until { scene.isWaiting }
    scene.receive(call)
    scene.receive(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#)
    scene.goOn()
    #expect(
      await scene.answers(Self.request("ping"))
        == [Self.error(-32600, "a request with this id is still running"), Self.result("")])
  }

  @Test("Without an end of its own, a subscription ends with the input")
  func subscription() async {
    let answers = await McpScene().answers(
      Self.request(
        "subscriptions/listen", #""notifications":{"toolsListChanged":true},\#(Self.meta)"#))
    #expect(
      answers == [
        #"{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1},"notifications":{}}}"#,
        Self.result(
          #""resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"test","version":"1"},"io.modelcontextprotocol/subscriptionId":1}"#
        ),
      ])
  }

  // MARK: Questions

  @Test(
    "In the stateless era a question is a result, and the next call has the answer",
    arguments: [
      (
        "",
        #""resultType":"input_required","inputRequests":{"confirm":{"method":"elicitation/create","params":{"mode":"form","message":"Really?","requestedSchema":{"type":"object","properties":{}}}}}"#
      ),
      (
        #""inputResponses":{"confirm":{"action":"accept"}},"#,
        #""resultType":"complete","content":[{"type":"text","text":"{}"}],"structuredContent":{}"#
      ),
      (
        #""inputResponses":{"confirm":{"action":"decline"}},"#,
        #""resultType":"complete","content":[{"type":"text","text":"{\"error\":{\"code\":\"declined\",\"message\":\"The user did not agree. Nothing was changed.\"}}"}],"isError":true"#
      ),
    ])
  func asked(responses: String, result: String) async {
    let call = Self.request("tools/call", #""name":"remove",\#(responses)\#(Self.asking)"#)
    #expect(await McpScene().answers(call) == [Self.result("\(result),\(Self.info)")])
  }

  @Test("A client that cannot ask is not asked")
  func unasked() async {
    let call = Self.request("tools/call", #""name":"remove",\#(Self.meta)"#)
    #expect(await McpScene().answers(call).first?.contains("structuredContent") == true)
  }

  @Test("In a session a question is a request, which the end of input declines")
  func askedInSession() async {
    let scene = McpScene()
    let call = Self.request("tools/call", #""name":"remove""#)
    scene.receive(Self.initialize("2025-11-25", #"{"elicitation":{}}"#))
    scene.receive(call)
    await scene.until { scene.lines.count == 2 }
    #expect(
      scene.lines[1]
        == #"{"jsonrpc":"2.0","id":"question-1","method":"elicitation/create","params":{"mode":"form","message":"Really?","requestedSchema":{"type":"object","properties":{}}}}"#
    )
    scene.receive(#"{"jsonrpc":"2.0","id":"question-1","result":{"action":"accept","content":{}}}"#)
    await scene.until { scene.lines.count == 3 }
    #expect(
      scene.lines[2]
        == Self.result(#""content":[{"type":"text","text":"{}"}],"structuredContent":{}"#))
    scene.receive(call)
    await scene.until { scene.lines.count == 4 }
    await scene.server?.end()
    #expect(scene.lines.last?.contains("declined") == true)
  }
}
