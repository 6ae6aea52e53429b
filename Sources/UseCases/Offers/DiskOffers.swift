package import Services

/// What the disk offers for a path that is typed, one folder after the other.
package struct DiskOffers: Sendable {
  private let files: any OutsideFiles

  package init(_ files: any OutsideFiles) { self.files = files }

  /// Offers the files and folders of the folder that is typed so far; hidden ones only after a dot.
  package func paths(_ typed: String, foldersOnly: Bool) async -> NameOffers {
    let folder = typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
    let wanted = String(typed.dropFirst(folder.count))
    let listed = await files.entries(in: files.path(typed: folder.isEmpty ? "." : folder))
    let entries = listed.filter {
      (!foldersOnly || $0.isFolder) && $0.name.hasPrefix(".") == wanted.hasPrefix(".")
    }
    var rows = await NameOffers.ranked(entries.map(\.name), for: wanted).map { index in
      let entry = entries[index]
      let path = folder + Self.escaped(entry.name)
      return NameOffer(
        label: entry.isFolder ? entry.name + "/" : entry.name, line: path,
        completed: entry.isFolder ? path + "/" : path,
        // A folder whose whole name was typed may be the answer.
        leadsOn: entry.isFolder && !foldersOnly && entry.name != wanted)
    }
    let isThere = listed.contains { $0.name == wanted }
    if foldersOnly, !wanted.isEmpty, !isThere, wanted != "~" {
      rows.append(
        NameOffer(
          label: typed, detail: "new folder", line: typed, completed: typed, isNew: true))
    }
    if typed.isEmpty {
      rows.insert(NameOffer(label: "~/", line: "~/", completed: "~/", leadsOn: true), at: 0)
    }
    return NameOffers(rows: rows, isFirstChosen: !wanted.isEmpty)
  }

  /// Writes a name so that a typed path with it is read as it is.
  private static func escaped(_ name: String) -> String {
    name.replacing("\\", with: "\\\\")
  }
}

extension String {
  fileprivate func replacing(_ part: Character, with text: String) -> String {
    reduce(into: "") { $0 += $1 == part ? text : String($1) }
  }
}
