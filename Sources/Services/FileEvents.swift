package import Entities

/// Tells what other programs, and other runs of this one, do to the files of a vault.
package protocol FileEvents: Sendable {
  /// Each caller gets all events from its call on, until it stops listening.
  func changes() -> AsyncStream<FileEvent>

  /// Sends every listener an empty set of notes once everything before this call was reported.
  /// Watching a large vault takes a while to begin: what happens before the first such answer may
  /// be missed.
  func mark()
}

package enum FileEvent: Equatable, Sendable {
  /// These notes came, went or changed.
  case notes(Set<NoteID>)
  /// More happened than can be reported one by one: look at everything.
  case everything
  /// Not all folders can be watched; the vault is looked through from time to time instead.
  case isPartial(reason: String)
}
