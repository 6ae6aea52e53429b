import Testing

/// What every VIPER module of the house has in common, read from its files.
@Suite("The shape of a module")
struct ModuleShapeTests {
  @Test("Z14 C1 C2 Every role has its own file, with a predictable path")
  func roles() throws {
    for module in try House.modules {
      if try Self.isCasesAlone(module) { continue }
      let folder = "Sources/Modules/\(module)"
      let files = Set(try House.files(below: folder).map { $0.dropFirst(folder.count + 1) })
      #expect(files.isSuperset(of: ["\(module)Contract.swift", "\(module)Builder.swift"]))
      let presents = files.contains("\(module)Presenter.swift")
      #expect(presents || files.contains("\(module)Interactor.swift"))
      let view: Set<Substring> = ["View/\(module)Screen.swift", "View/\(module)Keymap.swift"]
      // A presenter without a view only asks and tells.
      let isShown = files.contains { $0.hasPrefix("View/") }
      #expect(files.isSuperset(of: view) == isShown, "\(module): a screen and its keys, or none")
      #expect(presents || !isShown, "\(module): a view without a presenter")
      #expect(try !House.files(below: "Tests/Modules/\(module)Tests").isEmpty)
    }
  }

  /// What has no screen and asks nothing needs no other role.
  private static func isCasesAlone(_ module: String) throws -> Bool {
    let folder = "Sources/Modules/\(module)"
    let files = Set(try House.files(below: folder))
    return files.subtracting(["\(folder)/\(module)Words.swift"])
      == ["\(folder)/\(module)Cases.swift"]
  }

  @Test("C1 A module's protocols are only in its contract")
  func contracts() throws {
    let strays = try House.lines(
      below: "Sources/Modules", matching: #/^\s*((package|private|fileprivate) )?protocol /#,
      where: { !$0.hasSuffix("Contract.swift") && !$0.contains("Contract+") })
    #expect(strays == [])
  }

  @Test("A template imports only parts that its file uses")
  func templates() throws {
    let files = try House.files(below: "Resources/Templates")
    #expect(files.count > 15)
    for (part, folder) in [
      ("Entities", "Sources/Entities"), ("Services", "Sources/Services"),
      ("OpenVault", "Sources/OpenVault"), ("Editor", "Sources/Modules/Editor"),
    ] {
      var names: Set<Substring> = []
      for path in try House.files(below: folder) {
        let types = try House.text(path).matches(
          of: #/^package (?:final )?(?:struct|enum|class|protocol|actor) (\w+)/#
            .anchorsMatchLineEndings())
        names.formUnion(types.map(\.1))
      }
      #expect(names.count > 5)
      for path in files {
        let text = try House.text(path)
        guard text.contains("import \(part)\n") else { continue }
        // What a vault offers is a value of `OpenVault`, a catalog one of `Services`; a note's path is
        // one of `Entities`.
        let members: [String] =
          switch part {
          case "OpenVault": ["services."]
          case "Services": ["catalog."]
          case "Entities": ["note.path", "note.id.path"]
          default: []
          }
        let isUsed =
          text.matches(of: #/\w+/#).contains { names.contains($0.0) }
          || members.contains { text.contains($0) }
        #expect(isUsed, "\(path) imports \(part)")
      }
    }
  }

  @Test("C2 I1 Modules are built in their wireframe's file or by a command; the router knows none")
  func builders() throws {
    let built = try House.lines(
      below: "Sources/App", matching: #/Builder(\(|\.make)/#,
      where: { !$0.contains("/Wireframes/") })
    #expect(built == [])
    for module in try House.modules {
      if try Self.isCasesAlone(module) { continue }
      let wireframe = "Sources/App/Wireframes/Wireframe+\(module).swift"
      let places =
        try House.files(below: "Sources/App/Wireframes").filter { $0 == wireframe }
        + House.files(below: "Sources/Commands/Running")
      let isBuilt = try places.contains { place in
        let text = try House.text(place)
        return text.contains("\(module)Builder.make(") || text.contains("\(module)Builder(")
      }
      #expect(isBuilt, "nothing builds \(module)")
      let known = try House.lines(
        below: "Sources/App/Router", matching: try Regex("^import \(module)$"))
      #expect(known == [])
    }
  }

  @Test("Z13 Wiring happens only in initializers: nothing can be set twice")
  func wiring() throws {
    let setters = try House.lines(below: "Sources/Modules", matching: #/func set[A-Z]\w*\(/#)
    #expect(setters == [])
    // Who is held weakly puts itself there in its initialiser, and a presenter in parts passes that on;
    // a builder puts nothing anywhere.
    for folder in ["Sources/Modules", "Sources/App"] {
      let wired = try House.lines(below: folder, matching: #/\w\.(view|output) = /#)
      #expect(!wired.isEmpty || folder == "Sources/App")
      let others = wired.filter { line in
        ![" = self", " = newValue }"].contains { line.hasSuffix($0) }
          && !line.contains("self.output = ")
      }
      #expect(others == [])
    }
    let assembled = try House.lines(
      below: "Sources/Modules", matching: #/^\s*\w+\??\.\w+ = /#,
      where: { $0.hasSuffix("Builder.swift") })
    #expect(assembled.filter { !$0.contains(" self.") } == [])
  }

  @Test("R4 Outputs are held weakly in every module")
  func outputs() throws {
    // What is got elsewhere is not held here.
    let stored =
      #/^ *(private |package |private\(set\) )*(let|var) \w+: \(?any \w+Output\b(?!\)\? {\n *get \{).*/#
      .anchorsMatchLineEndings()
    for path in try House.files(below: "Sources/Modules")
    where !path.hasSuffix("Contract.swift") && !path.contains("Contract+") {
      let strong = try House.text(path).matches(of: stored).map { String($0.0) }
      #expect(strong == [], "\(path)")
    }
  }

  @Test("K15 Modules get typed arguments: nothing is passed as Any or in a dictionary of Any")
  func arguments() throws {
    for folder in ["Sources/Modules", "Sources/App", "Sources/Viper", "Sources/Services"] {
      #expect(try House.lines(below: folder, matching: #/\bAny\b/#) == [])
    }
  }
}
