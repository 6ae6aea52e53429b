import CSystem
import Editor
import Glibc
import Links
package import Services
import Synchronization

/// The note that the command line names, looked for and read while the terminal is being taken:
/// with it the first frame has its text, or its links. Asked for once there is a loop it would come a frame later,
/// when the threads have begun.
package final class EarlyPlace: Sendable {
  struct Found: Sendable {
    /// Nil where no note is called so.
    var note: FoundNote?
    /// Nil where the editor has to read it itself.
    var text: EarlyNote?
    /// Nil where their screen has to ask for them itself.
    var links: EarlyLinks?
  }

  /// How many milliseconds a first frame waits for it at most: no longer than for a list.
  private static let patience: Int32 = 10

  private let answer: Answer
  private let reading: Task<Found, Never>

  /// Begins on one of the threads. The vault stands open.
  package init(_ place: PlaceAddress, in vault: VaultServices, on threads: any TaskExecutor) {
    let finder = NoteFinder(index: vault.index, versions: vault.versions)
    let (store, journal, versions) = (vault.store, vault.journal, vault.versions)
    let (links, places) = (vault.links, vault.places)
    let answer = Answer()
    self.answer = answer
    reading = Task.detached(executorPreference: threads, priority: .userInitiated) {
      var found = Found(note: await finder.find(place))
      if case .editor = place, let note = found.note?.id {
        found.text = await EarlyNote.read(
          note, from: store, journal: journal, versions: versions, places: places)
      }
      if case .links = place, let note = found.note?.id {
        found.links = await EarlyLinks.read(of: note, by: links, from: store)
      }
      answer.give(found)
      return found
    }
  }

  /// Lets a thread work out what the note's screen would take its time over.
  package static func prepareScreen(for place: PlaceAddress, on threads: any TaskExecutor) {
    Task.detached(executorPreference: threads, priority: .userInitiated) {
      switch place {
      case .editor: EditorBuilder.prepare()
      case .links: LinksBuilder.prepare()
      case .list, .login, .daily, .search, .history, .module: break
      }
    }
  }

  /// For the first frame; nil where it would have to wait too long.
  func foundSoon() -> Found? { answer.takeSoon(Self.patience) }

  /// For a later one.
  func found() async -> Found { await reading.value }

  /// What was found, for a thread that stands still meanwhile.
  private final class Answer: Sendable {
    private let found = Mutex<Found?>(nil)
    /// Rings once it is there; none where the system had no descriptor to spare: nobody waits then.
    private let bell = csystem_bell()

    deinit {
      if bell >= 0 { close(bell) }
    }

    func give(_ found: Found) {
      self.found.withLock { $0 = found }
      var one: UInt64 = 1
      if bell >= 0 { _ = write(bell, &one, 8) }
    }

    func takeSoon(_ milliseconds: Int32) -> Found? {
      var request = pollfd(fd: bell, events: Int16(POLLIN), revents: 0)
      if bell >= 0 { while poll(&request, 1, milliseconds) < 0, errno == EINTR {} }
      return found.withLock { found in
        defer { found = nil }
        return found
      }
    }
  }
}
