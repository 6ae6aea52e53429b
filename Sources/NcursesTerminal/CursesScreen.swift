import CNcurses
import Terminal

/// What all windows of one terminal share: its size, its characters and its colours.
@MainActor
final class CursesScreen {
  var size: Size
  let depth: ColourDepth
  /// Without UTF-8 the terminal is given ASCII alone.
  let isUTF8: Bool
  private var pairs: [Style: Int32] = [:]
  /// The style that was asked for last: rows are drawn in runs of one.
  private var last: (style: Style, attributes: Int32, pair: Int32) = (.plain, 0, 0)

  init(size: Size, depth: ColourDepth, isUTF8: Bool) {
    self.size = size
    self.depth = depth
    self.isUTF8 = isUTF8
  }

  /// A style in ncurses' terms. Pairs are made when first seen; when there are no more, the
  /// attributes alone must do.
  func look(of style: Style) -> (attributes: Int32, pair: Int32) {
    if style != last.style {
      let adapted = style.adapted(to: depth)
      last = (style, Self.bits(of: adapted.attributes), pair(of: adapted))
    }
    return (last.attributes, last.pair)
  }

  private func pair(of style: Style) -> Int32 {
    let colours = Style(foreground: style.foreground, background: style.background)
    if colours == .plain { return 0 }
    if let pair = pairs[colours] { return pair }
    let next = Int32(pairs.count + 1)
    guard next < cncurses_pair_limit(),
      cncurses_set_pair(next, colours.foreground.number, colours.background.number) == 1
    else { return 0 }
    pairs[colours] = next
    return next
  }

  private static func bits(of attributes: Style.Attributes) -> Int32 {
    let table: [(Style.Attributes, Int)] = [
      (.bold, CNCURSES_BOLD), (.dim, CNCURSES_DIM), (.italic, CNCURSES_ITALIC),
      (.underline, CNCURSES_UNDERLINE), (.reverse, CNCURSES_REVERSE),
    ]
    return table.reduce(0) { attributes.contains($1.0) ? $0 | Int32($1.1) : $0 }
  }
}

extension Colour {
  fileprivate var number: Int32 {
    switch self {
    case .standard: -1
    case .indexed(let index): Int32(index)
    }
  }
}
