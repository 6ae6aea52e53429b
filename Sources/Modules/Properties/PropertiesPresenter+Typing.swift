import Entities
import UseCases
import Viper

/// The typed line: a name, a value, or an item of a list.
struct PropertyTyping {
  enum Goal: Equatable {
    case name
    case rename(String)
    case value(String)
    /// An item of a list; nil for `at` appends one.
    case item(String, at: Int?, old: String?)
  }

  var goal: Goal
  /// The type that the person chose.
  var type: PropertyType?
  var words: String
  /// The possible completions.
  var known: [String] = []
}

extension PropertiesPresenter {
  func begin(_ goal: PropertyTyping.Goal, _ words: String, as type: PropertyType? = nil) {
    typing = PropertyTyping(goal: goal, type: type, words: words)
    var label = ""
    switch goal {
    case .name:
      label = PropertiesWords.newProperty
      typing?.known = interactor.names.filter { (interactor.shared[$0]?.absent ?? 1) > 0 }
    case .rename(let name):
      label = PropertiesWords.rename(name)
      typing?.known = interactor.names
    case .value(let name):
      let type = type ?? interactor.type(of: name)
      label = PropertiesWords.label(name, type)
      if type ?? .text == .text { interactor.findValues(of: name) }
    case .item(let name, _, let old):
      label = old == nil ? PropertiesWords.add(to: name) : name
      interactor.findValues(of: name)
    }
    lines += 1
    state.edit = PropertiesState.Edit(
      number: lines, text: words, isProposed: !words.isEmpty, label: label)
    read()
    showState()
  }

  func dropTyping() {
    typing = nil
    state.edit = nil
    view?.reloadRows()
  }

  func handleTyping(_ command: PropertiesCommand) {
    guard let edit = state.edit else { return }
    switch command {
    case .type(let words):
      typing?.words = words
      read()
    case .accept:
      if let selected = edit.selected { take(edit.offers[selected]) }
      accept()
    case .complete:
      guard !edit.offers.isEmpty else { return toggleText() }
      if let offer = edit.offers.first { take(edit.selected.map { edit.offers[$0] } ?? offer) }
    case .offer(let steps):
      guard !edit.offers.isEmpty else { return }
      let next = (edit.selected ?? (steps > 0 ? -1 : edit.offers.count)) + steps
      state.edit?.selected = edit.offers.indices.contains(next) ? next : nil
    case .chooseOffer(let index):
      if edit.offers.indices.contains(index) { take(edit.offers[index]) }
    default: dropTyping()
    }
  }

  /// Takes words as text whose meaning was guessed, or guesses it again.
  private func toggleText() {
    guard let typing, case .value(let name) = typing.goal,
      typing.type == nil || typing.type == .text,
      interactor.meaning(of: typing.words, for: name, as: nil).isGuessed
    else { return }
    self.typing?.type = typing.type == nil ? .text : nil
    read()
    showState()
  }

  /// Replaces the line with the offer.
  private func take(_ offer: String) {
    typing?.words = offer
    lines += 1
    state.edit?.number = lines
    state.edit?.text = offer
    state.edit?.isProposed = false
    read()
  }

  /// Reads the typed words and updates the offers.
  private func read() {
    guard let typing else { return }
    let offers = offers
    state.edit?.selected = nil
    state.edit?.offers = offers
    if case .value(let name) = typing.goal {
      let meaning = interactor.meaning(of: typing.words, for: name, as: typing.type)
      state.edit?.reading = meaning.reading
      state.edit?.isWrong = meaning.value == nil
    }
    view?.reloadRows()
  }

  private static let mostOffers = 50

  /// The completions: those that begin with the words, then those that contain them.
  private var offers: [String] {
    guard let typing else { return [] }
    let words = typing.words.lowercased()
    // The old text is about to be replaced, so it does not filter the offers.
    if state.edit?.isProposed == true, typing.words == state.edit?.text {
      return Array(typing.known.filter { $0 != typing.words }.prefix(Self.mostOffers))
    }
    let found = typing.known.filter { $0.lowercased().contains(words) && $0 != typing.words }
    let first = found.filter { $0.lowercased().hasPrefix(words) }
    let rest = found.filter { !$0.lowercased().hasPrefix(words) }
    return Array((first + rest).prefix(Self.mostOffers))
  }

  func valuesWereFound(_ values: [String], of name: String) {
    switch typing?.goal {
    case .value(name), .item(name, _, _): typing?.known = values
    default: return
    }
    read()
    showState()
  }

  // MARK: - Accepting

  private func accept() {
    guard let typing else { return }
    var words = typing.words[...]
    while words.first?.isWhitespace == true { words.removeFirst() }
    while words.last?.isWhitespace == true { words.removeLast() }
    let text = String(words)
    switch typing.goal {
    case .name: acceptName(text)
    case .rename(let old):
      if text.isEmpty { return showMessage(PropertiesWords.nameIsMissing, isWarning: true) }
      text == old ? dropTyping() : carryOut(.rename(name: old, to: text))
    case .value(let name):
      let meaning = interactor.meaning(of: text, for: name, as: typing.type)
      guard let values = meaning.values else {
        return showMessage(meaning.reading, isWarning: true)
      }
      carryOut(.set(name: name, values: values, type: meaning.type))
    case .item(let name, let index, let old): acceptItem(text, of: name, at: index, old, typing)
    }
  }

  /// Accepts the name and asks for its value.
  private func acceptName(_ name: String) {
    if name.isEmpty || name.contains(where: \.isNewline) {
      return showMessage(PropertiesWords.nameIsMissing, isWarning: true)
    }
    let there = interactor.shared[name]
    if let there {
      follow(there.name)
      state.message = Message(PropertiesWords.isThereAlready(there.name))
      if let obstacle = there.obstacle {
        dropTyping()
        return showMessage(obstacle, isWarning: true)
      }
    }
    let type = interactor.type(of: name)
    if type?.isList == true { return begin(.item(name, at: nil, old: nil), "") }
    if type == .checkbox, there == nil {
      return carryOut(.set(name: name, values: ["false"], type: .checkbox))
    }
    begin(.value(name), there?.own?.values.joined(separator: ", ") ?? "")
  }

  private func acceptItem(
    _ text: String, of name: String, at index: Int?, _ old: String?, _ typing: PropertyTyping
  ) {
    if text.isEmpty { return showMessage(PropertiesWords.itemIsMissing, isWarning: true) }
    let property = interactor.shared[name]
    let known = interactor.type(of: name).flatMap { $0.isList ? $0 : nil }
    let type = typing.type ?? known ?? .multitext
    guard let index, let old else {
      return carryOut(.add(item: text, name: name, type: type))
    }
    guard var items = property?.items, items.indices.contains(index), items[index] == old else {
      return showMessage(PropertiesWords.itemIsGone(old), isWarning: true)
    }
    items[index] = text
    carryOut(.set(name: name, values: items, type: type, onlyIfPresent: true))
  }
}
