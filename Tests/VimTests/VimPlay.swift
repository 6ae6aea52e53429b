import KeyRows
import Regex
import TextEngine

@testable import Vim

/// A text driven by the machine, with a mark at the cursor, and keys pressed one by one.
struct VimPlay {
  var machine: VimMachine
  var document: KeyText
  /// The outcome of the last keys.
  private(set) var warning: String?
  private(set) var runs: [Invocation] = []
  private(set) var said: String?
  private(set) var listed: [String] = []
  /// What keys asked for, and the answers to it.
  private(set) var requests: [KeyRequest] = []
  var answer: (KeyRequest) -> KeyAnswer = { _ in .refused("There is no answer.") }

  private let mark: Character

  init(
    _ marked: String, options: VimOptions = VimOptions(), mark: Character = "|",
    isRead: Bool = false
  ) {
    let parts = marked.split(separator: mark, maxSplits: 1, omittingEmptySubsequences: false)
    let rope = Rope(Array(parts.joined().utf8))
    self.mark = mark
    machine = VimMachine(options: options)
    document = KeyText(
      rope, rows: .lines(of: rope, height: 60),
      colors: isRead ? Highlighter(for: rope) : nil)
    document.selections = Selections(Selection(at: ByteOffset(parts[0].utf8.count)))
  }

  /// Keys as vim writes them: `dw<Esc>`.
  mutating func press(_ keys: String) {
    for key in KeyTokens.keys(of: keys) { press(key: key) }
  }

  /// A key by its name.
  mutating func press(key: String) {
    document.rows = .lines(of: document.text, height: 60)
    document.answers = KeyAnswers()
    let before = (machine, document)
    var effects = pressOnce(key)
    while let request = document.answers.missing {
      requests.append(request)
      document.answers.add(answer(request))
      (machine, document) = before
      effects = pressOnce(key)
    }
    for effect in effects {
      switch effect {
      case .warn(let text): warning = text
      case .say(let text): said = text
      case .list(_, let rows): listed = rows
      case .run(let invocation): runs.append(invocation)
      default: break
      }
    }
  }

  private mutating func pressOnce(_ key: String) -> [KeyEffect] {
    document.budget = RegexBudget(1 << 25)
    return machine.press(key, in: &document)
  }

  var text: String { String(decoding: document.text.bytes, as: UTF8.self) }

  /// The text with the mark where the cursor is.
  var marked: String {
    var bytes = document.text.bytes
    let head = document.selections.main.head
    bytes.insert(contentsOf: String(mark).utf8, at: head.value)
    return String(decoding: bytes, as: UTF8.self)
  }
}
