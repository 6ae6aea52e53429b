import Glibc
import TestSupport

@testable import Scaffold

/// A small package with its own template, in a folder that is removed with this value.
struct TemporaryPackage {
  static let manifest = """
    let modules = [
      "Editor", "Help",
    ].filter { _ in true }

    """

  private let folder = TemporaryFolder()

  var root: String { folder.path }

  init() throws {
    try write("Package.swift", Self.manifest)
    try write("Sources/App/Addresses.swift", "let places = [\n  // generated\n]\n")
    try write("Sources/Modules/Help/Help.swift", "")
    try write("Tests/HouseTests/House.swift", "")
  }

  /// Adds a complete template: sources, tests, a script, a wireframe and an address in the app.
  func addTemplate(
    named style: String = "thorough", in templates: String = "Resources/Templates",
    adding files: [String: String] = [:]
  ) throws {
    let description = """
      Every role in a file of its own.
      insert Sources/App/Addresses.swift before "// generated": "{{slug}}": {{Name}}Place(),
      Open it: notes://{{slug}}
      """
    let whole = [
      "template.txt": description,
      "Sources/Modules/{{Name}}/{{Name}}Contract.swift": "/// The {{words}}.\nlet {{name}} = 1\n",
      "Sources/App/Wireframes/Wireframe+{{Name}}.swift": "import {{Name}}\n",
      "Tests/Modules/{{Name}}Tests/{{Name}}Tests.swift": "import {{Name}}\n",
      "Tests/Scripts/{{Name}}/open.script": "# {{Words}} open.\n",
    ]
    for (path, text) in whole.merging(files, uniquingKeysWith: { $1 }) {
      try write("\(templates)/\(style)/\(path)", text)
    }
  }

  func write(_ path: String, _ text: String) throws {
    try Transaction.write([("\(root)/\(path)", text)])
  }

  func read(_ path: String) throws -> String { try Files.read("\(root)/\(path)") }

  func has(_ path: String) -> Bool { Files.isThere("\(root)/\(path)") }

  /// Every file with its text, including hidden files: unchanged after a refusal.
  func snapshot() throws -> [String: String] {
    var found: [String: String] = [:]
    for path in Self.paths(below: root) {
      found[path] = Files.kind(of: path) == .folder ? "folder" : try Files.read(path)
    }
    return found
  }

  /// The output of `make module`, and its refusal if any.
  func generate(
    _ name: String, _ style: String = "thorough", force: Bool = false, templates: String? = nil,
    key: String = "", command: Bool = false
  ) -> (lines: [String], refusal: String?) {
    var lines: [String] = []
    do {
      let generator = Generator(root: root, extraTemplates: templates) { lines.append($0) }
      try generator.generate(
        ModuleName(name, key: key, command: command), style: style, force: force)
      return (lines, nil)
    } catch {
      return (lines, error.message)
    }
  }

  private static func paths(below folder: String) -> [String] {
    var paths: [String] = []
    for name in folderNames(folder) {
      let path = "\(folder)/\(name)"
      paths.append(path)
      if Files.kind(of: path) == .folder { paths += Self.paths(below: path) }
    }
    return paths
  }
}
