/// The order of rows: a head for each section, then its links unless it is folded.
struct LinksLayout: Equatable {
  enum Item: Equatable {
    case section(LinkSection)
    case link(Int, LinkSection)
    /// The remark that a section has no links.
    case remark(LinkSection)

    var section: LinkSection {
      switch self {
      case .section(let section), .link(_, let section), .remark(let section): section
      }
    }
  }

  /// The count of links in each section; nil until known.
  var counts: [Int?] = LinkSection.allCases.map { _ in nil }
  private var folded: Set<LinkSection> = []

  /// Whether no section's count is known.
  var isEmpty: Bool { counts.allSatisfy { $0 == nil } }

  var rowCount: Int { LinkSection.allCases.reduce(0) { $0 + rows(of: $1) } }

  func isFolded(_ section: LinkSection) -> Bool { folded.contains(section) }

  mutating func toggle(_ section: LinkSection) {
    if folded.remove(section) == nil { folded.insert(section) }
  }

  /// Returns the count of rows, including the head.
  private func rows(of section: LinkSection) -> Int {
    if isFolded(section) { return 1 }
    return counts[section.rawValue].map { 1 + max(1, $0) } ?? 1
  }

  private func head(of section: LinkSection) -> Int {
    LinkSection.allCases.prefix(section.rawValue).reduce(0) { $0 + rows(of: $1) }
  }

  func item(ofRow row: Int) -> Item {
    var start = 0
    for section in LinkSection.allCases {
      let count = rows(of: section)
      if row < start + count {
        if row == start { return .section(section) }
        return counts[section.rawValue] == 0
          ? .remark(section) : .link(row - start - 1, section)
      }
      start += count
    }
    return .section(.broken)
  }

  /// Returns the row, or for a remark the next row in the direction of the move.
  func row(_ row: Int, besideRemarksFrom before: Int) -> Int {
    guard case .remark = item(ofRow: row) else { return row }
    let next = row >= before ? row + 1 : row - 1
    return next < rowCount ? next : row - 1
  }

  /// Returns the item's row, or the nearest one if the item is gone.
  func row(of item: Item) -> Int {
    let section = item.section
    let head = head(of: section)
    guard case .link(let index, _) = item else { return head }
    return head + min(index + 1, rows(of: section) - 1)
  }

  func rowOfSection(after section: LinkSection) -> Int? {
    LinkSection(rawValue: section.rawValue + 1).map(head(of:))
  }

  /// Returns the section's head; for a head, that of the section before.
  func rowOfSection(before item: Item) -> Int {
    guard case .section(let section) = item else { return head(of: item.section) }
    return LinkSection(rawValue: section.rawValue - 1).map(head(of:)) ?? 0
  }
}
