import Entities
import Files
import Services
import TestSupport
import Testing

@testable import SearchIndex

@Suite("The look that a command begins before it asks")
struct LookAheadTests {
  private let folder = TemporaryFolder()
  private let files = MemoryVault()

  /// Opened by another run than the one that made it.
  private func index(_ name: String) -> VaultIndex {
    VaultIndex(files: files, folder: folder.bytes + Array(name.utf8), clock: UTCClock())
  }

  private func found(_ word: String, in index: VaultIndex) async throws -> [String] {
    let answer = try await index.search(.word(word), limit: 10, excerpts: false)
    return answer.hits.map(\.id.path.text)
  }

  @Test("Is taken by the first question; the next one looks for itself", arguments: [10, 2_100])
  func questions(count: Int) async throws {
    for number in 0..<count {
      files.write("\(number % 30)/\(number).md", "word", seconds: Int64(number))
    }
    _ = try IndexedVault(files, in: folder)
    let index = index("/index")
    files.write("3/new.md", "fresh", seconds: 9_000)
    // In its place, which its folder does not hear of.
    files.overwrite(
      NotePath("\((count - 1) % 30)/\(count - 1).md"), Array("fresh".utf8), seconds: 8_000)
    index.lookAhead()
    #expect(
      try await found("fresh", in: index) == ["3/new.md", "\((count - 1) % 30)/\(count - 1).md"])
    files.write("4/later.md", "fresh", seconds: 9_500)
    #expect(try await found("fresh", in: index).first == "4/later.md")
    #expect(index.connections.takeProblems().isEmpty)
  }

  @Test(
    "One that was prepared waits until it may begin, and sees all until then",
    arguments: [10, 2_100])
  func prepared(count: Int) async throws {
    for number in 0..<count {
      files.write("\(number % 30)/\(number).md", "word", seconds: Int64(number))
    }
    _ = try IndexedVault(files, in: folder)
    for round in 0..<20 {
      let index = index("/index")
      #expect(OwnThread.start { index.prepareLook() })
      files.write("3/new \(round).md", "fresh\(round)", seconds: Int64(9_000 + round))
      index.lookAhead()
      #expect(try await found("fresh\(round)", in: index) == ["3/new \(round).md"])
      files.write("4/later.md", "later\(round)", seconds: Int64(9_500 + round))
      #expect(try await found("later\(round)", in: index) == ["4/later.md"])
      #expect(index.connections.takeProblems().isEmpty)
    }
  }

  @Test(
    "Where nothing can come before it, it begins with its preparing, and the first question takes it",
    arguments: [10, 2_100])
  func begins(count: Int) async throws {
    for number in 0..<count {
      files.write("\(number % 30)/\(number).md", "word", seconds: Int64(number))
    }
    _ = try IndexedVault(files, in: folder)
    for round in 0..<20 {
      let index = index("/index")
      files.write("3/new \(round).md", "fresh\(round)", seconds: Int64(9_000 + round))
      #expect(OwnThread.start { index.prepareLook { true } })
      // As the command does later, or is too slow to do.
      if round % 3 == 0 { index.lookAhead() }
      #expect(try await found("fresh\(round)", in: index) == ["3/new \(round).md"])
      files.write("4/later.md", "later\(round)", seconds: Int64(9_500 + round))
      #expect(try await found("later\(round)", in: index) == ["4/later.md"])
      #expect(index.connections.takeProblems().isEmpty)
    }
  }

  @Test("A question that comes before it may begin looks for itself, and the look never begins")
  func preparedInVain() async throws {
    for number in 0..<2_100 { files.write("\(number).md", "word", seconds: Int64(number)) }
    _ = try IndexedVault(files, in: folder)
    for round in 0..<20 {
      let index = index("/index")
      let hasEnded = Signal(false)
      #expect(
        OwnThread.start {
          index.prepareLook()
          hasEnded.change { $0 = true }
        })
      files.write("new.md", "fresh\(round)", seconds: Int64(9_000 + round))
      #expect(try await found("fresh\(round)", in: index) == ["new.md"])
      // Where the thread was too slow to prepare anything before, it may begin now.
      index.lookAhead()
      #expect(hasEnded.wait(milliseconds: 10_000) { $0 ? true : nil } == true)
      #expect(try await found("fresh\(round)", in: index) == ["new.md"])
    }
  }

  @Test("A look that nobody let begin is for no question")
  func unwanted() {
    let look = BegunLook(moment: RunMoment(UTCClock()), files: nil)
    let ahead = LookAhead()
    #expect(ahead.prepare())
    #expect(ahead.offer(look))
    #expect(ahead.take()?.moment.clock == nil)
    #expect(ahead.prepare())
    #expect(ahead.offer(look))
    ahead.start { nil }
    #expect(ahead.take()?.moment.clock != nil)
    #expect(ahead.take()?.moment.clock == nil)
  }

  @Test("Without an index the files are asked, as without a look")
  func noIndex() async throws {
    files.write("a.md", "word", seconds: 1)
    let index = index("/none")
    for round in 0..<20 {
      if round % 2 == 1 { index.prepareLook() }
      index.lookAhead()
      #expect(try await found("word", in: index) == ["a.md"])
    }
  }
}
