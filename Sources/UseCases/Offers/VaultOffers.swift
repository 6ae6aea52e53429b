import Entities
package import Services

/// What a vault offers for a line that is typed: its folders, notes and tags.
package struct VaultOffers: Sendable {
  private let index: any NoteIndex
  private let links: any NoteLinks

  package init(index: any NoteIndex, links: any NoteLinks) {
    (self.index, self.links) = (index, links)
  }

  // MARK: - Folders

  /// Offers folders; with `makesNew` also the typed one, if it is not there, after all others.
  package func folders(_ typed: String, makesNew: Bool) async -> NameOffers {
    let known = await allFolders()
    let wanted = Self.path(typed)
    var rows = await NameOffers.ranked(known, for: wanted).map { index in
      NameOffer(label: known[index], line: known[index], completed: known[index] + "/")
    }
    if makesNew, !wanted.isEmpty, !known.contains(wanted) {
      rows.append(
        NameOffer(
          label: wanted, detail: "new folder", line: wanted, completed: wanted, isNew: true))
    }
    return NameOffers(rows: rows, isFirstChosen: !wanted.isEmpty)
  }

  /// Returns the paths of all folders, also of those that only have other folders, in order.
  private func allFolders() async -> [String] {
    let found = (try? await index.folders()) ?? []
    var paths: Set<String> = []
    for folder in found {
      var path = folder.path
      while !path.bytes.isEmpty, paths.insert(path.text).inserted { path = path.folder }
    }
    return paths.sorted()
  }

  /// Returns a typed path without blanks and slashes at its ends.
  private static func path(_ typed: String) -> String {
    var path = typed[...]
    while let first = path.first, first.isWhitespace || first == "/" { path.removeFirst() }
    while let last = path.last, last.isWhitespace || last == "/" { path.removeLast() }
    return String(path)
  }

  // MARK: - Notes

  /// Offers the notes that have the typed name, then those with the words.
  package func notes(_ typed: String) async -> NameOffers {
    var request = CatalogRequest()
    request.words = typed
    guard let catalog = try? await index.catalog(request) else { return NameOffers() }
    let isTyped = typed.contains { !$0.isWhitespace }
    let named = isTyped ? ((try? await index.find(typed)) ?? []).filter(\.isExact) : []
    let known = Set(named.map(\.id))
    let others = catalog.notes(in: 0..<min(catalog.count, NameOffers.most))
      .filter { !known.contains($0.id) }
    let found =
      named.map { ($0.title, $0.id.path.text) } + others.map { ($0.title, $0.id.path.text) }
    let rows = found.map { title, path in
      NameOffer(label: title, detail: path, line: path, completed: path)
    }
    return NameOffers(rows: rows, isFirstChosen: isTyped)
  }

  // MARK: - Tags

  /// Offers tags for the last word of a line such as `work -old #ne`, and the word itself as a new
  /// tag after all others. With `isSingle` the whole line is one tag, which must be there.
  package func tags(_ typed: String, isSingle: Bool) async -> NameOffers {
    let counts = ((try? await links.tags()) ?? []).sorted {
      ($1.notes, $0.name) < ($0.notes, $1.name)
    }
    let word = isSingle ? typed[...] : typed.suffix(while: { !$0.isWhitespace && $0 != "," })
    let head = typed.dropLast(word.count)
    let signs = word.prefix { "-+#".contains($0) }
    let wanted = String(word.dropFirst(signs.count))
    let names = counts.map(\.name)
    var rows = await NameOffers.ranked(names, for: wanted).map { index in
      let line = "\(head)\(signs)\(names[index])"
      return NameOffer(
        label: "#\(names[index])", detail: Self.count(counts[index].notes), line: line,
        completed: isSingle ? line : line + " ")
    }
    let isKnown = names.contains { $0.lowercased() == wanted.lowercased() }
    if !isSingle, !wanted.isEmpty, !signs.contains("-"), !isKnown {
      rows.append(
        NameOffer(
          label: "#\(wanted)", detail: "new tag", line: typed, completed: typed, isNew: true))
    }
    return NameOffers(rows: rows, isFirstChosen: !wanted.isEmpty)
  }

  private static func count(_ notes: Int) -> String { notes == 1 ? "1 note" : "\(notes) notes" }
}

extension String {
  /// Returns the characters at the end that all fit.
  fileprivate func suffix(while fits: (Character) -> Bool) -> Substring {
    var start = endIndex
    while start > startIndex, fits(self[index(before: start)]) { start = index(before: start) }
    return self[start...]
  }
}
