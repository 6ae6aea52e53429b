package import Daily
package import Entities
package import OpenVault
package import Services
package import UseCases
package import Viper

extension EditorInteractor {
  /// The services of an editor. Without an optional one it lacks only the features of that one.
  package struct Services {
    package var store: any NoteStore
    /// Finds moved notes.
    package var files: (any VaultFiles)?
    /// Stores unsaved text.
    package var journal: any RecoveryJournal
    /// Reports problems of versions, which also store the undo history.
    package var versionProblems: VersionProblems?
    package var clock: any WallClock
    /// Delays the counting of words.
    package var scheduler: (any Scheduler)?
    /// Shares text with other programs.
    package var clipboard: (any Clipboard)?
    /// Completes names, with `links`.
    package var index: (any NoteIndex)?
    package var links: (any NoteLinks)?
    /// Opens locked notes.
    package var locks: (any NoteLocks)?
    /// The positions at which notes were left, and the recent notes.
    package var state = VaultState()
    package var naming = Naming()
    /// Ticks tasks in the text.
    package var tasks: TaskCases?
    package var spelling: SpellingMemory?
    package var writing = WritingRules()
    /// Runs shell commands on text.
    package var filter: (any TextFiltering)?
    /// Returns the path of a note's file for shell commands; nil for an encrypted one.
    package var filePath: (@Sendable (NoteID) -> String?)?
    /// Copies files into the vault.
    package var attaching: FileAttaching?
    /// The state that keys of Vim and Emacs share between notes.
    package var keys: EditorKeyMemory?
    package var work: Work

    package init(
      store: any NoteStore, journal: any RecoveryJournal, clock: any WallClock, work: Work
    ) {
      self.store = store
      self.journal = journal
      self.clock = clock
      self.work = work
    }
  }

  /// How new notes get their names and folders, and get other ones later.
  package struct Naming {
    /// The names that this program gave notes.
    package var ownRenames: RecentOwnRenames?
    /// Without it a new note stays under the name that its first save gave it.
    package var moves: (any NoteMoves)?
    /// Plans notes that do not exist yet.
    package var planner: NotePlanner?
    /// Names new notes after their text.
    package var texts: any NoteTexts = PlainTexts()
  }
}
