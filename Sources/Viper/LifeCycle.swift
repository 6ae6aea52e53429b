package import Entities

/// The events of a module's life, in this order:
/// ready, will appear, did appear, will disappear, did disappear, removed.
///
/// Appearing and disappearing repeat when something covers the module and goes away again.
/// The receiver is the part that decides: a presenter, or a viewless module's interactor.
@MainActor
package protocol LifeCycle: AnyObject {
  /// Once, before the first draw. `route` is how the module asks to be removed.
  func moduleIsReady(_ route: RouteHandle)
  func moduleWillAppear()
  func moduleDidAppear()
  func moduleWillDisappear()
  func moduleDidDisappear()
  /// Once, at the end. Work and timers started by the module stop here.
  func moduleWasRemoved()
  /// The program is about to end, perhaps by a signal: save now what must not be lost. Answers
  /// with a line for the person about what could not be saved.
  @discardableResult
  func programWillEnd() -> String?
  /// Whether something would be lost if it were removed now. A screen far below the top is removed
  /// unless this is set.
  var hasUnfinishedWork: Bool { get }
}

extension LifeCycle {
  package func moduleIsReady(_ route: RouteHandle) {}
  package func moduleWillAppear() {}
  package func moduleDidAppear() {}
  package func moduleWillDisappear() {}
  package func moduleDidDisappear() {}
  package func moduleWasRemoved() {}
  package func programWillEnd() -> String? { nil }
  package var hasUnfinishedWork: Bool { false }
}

/// What shows notes and wants to hear that other programs, or other modules, changed them.
@MainActor
package protocol VaultListener: AnyObject {
  /// The index knows it already.
  func notesChangedOutside(_ notes: Set<NoteID>)
}
