import Testing

@testable import Scaffold

@Suite("Writing several files")
struct TransactionTests {
  let package: TemporaryPackage

  init() throws {
    package = try TemporaryPackage()
  }

  @Test("All files are written and their folders made, and nothing else is left")
  func writesAll() throws {
    let before = try package.snapshot()
    try Transaction.write([
      ("\(package.root)/a/b/c.txt", "new"), ("\(package.root)/Package.swift", "changed"),
    ])
    var expected = before
    expected["\(package.root)/a"] = "folder"
    expected["\(package.root)/a/b"] = "folder"
    expected["\(package.root)/a/b/c.txt"] = "new"
    expected["\(package.root)/Package.swift"] = "changed"
    #expect(try package.snapshot() == expected)
  }

  @Test(
    "If one file cannot be written, none is, and no folder or temporary file stays",
    arguments: ["Sources/App", "Package.swift/below.txt"])
  func undoesAll(impossible: String) throws {
    let before = try package.snapshot()
    let root = package.root
    #expect(throws: Refusal.self) {
      try Transaction.write([
        ("\(root)/a/new.txt", "new"), ("\(root)/Package.swift", "changed"),
        ("\(root)/\(impossible)", "impossible"), ("\(root)/later.txt", "later"),
      ])
    }
    #expect(try package.snapshot() == before)
  }
}
