/// `make module`: a module's files from a template, into this package.
struct Generator {
  let root: String
  let extraTemplates: String?
  /// Takes the lines for the person at the terminal, as they come.
  let say: (String) -> Void

  /// Lists the templates, a line each.
  func list() throws(Refusal) {
    try Catalog(root: root, extra: extraTemplates).lines.forEach(say)
  }

  /// Says what it will write, then writes all of it or nothing.
  func generate(_ name: ModuleName, style: String, force: Bool) throws(Refusal) {
    let template = try Catalog(root: root, extra: extraTemplates).template(named: style)
    try refuseTargetName(name, force: force)
    let plan = try Plan(name, from: template, in: root)
    say("\(name.name), \(template.name): \(template.description)")
    plan.lines.forEach(say)
    if !force && !plan.replaced.isEmpty {
      throw Refusal(
        """
        Files of \(name.name) are there already, and nothing was written: \
        \(plan.replaced.joined(separator: ", ")). FORCE=1 replaces them.
        """)
    }
    let files = plan.steps.filter { $0.deed != .keep }.map { ("\(root)/\($0.path)", $0.text) }
    try Transaction.write(files)
    say("Written. Build and test it by: make try NAME=\(name.name)")
    for note in plan.notes where !note.isEmpty { say(note) }
  }

  /// A module's name is free; with `force` it may be a module's that is there, but never that of
  /// another part.
  private func refuseTargetName(_ name: ModuleName, force: Bool) throws(Refusal) {
    let sources = try existing("Sources")
    let tests = try existing("Tests")
    for taken in [name.name, name.name + "Tests"] where sources.union(tests).contains(taken) {
      throw Refusal(
        "“\(name.name)” is taken: \(taken) is a part of the package. Take another name.")
    }
    let isModule = try existing("Sources/Modules").contains(name.name)
    if isModule && !force {
      throw Refusal("There is a module \(name.name) already. FORCE=1 replaces its files.")
    }
  }

  private func existing(_ folder: String) throws(Refusal) -> Set<String> {
    guard Files.kind(of: "\(root)/\(folder)") == .folder else { return [] }
    return Set(try Files.names(in: "\(root)/\(folder)"))
  }
}
