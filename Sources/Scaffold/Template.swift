/// A folder of files with placeholders, laid out like the package.
///
/// The first line of its `template.txt` describes it. A line of the form `insert PATH before
/// "MARKER": TEXT` adds a line to an existing file, before the only line with the marker and
/// indented like it; `insert PATH sorted before …` adds it at its sorted position among the items
/// above that line. `refuse PATH with "TEXT": WHY` refuses if the file, or one below the folder,
/// has the text; `keys PATH: WHAT` refuses if the file, which defines the keys of WHAT, uses the
/// module's key. Every other line is printed at the end.
struct Template {
  struct File {
    /// The path in the template and, with its placeholders filled in, in the package.
    let path: String
    let origin: String
    let text: String
  }

  struct Insertion {
    var path: String
    var marker: String
    var text: String
    let line: Int
    /// Whether the line goes to its sorted position among the items above the marker.
    var isSorted = false
  }

  static let descriptionFile = "template.txt"

  let name: String
  /// The path for messages.
  let folder: String
  let description: String
  let insertions: [Insertion]
  let refusals: [Insertion]
  /// The files that define keys; without a marker.
  let keys: [Insertion]
  let notes: [(line: Int, text: String)]

  var descriptionPath: String { "\(folder)/\(Self.descriptionFile)" }

  /// Reads the description only; `files()` reads the rest.
  init(name: String, folder: String) throws(Refusal) {
    self.name = name
    self.folder = folder
    let path = "\(folder)/\(Self.descriptionFile)"
    guard Files.kind(of: path) == .file else {
      throw Refusal(
        "The template \(name) does not say what it is: put a line about it in \(path).")
    }
    let lines = try Files.read(path).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    description = lines.first.map(String.init) ?? ""
    var insertions: [Insertion] = []
    var refusals: [Insertion] = []
    var keys: [Insertion] = []
    var notes: [(line: Int, text: String)] = []
    for (index, line) in lines.enumerated().dropFirst() {
      if line.hasPrefix("insert ") {
        guard let insertion = Self.insertion(line, "insert ", " before \"", at: index + 1) else {
          throw Refusal(
            """
            \(path):\(index + 1): this is no insertion. It reads
              insert Sources/App/File.swift before "marker": the line to add
            """)
        }
        insertions.append(insertion)
      } else if let refusal = Self.insertion(line, "refuse ", " with \"", at: index + 1) {
        refusals.append(refusal)
      } else if line.hasPrefix("keys "), let colon = line.firstRange(of: ": ") {
        let path = line[..<colon.lowerBound].dropFirst("keys ".count)
        keys.append(
          Insertion(
            path: String(path), marker: "", text: String(line[colon.upperBound...]),
            line: index + 1))
      } else {
        notes.append((index + 1, String(line)))
      }
    }
    self.insertions = insertions
    self.refusals = refusals
    self.keys = keys
    self.notes = notes
    guard !description.isEmpty else {
      throw Refusal("\(path):1: the first line says in a sentence what the template is for.")
    }
  }

  /// Returns all files below the folder except the description.
  func files() throws(Refusal) -> [File] {
    try files(below: "")
  }

  private func files(below: String) throws(Refusal) -> [File] {
    var found: [File] = []
    for name in try Files.names(in: "\(folder)/\(below)") {
      let path = below + name
      let origin = "\(folder)/\(path)"
      if path == Self.descriptionFile { continue }
      if Files.kind(of: origin) == .folder {
        found += try files(below: path + "/")
      } else {
        found.append(File(path: path, origin: origin, text: try Files.read(origin)))
      }
    }
    return found
  }

  private static func insertion(
    _ line: Substring, _ verb: String, _ preposition: String, at number: Int
  ) -> Insertion? {
    let rest = line.dropFirst(verb.count)
    guard line.hasPrefix(verb), let keyword = rest.firstRange(of: preposition) else { return nil }
    let isSorted = rest[..<keyword.lowerBound].hasSuffix(" sorted")
    let path = rest[..<keyword.lowerBound].dropLast(isSorted ? " sorted".count : 0)
    let tail = rest[keyword.upperBound...]
    guard let close = tail.firstRange(of: "\": ") else { return nil }
    let marker = tail[..<close.lowerBound]
    let isInside =
      !path.isEmpty && !path.hasPrefix("/")
      && !path.split(separator: "/").contains("..")
    guard isInside, !marker.isEmpty else { return nil }
    return Insertion(
      path: String(path), marker: String(marker), text: String(tail[close.upperBound...]),
      line: number, isSorted: isSorted)
  }
}

/// The available templates: the package's own and those of one more folder.
struct Catalog {
  static let ownFolder = "Resources/Templates"

  let templates: [Template]

  /// Throws if two templates have the same name, or one lacks a description.
  init(root: String, extra: String?) throws(Refusal) {
    var folders: [String] = []
    let own = "\(root)/\(Self.ownFolder)"
    if Files.kind(of: own) == .folder { folders.append(own) }
    if let extra {
      guard Files.kind(of: extra) == .folder else {
        throw Refusal(
          "TEMPLATES=\(extra) is not a folder: give one that holds a folder a template.")
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

  /// The listing: one line for each template, and how to use them.
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
