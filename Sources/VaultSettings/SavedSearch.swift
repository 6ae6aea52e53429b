package struct SavedSearch: Equatable, Sendable {
  package var name: String
  package var query: String

  package init(name: String, query: String) {
    self.name = name
    self.query = query
  }
}

package enum SavedSearchChange: Equatable, Sendable {
  /// Saves a search and replaces one of the same name.
  case keep(SavedSearch)
  case rename(String, to: String)
  case forget(String)

  /// Returns the searches after the change, sorted by name.
  package func applied(to searches: [SavedSearch]) -> [SavedSearch] {
    var searches = searches
    switch self {
    case .keep(let search):
      searches.removeAll { $0.name == search.name }
      searches.append(search)
    case .rename(let old, let new):
      guard old != new, let search = searches.first(where: { $0.name == old }) else { break }
      searches.removeAll { $0.name == old || $0.name == new }
      searches.append(SavedSearch(name: new, query: search.query))
    case .forget(let name): searches.removeAll { $0.name == name }
    }
    return searches.sorted { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) }
  }
}

extension SavedSearch {
  /// Returns a name on one line, trimmed; nil if nothing is left.
  package static func name(typed text: String) -> String? {
    let words = text.split(whereSeparator: { $0.isWhitespace || $0.isNewline })
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
