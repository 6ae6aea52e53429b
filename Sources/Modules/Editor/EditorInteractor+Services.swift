package import Daily
package import Entities
package import OpenVault
package import Services
package import UseCases
package import Viper

extension EditorInteractor {
  /// What an editor needs from outside. It works without all that may be missing, and can less then.
  package struct Services {
    /// Where notes are read and saved.
    package var store: any NoteStore
    /// Finds a note that was moved.
    package var files: (any VaultFiles)?
    /// Stores unsaved text.
    package var journal: any RecoveryJournal
    /// Reports what is wrong with versions; they store what can be undone.
    package var versionProblems: VersionProblems?
    package var clock: any WallClock
    /// Waits before words are counted again.
    package var scheduler: (any Scheduler)?
    /// Shares text with other programs.
    package var clipboard: (any Clipboard)?
    /// Completes names, as links do.
    package var index: (any NoteIndex)?
    package var links: (any NoteLinks)?
    /// Opens locked notes.
    package var locks: (any NoteLocks)?
    /// Knows where a note was left, and what was opened last.
    package var state = VaultState()
    package var moving = Moving()
    /// Begins notes that are not there yet.
    package var planner: NotePlanner?
    /// Names new notes by what they say.
    package var texts: any NoteTexts = PlainTexts()
    /// Ticks tasks in the text.
    package var tasks: TaskCases?
    /// Knows which words are right, by these dictionaries.
    package var spelling: SpellingMemory?
    package var writing = WritingRules()
    package var system = System()
    /// What keys of vim and emacs remember from note to note.
    package var keys: EditorKeyMemory?
    package var work: Work

    /// How notes get other names.
    package struct Moving {
      /// Which names this program gave notes.
      package var own: RecentOwnRenames?
      /// Nil: a new note has the name that its first save gave it.
      package var moves: (any NoteMoves)?

      package init(own: RecentOwnRenames? = nil, moves: (any NoteMoves)? = nil) {
        (self.own, self.moves) = (own, moves)
      }
    }

    /// What is around the vault.
    package struct System {
      /// Gives text to commands of the shell.
      package var filter: (any TextFiltering)?
      /// Copies files into the vault.
      package var attaching: FileAttaching?
    }

    package init(
      store: any NoteStore, journal: any RecoveryJournal, clock: any WallClock, work: Work
    ) {
      self.store = store
      self.journal = journal
      self.clock = clock
      self.work = work
    }
  }
}
