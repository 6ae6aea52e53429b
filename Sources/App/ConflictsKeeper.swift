import Conflicts
import Entities
import Services
import Viper

/// The conflicts of an open vault, counted where no screen shows them.
///
/// Copies are counted by their names once the list is there, and again when notes with such names come
/// or go. Marks in texts are looked for by the conflicts' own screen: that reads all notes.
@MainActor
final class ConflictsKeeper {
  let interactor: ConflictsInteractor

  private let scheduler: any Scheduler
  /// Called when there are others than there were.
  var changed: (() -> Void)?
  private var next: Timer?

  private static let pause = Duration.seconds(1)

  init(interactor: ConflictsInteractor, scheduler: any Scheduler) {
    self.interactor = interactor
    self.scheduler = scheduler
    interactor.add(self)
  }

  /// The list has been brought in line with the files. Keys that are pressed at once go first.
  func notesWereLoaded() {
    guard scheduler.runsByItself else { return interactor.countCopies() }
    next?.cancel()
    next = scheduler.schedule(after: Self.pause) { [weak self] in
      self?.interactor.countCopies()
    }
  }

  func stop() {
    next?.cancel()
    interactor.end()
  }

  /// How many there are, with those that a sync knows of. A copy that a person may have made is offered
  /// by the screen, and troubles no one before.
  func count(with synced: [NotePath]) -> Int {
    let facts = interactor.facts
    return facts.copies.count { $0.copy.isSure }
      + Set(facts.marked.map(\.note.path)).union(synced).count
  }
}

extension ConflictsKeeper: ConflictsInteractorOutput {
  func conflictsChanged() { changed?() }
}
