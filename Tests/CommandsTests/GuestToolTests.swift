import Bytes
import Cells
import Entities
import NoteQueries
import OpenVault
import Secrets
import Services
import TestSupport
import Testing

@testable import Commands

@MainActor
@Suite("The tools of agents")
struct GuestToolTests {
  private let scene = CommandScene([
    "a.md": "# A\n\n- [ ] go\n<!-- hide -->\n[[b]]\n", "work/b.md": "# B\n\none\u{200b}two\n",
    "secret.md": "# Secret\n",
  ])

  private nonisolated static let meta =
    #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"cat","version":"1"}}"#

  private func answer(
    _ method: String, _ params: String, _ options: [String]
  ) async throws -> [String: JSONReader.Value] {
    scene.input =
      #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{\#(params)\#(Self.meta)}}"#
    #expect(await scene.run(["mcp"] + options) == .done)
    let last = try #require(scene.lines.last)
    let line = try #require(JSONReader.value(of: Array(last.utf8)))
    guard case .object(let members) = line, case .object(let result)? = members["result"] else {
      Issue.record("no result: \(scene.results)")
      return [:]
    }
    return result
  }

  /// Returns the text of a tool's result.
  private func call(
    _ tool: String, _ arguments: String, _ options: String...
  ) async throws -> String {
    let result = try await answer(
      "tools/call", #""name":"\#(tool)","arguments":\#(arguments),"#, options)
    guard case .array(let content)? = result["content"], case .object(let first)? = content.first
    else { return "" }
    return first["text"]?.text ?? ""
  }

  private nonisolated static let reading = [
    "search", "read", "context", "list", "links", "tasks", "query", "history",
  ]

  @Test(
    "The tools are in one order, and those that change notes are listed only with --write",
    arguments: [
      ([], reading), (["--write"], reading + ["edit", "move", "undo"]),
      (["--write", "--folder", "work"], reading + ["edit", "undo"]),
    ])
  func tools(options: [String], names: [String]) async throws {
    let result = try await answer("tools/list", "", options)
    guard case .array(let tools)? = result["tools"] else {
      Issue.record("no tools")
      return
    }
    let all: [[String: JSONReader.Value]] = tools.compactMap { tool in
      if case .object(let members) = tool { return members }
      return nil
    }
    #expect(all.map { $0["name"]?.text } == names)
    for tool in all {
      let reads = Self.reading.contains(tool["name"]?.text ?? "")
      #expect(
        tool["annotations"]
          == .object([
            "readOnlyHint": .bool(reads), "destructiveHint": .bool(!reads),
            "idempotentHint": .bool(reads), "openWorldHint": .bool(false),
          ]))
    }
    // A page of tokens.
    #expect(scene.results.utf8.count < 14_000)
  }

  private nonisolated static let changing = ["edit", "move", "undo"]

  @Test("Without --write, a tool that changes notes is unknown", arguments: changing)
  func unknown(tool: String) async {
    scene.input =
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(tool)",\#(Self.meta)}}"#
    await scene.run("mcp")
    #expect(scene.results.contains("Unknown tool: \(tool)"))
  }

  private nonisolated static let read: [(tool: String, arguments: String, text: String)] = [
    (
      "read", #"{"note":"a"}"#,
      ##"{"path":"a.md","title":"A","version":"VERSION","modified":"TIME","text":"# A\n\n- [ ] go\n<hidden: <!-- hide -->>\n[[b]]\n","more":0,"next":null}"##
    ),
    (
      "read", #"{"note":"work/b.md","from":3,"to":3}"#,
      #"{"path":"work/b.md","title":"B","version":"VERSION","modified":"TIME","text":"one<U+200B>two\n","more":0,"next":null}"#
    ),
    (
      "read", #"{"note":"a","bytes":6}"#,
      ##"{"path":"a.md","title":"A","version":"VERSION","modified":"TIME","text":"# A\n\n","more":29,"next":3}"##
    ),
    (
      "read", #"{"note":"nothing"}"#,
      #"{"error":{"code":"not-found","message":"There is no note “nothing”.","exit":3}}"#
    ),
    (
      "read", #"{"note":"../a"}"#,
      #"{"error":{"code":"not-found","message":"There is no note “../a”.","exit":3}}"#
    ),
    (
      "read", #"{"note":"a","heading":"None"}"#,
      #"{"error":{"code":"not-found","message":"“a.md” has no part “None”.","exit":3}}"#
    ),
    (
      "context", #"{"note":"work/b.md"}"#,
      ##"{"notes":[{"path":"work/b.md","title":"B","distance":0,"text":"# B\n\none<U+200B>two\n","cut":false}],"more":[],"moreCount":0}"##
    ),
    (
      "list", #"{"folder":"work"}"#,
      #"{"notes":[{"path":"work/b.md","title":"B","modified":"TIME"}],"more":false}"#
    ),
    ("links", #"{"note":"a"}"#, #"{"links":[],"backlinks":[],"more":false}"#),
    ("tasks", "{}", #"{"tasks":[],"more":false}"#),
    ("history", #"{"note":"a"}"#, #"{"versions":[],"more":false,"text":null}"#),
    (
      "query", #"{}"#,
      #"{"error":{"code":"arguments","message":"Take one of base and note.","exit":2}}"#
    ),
  ]

  @Test("Tools that read", arguments: read)
  func read(tool: String, arguments: String, text: String) async throws {
    let note = arguments.contains("work") ? "work/b.md" : "a.md"
    let stamp = try await scene.store.read(NoteID(note)).stamp
    let found = try await call(tool, arguments)
    #expect(
      found
        == text.replacing("VERSION", with: stamp.version)
        .replacing("TIME", with: stamp.modified.written))
  }

  // MARK: Changing

  @Test("An edit that does not say what it saw is refused with the numbers")
  func unguarded() async throws {
    let version = try await scene.store.read(NoteID("a.md")).stamp.version
    let refusal =
      #"{"error":{"code":"unexpected","message":"Say which version you saw (“version”) and how many notes may change (“expect”). Nothing was written.","exit":6,"version":"\#(version)","notes":1}}"#
    for edit in [
      #"{"note":"a","write":"x"}"#, #"{"note":"a","replace":"go","with":"x"}"#,
      #"{"note":"a","done":3,"expect":1}"#, #"{"note":"a","property":"x","value":1}"#,
    ] {
      let found = try await call("edit", edit, "--write")
      #expect(found == refusal)
    }
    for move in [#"{"note":"a","title":"X"}"#, #"{"note":"a","trash":true,"expect":1}"#] {
      let found = try await call("move", move, "--write")
      #expect(found == refusal)
    }
    #expect(await scene.store.ids.count == 3)
    #expect(await scene.store.text(of: NoteID("a.md"))?.contains("go") == true)
  }

  @Test("An edit of another version is refused, and one of the seen version is made and undone")
  func guarded() async throws {
    let seen = try await scene.store.read(NoteID("a.md")).stamp.version
    let edit = #"{"note":"a","version":"\#(seen)","expect":1,"replace":"go","with":"stay"}"#
    await scene.store.change(NoteID("a.md"), to: "go\n")
    let now = try await scene.store.read(NoteID("a.md")).stamp.version
    let found = try await call("edit", edit, "--write")
    #expect(
      found
        == #"{"error":{"code":"unexpected","message":"a.md is the version \#(now) now, not \#(seen). Nothing was written.","exit":6,"version":"\#(now)","notes":1}}"#
    )
    let answer = try await call("edit", edit.replacing(seen, with: now), "--write")
    #expect(await scene.store.text(of: NoteID("a.md")) == "stay\n")
    let done = await scene.state.done.load().all
    let run = try #require(done.last)
    #expect(run.name == "mcp cat")
    let version = try await scene.store.read(NoteID("a.md")).stamp.version
    #expect(
      answer
        == #"{"path":"a.md","version":"\#(version)","run":"\#(run.id)","changes":[{"did":"rewritten","path":"a.md","from":null}]}"#
    )
    _ = try await call("undo", "{}", "--write")
    #expect(await scene.store.text(of: NoteID("a.md")) == "go\n")
  }

  @Test("Only the client's own changes are undone")
  func ownUndo() async throws {
    await scene.run("append", "a", "x")
    let found = try await call("undo", "{}", "--write")
    #expect(
      found
        == #"{"error":{"code":"not-found","message":"There is no such change of this client to undo.","exit":3}}"#
    )
  }

  @Test(
    "A new note is made only where it could be seen",
    arguments: [
      (["--folder", "work"], "new.md", false), (["--folder", "work"], "work/../new.md", false),
      (["--folder", "work"], "work/new.md", true), (["--tag", "t"], "new.md", false),
      ([], "../new.md", false), ([], "/new.md", false), ([], ".hidden/new.md", false),
      ([], "new", true),
    ])
  func made(options: [String], note: String, isMade: Bool) async throws {
    let result = try await answer(
      "tools/call",
      #""name":"edit","arguments":{"note":"\#(note)","version":"none","expect":1,"write":"x"},"#,
      ["--write"] + options)
    #expect((result["isError"] == nil) == isMade)
    #expect(await scene.store.ids.count == (isMade ? 4 : 3))
  }

  // MARK: Limits

  @Test("A note outside of the limits is answered as one that does not exist")
  func limits() async throws {
    scene.search = MemorySearch([
      SearchHit(id: NoteID("work/b.md"), title: "B", modified: Timestamp(seconds: 0)),
      SearchHit(id: NoteID("secret.md"), title: "Secret", modified: Timestamp(seconds: 0)),
    ])
    for tool in ["read", "context", "links", "history"] {
      for name in ["secret", "secret.md", "a", "none"] {
        let found = try await call(tool, #"{"note":"\#(name)"}"#, "--folder", "work")
        #expect(
          found
            == #"{"error":{"code":"not-found","message":"There is no note “\#(name)”.","exit":3}}"#
        )
      }
    }
    for tool in ["search", "list"] {
      let arguments = tool == "search" ? #"{"query":"x"}"# : "{}"
      let text = try await call(tool, arguments, "--folder", "work")
      #expect(text.contains("work/b.md") && !text.contains("ecret"), "\(text)")
    }
  }

  @Test(
    "A folder is known from a path; only tags and unpublished notes are looked up",
    arguments: [
      ([], []), (["--folder", "work"], []),
      (["--tag", "t", "--folder", "work"], [.and([.tag("t")])]),
      (["--no-unpublished"], [.property(name: "publish", value: "false")]),
    ] as [([String], [NoteQuery])])
  func lookups(options: [String], queries: [NoteQuery]) async throws {
    for (tool, arguments) in [("list", "{}"), ("read", #"{"note":"work/b.md"}"#)] {
      scene.search = MemorySearch()
      let result = try await answer(
        "tools/call", #""name":"\#(tool)","arguments":\#(arguments),"#, options)
      #expect(await scene.search.asked.map(\.query) == queries, "\(tool): \(result)")
    }
  }

  @Test("An encrypted vault that is locked answers that it is, and asks nothing")
  func locked() async throws {
    scene.lockedVaults = ClosedVaults()
    let found = try await call("list", "{}")
    #expect(
      found
        == #"{"error":{"code":"locked","message":"The vault is encrypted and locked. Only its user can open it.","exit":5}}"#
    )
    #expect(scene.openings == 0)
  }

  @Test("--write and --read-only contradict each other")
  func contradiction() async {
    #expect(await scene.run("mcp", "--write", "--read-only") == .usage)
  }

  // MARK: context

  @Test("context prints a note with what it links to, and names what does not fit")
  func printed() async {
    scene.links = MemoryLinks([
      LinkRecord(
        source: NoteID("a.md"), sourceTitle: "A", line: 5, context: "[[b]]", written: "[[b]]",
        target: NoteID("work/b.md"), isEmbed: false)
    ])
    #expect(await scene.run("context", "work/b.md") == .done)
    #expect(scene.results == "---- work/b.md\n\n# B\n\none\u{200b}two\n\n")
    #expect(await scene.run("context", "a", "--bytes", "40") == .done)
    #expect(
      scene.results.hasSuffix("---- 1 note does not fit\n\nwork/b.md\n"), "\(scene.results)")
    #expect(await scene.run("context", "a", "--bytes", "3") == .done)
    #expect(scene.results.contains("(cut: the rest does not fit)"))
    #expect(await scene.run("context", "a", "--depth", "9") == .usage)
  }
}

/// Vaults that are all encrypted and locked.
struct ClosedVaults: Vaults {
  func known() async -> [VaultSummary] { [] }
  func open(_ id: VaultID, proof: VaultProof) async throws(VaultError) -> VaultSummary {
    throw .failed(id.path.text, reason: "nothing may ask")
  }
  func make(at path: String) async throws(VaultError) -> VaultSummary {
    throw .failed(path, reason: "nothing may be made")
  }
  func isLocked(_ id: VaultID) -> Bool { true }
}
