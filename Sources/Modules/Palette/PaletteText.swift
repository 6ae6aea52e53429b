import Fuzzy
import Viper

/// What is typed, and what it asks for.
struct PaletteText {
  enum Sought { case all, notes, actions, headings }

  /// The line that is typed.
  let line: PaletteLine.Found?
  /// A `>` first leaves the notes out; an `@` leaves the headings of the note below alone.
  let sought: Sought
  let query: FuzzyQuery
  private let text: String

  init(_ text: String = "", _ lines: [PaletteLine] = []) {
    self.text = text
    line = PaletteLine.find(text, in: lines)
    sought =
      switch text.first(where: { $0 != " " }) {
      case ">": .actions
      case "@": .headings
      default: line?.names == .note ? .notes : .all
      }
    let words =
      switch sought {
      case .all: text
      case .notes: line?.argument ?? ""
      case .actions, .headings: String(text.drop { $0 == " " }.dropFirst())
      }
    query = FuzzyQuery(words)
  }

  /// The title of a note that is to be made: without blanks at its ends.
  var noteTitle: String {
    let words = line?.argument ?? text
    guard let first = words.firstIndex(where: { !$0.isWhitespace }),
      let last = words.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(words[first...last])
  }
}

/// A search for what is typed, beside the person who types.
@MainActor
struct PaletteRun {
  private var stopper = FuzzyStop()
  let latest = Latest()
  var isUnderWay = false
  /// Names came meanwhile.
  var mustGoAgain = false
  /// What was found for less than is typed now, letter by letter: to be taken back to.
  var earlier: [FuzzyResult] = []

  private static let mostEarlier = 24

  mutating func begin() -> FuzzyStop {
    isUnderWay = true
    stopper = FuzzyStop()
    return stopper
  }

  mutating func stop() {
    stopper.stop()
    latest.forget()
    isUnderWay = false
    mustGoAgain = false
  }

  mutating func keep(_ result: FuzzyResult) {
    if earlier.last?.query == result.query { earlier.removeLast() }
    earlier.append(result)
    if earlier.count > Self.mostEarlier { earlier.removeFirst() }
  }
}
