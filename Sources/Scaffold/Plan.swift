/// Everything that generating a module would write, computed and checked before anything is
/// written.
struct Plan {
  enum Action: String {
    case create = "new"
    case replace = "replace"
    case change = "change"
    /// The file already has the text.
    case keep = "same"
  }

  struct Step: Equatable {
    let action: Action
    let path: String
    let text: String
  }

  let steps: [Step]
  let notes: [String]

  init(_ name: ModuleName, from template: Template, in root: String) throws(Refusal) {
    var placeholders = Placeholders(name)
    var steps: [Step] = []
    for file in try template.files() {
      let path = placeholders.fill(name: file.path, of: file.origin)
      let text = placeholders.fill(file.text, of: file.origin)
      if path.isEmpty { continue }
      let isThere = Files.isThere("\(root)/\(path)")
      steps.append(Step(action: isThere ? .replace : .create, path: path, text: text))
    }
    let description = template.descriptionPath
    notes = template.notes.map { placeholders.fill($0.text, of: description, from: $0.line) }
    let insertions = placeholders.fill(template.insertions, of: description)
      .filter { !$0.text.isEmpty }
    let refusals = placeholders.fill(template.refusals, of: description)
    let keys = placeholders.fill(template.keys, of: description)
    guard placeholders.faults.isEmpty else {
      throw Self.refusal(of: template, placeholders.faults, name)
    }
    let clashes = Clashes(in: root, own: insertions, files: steps.map(\.path))
    try clashes.check(key: name.key, in: keys)
    try clashes.check(refusals)
    // The manifest names both folders: without one of them the whole package would not build.
    for folder in ["Sources/Modules/\(name.name)/", "Tests/Modules/\(name.name)Tests/"]
    where !steps.contains(where: { $0.path.hasPrefix(folder) && $0.path.hasSuffix(".swift") }) {
      throw Refusal(
        """
        The template \(template.name) has no Swift file for \(folder): a module is its sources \
        and its tests. Nothing was written.
        """)
    }
    self.steps = steps + (try Self.changes(by: insertions, of: description, name, in: root))
  }

  /// The paths of existing files that would be overwritten.
  var replaced: [String] { steps.filter { $0.action == .replace }.map(\.path) }

  var lines: [String] {
    steps.map { step in
      let gap = String(repeating: " ", count: 9 - step.action.rawValue.count)
      return "  \(step.action.rawValue)\(gap)\(step.path)"
    }
  }

  /// Changes the manifest's list and applies the template's insertions; several into one file add
  /// up.
  private static func changes(
    by insertions: [Template.Insertion], of description: String, _ name: ModuleName,
    in root: String
  ) throws(Refusal) -> [Step] {
    let manifest = "Package.swift"
    let manifestText = try Files.read("\(root)/\(manifest)")
    let list = try ModuleList(manifest: manifestText, path: manifest)
    let isListed = list.names.contains(name.name)
    var changed: [Step] = []
    for insertion in Self.blocks(insertions) {
      let earlier = changed.firstIndex { $0.path == insertion.path }
      let old: String
      if let earlier {
        old = changed[earlier].text
      } else {
        old = try Files.read("\(root)/\(insertion.path)")
      }
      let new = try inserted(insertion, into: old, of: description)
      let isSame = new == old && (earlier.map { changed[$0].action == .keep } ?? true)
      let step = Step(action: isSame ? .keep : .change, path: insertion.path, text: new)
      if let earlier { changed[earlier] = step } else { changed.append(step) }
    }
    // The manifest comes last: it must not name a module whose files do not exist yet.
    return changed + [
      Step(
        action: isListed ? .keep : .change, path: manifest,
        text: isListed ? manifestText : list.manifest(adding: name.name))
    ]
  }

  /// Merges consecutive insertions at one marker into a block. The file may already have some of
  /// its lines elsewhere.
  private static func blocks(_ insertions: [Template.Insertion]) -> [Template.Insertion] {
    insertions.reduce(into: []) { blocks, next in
      if let last = blocks.last, (last.path, last.marker) == (next.path, next.marker) {
        blocks[blocks.count - 1].text = "\(last.text)\n\(next.text)"
      } else {
        blocks.append(next)
      }
    }
  }

  private static func inserted(
    _ insertion: Template.Insertion, into text: String, of description: String
  ) throws(Refusal) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let marked = lines.indices.filter { lines[$0].contains(insertion.marker) }
    guard marked.count == 1, let line = marked.first else {
      throw Refusal(
        """
        \(description):\(insertion.line): the marker “\(insertion.marker)” stands in \
        \(marked.count) lines of \(insertion.path), and must in one. Nothing was written.
        """)
    }
    let indent = lines[line].prefix { $0 == " " }
    let block = insertion.text.split(separator: "\n").map { indent + $0 }.map(String.init)
    if lines.indices.contains(where: { lines[$0...].starts(with: block) }) { return text }
    lines.insert(contentsOf: block, at: insertion.isSorted ? item(in: lines, block, line) : line)
    return lines.joined(separator: "\n")
  }

  /// Returns the line at which a block belongs among the sorted items that end before `end`. An
  /// item begins with the same non-letter sign as the block; its other lines are indented.
  private static func item(in lines: [String], _ block: [String], _ end: Int) -> Int {
    guard let first = block.first else { return end }
    let sign = first.prefix { !$0.isLetter }
    var found = end
    for line in lines[..<end].indices.reversed() {
      if lines[line].hasPrefix(sign) {
        if lines[line] < first { break }
        found = line
      } else if !lines[line].hasPrefix(" ") {
        break
      }
    }
    return found
  }

  private static func refusal(
    of template: Template, _ faults: [Placeholders.Fault], _ name: ModuleName
  ) -> Refusal {
    let known = (name.placeholders + name.choices).map { "{{\($0.placeholder)}}" }.joined(
      separator: " ")
    return Refusal(
      """
      The template \(template.name) is refused, and nothing was written:
      \(faults.map { "  " + $0.message }.joined(separator: "\n"))
      The placeholders are \(known).
      """)
  }
}

/// The sorted list of modules in `Package.swift`.
struct ModuleList {
  static let opening = "let modules = ["

  let names: [String]
  private let before: Substring
  private let after: Substring

  init(manifest: String, path: String) throws(Refusal) {
    let missing = Refusal("\(path) has no list “\(Self.opening)…]” to add the module to.")
    guard let start = manifest.firstRange(of: Self.opening) else { throw missing }
    let tail = manifest[start.upperBound...]
    guard let end = tail.firstIndex(of: "]") else { throw missing }
    let quoted = tail[..<end].split(separator: "\"", omittingEmptySubsequences: false)
    names = quoted.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
    before = manifest[..<start.upperBound]
    after = tail[end...]
  }

  /// Returns the manifest with one more module, with lines broken as the formatter does it.
  func manifest(adding name: String) -> String {
    let sorted = Set(names + [name]).sorted()
    var lines = [" "]
    for name in sorted {
      let item = " \"\(name)\","
      if (lines.last ?? "").count + item.count > 100 { lines.append(" ") }
      lines[lines.count - 1] += item
    }
    return before + "\n" + lines.joined(separator: "\n") + "\n" + after
  }
}

/// Finds what the module would declare a second time. When a module is regenerated, its own lines
/// and files do not count.
private struct Clashes {
  let root: String
  private let ownLines: Set<Substring>
  private let ownFiles: Set<String>

  init(in root: String, own insertions: [Template.Insertion], files: [String]) {
    self.root = root
    ownLines = Set(
      insertions.flatMap { $0.text.split(separator: "\n") }.map { $0.drop { $0 == " " } })
    ownFiles = Set(files)
  }

  /// Throws if a file, or one below a folder, has a refused text.
  func check(_ refusals: [Template.Insertion]) throws(Refusal) {
    for refusal in refusals where !refusal.text.isEmpty {
      for path in try files(at: refusal.path) where try has(refusal.marker, path) {
        throw Refusal("\(refusal.text) Nothing was written.")
      }
    }
  }

  /// Throws if the key is in use, and lists the free letters.
  func check(key: String, in insertions: [Template.Insertion]) throws(Refusal) {
    guard !key.isEmpty else { return }
    for insertion in insertions where try has("\"\(key)\"", insertion.path) {
      var free = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)
      for other in insertions {
        let text = try Files.read("\(root)/\(other.path)")
        free.removeAll { text.contains("\"\($0)\"") }
      }
      throw Refusal(
        """
        KEY=\(key) is a key of \(insertion.text) already. These letters are free: \
        \(free.joined(separator: " ")). Nothing was written.
        """)
    }
  }

  private func has(_ marker: String, _ path: String) throws(Refusal) -> Bool {
    guard !ownFiles.contains(path) else { return false }
    return try Files.read("\(root)/\(path)").split(separator: "\n").contains {
      $0.contains(marker) && !ownLines.contains($0.drop { $0 == " " })
    }
  }

  private func files(at path: String) throws(Refusal) -> [String] {
    guard Files.kind(of: "\(root)/\(path)") == .folder else { return [path] }
    var found: [String] = []
    for name in try Files.names(in: "\(root)/\(path)") { found += try files(at: "\(path)/\(name)") }
    return found
  }
}
