import Entities
import FileStore
import TestSupport
import Testing

@Suite("Notes being read or shown when the program dies")
struct ShownFileTests {
  private let folder = TemporaryFolder()
  private let bad = NoteID("bad.md")
  private let good = NoteID("good.md")

  private func run() -> ShownFile {
    ShownFile(stateFolder: folder.bytes, vault: VaultID(NotePath("/vault")))
  }

  @Test(
    "The next run knows which note was shown at the crash, until the user opens that note")
  func died() {
    do {
      let first = run()
      first.willShow(good)
      first.willShow(bad)
      first.wasShown(good)
    }
    do {
      let second = run()
      #expect(second.stopped(at: bad) && !second.stopped(at: good))
      second.end()
    }
    let third = run()
    #expect(third.stopped(at: bad), "nobody has opened it yet")
    third.isOpened(bad)
    #expect(!third.stopped(at: bad))
    third.end()
    #expect(!run().stopped(at: bad))
  }

  @Test("Notes of a living run and notes shown to the end are not blocked")
  func alive() {
    let first = run()
    first.willShow(bad)
    first.willShow(bad)
    first.willShow(good)
    first.wasShown(good)
    #expect(!run().stopped(at: bad))
    first.wasShown(bad)
    first.end()
    #expect(!run().stopped(at: bad) && !run().stopped(at: good))
  }
}
