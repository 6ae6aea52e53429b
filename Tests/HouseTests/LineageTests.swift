import Testing

/// What the VIPER systems before this one could do, each with a script or a test that bears its
/// number. Z: two note apps; K: a router by interfaces; R: a tree of modules that may lack a view;
/// G: code generators; C: a style with contracts; M and I: two smaller lines; T: a to-do
/// list; B: the theory.
@Suite("The lineage")
struct LineageTests {
  static let rows = [
    ("Z1", "login comes before the notes"),
    ("Z2", "a wrong passphrase: a message, a delay, and nothing else changes"),
    ("Z3", "a row is title and content"),
    ("Z4", "a note is deleted as model, file and row"),
    ("Z5", "one editor creates and changes"),
    ("Z6", "what is done is stored, and the delegate told"),
    ("Z7", "a peek is committed as the same instance"),
    ("Z8", "a view embeds a module"),
    ("Z9", "a locked note asks for its passphrase, and a peek at it does not"),
    ("Z10", "one file a note, found by id"),
    ("Z11", "an adapter between what one requires and another provides"),
    ("Z12", "a life cycle with an order"),
    ("Z13", "nothing is wired twice"),
    ("Z14", "each role is a part of its own"),
    ("Z15", "templates for a full and a light module"),
    ("K1", "modules are found by what a module requires"),
    ("K2", "what nobody provides fails to compile"),
    ("K3", "every way to show a module"),
    ("K4", "handlers before and after a route"),
    ("K5", "one way back from each of them"),
    ("K6", "states that stay true from outside"),
    ("K7", "errors with names"),
    ("K8", "one place for all errors"),
    ("K9", "observers and a guard"),
    ("K10", "adapters between protocols"),
    ("K11", "routes with an existing module"),
    ("K12", "services on first use"),
    ("K13", "addresses"),
    ("K14", "recursion is noticed"),
    ("K15", "typed arguments"),
    ("K16", "fakes in tests"),
    ("K17", "leaks are noticed"),
    ("R1", "a tree is taken down from its leaves"),
    ("R2", "modules without a view"),
    ("R3", "scopes that go as a whole"),
    ("R4", "listeners are weak and given at build"),
    ("R5", "workers end with their screen"),
    ("R6", "nothing reaches what was removed"),
    ("R7", "leaks are noticed in the tree"),
    ("R8", "an address waits for the login, then goes on"),
    ("R9", "login is replaced, not covered"),
    ("R10", "templates with tests"),
    ("R11", "ways to go back on the stack"),
    ("R12", "the tree can be seen"),
    ("G1", "a template with parameters"),
    ("G2", "a summary before writing"),
    ("G3", "nothing is replaced unasked"),
    ("G4", "templates are listed, and one's own added"),
    ("G5", "templates are checked"),
    ("G6", "generated code has tests"),
    ("C1", "one contract a module"),
    ("C2", "a builder a module"),
    ("C3", "results go to the caller, weakly"),
    ("C4", "data is managed outside modules"),
    ("C5", "a module can be deleted"),
    ("M1", "input and output linked at build"),
    ("M2", "closing is one word"),
    ("I1", "wireframes build, the router does not"),
    ("I2", "view state is a value of its own"),
    ("I3", "a child is asked how large it wants to be"),
    ("T1", "what is to be done stands in groups by day, under a clock that is given"),
    ("T2", "each day is told, and an empty list says what to do"),
    ("T3", "a box takes a name and a day; save, cancel, or a click beside it"),
    ("T4", "one composition root, and a fresh module for each showing"),
    ("T5", "done, put off, opened at its line"),
    ("B2", "dependencies point inwards"),
  ]

  @Test("Every row has a script or a test with its number")
  func rows() throws {
    var named: Set<String> = []
    for script in try House.files(below: "Tests/Scripts", ending: ".script") {
      let name = script.split(separator: "/").last ?? ""
      named.formUnion(name.split(separator: "-").prefix { $0.isRow }.map(String.init))
    }
    for path in try House.files(below: "Tests") where !path.hasSuffix("/LineageTests.swift") {
      for name in try House.text(path).matches(of: #/@Test\(\s*"([^"]*)/#) {
        named.formUnion(name.1.split(separator: " ").prefix { $0.isRow }.map(String.init))
      }
    }
    for (row, what) in Self.rows {
      #expect(named.contains(row), "no script and no test shows \(row): \(what)")
    }
  }
}

extension Substring {
  fileprivate var isRow: Bool { wholeMatch(of: #/[A-Z][0-9]{1,2}/#) != nil }
}
