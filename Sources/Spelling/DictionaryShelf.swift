import Files

/// The dictionaries of a system and of a person: for each name the path of its two files without
/// `.aff` and `.dic`.
struct DictionaryShelf: Sendable {
  /// The first that has a dictionary of a name is meant.
  let folders: [String]

  func names() -> [String: String] {
    var found: [String: String] = [:]
    for folder in folders {
      guard let open = try? Posix.openFolder(Array(folder.utf8)),
        let names = try? Posix.names(in: open.raw)
      else { continue }
      let files = Set(names.compactMap { String(validating: $0, as: UTF8.self) })
      for file in files where file.hasSuffix(".aff") {
        let name = String(file.dropLast(4))
        if files.contains("\(name).dic"), found[name] == nil { found[name] = "\(folder)/\(name)" }
      }
    }
    return found
  }

  /// The dictionary that a person means: `en_GB` or `en-gb` is that one, `de` the one of its own country
  /// or else the first. Nil where there is none.
  static func name(for wanted: String, among names: some Collection<String>) -> String? {
    func plain(_ name: String) -> String { name.lowercased().map { $0 == "-" ? "_" : $0 }.joined() }
    let wanted = plain(wanted)
    if let exact = names.first(where: { plain($0) == wanted }) { return exact }
    guard !wanted.isEmpty, !wanted.contains("_") else { return nil }
    let begun = names.filter { plain($0).hasPrefix("\(wanted)_") }.sorted()
    let usual = wanted == "en" ? "en_us" : "\(wanted)_\(wanted)"
    return begun.first { plain($0) == usual } ?? begun.first
  }
}

extension [Character] {
  fileprivate func joined() -> String { String(self) }
}
