package import Terminal

/// How a module is shown.
@MainActor
package enum Presentation {
  /// Over the whole content; the one below waits.
  case push
  /// The same, as a step aside that is dismissed rather than popped.
  case modal
  /// In a frame as large as the module wants; what is below stays in sight.
  case box
  /// Inside its parent's view, at a place that the parent names.
  case slot(String)
  /// Nowhere: a viewless module that lives with its parent.
  case attached
  /// In a way of the caller's own.
  case custom(CustomPresentation)

  var name: String {
    switch self {
    case .push: "push"
    case .modal: "modal"
    case .box: "box"
    case .slot(let slot): "slot \(slot)"
    case .attached: "attached"
    case .custom(let custom): custom.name
    }
  }

  /// Whether nothing below it can be seen.
  var covers: Bool {
    switch self {
    case .push, .modal: true
    case .custom(let custom): custom.covers
    case .box, .slot, .attached: false
    }
  }

  var hasFrame: Bool {
    switch self {
    case .box: true
    case .custom(let custom): custom.hasFrame
    case .push, .modal, .slot, .attached: false
    }
  }
}

/// A caller's own way to show a module: where it stands, and what else happens on the way.
@MainActor
package struct CustomPresentation {
  package var name: String
  package var covers: Bool
  package var hasFrame: Bool
  /// The place in a content area of this size.
  package var place: (Size) -> Rect
  /// Runs before it is shown; what it throws refuses the route.
  package var present: () throws -> Void
  package var dismiss: () -> Void

  package init(
    name: String, covers: Bool = false, hasFrame: Bool = true,
    place: @escaping (Size) -> Rect, present: @escaping () throws -> Void = {},
    dismiss: @escaping () -> Void = {}
  ) {
    self.name = name
    self.covers = covers
    self.hasFrame = hasFrame
    self.place = place
    self.present = present
    self.dismiss = dismiss
  }
}
