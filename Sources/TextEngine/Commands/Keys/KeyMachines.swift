/// Keys for several cursors: a machine for each of them, all with the same keys. One cursor is the main
/// one: the screen shows its mode and its prompt, and what is asked of the program comes from it alone.
///
/// A further cursor begins as a copy of the main one, with its registers, marks and mode, and remembers
/// what it does from there on. It is made where the text comes with more selections than it was given
/// back with, by a command of the editor or the mouse.
package struct KeyMachines: Sendable {
  private var main: any KeyMachine
  /// What the main one has selected; read only where there are others.
  private var selections = Selections(Selection(at: .zero))
  /// In the order of the text, but for cursors that went past one another.
  private var others: [Cursor] = []
  /// What the text was given back with; nil for one selection and no more.
  private var shown: Selections?

  private struct Cursor: Sendable {
    var machine: any KeyMachine
    /// More than one where it has selected a block.
    var selections: Selections
    /// Its next key is that of the main one. Where a command could not be done for one of them, it
    /// sits out until the main one is through.
    var presses = true
    /// It met another one.
    var isGone = false
  }

  /// Each key costs their square.
  package static let mostCursors = 200

  package init(_ main: some KeyMachine) { self.main = main }

  package var display: KeyDisplay { main.display }
  package var isTyping: Bool { main.isTyping && others.allSatisfy(\.machine.isTyping) }
  package var cursorCount: Int { others.count + 1 }

  /// As a machine's; all that its cursors do to the text is one step to undo.
  package mutating func press(_ key: String, in text: inout KeyText) -> [KeyEffect] {
    work(in: &text) { $0.press(key, in: &$1) }
  }

  /// The same for characters that came at once. False where each has to be pressed.
  package mutating func type(_ characters: String, in text: inout KeyText) -> Bool {
    guard others.isEmpty, text.selections.count == 1, main.type(characters, in: &text) else {
      return false
    }
    shown = nil
    return true
  }

  /// Stops waiting for more keys, and takes those that are there as they are.
  package mutating func flushPending(in text: inout KeyText) -> [KeyEffect] {
    work(in: &text) { $0.flushPending(in: &$1) }
  }

  /// Copies what all texts share from the main cursor of another.
  package mutating func copyShared(from other: KeyMachines) {
    main.copyShared(from: other.main)
    for index in others.indices { others[index].machine.copyShared(from: other.main) }
  }

  private typealias Work = (inout any KeyMachine, inout KeyText) -> [KeyEffect]

  private mutating func work(in text: inout KeyText, _ press: Work) -> [KeyEffect] {
    if others.isEmpty, text.selections.count == 1 || text.selections == shown {
      let effects = press(&main, &text)
      shown = text.selections.count == 1 ? nil : text.selections
      return effects.isEmpty ? effects : effects.filter { $0 != .singleCursor }
    }
    let remark = text.selections == shown ? nil : takeOver(text.selections)
    var effects = pressAll(in: &text, press)
    if effects.contains(.singleCursor) {
      effects.removeAll { $0 == .singleCursor }
      others = []
      text.selections = selections
      shown = selections.count == 1 ? nil : selections
    }
    return effects + (remark.map { [.warn($0)] } ?? [])
  }

  /// Takes over what a command of the editor selected, so that the mode shows it. Answers a remark for
  /// the person.
  package mutating func syncSelection(with text: inout KeyText) -> String? {
    if text.selections.all.allSatisfy(\.isEmpty) { return nil }
    var remark: String?
    if text.selections.count > 1 || !others.isEmpty { remark = takeOver(text.selections) }
    if !others.isEmpty { text.selections = selections }
    main.syncSelection(with: &text)
    selections = text.selections
    text.isFurther = true
    for index in others.indices { give(&text, index) { $0.syncSelection(with: &$1) } }
    text.selections = all
    shown = all
    return remark
  }

  /// Lets all follow an edit that others did.
  package mutating func follow(_ edit: Edit, from old: Rope, to new: Rope) {
    main.follow(edit, from: old, to: new, byCursor: false)
    selections = selections.mapped(through: edit)
    for index in others.indices {
      others[index].machine.follow(edit, from: old, to: new, byCursor: false)
      others[index].selections = others[index].selections.mapped(through: edit)
    }
    shown = shown?.mapped(through: edit)
  }

  // MARK: - Which cursors there are

  /// A machine for each selection, the old one where there was one. Answers a remark for the person.
  private mutating func takeOver(_ given: Selections) -> String? {
    let low = max(0, min(given.mainIndex - Self.mostCursors / 2, given.count - Self.mostCursors))
    let near = low..<min(given.count, low + Self.mostCursors)
    var known = Dictionary(
      others.map { ($0.selections, $0.machine) }, uniquingKeysWith: { first, _ in first })
    others = near.filter { $0 != given.mainIndex }.map { index in
      let own = Selections(given.all[index])
      return Cursor(machine: known.removeValue(forKey: own) ?? main, selections: own)
    }
    selections = given.onlyMain
    if near.count == given.count { return nil }
    return "\(given.count) cursors are too many for these keys. The nearest \(near.count) stay."
  }

  /// Cursors that meet are one: the main one stays, else the first.
  private mutating func joinThoseThatMeet() {
    var joined: [Cursor] = []
    let whole = selections.hull
    let inOrder = others.filter { !$0.isGone }.sorted { $0.selections.start < $1.selections.start }
    for cursor in inOrder {
      let range = cursor.selections.hull
      if range.meets(whole) || joined.last?.selections.hull.meets(range) == true { continue }
      joined.append(cursor)
    }
    others = joined
  }

  private var all: Selections {
    Selections(
      others.flatMap(\.selections.all) + selections.all,
      main: others.reduce(selections.mainIndex) { $0 + $1.selections.count }) ?? selections
  }

  // MARK: - A key

  private mutating func pressAll(in text: inout KeyText, _ press: Work) -> [KeyEffect] {
    let state = main.pendingState
    for index in others.indices {
      others[index].presses = others[index].machine.pendingState == state
    }
    var reported = ReportedEdits(text.text)
    text.selections = selections
    text.others = others.map(\.selections.main)
    let effects = press(&main, &text)
    selections = text.selections
    report(text, &reported, from: nil, before: others.count)
    restore(text.stepped)
    text.isFurther = true
    // From the end on: what is done there moves nothing before it.
    for index in others.indices.reversed() {
      if others[index].isGone || !others[index].presses { continue }
      give(&text, index) { _ = press(&$0, &$1) }
      report(text, &reported, from: index, before: index)
    }
    if main.pendingState.isEmpty { endWhatDiffers(&text, &reported) }
    text.isFurther = false
    text.others = []
    joinThoseThatMeet()
    text.selections = all
    shown = all
    return effects
  }

  /// Hands the text to one of the others.
  private mutating func give(
    _ text: inout KeyText, _ index: Int, _ body: (inout any KeyMachine, inout KeyText) -> Void
  ) {
    text.selections = others[index].selections
    if text.edits.isEmpty {
      text.others = [selections.main]
      for other in others.indices where other != index {
        text.others.append(others[other].selections.main)
      }
    } else {
      // What the screen shows is known of the text before the key.
      text.rows = .lines(of: text.text, height: text.rows.height)
    }
    body(&others[index].machine, &text)
    others[index].selections = text.selections
  }

  /// The main one is through with what was begun: those that are not, because the key could not be done
  /// for some of them, do not go on by themselves.
  private mutating func endWhatDiffers(_ text: inout KeyText, _ reported: inout ReportedEdits) {
    for index in others.indices where !others[index].machine.pendingState.isEmpty {
      if others[index].isGone { continue }
      give(&text, index) { $0.cancel(in: &$1) }
      report(text, &reported, from: index, before: 0)
    }
  }

  /// How many of a key's edits the other cursors have followed.
  private struct ReportedEdits {
    var text: Rope
    var count = 0

    init(_ text: Rope) { self.text = text }
  }

  /// Lets all other cursors follow what one did; nil is the main one. Those with a lower number than
  /// `next` have still to press the key: if they were in what was taken out, they have met it.
  private mutating func report(
    _ text: KeyText, _ reported: inout ReportedEdits, from author: Int?, before next: Int
  ) {
    while reported.count < text.edits.count {
      let edit = text.edits[reported.count]
      reported.count += 1
      let old = reported.text
      if reported.count == text.edits.count {
        reported.text = text.text
      } else {
        reported.text.apply(edit)
      }
      if author != nil {
        main.follow(edit, from: old, to: reported.text, byCursor: true)
        selections = selections.mapped(through: edit)
      }
      for index in others.indices where index != author {
        if index < next, others[index].presses, text.stepped == nil,
          others[index].selections.isInside(edit)
        {
          others[index].isGone = true
        }
        others[index].machine.follow(edit, from: old, to: reported.text, byCursor: true)
        others[index].selections = others[index].selections.mapped(through: edit)
      }
    }
  }

  /// Puts the cursors where they were before a step that was taken back.
  private mutating func restore(_ stepped: KeyText.Stepped?) {
    guard let stepped, stepped.selections.count == cursorCount else { return }
    let order = others.indices.sorted { others[$0].selections.start < others[$1].selections.start }
    var cursors = stepped.selections.all
    let own = cursors.remove(at: stepped.selections.mainIndex)
    for (index, cursor) in zip(order, cursors) {
      others[index].selections = Selections(Selection(at: cursor.range.lowerBound))
    }
    if !stepped.isBack { selections = Selections(Selection(at: own.range.lowerBound)) }
  }
}

extension KeyEffect {
  /// The key leaves one cursor of several.
  package static let singleCursor = KeyEffect.run(Invocation(.singleCursor))
}

extension Selections {
  fileprivate var start: ByteOffset { all[0].range.lowerBound }

  /// From the first to the last of it.
  fileprivate var hull: Range<ByteOffset> { start..<all[all.count - 1].range.upperBound }

  /// Whether one change of the edit replaces all of the selection.
  fileprivate func isInside(_ edit: Edit) -> Bool {
    let hull = hull
    return edit.changes.contains {
      $0.before.lowerBound <= hull.lowerBound && hull.lowerBound < $0.before.upperBound
        && hull.upperBound <= $0.before.upperBound
    }
  }
}

extension Range<ByteOffset> {
  fileprivate func meets(_ other: Range<ByteOffset>) -> Bool {
    overlaps(other)
      || (isEmpty || other.isEmpty) && lowerBound <= other.upperBound
        && other.lowerBound <= upperBound
  }
}
