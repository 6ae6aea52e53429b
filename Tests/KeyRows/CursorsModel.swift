package import TestSupport
package import TextEngine

/// Several cursors against a plain model: a cursor in each of some paragraphs comes to what it would
/// come to alone.
package struct CursorsModel {
  /// A text with cursors at offsets, and which of them is the main one.
  package typealias Making = (_ text: String, _ offsets: [Int], _ main: Int) -> CursorsPlay

  package let whole: String
  package private(set) var all: CursorsPlay
  package private(set) var done: [String] = []

  private static let gap = "\n=====\n\n"
  private var alone: [CursorsPlay]
  /// How much of the text is before each paragraph, and behind it.
  private let frames: [(head: Int, tail: Int)]
  private let start: String

  /// `starts` are the offsets in a paragraph at which a cursor may begin.
  package init(
    _ parts: [String], starts: (String) -> [Int], using random: inout SeededRandom, make: Making
  ) {
    var (whole, heads, offsets) = (Self.gap, [Int](), [Int]())
    for part in parts {
      heads.append(whole.utf8.count)
      offsets.append(whole.utf8.count + (starts(part).randomElement(using: &random) ?? 0))
      whole += part + Self.gap
    }
    let count = whole.utf8.count
    frames = zip(heads, parts).map { ($0, count - $0 - $1.utf8.count) }
    let main = Int.random(in: parts.indices, using: &random)
    self.whole = whole
    alone = offsets.map { make(whole, [$0], 0) }
    all = make(whole, offsets, main)
    start = "main \(main)"
  }

  /// Presses a command, where it stays in each paragraph. Answers what came out differently.
  package mutating func press(_ command: String) -> String? {
    var next = alone
    for index in next.indices { next[index].press(command) }
    let bytes = Array(whole.utf8)
    let isInside = zip(next, frames).allSatisfy { play, frame in
      let now = play.text.text.bytes
      let end = now.count - frame.tail
      return frame.head < end && now.starts(with: bytes[..<frame.head])
        && now.suffix(frame.tail).elementsEqual(bytes.suffix(frame.tail))
        && (frame.head..<end).contains(play.mainHead)
    }
    if !isInside { return nil }
    alone = next
    done.append(command)
    all.press(command)
    var (wanted, heads) = (Array(Self.gap.utf8), [Int]())
    for (play, frame) in zip(alone, frames) {
      heads.append(wanted.count + play.mainHead - frame.head)
      wanted += play.text.text.bytes[frame.head..<play.text.text.byteCount - frame.tail]
      wanted += Array(Self.gap.utf8)
    }
    if all.string == String(decoding: wanted, as: UTF8.self), all.heads == heads { return nil }
    return "\(start): \(done.joined(separator: "; "))\n\(all.string)\n\(all.heads), not \(heads)"
  }

  // MARK: - Any keys at all

  /// Presses random keys, with cursors that come in between. Answers what went wrong.
  package static func fuzz(
    _ play: inout CursorsPlay, keys: [String], adding: [CommandID], count: Int,
    using random: inout SeededRandom
  ) -> String? {
    var pressed: [String] = []
    for step in 0..<count {
      if step % 9 == 0, let id = adding.randomElement(using: &random) {
        let context = EditContext(text: play.text.text, selections: play.text.selections)
        if let change = EditCommands.run(Invocation(id), in: context), change.selections.count < 12
        {
          play.text.selections = change.selections
          pressed.append(id.name)
        }
      }
      guard let key = keys.randomElement(using: &random) else { return nil }
      pressed.append(key)
      play.press(key: key)
      let text = play.text.text
      let isSound = play.text.selections.all.allSatisfy {
        $0.range.upperBound <= text.end && ($0.head == text.end || text[$0.head] & 0xc0 != 0x80)
      }
      if !isSound { return "a cursor inside of a character: \(pressed.suffix(30))" }
      if text.byteCount > 20_000 { return nil }
    }
    return nil
  }
}
