/// How long autosave waits. Recovery text must be on disk 200 ms after the last change and at least
/// every second, so the delays leave time for the write. Autosave only measures time; its parent
/// writes.
package struct AutosaveDelays: Equatable, Sendable {
  /// The time from the last change until the text is stored for recovery.
  var keep: Duration = .milliseconds(150)
  /// The longest time that a change waits to be stored, for those who type without a pause.
  var keepAtLeast: Duration = .milliseconds(900)
  /// The time from the last change until the text is saved; nil never saves it.
  var save: Duration? = .seconds(2)

  /// Without saves after a pause, text is only stored for recovery until the person saves it.
  package init(savesAfterPause: Bool = true) { if !savesAfterPause { save = nil } }
}

/// The parent's reports to autosave.
@MainActor
package protocol AutosaveInput: AnyObject {
  /// Must be called once for each change, typed or not.
  func textDidChange()

  /// Cancels all waiting: the current text is on disk.
  func textWasSaved()
}

/// Requests to the parent, which holds the text.
@MainActor
package protocol AutosaveOutput: AnyObject {
  func autosaveShouldKeep()
  func autosaveShouldSave()
}
