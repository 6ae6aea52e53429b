package import Entities

/// The events of a module's life, in this order:
/// ready, will appear, did appear, will disappear, did disappear, removed.
///
/// Appearing and disappearing repeat when something covers the module and goes away again.
/// The receiver is the part that decides: a presenter, or a viewless module's interactor.
@MainActor
package protocol LifeCycle: AnyObject {
  /// Called once, before the first draw. `route` lets the module remove itself.
  func moduleIsReady(_ route: RouteHandle)
  func moduleWillAppear()
  func moduleDidAppear()
  func moduleWillDisappear()
  func moduleDidDisappear()
  /// Called once, at the end. Work and timers started by the module stop here.
  func moduleWasRemoved()
  /// Saves what must not be lost, because the program is about to end, perhaps by a signal. Returns
  /// a message about what could not be saved.
  @discardableResult
  func programWillEnd() -> String?
  /// Whether removing the module now would lose something. A screen far below the top is removed
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

/// A module that shows notes and reacts to changes by other programs or modules.
@MainActor
package protocol VaultListener: AnyObject {
  /// Reports changed notes. The index is up to date already.
  func notesChangedOutside(_ notes: Set<NoteID>)
}

/// A part that uses files of the person's configuration, such as settings and keys.
@MainActor
package protocol ConfigurationListener: AnyObject {
  /// Some of the files may have changed. Read those that matter again, off the main actor, and
  /// compare: this program's own changes are reported too.
  func configurationMayHaveChanged()
}
