import TextEngine
import Viper

/// The list at the cursor: names while a link or a tag is typed, slash commands, suggested words.
@MainActor
final class EditorCompletion {
  private let scene: EditorScene
  private var completion: Completion?
  /// Applies the chosen row.
  private var take: ((Int) -> Void)?
  private let latest = Latest()
  /// Esc was pressed: nothing is offered until another link or tag is begun.
  private var isDismissed = false
  /// Slash commands are offered.
  private var isSlash = false

  /// Characters that begin a name.
  private static let beginnings: Set<String> = ["[", "#", "^"]

  init(_ scene: EditorScene) { self.scene = scene }

  func follow(_ invocation: Invocation) {
    // Suggested words end when something is typed.
    if completion == nil, !isSlash, take != nil { end() }
    switch invocation.command {
    case .type:
      if Self.beginnings.contains(invocation.argument) || beginsCommand(invocation)
        || beginsTag(invocation)
      {
        isDismissed = false
      } else if completion == nil, !isSlash {
        return
      }
    case .deleteLeft where completion != nil || isSlash: break
    default: return end()
    }
    if !isDismissed { offerNames(isAsked: false) }
  }

  /// Offers names on request, even before anything was typed.
  func complete() {
    isDismissed = false
    isSlash = scene.interactor.abilities.hasSlashCommands
    offerNames(isAsked: true)
  }

  private func offerNames(isAsked: Bool) {
    let (text, page, selections) = (scene.text, scene.page, scene.selections)
    // Several cursors behind the same word complete it together.
    guard let completion = Completion.at(selections, in: text),
      !selections.all.contains(where: { page.highlighter.isCode(at: $0.head, in: text) })
    else {
      if offerCommands() { return }
      end()
      if isAsked, selections.count == 1 {
        scene.showMessage(EditorWords.nothingToComplete)
      }
      return
    }
    (self.completion, isSlash) = (completion, false)
    scene.interactor.ask(
      .candidates(for: completion),
      then: latest.only { [weak self] in self?.offer($0, for: completion) })
  }

  private func offer(_ candidates: [EditorCandidate], for completion: Completion) {
    // A name that is typed in full needs no list.
    let isTyped = candidates.count == 1 && candidates[0].written == completion.typed
    show(isTyped ? [] : candidates.map(\.shown), at: completion.range.lowerBound) { [weak self] in
      self?.write(candidates[$0])
    }
  }

  /// Whether a letter was typed behind a `#` at the start of a line, which makes it a tag, not a heading.
  private func beginsTag(_ invocation: Invocation) -> Bool {
    let sign = scene.selections.main.head.value - invocation.argument.utf8.count - 1
    return sign >= 0 && scene.text[ByteOffset(sign)] == UInt8(ascii: "#")
      && scene.text.content(at: ByteOffset(sign)).lowerBound.value == sign
  }

  // MARK: - Commands

  private func beginsCommand(_ invocation: Invocation) -> Bool {
    let begins = invocation.argument == "/" && scene.interactor.abilities.hasSlashCommands
    if begins { isSlash = true }
    return begins
  }

  /// What was typed behind a slash, outside of code, with one cursor.
  private var slash: SlashTyping? {
    let (text, selections) = (scene.text, scene.selections)
    guard isSlash, selections.count == 1, selections.main.isEmpty,
      let slash = SlashTyping.at(selections.main.head, in: text),
      !scene.page.highlighter.isCode(at: slash.range.lowerBound, in: text)
    else { return nil }
    return slash
  }

  private func offerCommands() -> Bool {
    guard let slash else { return false }
    let found = SlashCommand.fitting(slash.typed)
    if found.isEmpty { return false }
    completion = nil
    latest.forget()
    show(found.map(\.title), at: slash.range.lowerBound) { [weak self] in
      self?.run(found[$0].act, insteadOf: slash)
    }
    return true
  }

  private func run(_ act: SlashCommand.Act, insteadOf slash: SlashTyping) {
    switch act {
    case .write(let insertion): write(insertion, insteadOf: slash)
    case .link(let brackets):
      write(.text(brackets), insteadOf: slash)
      follow(Invocation(.type, argument: "["))
    case .run(let command):
      if write(.text(""), insteadOf: slash) { scene.runCommand(Invocation(command)) }
    }
  }

  @discardableResult
  private func write(_ insertion: SlashTyping.Insertion, insteadOf slash: SlashTyping) -> Bool {
    let change = slash.change(insertion, in: scene.interactor.context)
    return scene.perform(.change(change, isOwnStep: true)).isDone
  }

  /// Offers rows that do not depend on what is typed.
  func offer(
    _ rows: [String], at offset: ByteOffset, isNumbered: Bool = false,
    take: @escaping (Int) -> Void
  ) {
    end()
    show(rows, at: offset, take: take)
    scene.state.offer?.isNumbered = isNumbered
  }

  /// Shows the texts that keys of vim or emacs choose from; nil ends that.
  func show(_ offer: KeyDisplay.Offer?) {
    guard let offer else {
      if scene.state.offer?.isOfKeymap == true { end() }
      return
    }
    end()
    show(offer.rows, chosen: offer.chosen ?? -1, at: offer.start)
    scene.state.offer?.isOfKeymap = true
  }

  private func show(
    _ rows: [String], chosen: Int = 0, at offset: ByteOffset, take: ((Int) -> Void)? = nil
  ) {
    scene.layOutRows()
    scene.state.offer = nil
    if !rows.isEmpty, let cell = scene.page.cell(of: offset, in: scene.text) {
      scene.state.offer = EditorOffer(
        rows: rows, chosen: chosen, cell: EditorCell(row: cell.row, column: cell.column))
      self.take = take
    }
    scene.showState()
  }

  func handle(_ command: EditorOfferCommand) {
    guard let offer = scene.state.offer, !offer.isOfKeymap else { return }
    switch command {
    case .move(let count):
      scene.state.offer?.chosen = (offer.chosen + count + offer.rows.count) % offer.rows.count
      scene.showState()
    case .choose(let row):
      guard offer.rows.indices.contains(row) else { return }
      scene.state.offer?.chosen = row
      handle(.accept)
    case .accept:
      let take = take
      end()
      take?(offer.chosen)
    case .dismiss:
      end()
      isDismissed = true
      scene.showState()
    }
  }

  private func write(_ candidate: EditorCandidate) {
    let change = Completion.change(
      writing: candidate.written, isWhole: candidate.isWhole, in: scene.interactor.context)
    if let change { scene.perform(.change(change)) } else { scene.showState() }
  }

  func end() {
    (completion, isSlash) = (nil, false)
    take = nil
    latest.forget()
    if scene.state.offer != nil {
      scene.state.offer = nil
      scene.showState()
    }
  }
}
