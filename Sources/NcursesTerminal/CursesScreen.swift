import CNcurses
import Terminal

/// The state that all windows of a terminal share: its size, character set and colors.
@MainActor
final class CursesScreen {
  var size: Size
  let depth: ColorDepth
  /// Whether the terminal can show UTF-8. Otherwise it gets only ASCII.
  let isUTF8: Bool
  /// Whether borders and signs are drawn as such. Otherwise they become ASCII; letters stay.
  let hasSigns: Bool
  /// All live windows. Each removes itself when it is deinitialized.
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

  init(size: Size, depth: ColorDepth, isUTF8: Bool, hasSigns: Bool = true) {
    self.size = size
    self.depth = depth
    self.isUTF8 = isUTF8
    self.hasSigns = hasSigns
  }

  func add(_ window: NcursesWindow) {
    windows[ObjectIdentifier(window)] = Unowned(window: window)
  }

  func remove(_ window: ObjectIdentifier) { windows[window] = nil }

  /// Resizes all windows again, because ncurses has moved and shrunk them on its own.
  func followFrames() {
    for known in windows.values { known.window.followFrame() }
  }

  /// Converts a style to ncurses' terms. Color pairs are allocated on first use; after the last
  /// one, only the attributes are used.
  func look(of style: Style) -> Look {
    if let known = looks[style] { return known }
    let adapted = style.adapted(to: depth)
    let look = Look(attributes: Self.bits(of: adapted.attributes), pair: pair(of: adapted))
    looks[style] = look
    return look
  }

  private func pair(of style: Style) -> Int32 {
    let colors = Style(foreground: style.foreground, background: style.background)
    if colors == .plain { return 0 }
    if let pair = pairs[colors] { return pair }
    let next = Int32(pairs.count + 1)
    guard next < cncurses_pair_limit(),
      cncurses_set_pair(next, colors.foreground.number, colors.background.number) == 1
    else { return 0 }
    pairs[colors] = next
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

extension Color {
  fileprivate var number: Int32 {
    switch self {
    case .standard: -1
    case .indexed(let index): Int32(index)
    }
  }
}
