import Testing

@testable import Scaffold

@Suite("The generator's options")
struct OptionsTests {
  @Test("Empty values count as not given, so that the Makefile can pass its variables")
  func takesEmptyValues() throws {
    let package = try TemporaryPackage()
    try package.addTemplate()
    var lines: [String] = []
    try Options(["--root", package.root, "--name", "", "--style", "", "--templates", ""])
      .run { lines.append($0) }
    #expect(lines.first == "Templates:")
  }

  @Test("A name and a style generate a module")
  func generates() throws {
    let package = try TemporaryPackage()
    try package.addTemplate()
    let options = ["--root", package.root, "--name", "Tags", "--style", "thorough"]
    try Options(options).run { _ in }
    #expect(package.has("Sources/Modules/Tags/TagsContract.swift"))
    try Options(options + ["--force"]).run { _ in }
    #expect(throws: Refusal.self) { try Options(options).run { _ in } }
  }

  @Test("--key and --command are parsed, and an empty key counts as none")
  func takesChoices() throws {
    let options = try Options(["--command", "--key", "b"])
    #expect(options.key == "b" && options.command)
    #expect(try Options(["--key", ""]) == Options([]))
  }

  @Test("An unknown option is named", arguments: [["--nmae", "Tags"], ["--name"], ["Tags"]])
  func refusesOthers(arguments: [String]) {
    let refusal = #expect(throws: Refusal.self) { try Options(arguments) }
    #expect(refusal?.message.hasPrefix("\(arguments[0]) is not an option") == true)
  }
}
