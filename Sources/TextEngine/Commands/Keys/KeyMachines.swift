import Regex

/// Keys for several cursors: one machine for each, all with the same keys. One cursor is the main
/// one: the screen shows its mode and prompt, and only its effects reach the program.
///
/// A new cursor starts as a copy of the main one, with its registers, marks and mode, and is
/// independent from then on. Cursors are added when the text arrives with more selections than it
/// was last returned with, because of a command or the mouse.
package struct KeyMachines: Sendable {
  private var main: any KeyMachine
  /// The main cursor's selections; read only if there are others.
  private var selections = Selections(Selection(at: .zero))
  /// In the order of the text, except for cursors that passed one another.
  private var others: [Cursor] = []
  /// The selections that the text was returned with; nil if there was only one.
  private var shown: Selections?

  private struct Cursor: Sendable {
    var machine: any KeyMachine
    /// More than one if a block is selected.
    var selections: Selections
    /// Whether it handles the main cursor's next key. If a command failed for it, it waits until
    /// the main one has finished.
    var presses = true
    /// Whether it met another cursor.
    var isGone = false
  }

  /// A limit, because the cost of a key grows with its square.
  package static let mostCursors = 200

  private static let costOfFollowing = 100

  package init(_ main: some KeyMachine) { self.main = main }

  package var display: KeyDisplay { main.display }
  package var isTyping: Bool { main.isTyping && others.allSatisfy(\.machine.isTyping) }
  package var cursorCount: Int { others.count + 1 }

  /// Handles a key; the changes of all cursors are one step to undo.
  package mutating func press(_ key: String, in text: inout KeyText) -> [KeyEffect] {
    work(in: &text) { $0.press(key, in: &$1) }
  }

  /// Types characters that arrived together. False if each must be pressed.
  package mutating func type(_ characters: String, in text: inout KeyText) -> Bool {
    guard others.isEmpty, text.selections.count == 1, main.type(characters, in: &text) else {
      return false
    }
    shown = nil
    return true
  }

  /// Runs the pending keys as they are.
  package mutating func flushPending(in text: inout KeyText) -> [KeyEffect] {
    work(in: &text) { $0.flushPending(in: &$1) }
  }

  /// Offers what the program found to replace the text before each cursor.
  package mutating func offer(
    _ found: [String], insteadOf typed: String, in text: inout KeyText
  ) -> [KeyEffect] {
    work(in: &text) { $0.offer(found, insteadOf: typed, in: &$1) }
  }

  /// Copies the state that all texts share from the main cursor of another.
  package mutating func copyShared(from other: KeyMachines) {
    main.copyShared(from: other.main)
    for index in others.indices { others[index].machine.copyShared(from: other.main) }
  }

  /// Completes the main cursor's command line, which is the one on the screen.
  package mutating func complete(with names: [KeyName]) { main.complete(with: names) }

  /// What was typed on the main cursor's command lines.
  package var typedLines: [String: [String]] { main.typedLines }

  package mutating func recall(_ lines: [String: [String]]) { main.recall(lines) }

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

  /// Adopts an editor command's selections, so that the mode shows them. Returns a message.
  package mutating func syncSelection(with text: inout KeyText) -> String? {
    if text.selections.all.allSatisfy(\.isEmpty) { return nil }
    var remark: String?
    if text.selections.count > 1 || !others.isEmpty { remark = takeOver(text.selections) }
    if !others.isEmpty { text.selections = selections }
    main.syncSelection(with: &text)
    selections = text.selections
    text.isSecondaryCursor = true
    for index in others.indices { give(&text, index) { $0.syncSelection(with: &$1) } }
    text.selections = all
    shown = all
    return remark
  }

  /// Maps all cursors through an external edit.
  package mutating func follow(_ edit: Edit, from old: Rope, to new: Rope) {
    main.follow(edit, from: old, to: new, byCursor: false)
    selections = selections.mapped(through: edit)
    for index in others.indices {
      others[index].machine.follow(edit, from: old, to: new, byCursor: false)
      others[index].selections = others[index].selections.mapped(through: edit)
    }
    shown = shown?.mapped(through: edit)
  }

  // MARK: - Cursors

  /// Assigns a machine to each selection, its old one if it had one. Returns a message.
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

  /// Merges cursors that meet: the main one stays, else the first.
  private mutating func mergeTouchingCursors() {
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
    text.isSecondaryCursor = true
    // From the end backward: an edit there moves nothing before it. What has cost too much has no effect.
    for index in others.indices.reversed() where !text.budget.isSpent {
      if others[index].isGone || !others[index].presses { continue }
      give(&text, index) { _ = press(&$0, &$1) }
      report(text, &reported, from: index, before: index)
    }
    if main.pendingState.isEmpty { cancelUnfinishedCursors(&text, &reported) }
    text.isSecondaryCursor = false
    text.others = []
    mergeTouchingCursors()
    text.selections = all
    shown = all
    return effects
  }

  /// Passes the text to one of the other cursors.
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
      // `rows` describes the text before the key.
      text.rows = .lines(of: text.text, height: text.rows.height)
    }
    body(&others[index].machine, &text)
    others[index].selections = text.selections
  }

  /// Cancels the pending keys of cursors for which the command failed: the main one has finished.
  private mutating func cancelUnfinishedCursors(
    _ text: inout KeyText, _ reported: inout ReportedEdits
  ) {
    for index in others.indices where !others[index].machine.pendingState.isEmpty {
      if others[index].isGone { continue }
      give(&text, index) { $0.cancel(in: &$1) }
      report(text, &reported, from: index, before: 0)
    }
  }

  /// The number of a key's edits that the other cursors have followed.
  private struct ReportedEdits {
    var text: Rope
    var count = 0

    init(_ text: Rope) { self.text = text }
  }

  /// Maps all other cursors through the edits of one; nil is the main one. Those below `next` have
  /// still to press the key: if the edit removed the text around them, they are gone.
  private mutating func report(
    _ text: KeyText, _ reported: inout ReportedEdits, from author: Int?, before next: Int
  ) {
    while reported.count < text.edits.count, !text.budget.isSpent {
      text.budget.spend(Self.costOfFollowing * others.count)
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

  /// Restores the cursors of an undone or redone step.
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
  /// The effect of a key that leaves only one of several cursors.
  package static let singleCursor = KeyEffect.run(Invocation(.singleCursor))
}

extension Selections {
  fileprivate var start: ByteOffset { all[0].range.lowerBound }

  /// The range from the first to the last of the selections.
  fileprivate var hull: Range<ByteOffset> { start..<all[all.count - 1].range.upperBound }

  /// Whether one change of the edit replaces the whole selection.
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
