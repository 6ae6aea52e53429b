/// Which line is typed: `q`, `e tea`, `search green tea`.
extension PaletteLine {
  struct Found: Equatable {
    var place: Int
    var names: Argument
    var argument: String
  }

  /// A line whose name a text begins with. One that takes an argument is found by its whole word alone:
  /// what follows is no part of the name.
  static func find(_ text: String, in lines: [PaletteLine]) -> Found? {
    let typed = text.drop { $0 == " " || $0 == ":" }
    let name = typed.prefix { $0 != " " && $0 != "!" }
    if name.isEmpty { return nil }
    let argument = typed.dropFirst(name.count).drop { $0 == "!" }.drop { $0 == " " }
    let place = lines.firstIndex { line in
      line.name == name || name.count >= line.shortest && line.name.hasPrefix(name)
    }
    guard let place else { return nil }
    let line = lines[place]
    if line.argument == .none, !argument.isEmpty { return nil }
    // The name of a note is looked for once its command is whole.
    let isWhole = typed.count > name.count
    let names: Argument = line.argument == .note && !isWhole ? .words : line.argument
    return Found(place: place, names: names, argument: String(argument))
  }
}
