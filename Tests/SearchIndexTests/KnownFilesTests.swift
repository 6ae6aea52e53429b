import Entities
import Services
import Testing

@testable import SearchIndex

@Suite("Checking the files that the index knows")
struct KnownFilesTests {
  private let vault = MemoryVault()

  /// One note in each of that many folders.
  private func known(of count: Int) -> KnownFiles {
    for number in 0..<count { vault.write("\(number)/a.md", "one", seconds: Int64(number)) }
    let paths = (0..<count).map { NotePath("\($0)") }
    var known = KnownFiles()
    for (path, time) in zip(paths, vault.changed(paths)) {
      if let time { known.folders.append(FileSurvey.Folder(path: path, changed: time)) }
    }
    for number in 0..<count {
      let note = NoteID("\(number)/a.md")
      if let fact = vault.facts(of: note) { known.newest.append((note, fact)) }
    }
    return known
  }

  @Test("The check finds each folder and note that changed", arguments: [0, 1, 24, 25, 300])
  func finds(count: Int) throws {
    let known = known(of: count)
    let changed = (0..<count).filter { $0 % 7 == 3 || $0 == count - 1 }
    for number in changed {
      // In place, which does not touch the folder, and next to it.
      vault.overwrite(NotePath("\(number)/a.md"), Array("two".utf8), seconds: 1)
      vault.write("\(number)/b.md", "new", seconds: 1)
    }
    let answer = known.differences(in: vault)
    #expect(answer.folders.sorted() == changed.map { NotePath("\($0)") }.sorted())
    #expect(answer.notes.map(\.path).sorted() == changed.map { NotePath("\($0)/a.md") }.sorted())
  }

  @Test("The check finds nothing when nothing changed")
  func unchanged() throws {
    let answer = known(of: 300).differences(in: vault)
    #expect(answer.folders.isEmpty)
    #expect(answer.notes.isEmpty)
  }
}
