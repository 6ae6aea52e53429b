import Entities
import FileStore
import TestSupport
import Testing

@Suite("Notes that are read or shown as the program dies")
struct ShownFileTests {
  private let folder = TemporaryFolder()
  private let bad = NoteID("bad.md")
  private let good = NoteID("good.md")

  private func run() -> ShownFile {
    ShownFile(stateFolder: folder.bytes, vault: VaultID(NotePath("/vault")))
  }

  @Test(
    "A run that died while it showed a note is known to the next, until a person opens that note")
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

  @Test("What another run shows that is alive stops nobody, and what was shown to its end")
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
