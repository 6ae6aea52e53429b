/// How long autosave waits. Kept text is to be on disk 200 ms after the last change and at least
/// every second: the waiting leaves time for the writing. It knows time only: what is kept and saved is its parent's matter.
package struct AutosaveDelays: Equatable, Sendable {
  /// From the last change until the text is kept for recovery.
  var keep: Duration = .milliseconds(150)
  /// From the first change not yet kept, for those who type without a pause.
  var keepAtLeast: Duration = .milliseconds(900)
  /// From the last change until the text is saved; nil: never by itself.
  var save: Duration? = .seconds(2)
}

/// What the parent tells autosave.
@MainActor
package protocol AutosaveInput: AnyObject {
  /// Once for each change, from typing or otherwise.
  func textDidChange()

  /// The text as it stands is on disk: nothing is waiting any more.
  func textWasSaved()
}

/// What autosave tells its parent, which alone knows the text.
@MainActor
package protocol AutosaveOutput: AnyObject {
  func autosaveShouldKeep()
  func autosaveShouldSave()
}
