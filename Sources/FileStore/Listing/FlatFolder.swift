package import Entities
import Files
import Services

/// One folder alone, without those below it, whose files have names of another kind than notes have.
package struct FlatFolder: Sendable {
  private let path: [UInt8]
  private let isWanted: @Sendable (UnsafeRawBufferPointer) -> Bool
  private let leftovers: Leftovers

  /// `path` is the folder as the file system names it. `visibleName` is for a file of another program's
  /// that a crash left under a name of ours.
  package init(
    _ path: [UInt8], clock: any WallClock, visibleName: @escaping @Sendable () -> [UInt8],
    isWanted: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool
  ) {
    self.path = path
    self.isWanted = isWanted
    leftovers = Leftovers(clock: clock, visibleName: visibleName)
  }

  /// Every file with such a name, and its facts; by two threads where that pays. What is no regular
  /// file has an obstacle or is a link. Clears away what runs that were killed left behind, in the
  /// trash below it too. Without a folder in the answer, it could not be read.
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
