/// Offers some given lines, such as those that another program printed.
package enum WordOffers {
  package static func lines(_ typed: String, among lines: [String]) async -> NameOffers {
    let rows = await NameOffers.ranked(lines, for: typed).map { index in
      NameOffer(label: lines[index], line: lines[index], completed: lines[index])
    }
    return NameOffers(rows: rows, isFirstChosen: true)
  }
}
