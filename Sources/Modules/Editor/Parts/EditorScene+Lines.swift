import TextEngine
import Viper

/// Commands on lines that ask first.
extension EditorScene {
  private static let orders: [(words: String, order: LineOrder)] = [
    ("from A to Z", LineOrder()),
    ("from Z to A", LineOrder(descends: true)),
    ("by their first number, the smallest first", LineOrder(isNumeric: true)),
    ("by their first number, the largest first", LineOrder(descends: true, isNumeric: true)),
    ("from A to Z, each line once", LineOrder(isUnique: true)),
  ]

  func askForOrder() {
    guard isEditable else { return showState() }
    if refuseToChange() { return }
    wireframe.ask(.order(Self.orders.map(\.words))) { [weak self] reply in
      if let number = reply.number { self?.sort(Self.orders[number].order) }
    }
  }

  private func sort(_ order: LineOrder) {
    let change = interactor.change(by: Invocation(.sortLines, argument: order.argument))
    guard let change, change.edit != nil else {
      return showMessage("The lines are in this order already.")
    }
    perform(change)
  }

  /// Says it where the note is not to be changed.
  func refuseToChange() -> Bool {
    if let readOnlyReason { showMessage(readOnlyReason, isWarning: true) }
    return isReadOnly
  }
}
