import Testing

@testable import Scaffold

@Suite("The manifest's list of modules")
struct ModuleListTests {
  @Test("Names are sorted and unique, whatever the list's layout")
  func sorts() throws {
    let list = try ModuleList(manifest: "x\nlet modules = [\"C\",\n \"A\"]\ny", path: "p")
    #expect(list.names == ["C", "A"])
    #expect(list.manifest(adding: "B") == "x\nlet modules = [\n  \"A\", \"B\", \"C\",\n]\ny")
    #expect(list.manifest(adding: "A") == "x\nlet modules = [\n  \"A\", \"C\",\n]\ny")
  }

  @Test("The first name is added to an empty list")
  func startsEmpty() throws {
    let list = try ModuleList(manifest: "let modules = []", path: "p")
    #expect(list.manifest(adding: "A") == "let modules = [\n  \"A\",\n]")
  }

  @Test("Lines break before 100 columns")
  func breaksLines() throws {
    let names = (10..<40).map { "Module\($0)" }
    let quoted = names.map { "\"\($0)\"" }.joined(separator: ", ")
    let list = try ModuleList(manifest: "let modules = [\(quoted)]", path: "p")
    let lines = list.manifest(adding: "Module40").split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 100 })
    #expect(lines.count > 4)
    #expect(try ModuleList(manifest: lines.joined(separator: "\n"), path: "p").names.count == 31)
  }

  @Test("The manifest of this package has such a list")
  func readsOurs() throws {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let path = "/\(root)/Package.swift"
    let text = try Files.read(path)
    let list = try ModuleList(manifest: text, path: path)
    #expect(list.names == list.names.sorted())
    #expect(list.manifest(adding: try #require(list.names.first)) == text)
  }
}
