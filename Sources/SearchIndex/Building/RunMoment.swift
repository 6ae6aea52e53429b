import Entities
import Glibc
import Services

/// When a look at the files began.
struct RunMoment {
  /// By the person's clock, in nanoseconds since 1970.
  let clock: Int64
  /// By the system's, as files get their times.
  private let system: Int64
  /// Files get their times in steps of up to 10 ms: what is written again within a step looks as it
  /// did.
  private static let step: Int64 = 20_000_000

  init(_ clock: any WallClock) {
    self.clock = clock.now.wholeNanoseconds
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    system = Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
  }

  /// When the file changed, as the index keeps it: 0 where it may change once more without showing
  /// it, so that the next look reads it again.
  func settled(_ fact: FileFact) -> Int64 { settled(fact.changed.wholeNanoseconds) }

  /// The same for a folder, which may yet get another name.
  func settled(_ folder: FolderSums.Folder) -> Int64 { settled(folder.changed) }

  private func settled(_ changed: Int64) -> Int64 {
    changed > system - Self.step ? 0 : changed
  }

  /// The same for a note that was read; one that could not be is tried again.
  func settled(_ note: IndexedNote) -> Int64 {
    note.isRead ? settled(note.fact) : 0
  }
}
