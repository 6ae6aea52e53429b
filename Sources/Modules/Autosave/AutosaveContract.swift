/// How long autosave waits. Recovery text must be on disk 200 ms after the last change and at least
/// every second, so the delays leave time for the write. Autosave only measures time; its parent
/// writes.
package struct AutosaveDelays: Equatable, Sendable {
  /// From the last change until the text is stored for recovery.
  var keep: Duration = .milliseconds(150)
  /// From the first change not yet stored, for those who type without a pause.
  var keepAtLeast: Duration = .milliseconds(900)
  /// From the last change until the text is saved; nil: never by itself.
  var save: Duration? = .seconds(2)
}

/// What the parent tells autosave.
@MainActor
package protocol AutosaveInput: AnyObject {
  /// Once for each change, from typing or otherwise.
  func textDidChange()

  /// The current text is on disk: nothing is waiting any more.
  func textWasSaved()
}

/// What autosave tells its parent, which alone knows the text.
@MainActor
package protocol AutosaveOutput: AnyObject {
  func autosaveShouldKeep()
  func autosaveShouldSave()
}
