package import Entities

/// Reports what other programs, and other runs of this one, do to the files of a vault.
package protocol FileEvents: Sendable {
  /// Returns all events from this call on, until the caller stops listening.
  func changes() -> AsyncStream<FileEvent>

  /// Sends every listener an empty set of notes once everything before this call was reported.
  /// Watching a large vault takes a while to begin: events before the first such report may be
  /// missed.
  func mark()
}

package enum FileEvent: Equatable, Sendable {
  /// These notes came, went or changed.
  case notes(Set<NoteID>)
  /// More changes than can be reported one by one: check everything.
  case everything
  /// Not all folders can be watched; the vault is checked from time to time instead.
  case isPartial(reason: String)
}
