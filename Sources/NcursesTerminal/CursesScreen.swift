import CNcurses
import Terminal

/// What all windows of one terminal share: its size, its characters and its colours.
@MainActor
final class CursesScreen {
  var size: Size
  let depth: ColourDepth
  /// Without UTF-8 the terminal is given ASCII alone.
  let isUTF8: Bool
  /// Without them borders and signs are drawn in ASCII, and letters as they are.
  let hasSigns: Bool
  /// All windows there are. Each takes itself out at its end.
  private var windows: [ObjectIdentifier: Unowned] = [:]
  private var pairs: [Style: Int32] = [:]
  private var looks: [Style: Look] = [:]

  private struct Unowned {
    unowned let window: NcursesWindow
  }

  struct Look {
    var attributes: Int32
    var pair: Int32
  }

  init(size: Size, depth: ColourDepth, isUTF8: Bool, hasSigns: Bool = true) {
    self.size = size
    self.depth = depth
    self.isUTF8 = isUTF8
    self.hasSigns = hasSigns
  }

  func add(_ window: NcursesWindow) {
    windows[ObjectIdentifier(window)] = Unowned(window: window)
  }

  func remove(_ window: ObjectIdentifier) { windows[window] = nil }

  /// ncurses has moved and shrunk windows in a way of its own.
  func followFrames() {
    for known in windows.values { known.window.followFrame() }
  }

  /// A style in ncurses' terms. Pairs are made when first seen; when there are no more, the
  /// attributes alone must do.
  func look(of style: Style) -> Look {
    if let known = looks[style] { return known }
    let adapted = style.adapted(to: depth)
    let look = Look(attributes: Self.bits(of: adapted.attributes), pair: pair(of: adapted))
    looks[style] = look
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
