package import Entities

/// One folder without its subfolders, whose files do not have the names of notes.
package struct FlatFolder: Sendable {
  private let path: [UInt8]
  private let isWanted: @Sendable (UnsafeRawBufferPointer) -> Bool
  private let leftovers: Leftovers

  /// `path` is the folder as the file system names it. `visibleName` is a name for another
  /// program's file that a crash left under one of our temporary names.
  package init(
    _ path: [UInt8], clock: any WallClock, visibleName: @escaping @Sendable () -> [UInt8],
    isWanted: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool
  ) {
    self.path = path
    self.isWanted = isWanted
    leftovers = Leftovers(clock: clock, visibleName: visibleName)
  }

  /// Returns every file with such a name, and its facts; two threads share the work if that pays.
  /// Entries other than regular files have an obstacle or are links. Removes leftovers of killed
  /// runs, also in the trash below. If the result has no folder, it could not be read.
  package func survey() -> FileSurvey {
    let leftovers = leftovers
    do {
      let walk = try VaultWalk(
        path, isNote: isWanted, hidden: { leftovers.remove($0, in: $1) })
      let found = walk.run(of: [[]])
      leftovers.removeFromTrash(of: path)
      var survey = found.survey
      if found.failure != nil { survey.folders = [] }
      return survey
    } catch {
      var survey = FileSurvey()
      survey.problems = [VaultWalk.problem(path, error)]
      return survey
    }
  }
}
