package import Bytes
package import Cells
package import JsonRpc

/// A tool as a value: what it is called, what it takes and answers, and what it does.
package struct McpTool: Sendable {
  package typealias Run = @MainActor (McpCall) async throws(McpToolFailure) -> JSONValue

  package var name: String
  var title: String
  /// Whole sentences, for models.
  var summary: String
  package var effect: McpEffect
  package var input: [McpField]
  package var output: [McpField]
  let run: Run

  package init(
    _ name: String, _ title: String, _ summary: String, _ effect: McpEffect = .reads,
    input: [McpField], output: [McpField], run: @escaping Run
  ) {
    (self.name, self.title, self.summary, self.effect) = (name, title, summary, effect)
    (self.input, self.output, self.run) = (input, output, run)
  }

  var json: JSONValue {
    .object([
      JSONMember("name", .string(name)), JSONMember("title", .string(title)),
      JSONMember("description", .string(summary)),
      JSONMember("inputSchema", McpShape.object(input).schema),
      JSONMember("outputSchema", McpShape.object(output).schema),
      JSONMember(
        "annotations",
        .object([
          JSONMember("readOnlyHint", .bool(effect == .reads)),
          JSONMember("destructiveHint", .bool(effect != .reads)),
          JSONMember("idempotentHint", .bool(effect == .reads)),
          JSONMember("openWorldHint", .bool(false)),
        ])),
    ])
  }
}

package enum McpEffect: Sendable {
  case reads
  /// It can remove text that was there, and a second call does more than the first.
  case changes
}

/// One call of a tool. Its arguments fit the tool's input.
@MainActor
package struct McpCall {
  package let arguments: [String: JSONReader.Value]
  /// The client's name on one line; empty if it has none.
  package let client: String
  let ask: (String) async throws(McpToolFailure) -> Bool

  package func text(_ name: String) -> String? { arguments[name]?.text }

  package func number(_ name: String) -> Int? {
    if case .number(let digits)? = arguments[name] { Int(digits) } else { nil }
  }

  package func flag(_ name: String) -> Bool { arguments[name] == .bool(true) }

  package func texts(_ name: String) -> [String]? {
    if case .array(let items)? = arguments[name] { items.compactMap(\.text) } else { nil }
  }

  /// Asks the client's user, if the client can; throws if the answer is not yes. The call must not
  /// have changed anything yet: a client of the stateless era calls again with the answer.
  package func confirm(_ question: String) async throws(McpToolFailure) {
    if try await ask(question) { return }
    throw McpToolFailure("declined", "The user did not agree. Nothing was changed.")
  }
}

/// A mistake that a model can mend: a result that says what was wrong.
package struct McpToolFailure: Error, Equatable, Sendable {
  /// A word for programs.
  package var code: String
  package var message: String
  /// Facts for the next attempt.
  package var facts: [JSONMember]
  /// The question for the client's user, if the call only waits for the answer.
  var question: String?

  package init(_ code: String, _ message: String, _ facts: [JSONMember] = []) {
    (self.code, self.message, self.facts) = (code, message, facts)
  }

  static func needsAnswer(_ question: String) -> McpToolFailure {
    var failure = McpToolFailure("unanswered", question)
    failure.question = question
    return failure
  }

  var json: JSONValue {
    .object([
      JSONMember(
        "error",
        .object(
          [JSONMember("code", .string(code)), JSONMember("message", .string(message))] + facts))
    ])
  }
}

/// Notes as resources.
package protocol McpResources: Sendable {
  /// The template of their addresses, with one variable.
  @MainActor var template: (address: String, variable: String) { get }
  /// Returns a page of them, and the cursor of the next one. Throws for a cursor of another server.
  @MainActor func list(after cursor: String?) async throws(RpcError) -> McpPage
  /// Returns the text of one; nil if there is none at this address.
  @MainActor func read(_ address: String) async throws(RpcError) -> String?
  /// Returns values of the template's variable that begin with this, at most 100, and whether there are
  /// more.
  @MainActor func completions(of start: String) async -> (values: [String], hasMore: Bool)
}

package struct McpPage: Sendable {
  package var resources: [(address: String, name: String, title: String)]
  package var next: String?

  package init(
    _ resources: [(address: String, name: String, title: String)], next: String? = nil
  ) {
    (self.resources, self.next) = (resources, next)
  }
}
