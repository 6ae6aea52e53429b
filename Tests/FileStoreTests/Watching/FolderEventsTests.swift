import Entities
import Glibc
import Services
import TestSupport
import Testing

@testable import FileStore

/// A watched folder and a listener to its events.
private final class Ear {
  let folder: TemporaryFolder
  let events: FolderEvents
  private var iterator: AsyncStream<FileEvent>.Iterator

  init(_ folder: TemporaryFolder, limits: WatchLimits = Ear.patient) async {
    self.folder = folder
    events = FolderEvents(
      root: Array(folder.path.utf8),
      files: FolderFiles(root: Array(folder.path.utf8), clock: StillClock()), limits: limits)
    iterator = events.changes().makeAsyncIterator()
    _ = await heard()
  }

  /// Nothing is reported until it is requested, so no test waits for time to pass.
  static let patient = WatchLimits(
    gathering: .seconds(600), stillWriting: .seconds(600), scanPause: .seconds(600))

  /// All events reported up to now.
  func heard() async -> [FileEvent] {
    events.mark()
    var heard: [FileEvent] = []
    while let event = await iterator.next(isolation: #isolation) {
      if event == .notes([]) { return heard }
      heard.append(event)
    }
    return heard
  }
}

extension FileEvent {
  /// The number of notes that it names.
  fileprivate var size: Int {
    if case .notes(let notes) = self { notes.count } else { .max }
  }
}

private func notes(_ names: String...) -> [FileEvent] { [.notes(Set(names.map { NoteID($0) }))] }

@Suite("Changes by other programs to a vault's files are reported")
struct FolderEventsTests {
  private func write(_ text: String, _ path: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    #expect(file >= 0, "\(path): \(String(cString: strerror(errno)))")
    let written = text.withCString { Glibc.write(file, $0, text.utf8.count) }
    #expect(written == text.utf8.count, "\(path): \(String(cString: strerror(errno)))")
    close(file)
    TemporaryFolder.waitUntilNobodyWrites(path)
  }

  @Test func aNoteThatIsWrittenReplacedMovedOrRemovedIsTold() async {
    let folder = TemporaryFolder()
    folder.write("a.md", "one")
    let ear = await Ear(folder)
    write("two", "\(folder.path)/a.md")
    #expect(await ear.heard() == notes("a.md"))
    write("three", "\(folder.path)/.a.md.swp")
    #expect(rename("\(folder.path)/.a.md.swp", "\(folder.path)/a.md") == 0)
    #expect(await ear.heard() == notes("a.md"))
    #expect(rename("\(folder.path)/a.md", "\(folder.path)/b.md") == 0)
    #expect(await ear.heard() == notes("a.md", "b.md"))
    #expect(unlink("\(folder.path)/b.md") == 0)
    #expect(await ear.heard() == notes("b.md"))
    #expect(await ear.heard() == [])
  }

  @Test func aSaveOfOursIsOneEventOfOneNote() async throws {
    let folder = TemporaryFolder()
    let store = FolderStore(root: folder.path, clock: StillClock())
    let ear = await Ear(folder)
    let made = try await store.create(Array("x".utf8), titled: "Plan", in: NotePath(""))
    #expect(await ear.heard() == notes("Plan.md"))
    _ = try await store.save(Array("y".utf8), to: made.id, replacing: made.stamp)
    #expect(await ear.heard() == notes("Plan.md"))
    _ = try await store.trash(made.id)
    #expect(await ear.heard() == notes("Plan.md"))
  }

  @Test func whatIsNoNoteIsNotTold() async {
    let folder = TemporaryFolder()
    let ear = await Ear(folder)
    write("x", "\(folder.path)/picture.png")
    write("x", "\(folder.path)/.hidden.md")
    mkdir("\(folder.path)/.git", 0o755)
    write("x", "\(folder.path)/.git/a.md")
    mkdir("\(folder.path)/empty", 0o755)
    #expect(await ear.heard() == [])
  }

  @Test func foldersThatComeLaterAreWatchedWithAllThatIsInThem() async {
    let folder = TemporaryFolder()
    let ear = await Ear(folder)
    mkdir("\(folder.path)/x", 0o755)
    mkdir("\(folder.path)/x/y", 0o755)
    write("1", "\(folder.path)/x/y/deep.md")
    #expect(await ear.heard() == notes("x/y/deep.md"))
    write("2", "\(folder.path)/x/y/deep.md")
    #expect(await ear.heard() == notes("x/y/deep.md"))
  }

  @Test func aFolderThatIsMovedIsLookedAtAnewAndWatchedUnderItsNewName() async {
    let folder = TemporaryFolder()
    mkdir("\(folder.path)/old", 0o755)
    mkdir("\(folder.path)/old/in", 0o755)
    folder.write("old/in/a.md", "1")
    let ear = await Ear(folder)
    #expect(rename("\(folder.path)/old", "\(folder.path)/new") == 0)
    #expect(await ear.heard() == [.everything])
    write("2", "\(folder.path)/new/in/a.md")
    #expect(await ear.heard() == notes("new/in/a.md"))
    #expect(rename("\(folder.path)/new", "\(folder.path)/.hidden") == 0)
    #expect(await ear.heard() == [.everything])
    write("3", "\(folder.path)/.hidden/in/a.md")
    #expect(await ear.heard() == [])
  }

  @Test func everyListenerHearsAllFromItsCallOn() async {
    let folder = TemporaryFolder()
    let ear = await Ear(folder)
    write("1", "\(folder.path)/a.md")
    #expect(await ear.heard() == notes("a.md"))
    var late = ear.events.changes().makeAsyncIterator()
    write("1", "\(folder.path)/b.md")
    #expect(await ear.heard() == notes("b.md"))
    #expect(await late.next() == notes("b.md").first)
  }

  @Test func manyAtOnceAreOneEventAndVeryManyEverything() async {
    let folder = TemporaryFolder()
    let ear = await Ear(folder)
    for number in 0..<1000 { write("x", "\(folder.path)/\(number).md") }
    let few = await ear.heard()
    guard case .notes(let told)? = few.first, few.count == 1 else {
      Issue.record("one event of notes was expected")
      return
    }
    #expect(told.count == 1000)
    // Only a new name and new modes: a write is not over until a process that another test starts
    // in the meantime has released the file too.
    write("y", "\(folder.path)/1000.md")
    for number in 0..<1000 { chmod("\(folder.path)/\(number).md", 0o600) }
    let many = await ear.heard()
    #expect(many == [.everything], "\(many.count) events: \(many.map(\.size))")
  }

  /// The system queues a limited number of notices and then reports only that some were lost.
  @Test func noticesThatWereLostMeanLookingAtEverything() throws {
    let folder = TemporaryFolder()
    mkdir("\(folder.path)/x", 0o755)
    var watch = FolderWatch(
      root: Array(folder.path.utf8), queue: try NoticeQueue(), limits: WatchLimits())
    watch.begin()
    let most = folder.text("../../proc/sys/fs/inotify/max_queued_events") ?? ""
    // Each round causes at least three notices.
    for number in 0..<((Int(most.filter(\.isNumber)) ?? 65_536) / 3 + 100) {
      let (one, other) = ("\(folder.path)/\(number).md", "\(folder.path)/x/\(number).md")
      #expect(mknod(one, S_IFREG | 0o644, 0) == 0 && rename(one, other) == 0)
    }
    watch.read()
    #expect(watch.take(most: .max) == [.everything])
    write("x", "\(folder.path)/x/0.md")
    watch.read()
    #expect(watch.take(most: .max) == notes("x/0.md"))
  }

  @Test func withoutWatchesToSpareTheVaultIsLookedThroughInstead() async {
    let folder = TemporaryFolder()
    for name in ["x", "y", "z"] {
      mkdir("\(folder.path)/\(name)", 0o755)
      folder.write("\(name)/a.md", "1")
    }
    var limits = Ear.patient
    limits.mostFolders = 2
    let ear = await Ear(folder, limits: limits)
    for name in ["x", "y", "z"] { write("22", "\(folder.path)/\(name)/a.md") }
    #expect(await ear.heard() == notes("x/a.md", "y/a.md", "z/a.md"))
    unlink("\(folder.path)/y/a.md")
    write("1", "\(folder.path)/z/b.md")
    #expect(await ear.heard() == notes("y/a.md", "z/b.md"))
    #expect(await ear.heard() == [])
    var late = ear.events.changes().makeAsyncIterator()
    let reason =
      "the system lets this user watch no more folders; raise fs.inotify.max_user_watches"
    #expect(await late.next() == .isPartial(reason: reason))
  }

  @Test func aVaultThatIsTakenAwayIsTold() async {
    let folder = TemporaryFolder()
    mkdir("\(folder.path)/vault", 0o755)
    let path = "\(folder.path)/vault"
    let events = FolderEvents(
      root: Array(path.utf8), files: FolderFiles(root: Array(path.utf8), clock: StillClock()),
      limits: Ear.patient)
    var told = events.changes().makeAsyncIterator()
    events.mark()
    #expect(await told.next() == .notes([]))
    #expect(rename(path, "\(folder.path)/other") == 0)
    events.mark()
    var heard: [FileEvent] = []
    while let event = await told.next(), event != .notes([]) { heard.append(event) }
    #expect(heard.contains(.everything))
    // Reported at once or with the next event: the thread may have woken before the mark.
    events.mark()
    while let event = await told.next(), event != .notes([]) { heard.append(event) }
    #expect(heard.contains(.isPartial(reason: "the vault's folder was moved or removed")))
  }

  @Test func theStreamEndsWithTheWatching() async {
    let folder = TemporaryFolder()
    var stream: AsyncStream<FileEvent>?
    do {
      let ear = await Ear(folder)
      stream = ear.events.changes()
    }
    var count = 0
    if let stream { for await _ in stream { count += 1 } }
    #expect(count == 0)
  }

  /// Reported by the watcher itself, however long that takes.
  @Test func nobodyHasToAsk() async {
    let folder = TemporaryFolder()
    let ear = await Ear(folder, limits: WatchLimits())
    var told = ear.events.changes().makeAsyncIterator()
    write("1", "\(folder.path)/a.md")
    #expect(await told.next() == notes("a.md").first)
  }
}
