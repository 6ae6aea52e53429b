/// The command line of `Scaffold`. An option with an empty value counts as missing, because the
/// Makefile passes all its variables.
struct Options: Equatable {
  var root = "."
  var name = ""
  var style = ""
  var templates = ""
  var force = false
  var says = ""
  var words = ""
  var key = ""
  var command = false

  static let usage = """
    Scaffold [--root DIR] [--name NAME --style STYLE [--says TEXT] [--words LIST] [--key KEY]
             [--command] [--force]] [--templates DIR]
    Without a name it lists the templates. `make module` calls it.
    """

  init(_ arguments: [String]) throws(Refusal) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "--force":
        force = true
        continue
      case "--command":
        command = true
        continue
      default: break
      }
      guard let value = rest.popFirst() else {
        throw Refusal("\(option) is not an option, or lacks its value.\n\(Self.usage)")
      }
      switch option {
      case "--root": root = value
      case "--name": name = value
      case "--style": style = value
      case "--templates": templates = value
      case "--says": says = value
      case "--words": words = value
      case "--key": key = value
      default: throw Refusal("\(option) is not an option.\n\(Self.usage)")
      }
    }
  }

  func run(say: @escaping (String) -> Void) throws(Refusal) {
    let generator = Generator(
      root: root, extraTemplates: templates.isEmpty ? nil : templates, say: say)
    if name.isEmpty {
      try generator.list()
    } else {
      let name = try ModuleName(name, says: says, words: words, key: key, command: command)
      try generator.generate(name, style: style, force: force)
    }
  }
}

/// The reason that nothing was generated: what failed, on what, and what the user can do.
struct Refusal: Error, Equatable {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}
