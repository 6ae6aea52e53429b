import Cells
import Entities
import UseCases
import Viper

/// Turns commands into changes of properties, and properties into rows. `+Typing` is the typed
/// line.
@MainActor
final class PropertiesPresenter: ListPresenter {
  weak var view: (any PropertiesView)? { didSet { view?.show(state) } }

  let interactor: PropertiesInteractor
  private let wireframe: any PropertiesWireframe
  private let didChange: @MainActor ([NoteID]) -> Void
  var route: RouteHandle?
  var state = PropertiesState()
  /// The typed line, if there is one.
  var typing: PropertyTyping?
  /// Each property, followed by the items of its list.
  private var rows: [RowIndex] = []
  /// The row to keep selected, by name because rows move.
  private var followed: (name: String, item: Int?)?
  /// The count of lines typed so far.
  var lines = 0

  private struct RowIndex {
    var property: Int
    var item: Int?
  }

  init(
    interactor: PropertiesInteractor, wireframe: any PropertiesWireframe,
    didChange: @escaping @MainActor ([NoteID]) -> Void
  ) {
    self.interactor = interactor
    self.wireframe = wireframe
    self.didChange = didChange
    interactor.output = self
  }

  // MARK: - Rows

  /// The selected property, and the index of the selected item.
  private var selection: (property: SharedProperty, item: Int?)? {
    guard let row = state.selected.map({ rows[$0] }) else { return nil }
    return (interactor.shared.rows[row.property], row.item)
  }

  func select(_ row: Int) {
    state.select(row)
    followed = selection.map { ($0.property.name, $0.item) }
  }

  /// Selects a property, as soon as there is one with the name.
  func follow(_ name: String, item: Int? = nil) { followed = (name, item) }

  private func layOut() {
    let shared = interactor.shared
    rows = []
    var width = 0
    for (index, property) in shared.rows.enumerated() {
      rows.append(RowIndex(property: index))
      rows += (property.items ?? []).indices.map { RowIndex(property: index, item: $0) }
      width = max(width, Cells.width(of: property.name))
    }
    state.title = PropertiesWords.title(shared)
    state.problem = shared.problem
    state.count = shared.rows.count
    state.rowCount = rows.count
    state.nameWidth = width
    let wanted = followed.flatMap { followed in
      rows.lastIndex { row in
        shared.rows[row.property].name.lowercased() == followed.name.lowercased()
          && (row.item ?? -1) <= (followed.item ?? -1)
      }
    }
    select(wanted ?? state.selected ?? 0)
    view?.reloadRows()
  }

  func row(at index: Int) -> PropertiesRow {
    if let edit = state.edit, !edit.offers.isEmpty { return .offer(edit.offers[index]) }
    let row = rows[index]
    let property = interactor.shared.rows[row.property]
    let isLocked = property.obstacle != nil || isReadOnly
    if let item = row.item { return .item(property.items?[item] ?? "", isLocked: isLocked) }
    return .property(
      PropertyRow(
        name: property.name, type: PropertiesWords.type(property.type), value: value(of: property),
        isQuiet: property.own == nil || property.items != nil, isLocked: isLocked,
        absence: PropertiesWords.absence(property.absent, of: interactor.shared.notes)))
  }

  private func value(of property: SharedProperty) -> String {
    guard let own = property.own else { return PropertiesWords.differs }
    switch own.value {
    case .checkbox(let isOn): return isOn ? "[x]" : "[ ]"
    case .list(let items): return items.count == 1 ? "1 item" : "\(items.count) items"
    default: return own.values.joined(separator: ", ")
    }
  }

  /// Whether none of the notes can be changed.
  private var isReadOnly: Bool {
    let shared = interactor.shared
    return shared.notes > 0 && shared.left.count >= shared.notes
  }

  // MARK: - Changes

  func carryOut(_ action: PropertyAction) {
    wireframe.saveEditors { [weak self] in
      guard let self else { return }
      state.isSaving = true
      showState()
      interactor.carryOut(action)
    }
  }

  /// Returns the selected property if it can be changed; otherwise shows the reason.
  private func changeable(value: Bool = true) -> (property: SharedProperty, item: Int?)? {
    if isReadOnly {
      showMessage(state.problem, isWarning: true)
      return nil
    }
    guard let selection else { return nil }
    if value, let obstacle = selection.property.obstacle {
      showMessage(obstacle, isWarning: true)
      return nil
    }
    return selection
  }

  private func edit() {
    guard let (property, item) = changeable() else { return }
    if let item, let text = property.items?[item] {
      begin(.item(property.name, at: item, old: text), text)
    } else if property.items != nil {
      addItem()
    } else if property.type == .checkbox {
      tick()
    } else {
      begin(.value(property.name), property.own?.values.joined(separator: ", ") ?? "")
    }
  }

  private func tick() {
    guard let (property, _) = changeable() else { return }
    guard property.type == .checkbox else { return showMessage(PropertiesWords.noCheckbox) }
    let isOn = property.own?.value == .checkbox(true)
    carryOut(.set(name: property.name, values: [isOn ? "false" : "true"], type: .checkbox))
  }

  private func addItem() {
    guard let (property, _) = changeable() else { return }
    guard property.type?.isList ?? true else {
      return showMessage(PropertiesWords.isNoList(property.name))
    }
    begin(.item(property.name, at: nil, old: nil), "")
  }

  private func remove() {
    guard let (property, item) = changeable(value: selection?.item != nil) else { return }
    guard let item, let items = property.items else {
      return carryOut(.unset(name: property.name))
    }
    arrange(property, items.indices.filter { $0 != item }.map { items[$0] })
  }

  private func move(_ steps: Int) {
    guard let (property, item) = changeable() else { return }
    guard let item, var items = property.items else { return showMessage(PropertiesWords.noItem) }
    guard items.indices.contains(item + steps) else { return }
    items.swapAt(item, item + steps)
    follow(property.name, item: item + steps)
    arrange(property, items)
  }

  private func arrange(_ property: SharedProperty, _ items: [String]) {
    carryOut(
      .set(name: property.name, values: items, type: property.listType, onlyIfPresent: true))
  }

  private func changeType() {
    guard let (property, _) = changeable() else { return }
    wireframe.ask(.type(of: property.name)) { [weak self] answer in
      guard let self, let number = answer.number, Question.types.indices.contains(number),
        let property = interactor.shared[property.name]
      else { return }
      change(property, to: Question.types[number])
    }
  }

  /// Changes the type. A value that does not fit the new type has to be typed again.
  private func change(_ property: SharedProperty, to type: PropertyType) {
    let name = property.name
    let texts = property.own?.values ?? []
    if texts.isEmpty || property.own == nil {
      if type == .checkbox {
        return carryOut(.set(name: name, values: ["false"], type: type, onlyIfPresent: true))
      }
      return type.isList
        ? begin(.item(name, at: nil, old: nil), "", as: type) : begin(.value(name), "", as: type)
    }
    if type.isList {
      return carryOut(.set(name: name, values: texts, type: type, onlyIfPresent: true))
    }
    let words = texts.joined(separator: ", ")
    guard let value = interactor.meaning(of: words, for: name, as: type).value else {
      return begin(.value(name), words, as: type)
    }
    carryOut(.set(name: name, values: [value], type: type, onlyIfPresent: true))
  }
}

extension SharedProperty {
  /// The type of its list.
  var listType: PropertyType { type.flatMap { $0.isList ? $0 : nil } ?? .multitext }
}

extension PropertiesPresenter: ListPresenting {
  func handle(_ command: PropertiesCommand) {
    // Refuse changes while one is being written.
    if state.isSaving, command != .close { return }
    state.message = Message()
    state.canUndo = false
    switch command {
    case .move(let move): select(row(after: move))
    case .select(let row): select(row)
    case .edit: edit()
    case .tick: tick()
    case .add: if isReadOnly { _ = changeable() } else { begin(.name, "") }
    case .addItem: addItem()
    case .remove: remove()
    case .rename:
      if let (property, _) = changeable(value: false) {
        begin(.rename(property.name), property.name)
      }
    case .changeType: changeType()
    case .moveItem(let steps): move(steps)
    case .undo: wireframe.saveEditors { [weak self] in self?.interactor.undo() }
    case .reload:
      state.isLoading = true
      interactor.load(becauseOfOthers: false)
    case .close: close()
    case .type, .accept, .complete, .offer, .chooseOffer, .dropEdit: handleTyping(command)
    }
    view?.show(state)
  }
}

extension PropertiesPresenter: PropertiesEditingOutput {
  func propertiesChanged(byOthers: Bool) {
    state.isLoading = false
    layOut()
    // A refused change has already shown its own warning.
    if byOthers, !state.message.isWarning {
      state.message = Message(
        PropertiesWords.changedByOthers(whileTyping: typing != nil), isWarning: true)
    }
    view?.show(state)
  }

  func did(_ action: PropertyAction, in notes: [NoteID], leaving: String) {
    state.isSaving = false
    dropTyping()
    guard !notes.isEmpty else { return showMessage(PropertiesWords.nothingToChange) }
    switch action {
    case .rename(_, let new): follow(new)
    case .add(_, let name, _): follow(name, item: interactor.shared[name]?.items?.count)
    case .set(let name, _, _, _) where followed?.name.lowercased() != name.lowercased():
      follow(name)
    case .set, .unset: break
    }
    state.canUndo = true
    showMessage(
      PropertiesWords.did(action, in: notes, of: interactor.shared.notes, leaving: leaving),
      isWarning: !leaving.isEmpty)
    didChange(notes)
  }

  func tookBack(in notes: [NoteID]) {
    showMessage(PropertiesWords.takenBack(in: notes))
    didChange(notes)
  }

  func nothingToUndo() { showMessage(SharedWords.nothingToUndo) }

  func failed(_ failure: PropertyFailure) {
    state.isLoading = false
    state.isSaving = false
    showMessage(failure.message, isWarning: true)
  }
}

extension PropertiesPresenter: LifeCycle {
  package func moduleIsReady(_ route: RouteHandle) {
    self.route = route
    view?.show(state)
    interactor.load(becauseOfOthers: false)
  }

  package func moduleWasRemoved() { interactor.stop() }

  package var hasUnfinishedWork: Bool { state.isSaving || state.edit != nil }
}
