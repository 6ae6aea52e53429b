/// The meaning of a run of text, independent of its colors; a run may have several.
package struct RunStyle: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let strong = RunStyle(rawValue: 1 << 0)
  package static let emphasis = RunStyle(rawValue: 1 << 1)
  package static let struck = RunStyle(rawValue: 1 << 2)
  package static let mark = RunStyle(rawValue: 1 << 3)
  package static let link = RunStyle(rawValue: 1 << 4)
  package static let tag = RunStyle(rawValue: 1 << 5)
  package static let heading = RunStyle(rawValue: 1 << 6)
  package static let quote = RunStyle(rawValue: 1 << 7)
  /// Text about the text: names of properties, HTML.
  package static let muted = RunStyle(rawValue: 1 << 8)
  /// Bars and rulers.
  package static let border = RunStyle(rawValue: 1 << 9)
  /// Bullets, numbers and boxes of lists.
  package static let marker = RunStyle(rawValue: 1 << 10)
  package static let warning = RunStyle(rawValue: 1 << 11)
  package static let code = RunStyle(rawValue: 1 << 12)
  package static let keyword = RunStyle(rawValue: 1 << 13)
  package static let string = RunStyle(rawValue: 1 << 14)
  package static let comment = RunStyle(rawValue: 1 << 15)
  package static let number = RunStyle(rawValue: 1 << 16)
  /// Callouts about success or help, and callouts that ask for care.
  package static let good = RunStyle(rawValue: 1 << 17)
  package static let careful = RunStyle(rawValue: 1 << 18)
  /// The filled bar of a title.
  package static let bar = RunStyle(rawValue: 1 << 19)
}
