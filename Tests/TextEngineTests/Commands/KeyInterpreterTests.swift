import Testing

@testable import TextEngine

@Suite("The key interpreter")
struct KeyInterpreterTests {
  private static let rules = KeyRules(
    first: "normal",
    [
      .init(
        "normal", takesCounts: true,
        rows: [
          .init(["\""], .register), .init(["d"], .operator("delete", pending: "pending")),
          .init(["g ~"], .operator("case", pending: "pending"), lineKeys: ["~"]),
          .init(["w"], .motion("word")), .init(["f"], .motion("find"), takesKey: true),
        ]),
      .init("pending", base: "normal", takesCounts: true, rows: [.init(["V"], .shape(.lines))]),
    ])

  private func pressed(_ keys: String) -> (Invocation?, [String]) {
    var interpreter = KeyInterpreter(Self.rules)
    for key in keys.split(separator: " ") {
      if case .run(let invocation) = interpreter.press(String(key)) {
        return (invocation, interpreter.commandKeys)
      }
    }
    return (nil, interpreter.commandKeys)
  }

  @Test("Counts before a register, an operator and a motion multiply")
  func counts() {
    #expect(pressed("2 \" a 3 d 2 w").0?.count == 12)
    #expect(pressed("2 \" a 3 d 2 w").0?.register == "a")
    #expect(pressed("d w").0?.count == nil)
  }

  @Test("The keys of a command are returned without counts and register")
  func keys() {
    #expect(pressed("2 \" a d 3 f x").1 == ["d", "f", "x"])
    #expect(pressed("g ~ ~").1 == ["g", "~", "~"])
  }

  @Test("Special keys make an operator work on lines, and others set the shape of its range")
  func lines() {
    #expect(pressed("g ~ ~").0?.target == .lines)
    #expect(pressed("d V w").0?.shape == .lines)
    #expect(pressed("d V w").0?.target == .motion("word"))
  }

  @Test("A command that waits for a character accepts a line ending too")
  func characters() {
    #expect(pressed("f Enter").0?.argument == "\r")
    #expect(pressed("f Esc").0 == nil)
  }

  @Test("An operator can be made pending without its key")
  func waits() {
    var interpreter = KeyInterpreter(Self.rules)
    interpreter.await("case", pending: "pending", lineKeys: ["~"])
    #expect(interpreter.waitingOperator == "case")
    guard case .run(let invocation) = interpreter.press("w") else {
      Issue.record("it did not run")
      return
    }
    #expect(invocation.command == "case")
    #expect(invocation.target == .motion("word"))
  }
}
