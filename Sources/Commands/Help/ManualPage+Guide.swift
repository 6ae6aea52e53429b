/// The guide as sections of the manual's page.
extension ManualPage {
  /// Between these lines the page in `Resources` holds what `guide` gives.
  package static let guideStart = ".\\\" made of Resources/Guide: begin"
  package static let guideEnd = ".\\\" made of Resources/Guide: end"

  package static var guide: String {
    let lines = [guideStart] + Guide.pages.flatMap(section) + [guideEnd]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func section(_ page: GuidePage) -> [String] {
    var lines = [".Sh \(page.title.uppercased())"]
    // The first paragraph of a section needs no request before it.
    var isFirst = true
    for block in page.blocks {
      switch block {
      case .heading(let title): lines.append(".Ss \(title)")
      case .paragraph(let text): lines += (isFirst ? [] : [".Pp"]) + sentences(text)
      case .list(let items): lines += list(items)
      case .code(let code):
        lines += [".Bd -literal -offset indent"] + code.map(escaped) + [".Ed"]
      }
      isFirst = if case .heading = block { true } else { false }
    }
    return lines
  }

  /// A list of names with what they mean, where each item begins with one: `name`: meaning.
  private static func list(_ items: [String]) -> [String] {
    let named = items.map { item in item.first == "`" ? item.firstRange(of: "`: ") : nil }
    guard named.allSatisfy({ $0 != nil }) else {
      return [".Bl -bullet"] + items.flatMap { [".It"] + sentences($0) } + [".El"]
    }
    return [".Bl -tag -width Ds"]
      + zip(items, named).flatMap { item, colon -> [String] in
        guard let colon else { return [] }
        return [".It " + escaped(marked(item[..<colon.lowerBound] + "`"))]
          + sentences(String(item[colon.upperBound...]))
      } + [".El"]
  }
}
