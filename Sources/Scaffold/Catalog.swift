/// The templates at hand: the package's own and those of one more folder.
struct Catalog {
  static let ownFolder = "Resources/Templates"

  let templates: [Template]

  /// Throws where two templates have one name, or one does not say what it is.
  init(root: String, extra: String?) throws(Refusal) {
    var folders: [String] = []
    let own = "\(root)/\(Self.ownFolder)"
    if Files.kind(of: own) == .folder { folders.append(own) }
    if let extra {
      guard Files.kind(of: extra) == .folder else {
        throw Refusal("TEMPLATES=\(extra) is no folder: give one that holds a folder a template.")
      }
      folders.append(extra)
    }
    var templates: [Template] = []
    for folder in folders {
      for name in try Files.names(in: folder) where Files.kind(of: "\(folder)/\(name)") == .folder {
        if let other = templates.first(where: { $0.name == name }) {
          throw Refusal(
            """
            Two templates are named \(name): \(other.folder) and \(folder)/\(name). \
            Rename one of the folders.
            """)
        }
        templates.append(try Template(name: name, folder: "\(folder)/\(name)"))
      }
    }
    self.templates = templates
  }

  /// One line for each template, and how to use them.
  var lines: [String] {
    let width = templates.map(\.name.count).max() ?? 0
    let rows = templates.map { template in
      let gap = String(repeating: " ", count: width - template.name.count + 2)
      return "  \(template.name)\(gap)\(template.description)"
    }
    guard let first = templates.first else {
      return ["There are no templates. TEMPLATES=DIR takes those in a folder of your own."]
    }
    return ["Templates:"] + rows + ["Use one by: make module NAME=DailyNotes STYLE=\(first.name)"]
  }

  func template(named name: String) throws(Refusal) -> Template {
    guard let template = templates.first(where: { $0.name == name }) else {
      guard !templates.isEmpty else { throw Refusal(lines.joined()) }
      let names = templates.map(\.name).joined(separator: ", ")
      throw Refusal(
        name.isEmpty
          ? "Which template? Say STYLE=…, one of: \(names)."
          : "No template is named \(name). There are: \(names).")
    }
    return template
  }
}
