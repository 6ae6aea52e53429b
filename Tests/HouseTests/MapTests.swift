import TestSupport
import Testing

/// Three texts say how the house is built: the manifest, `.ci/walls` and `Sources/README.md`.
@Suite("The map of the house")
struct MapTests {
  @Test("Every folder of Sources and of its modules is on the map")
  func folders() throws {
    let map = try House.text("Sources/README.md")
    for part in try House.folders(in: "Sources") {
      expectText(map, has: "| `\(part)` |", "Sources/README.md")
    }
    for module in try House.modules {
      expectText(map, has: "\n- `\(module)`: ", "Sources/README.md")
    }
  }

  @Test("The map names no missing file or folder")
  func paths() throws {
    let known = Set(
      try ["Sources", "Tests", "Resources", ".ci"].flatMap { try House.everything(below: $0) }
        .flatMap { path in ["/\(path)", "/\(path.replacing(#/\.\w+$/#, with: ""))"] })
    let ends = Set(known.flatMap(Self.ends)).union(["Makefile", "Package.swift"])
    let map = try House.text("Sources/README.md")
    for name in map.matches(of: #/`([^`\s]*\w[\/.+]\w[^`\s]*)`/#) where Self.isPath(name.1) {
      // `XContract.swift` is each module's.
      let path = name.1.replacing(
        #/X(?=Cases|Contract|Interactor|Screen|Keymap|Words|\.|$)/#, with: "Trash")
      let isThere = ends.contains(String(path))
      #expect(isThere, "\(name.1) is not there")
    }
  }

  /// `NoteListPresenter.handle` is none, and `/dev/shm` is not ours.
  private static func isPath(_ name: Substring) -> Bool {
    !name.hasPrefix("/") && (name.contains("/") || name.hasSuffix(".swift") || name.contains("+"))
  }

  /// `/a/b/c` as it may be written: from any of its folders on.
  private static func ends(of path: String) -> [String] {
    path.indices.filter { path[$0] == "/" }.map { String(path[path.index(after: $0)...]) }
  }

  @Test("The map names nothing in the code that does not exist")
  func names() throws {
    var names: Set<Substring> = []
    for code in try House.text("Sources/README.md").matches(of: #/`([^`\n]+)`/#) {
      for name in code.1.matches(of: #/[A-Za-z]\w*/#) { names.insert(name.0) }
    }
    // An X stands for each module's name.
    names = names.filter { !$0.hasPrefix("X") }
    let roots = ["Sources", "Tests", "Makefile", "Package.swift", ".ci"]
    let found = Command.runNow(
      ["grep", "-rohwF", "--exclude=README.md"] + names.flatMap { ["-e", String($0)] }
        + roots.map { "\(PackageCopy.original)/\($0)" })
    let files = try ["Sources", "Tests"].flatMap { try House.everything(below: $0) }
      .flatMap { $0.split { "/.+".contains($0) } }
    names.subtract(found.output.split(separator: "\n"))
    names.subtract(files)
    #expect(names.sorted() == [])
  }

  @Test("The map and the comments name no missing file of a type's part")
  func topics() throws {
    let sources = try House.files(below: "Sources")
    let known = Set(sources.map { $0.split(separator: "/").last ?? "" })
    for path in sources + ["Sources/README.md"] {
      for name in try House.text(path).matches(of: #/`(?:[\w\/]*\/)?([A-Z]\w+\+[A-Z]\w+)`/#) {
        let isThere = known.contains("\(name.1).swift")
        #expect(isThere, "\(path): \(name.1) is not there")
      }
    }
  }

  @Test("B2 C4 The floors in .ci/walls match the dependencies in the manifest")
  func floors() async throws {
    let floors = try Self.floorsOfWalls()
    let modules = Set(try House.modules.map { $0[...] })

    let parts = try await Self.parts()
    #expect(parts.count > modules.count)
    for (part, needs) in parts {
      let name = modules.contains(part) && floors[part] == nil ? "Modules" : part
      var floor = try #require(floors[name], "\(part) stands on no floor in .ci/walls")
      if floor.remove("Modules") != nil { floor.formUnion(modules) }
      #expect(floor == needs, "\(part): .ci/walls and Package.swift differ")
    }
    let known = Set(parts.keys).union(["Modules"])
    #expect(Set(floors.keys).isSubset(of: known), "a floor for a part that is not there")
  }

  @Test("The imports that the map allows are those that .ci/walls allows")
  func rows() throws {
    var floors = try Self.floorsOfWalls()
    let table = #/\n\| `([^`]+)` \| [^|]+ \| ?([^|(]*?) ?(?:\(([^|]*)\) ?)?\|(?=\n)/#
    for row in try House.text("Sources/README.md").matches(of: table) {
      let floor = Self.names(row.2)
      #expect(floors.removeValue(forKey: row.1) == floor, "\(row.1)")
      // “Editor: Bytes, TextEngine too; Palette: Fuzzy”
      for more in row.3?.split(separator: ";") ?? [] {
        let sides = more.split(separator: ":", maxSplits: 1)
        let module = sides[0].drop { $0 == " " }
        let wanted = floor.union(Self.names(sides[1].replacing(" too", with: "")))
        #expect(floors.removeValue(forKey: module) == wanted, "\(module)")
      }
    }
    #expect(floors.isEmpty, "the map has no row for \(floors.keys)")
  }

  private static func names(_ list: Substring) -> Set<Substring> {
    Set(list.split { ", ".contains($0) })
  }

  /// What each part may import, by `.ci/walls`.
  private static func floorsOfWalls() throws -> [Substring: Set<Substring>] {
    let walls = try House.text(".ci/walls")
    let table = try #require(walls.firstMatch(of: #/\nfloors='\n((?:.+\n)+)'\n/#)).1
    var floors: [Substring: Set<Substring>] = [:]
    for row in table.split(separator: "\n") {
      let sides = row.split(separator: ":", maxSplits: 1)
      floors[sides[0]] = Set(sides.count > 1 ? sides[1].split(separator: " ") : [])
    }
    return floors
  }

  /// The targets in `Sources` with what each depends on, as SwiftPM understood the manifest.
  private static func parts() async throws -> [Substring: Set<Substring>] {
    // In a folder of its own: whoever runs the tests may hold the package's.
    let scratch = ScratchFolder()
    let description = await Command.run([
      "swift", "package", "--package-path", PackageCopy.original, "--scratch-path", scratch.path,
      "describe", "--type", "text",
    ])
    try #require(description.status == 0, "\(description.output)")
    let targets = try #require(description.output.split(separator: "\nTargets:\n").last)
    var parts: [Substring: Set<Substring>] = [:]
    for target in targets.split(separator: "\n\n") where target.contains("    Path: Sources/") {
      let name = try #require(target.firstMatch(of: #/Name: (.+)/#)).1
      let list = target.firstMatch(of: #/Target dependencies:\n((?: {8}.+\n?)+)/#)?.1 ?? ""
      parts[name] = Set(list.split(separator: "\n").map { $0.drop { $0 == " " } })
    }
    return parts
  }
}
