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
  /// The few styles that screens are made of, the one that was asked for last in front.
  private var looks = [(style: Style.plain.number, look: Look(attributes: 0, pair: 0))]
  private static let mostLooks = 16
  /// By itself, because each look into a list is one that is checked.
  private var last = (style: Style.plain.number, look: Look(attributes: 0, pair: 0))

  struct Look {
    var attributes: Int32
    var pair: Int32
  }

  init(size: Size, depth: ColourDepth, isUTF8: Bool) {
    self.size = size
    self.depth = depth
    self.isUTF8 = isUTF8
  }

  /// A style in ncurses' terms. Pairs are made when first seen; when there are no more, the
  /// attributes alone must do.
  func look(of style: Style) -> Look {
    let number = style.number
    if last.style == number { return last.look }
    last = (number, knownLook(of: style, number))
    return last.look
  }

  private func knownLook(of style: Style, _ number: UInt32) -> Look {
    for index in looks.indices where looks[index].style == number {
      looks.swapAt(0, index)
      return looks[0].look
    }
    let adapted = style.adapted(to: depth)
    let look = Look(attributes: Self.bits(of: adapted.attributes), pair: pair(of: adapted))
    if looks.count == Self.mostLooks { looks.removeLast() }
    looks.append((number, look))
    looks.swapAt(0, looks.count - 1)
    return look
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

  /// Without a loop over a table: closures that the main actor owns are checked at each call.
  private static func bits(of attributes: Style.Attributes) -> Int32 {
    var bits = 0
    if attributes.contains(.bold) { bits |= CNCURSES_BOLD }
    if attributes.contains(.dim) { bits |= CNCURSES_DIM }
    if attributes.contains(.italic) { bits |= CNCURSES_ITALIC }
    if attributes.contains(.underline) { bits |= CNCURSES_UNDERLINE }
    if attributes.contains(.reverse) { bits |= CNCURSES_REVERSE }
    return Int32(bits)
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
