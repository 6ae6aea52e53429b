/// How light the ground is that a terminal draws on, as far as it tells.
package enum Background: Equatable, Sendable {
  case dark
  case light

  /// A terminal's answer to what its background is: `11;rgb:ffff/ffff/ffff`, with as many digits for each
  /// colour as it likes. Nil where it is another answer.
  package init?(answer: some Sequence<UInt8>) {
    let text = String(decoding: Array(answer), as: UTF8.self)
    guard text.hasPrefix("11;rgb") else { return nil }
    let parts = text.drop { $0 != ":" }.dropFirst().split(separator: "/")
    let levels = parts.prefix(3).compactMap { part -> Double? in
      guard 1...4 ~= part.count, let value = Int(part, radix: 16) else { return nil }
      return Double(value) / Double((1 << (4 * part.count)) - 1)
    }
    guard parts.count >= 3, levels.count == 3 else { return nil }
    // As bright as an eye takes it.
    self = 0.299 * levels[0] + 0.587 * levels[1] + 0.114 * levels[2] > 0.5 ? .light : .dark
  }

  /// What `COLORFGBG` says, as `0;15`: the colour of letters, then that of the ground.
  package init?(variable: String) {
    guard let last = variable.split(separator: ";").last, let colour = Int(last), 0...15 ~= colour
    else { return nil }
    self = colour == 7 || colour > 8 ? .light : .dark
  }
}
