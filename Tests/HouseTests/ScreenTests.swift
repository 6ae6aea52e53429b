import TestSupport
import Testing

/// A screen that is not registered where it should be compiles, and is then missing in lists that nobody
/// compares with it.
@Suite("Registration of screens")
struct ScreenTests {
  @Test("The keys of every screen are in the table of all keys")
  func keys() throws {
    let all = try House.text("Sources/App/Screens.swift")
    let builders = try House.files(below: "Sources/Modules", ending: "Builder.swift")
    var count = 0
    for path in builders where try House.text(path).contains("static var keyTables") {
      let builder = path.split(separator: "/").last?.dropLast(".swift".count) ?? ""
      expectText(all, has: "\n      \(builder).keyTables,", "Sources/App/Screens.swift")
      count += 1
    }
    #expect(count > 15)
  }

  /// `EveryScreenTests` visits each address beside what the script does.
  @Test(
    "A module with a view lists its keys, and has an address or is in the script of all screens")
  func views() throws {
    let script = try House.text("Tests/Scripts/App/every-screen.script")
    var visited: Set<Substring> = []
    for line in script.split(separator: "\n") where line.hasPrefix("modules ") {
      visited.formUnion(line.dropFirst("modules ".count).split { "\" >".contains($0) })
    }
    let screens = try House.text("Sources/App/Screens.swift")
    for row in screens.matches(of: #/\$0\.([a-z])(\w*)\(/#) {
      visited.insert("\(row.1.uppercased())\(row.2)")
    }
    let files = try House.files(below: "Sources/Modules", ending: "Screen.swift")
    let modules = Set(files.map { $0.split(separator: "/")[2] })
    #expect(modules.count > 15)
    for module in modules {
      let builders = try House.files(below: "Sources/Modules/\(module)", ending: "Builder.swift")
      let saysKeys = try builders.contains { try House.text($0).contains("static var keyTables") }
      #expect(saysKeys, "\(module)Builder has no keyTables")
      // The preview has its stops in the pane of the list, which is no module of the stack.
      let isVisited = visited.contains(module) || module == "Preview"
      #expect(isVisited, "\(module) has no address and is not in every-screen.script")
    }
  }
}
